"""What the scripts share that hold verdicts against another oracle: tasks, processes, verdicts, a pool of jobs."""

import concurrent.futures
import csv
import os
import shutil
import signal
import subprocess

VERDICT_OF_STATUS = {0: "safe", 1: "unsafe", 3: "unknown"}


class SetupError(Exception):
    """The comparison cannot be run."""


class Ended:
    """How a process ended: `status` is None where it was stopped after its time."""

    def __init__(self, status, output, errors):
        self.status = status
        self.output = output
        self.errors = errors

    def first_line(self, *marks):
        """The first line of the errors, or of the output, that has one of the marks."""
        lines = [line for line in (self.errors + "\n" + self.output).splitlines() if line.strip()]
        marked = [line for line in lines if any(mark in line for mark in marks)]
        return (marked or lines or ["no message"])[0].strip()


def run(command, seconds, folder=None, environment=None):
    """Runs a command in a process group of its own; after its time the whole group ends."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    try:
        output, errors = process.communicate(timeout=seconds)
        return Ended(process.returncode, output, errors)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        return Ended(None, output, errors)


def binary(name):
    """The absolute path of the invar under test."""
    found = shutil.which(name)
    if found is None:
        hint = "run cargo build --release --bin invar, or name the binary with --invar"
        raise SetupError(f"{name} is missing\nhint: {hint}")
    return os.path.abspath(found)


def verdict(ended):
    """The verdict that an exit status of `invar check` stands for."""
    if ended.status is None:
        return "unknown"
    return VERDICT_OF_STATUS.get(ended.status, "error")


def seconds(text):
    """The seconds of a limit such as 10s, as invar writes it."""
    units = {"ms": 0.001, "s": 1, "m": 60}
    for unit, factor in units.items():
        number = text[: -len(unit)]
        if text.endswith(unit) and number.replace(".", "", 1).isdigit():
            return float(number) * factor
    raise SetupError(f"{text} is no limit of time\nhint: write 10s or 500ms")


class Task:
    """One row of a table of tasks."""

    def __init__(self, folder, row):
        self.path = row["path"]
        self.property = row["property"]
        self.expected = row.get("expected", "")
        self.data_model = row["data_model"]
        self.file = os.path.join(folder, row["path"])
        include = os.path.join(folder, "include")
        self.include = include if os.path.isdir(include) else None

    def arguments(self):
        """The arguments of `invar check`, as `invar bench` gives them."""
        given = [self.file, "--no-config", "--property", self.property, "--data-model", self.data_model]
        return given + (["-I", self.include] if self.include else [])


def tasks_of(source, table, verdict_wanted):
    """The tasks of a list of paths, or the rows of a results.csv that have the wanted verdict."""
    with open(source, newline="", encoding="utf-8") as file:
        text = file.read()
    if text.startswith("path,"):
        rows = csv.DictReader(text.splitlines())
        wanted = {(row["path"], row["property"]) for row in rows if row["verdict"] == verdict_wanted}
        chosen = lambda row: (row["path"], row["property"]) in wanted  # noqa: E731
    else:
        paths = {line.strip() for line in text.splitlines() if line.strip()}
        chosen = lambda row: row["path"] in paths  # noqa: E731
    table = table or table_beside(source)
    folder = os.path.dirname(os.path.abspath(table))
    with open(table, newline="", encoding="utf-8") as file:
        return [Task(folder, row) for row in csv.DictReader(file) if chosen(row)]


def table_beside(source):
    """tasks.csv in the folder of the list, or above it."""
    folder = os.path.dirname(os.path.abspath(source))
    for place in (folder, os.path.dirname(folder)):
        table = os.path.join(place, "tasks.csv")
        if os.path.exists(table):
            return table
    raise SetupError(f"there is no tasks.csv beside {source}\nhint: name it with --tasks")


def in_parallel(work, items, jobs):
    """Yields (item, result) in the order of the items."""
    with concurrent.futures.ThreadPoolExecutor(max(1, jobs)) as pool:
        yield from zip(items, pool.map(work, items))
