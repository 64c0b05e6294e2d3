"""Looks in Swift files for what needs a reason, and for what has no place there at all."""

import re
from pathlib import Path

_LONG = 400

#: Escapes from the compiler's checks: only where C is wrapped, and with the reason beside them.
_ESCAPES = re.compile(r"@unchecked\s+Sendable|nonisolated\(unsafe\)")
#: Crashes waiting to happen: product code throws instead, unless it says why it can't fail.
_CRASHES = re.compile(r"\btry!|\bas!")
_NEVER = re.compile(r"\b(TODO|FIXME|XXX)\b")
_SLEEP = re.compile(r"\b(Task|Thread)\.sleep\b|\b(sleep|usleep|nanosleep)\(")
_WRAPS_C = re.compile(r"^\s*(?:\w+\s+)?import\s+(?:C[A-Z]\w*|Glibc)\b", re.MULTILINE)


def check(root: Path) -> list[str]:
    failures = []
    for file in _swift(root, "Sources"):
        failures += _check_source(file, str(file.relative_to(root)))
    for file in _swift(root, "Tests"):
        for number, line in _lines(file):
            if _SLEEP.search(_code(line)) and "//" not in line:
                failures.append(
                    f"{file.relative_to(root)}:{number}: sleeps; wait for what should happen, "
                    "or say on the line why that can't be done"
                )
    return failures


def long_files(root: Path) -> list[str]:
    """Files that have probably grown a second idea."""
    counts = [
        (file, len(file.read_text(encoding="utf-8").splitlines()))
        for top in ("Sources", "Tests")
        for file in _swift(root, top)
    ]
    return [
        f"{file.relative_to(root)} has {count} lines; over {_LONG} it may hold two ideas"
        for file, count in counts
        if count > _LONG
    ]


def _check_source(file: Path, name: str) -> list[str]:
    failures = []
    wraps_c = bool(_WRAPS_C.search(file.read_text(encoding="utf-8")))
    previous = ""
    for number, line in _lines(file):
        code = _code(line)
        explained = "//" in line or previous.strip().startswith("//")
        if match := _ESCAPES.search(code):
            if not wraps_c:
                failures.append(f"{name}:{number}: {match[0]} in a file that wraps no C")
            elif not explained:
                failures.append(f"{name}:{number}: {match[0]} without its reason")
        if (match := _CRASHES.search(code)) and not explained:
            failures.append(f"{name}:{number}: {match[0]} without its reason")
        if match := _NEVER.search(line):
            failures.append(f"{name}:{number}: {match[0]}; do it or open an issue")
        previous = line
    return failures


def _swift(root: Path, top: str) -> list[Path]:
    return sorted((root / top).rglob("*.swift"))


def _lines(file: Path) -> enumerate:
    return enumerate(file.read_text(encoding="utf-8").splitlines(), 1)


def _code(line: str) -> str:
    """The line without its comment (near enough: a string may hold two slashes)."""
    return line.split("//", 1)[0]
