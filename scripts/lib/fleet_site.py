"""A Redis of a script's own, and where cargo builds."""

import os
import pathlib
import signal
import socket
import subprocess
import time

STREAMS = ["invar:tasks:high", "invar:tasks:normal", "invar:tasks:low"]


def target_folder(root):
    return pathlib.Path(os.environ.get("CARGO_TARGET_DIR", root / "target"))


class Redis:
    """On loopback, on a free port, with its data in a folder."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"redis://127.0.0.1:{self.port}"
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder)]
            + ["--appendonly", "yes", "--save", ""],
            stdout=subprocess.DEVNULL,
        )
        for _ in range(600):
            if self.ask("PING") == "PONG":
                return
            time.sleep(0.1)
        raise SystemExit("error: redis-server does not answer\nhint: scripts/setup installs it")

    def ask(self, *words):
        command = ["redis-cli", "-p", str(self.port), *words]
        return subprocess.run(command, text=True, capture_output=True).stdout.strip()

    def restart(self, away_seconds):
        """Killed, as by a machine that goes down."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        time.sleep(away_seconds)
        self.start()

    def end(self):
        self.process.kill()
        self.process.wait()

    def memory_mb(self):
        lines = dict(line.split(":", 1) for line in self.ask("INFO", "memory").splitlines() if ":" in line)
        return int(lines["used_memory"]) // (1 << 20)

    def queue_length(self):
        return sum(int(self.ask("XLEN", stream) or 0) for stream in STREAMS)
