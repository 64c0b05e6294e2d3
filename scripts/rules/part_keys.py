"""Checks that parts.json agrees with itself: a key that lags behind would hide a change."""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "parts"))

import part_list  # noqa: E402  (the folder of set-up is no package)

_SHA256 = re.compile(r"[0-9a-f]{64}")


def check(root: Path) -> list[str]:
    name = "Sources/Engines/parts.json"
    try:
        listed = part_list.load(root / name)
    except ValueError as error:
        return [str(error)]
    failures = []
    for part in listed.parts:
        if part.key != (key := part_list.expected_key(part)):
            failures.append(f"{name}: the key of {part.name} should be {key}")
        hashes = [package.sha256 for package in part.downloads]
        hashes += [file.sha256 for file in part.files if file.how != "built"]
        if not all(_SHA256.fullmatch(value) for value in hashes):
            failures.append(f"{name}: {part.name} has a SHA-256 that is none")
    if len({part.name for part in listed.parts}) != len(listed.parts):
        failures.append(f"{name}: two parts have the same name")
    return failures
