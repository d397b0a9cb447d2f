"""Tool-info module of invar for BenchExec (https://github.com/sosy-lab/benchexec).

BenchExec finds it when the clone is in PYTHONPATH and the benchmark definition says tool="contrib.benchexec.invar".
The limits of the benchmark definition become invar's own, a little earlier, so that invar ends with
a reason instead of being killed.
"""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

ANSWER = re.compile(r"^(TRUE|UNKNOWN|FALSE\(([a-z-]+)\))$")


class Tool(benchexec.tools.template.BaseTool2):
    """invar proves C programs correct or shows the inputs that break them."""

    # Libraries and certifier of an unpacked archive.
    REQUIRED_PATHS = ["bin", "lib"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("invar", subdir="bin")

    def program_files(self, executable):
        return self._program_files_from_executable(
            executable, self.REQUIRED_PATHS, parent_dir=True
        )

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="invar")

    def name(self):
        return "invar"

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check", "--format", "svcomp"]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        if task.property_file and "--property" not in options:
            command += ["--property", task.property_file]
        time = min((limit for limit in (rlimits.walltime, rlimits.cputime) if limit), default=None)
        if time and "--timeout" not in options:
            command += ["--timeout", f"{max(1, time - max(1, time // 20))}s"]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", f"{max(1, rlimits.memory * 95 // 100 // 10**6)}MB"]
        return command + options + list(task.input_files)

    def determine_result(self, run):
        for line in run.output:
            answer = ANSWER.match(line.strip())
            if answer is None:
                continue
            if answer[1] == "TRUE":
                return result.RESULT_TRUE_PROP
            if answer[2]:
                return f"{result.RESULT_FALSE_PROP}({answer[2]})"
            return result.RESULT_TIMEOUT if run.was_timeout else result.RESULT_UNKNOWN
        for line in run.output:
            if line.startswith("error: "):
                return f"{result.RESULT_ERROR} ({line.strip().removeprefix('error: ')})"
        return result.RESULT_TIMEOUT if run.was_timeout else result.RESULT_ERROR
