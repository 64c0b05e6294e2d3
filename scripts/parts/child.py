"""Child processes that end when set-up ends, even when set-up is killed."""

import shutil
import subprocess
from pathlib import Path


def start(command: list[str], env: dict[str, str], output: int) -> subprocess.Popen:
    """Starts `command`; its output and errors go to one place, and it gets no input.

    `setpriv` asks the kernel to end the child with its parent: an orphan would go on writing
    beside the next run.
    """
    tie = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
    return subprocess.Popen(
        tie + command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )


def run(command: list[str], env: dict[str, str], log: Path) -> tuple[int, str]:
    """Runs `command` to its end, keeps its output in `log`, and returns its code and output."""
    with log.open("w", encoding="utf-8") as out:
        code = start(command, env, out.fileno()).wait()
    return code, log.read_text(encoding="utf-8", errors="replace")
