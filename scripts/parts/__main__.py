"""Brings the pinned parts of parts.json into a cache folder. Started by scripts/setup."""

import argparse
import os
import platform
import signal
import sys
import time
from pathlib import Path

import part_list
from install import Installer, Outcome, link_headers
from part_list import Part
from problem import Problem
from report import counted, duration, megabytes


def main() -> int:
    arguments = _arguments()
    try:
        wanted = part_list.load(arguments.list)
        if arguments.debian:
            print("\n".join(wanted.debian))
            return 0
        return _install(arguments, wanted.parts)
    except (Problem, ValueError, OSError) as error:
        print(f"Set-up stopped: {error}", file=sys.stderr)
        return 1


def _install(arguments: argparse.Namespace, parts: tuple[Part, ...]) -> int:
    start = time.monotonic()
    if platform.machine() != "x86_64":
        raise Problem("The pinned libraries are built for 64-bit Intel and AMD machines only.")
    chosen = [part for part in parts if _fits(part, arguments.small)]
    left_out = [part for part in parts if part not in chosen]
    installer = Installer(arguments.cache, arguments.python, arguments.parallel)
    outcome = installer.install(chosen, arguments.verify)
    if arguments.checkout:
        link_headers(outcome.whole, installer.folder, arguments.checkout)
    _tell(outcome, left_out, arguments.cache, time.monotonic() - start)
    return 0 if outcome.is_enough else 1


def _fits(part: Part, small: bool) -> bool:
    """Whether this machine has the memory for `part`; `small` leaves out all that need much."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // (1 << 20)
    return not part.needs_memory_mb or (not small and memory >= part.needs_memory_mb)


def _tell(outcome: Outcome, left_out: list[Part], cache: Path, seconds: float) -> None:
    lines = [
        f"Here: {counted(len(outcome.whole))} ({megabytes(sum(p.bytes for p in outcome.whole))} "
        f"in {cache}, {duration(seconds)})."
    ]
    lines += [f"Left out on a small machine: {part.title}. {part.without}" for part in left_out]
    for part, _ in outcome.missing:  # The reason was told when it happened.
        weight = "Missing" if part.optional else "MISSING, AND NEEDED"
        lines.append(f"{weight}: {part.title}. {part.without}")
    if outcome.missing:
        lines.append("Run scripts/setup again to fetch what is missing; the rest is kept.")
    print("\n".join(lines), file=sys.stderr)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/parts", description=__doc__)
    parser.add_argument("--list", type=Path, required=True, help="the list of parts")
    parser.add_argument("--debian", action="store_true", help="only print the Debian packages")
    parser.add_argument("--cache", type=Path, help="the folder to fill")
    parser.add_argument("--checkout", type=Path, help="link headers into this checkout")
    parser.add_argument("--small", action="store_true", help="leave out what needs much memory")
    parser.add_argument("--verify", action="store_true", help="hash every file that is here")
    parser.add_argument("--parallel", type=int, default=4, help="downloads at once (4)")
    parser.add_argument("--python", type=Path, help="use the pip of this Python")
    arguments = parser.parse_args()
    if not arguments.debian and not arguments.cache:
        parser.error("--cache is needed")
    return arguments


def _stop(*_: object) -> None:
    # Nothing needs tidying: a file gets its name only when it is whole, and children end with us.
    print("\nStopped. Run scripts/setup again to go on from here.", file=sys.stderr)
    os._exit(130)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, _stop)
    signal.signal(signal.SIGTERM, _stop)
    sys.exit(main())
