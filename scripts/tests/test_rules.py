"""The house rules, on a checkout of two files."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "rules"))

import imports  # noqa: E402  (the folder of rules is no package)
import part_keys  # noqa: E402
import sources  # noqa: E402


class RulesTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def compared(self, *dependencies: str, name: str = "Ear") -> list[str]:
        def target(name: str, dependencies: tuple[str, ...] = ()) -> imports.Target:
            folder = self.root / "Sources" / name
            return imports.Target(name, folder, frozenset(dependencies), "regular")

        return imports.compare(self.root, [target(name, dependencies), target("Nerve")])

    def test_imports_are_compared_with_the_declared_graph(self) -> None:
        cases = {
            "import Nerve": [],
            "public import Nerve": [],
            "@testable import Nerve": [],
            "import struct Nerve.Cell": [],
            "// import Nerve": ["Package.swift: Ear never imports Nerve"],
        }
        for text, expected in cases.items():
            with self.subTest(text):
                self.write("Sources/Ear/Ear.swift", text)
                self.assertEqual(self.compared("Nerve"), expected)

    def test_an_undeclared_import_is_found(self) -> None:
        self.write("Sources/Ear/Ear.swift", "import Glibc\nimport Nerve\n")
        expected = "Sources/Ear/Ear.swift:2: imports Nerve, which Package.swift does not give to Ear"
        self.assertEqual(self.compared(), [expected])

    def test_foundation_is_refused(self) -> None:
        self.write("Sources/Ear/Ear.swift", "import Foundation\n")
        self.assertEqual(len(self.compared()), 1)
        self.write("Sources/Ear/Ear.swift", "import FoundationEssentials\n")
        self.assertEqual(self.compared(), [])
        self.write("Sources/Sound/Sound.swift", "import FoundationEssentials\n")
        self.assertEqual(len(self.compared(name="Sound")), 1)

    def test_escapes_need_c_and_a_reason(self) -> None:
        escape = "final class Box: @unchecked Sendable {}"
        cases = {
            f"import CEar\n{escape} // Guarded by a lock.": 0,
            f"import CEar\n// Guarded by a lock.\n{escape}": 0,
            f"import CEar\n{escape}": 1,
            f"{escape} // Guarded by a lock.": 1,
            "let a = try! read()": 1,
            "let a = b as! Int": 1,
            "/// Use `try!` never.": 0,
            "// TODO: later": 1,
        }
        for text, expected in cases.items():
            with self.subTest(text):
                self.write("Sources/Ear/Ear.swift", text)
                self.assertEqual(len(sources.check(self.root)), expected)

    def test_tests_do_not_sleep(self) -> None:
        self.write("Tests/EarTests/EarTests.swift", "try await Task.sleep(for: .seconds(1))")
        self.assertEqual(len(sources.check(self.root)), 1)

    def test_long_files_are_noted(self) -> None:
        self.write("Sources/Ear/Ear.swift", "\n" * 401)
        self.assertEqual(len(sources.long_files(self.root)), 1)

    def test_our_own_list_of_parts_agrees_with_itself(self) -> None:
        self.assertEqual(part_keys.check(ROOT), [])


if __name__ == "__main__":
    unittest.main()
