"""What processes and the whole machine use, read from /proc."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

_TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; the name before them may hold anything."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            children.setdefault(int(_fields(int(entry))[1]), []).append(int(entry))
        except (FileNotFoundError, ProcessLookupError):
            pass  # It ended while we looked.
    found = [pid]
    for member in found:
        found += children.get(member, [])
    return found


def cpu_seconds(pid: int) -> float:
    """Processor time of a process, its children that live, and those that it has buried."""
    ticks = 0
    for member in family(pid):
        try:
            ticks += sum(int(field) for field in _fields(member)[11:15])
        except (FileNotFoundError, ProcessLookupError):
            pass  # Its time is counted with its parent from now on.
    return ticks / _TICKS_A_SECOND


def memory_mb(pid: int, key: str) -> float:
    """`VmRSS` or `VmHWM` of a process and its children, pages that they share counted each time."""
    total = 0.0
    for member in family(pid):
        try:
            lines = Path(f"/proc/{member}/status").read_text().splitlines()
        except (FileNotFoundError, ProcessLookupError):
            continue
        total += sum(int(line.split()[1]) / 1024 for line in lines if line.startswith(key + ":"))
    return round(total, 1)


def machine_cpu_seconds() -> float:
    """Processor time of all processes and the kernel since the machine started."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, idle, waiting, *rest = map(int, file.readline().split()[1:9])
    return (user + nice + system + sum(rest)) / _TICKS_A_SECOND


def running_since(pid: int) -> float:
    """When a process started, on the clock of `time.monotonic`."""
    offset = time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()
    return int(_fields(pid)[19]) / _TICKS_A_SECOND - offset


@dataclass(frozen=True)
class Usage:
    """What was used up to a moment."""

    at: float
    #: The product, with its children.
    product: float
    #: The stand-in for the language model.
    brain: float
    #: Microphone and log, where they run in a process of their own.
    harness: float
    machine: float

    @staticmethod
    def now(product: int, brain: int) -> "Usage":
        is_apart = product != os.getpid()
        return Usage(
            time.monotonic(), cpu_seconds(product), cpu_seconds(brain),
            time.process_time() if is_apart else 0.0, machine_cpu_seconds(),
        )

    def since(self, earlier: "Usage") -> dict[str, float]:
        product, brain = self.product - earlier.product, self.brain - earlier.brain
        harness = self.harness - earlier.harness
        others = self.machine - earlier.machine - product - brain - harness
        return {
            "wall_s": round(self.at - earlier.at, 3),
            "cpu_s": round(product, 3),
            "brain_cpu_s": round(brain, 3),
            "harness_cpu_s": round(harness, 3),
            "others_cpu_s": round(max(0.0, others), 3),
        }
