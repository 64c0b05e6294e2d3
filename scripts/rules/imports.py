"""Compares the import lines of every target with the dependencies the package declares.

The compiler accepts an import of a module that only another target depends on, so the graph in
Package.swift would say less and less about who knows whom.
"""

import json
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*"
    r"(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|var|let|actor)\s+)?(\w+)"
)

#: Modules of the toolchain that product code may use. Foundation is not among them: it starts
#: slowly and takes 20 MB; FoundationEssentials has what we need.
_TOOLCHAIN = {"Dispatch", "FoundationEssentials", "Glibc", "Synchronization"}
_TOOLCHAIN_FOR_TESTS = _TOOLCHAIN | {"Foundation", "Testing"}
#: The pure part of the flow works on plain values and needs no Foundation at all.
_WITHOUT_FOUNDATION = {"Sound", "Dialogue", "Language", "Skills", "Hearing", "FaceEngine"}


@dataclass(frozen=True)
class Target:
    name: str
    folder: Path
    dependencies: frozenset[str]
    #: `test`, `executable`, `regular` or `system`, as the package manager calls it.
    kind: str

    @property
    def is_test(self) -> bool:
        return self.kind == "test"


def check(root: Path) -> list[str]:
    described = subprocess.run(
        ["swift", "package", "--package-path", root, "dump-package"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )
    if described.returncode != 0:
        return [f"Package.swift can't be read: {described.stderr.strip()[-300:]}"]
    return compare(root, targets(root, json.loads(described.stdout)))


def targets(root: Path, package: dict) -> list[Target]:
    found = []
    for raw in package["targets"]:
        default = f"{'Tests' if raw['type'] == 'test' else 'Sources'}/{raw['name']}"
        names = (next(iter(entry.values()))[0] for entry in raw["dependencies"])
        folder = root / (raw.get("path") or default)
        found.append(Target(raw["name"], folder, frozenset(names), raw["type"]))
    return found


def compare(root: Path, all_targets: Iterable[Target]) -> list[str]:
    """One sentence for each import that is not declared, and each dependency nothing imports."""
    all_targets = list(all_targets)
    ours = {target.name for target in all_targets}
    # A test may need a program built, to start it, without importing it. And the helper that
    # declares test targets gives TestSupport to all of them.
    for_tests = {target.name for target in all_targets if target.kind == "executable"}
    for_tests.add("TestSupport")
    failures = []
    for target in all_targets:
        imported = set()
        files = sorted(target.folder.rglob("*.swift"))
        for file in files:
            for number, module in _imports(file):
                imported.add(module)
                if reason := _objection(target, module, ours):
                    failures.append(f"{file.relative_to(root)}:{number}: {reason}")
        unused = target.dependencies - imported - (for_tests if target.is_test else set())
        if files and unused:
            listed = ", ".join(sorted(unused))
            failures.append(f"Package.swift: {target.name} never imports {listed}")
    return failures


def _objection(target: Target, module: str, ours: set[str]) -> str | None:
    if module in ours:
        if module in target.dependencies or module == target.name:
            return None
        return f"imports {module}, which Package.swift does not give to {target.name}"
    if module not in (_TOOLCHAIN_FOR_TESTS if target.is_test else _TOOLCHAIN):
        return f"imports {module}, which no target here uses; see scripts/rules/imports.py"
    if module == "FoundationEssentials" and target.name in _WITHOUT_FOUNDATION:
        return f"imports {module}; {target.name} does without any Foundation"
    return None


def _imports(file: Path) -> list[tuple[int, str]]:
    lines = file.read_text(encoding="utf-8").splitlines()
    matches = ((number, _IMPORT.match(line)) for number, line in enumerate(lines, 1))
    return [(number, match[1]) for number, match in matches if match]
