"""Set-up on a small list: fresh, again, interrupted, damaged, missing, forged."""

import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from fake_parts import FakeParts, noise, sha256

SCRIPTS = Path(__file__).resolve().parent.parent


class SetupTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls._folder = tempfile.TemporaryDirectory()
        venv = Path(cls._folder.name) / "python"
        subprocess.run([sys.executable, "-m", "venv", venv], check=True)
        cls.python = venv / "bin" / "python"

    @classmethod
    def tearDownClass(cls) -> None:
        cls._folder.cleanup()

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cache = self.folder / "cache"
        self.parts = FakeParts(self.folder)

    def start(self, *options: str) -> subprocess.Popen:
        command = [sys.executable, SCRIPTS / "parts", "--list", self.parts.list]
        command += ["--cache", self.cache, "--python", self.python, *options]
        return subprocess.Popen(
            command, env=self.parts.environment(), text=True, stderr=subprocess.PIPE
        )

    def setup(self, *options: str, expecting: int = 0) -> str:
        process = self.start(*options)
        _, told = process.communicate(timeout=60)
        self.assertEqual(process.returncode, expecting, told)
        return told

    def files(self) -> dict[str, Path]:
        """What lies in the folders of the parts, by name."""
        return {path.name: path for path in self.cache.glob("parts/*/*")}

    def test_a_fresh_cache_is_filled_and_a_second_run_changes_nothing(self) -> None:
        self.parts.add("ear", {"ear.bin": b"hears", "ear.txt": b"words"})
        self.parts.add_joined("brain", [b"one ", b"and ", b"all"])
        self.parts.save()
        self.setup()
        self.assertEqual(sorted(self.files()), ["ear.bin", "ear.txt", "whole"])
        self.assertEqual(self.files()["whole"].read_bytes(), b"one and all")
        self.assertFalse((self.cache / "downloads").exists(), "downloads are thrown away")

        before = {name: path.stat().st_mtime_ns for name, path in self.files().items()}
        start = time.monotonic()
        self.setup()
        self.assertLess(time.monotonic() - start, 2)
        after = {name: path.stat().st_mtime_ns for name, path in self.files().items()}
        self.assertEqual(before, after)

    def test_a_run_killed_anywhere_goes_on_where_it_stopped(self) -> None:
        for number in range(3):
            self.parts.add(f"part-{number}", {f"{number}.bin": noise(str(number), 1_000_000)})
        self.parts.save()
        kept: dict[str, int] = {}
        for moment in (0.3, 0.8, 1.3):
            process = self.start("--parallel", "1")
            time.sleep(moment)  # This is the moment of the kill, not a wait for something.
            process.kill()
            process.communicate()
            for name, path in self.files().items():
                if not name.startswith("."):
                    self.assertEqual(path.read_bytes(), noise(path.stem, 1_000_000))
                    stamp = path.stat().st_mtime_ns
                    self.assertEqual(kept.setdefault(name, stamp), stamp, "was fetched twice")
        self.setup()
        self.assertEqual(sorted(self.files()), ["0.bin", "1.bin", "2.bin"])

    def test_two_runs_at_once_do_not_collide(self) -> None:
        self.parts.add("ear", {"ear.bin": noise("ear", 1_000_000)})
        self.parts.save()
        runs = [self.start(), self.start()]
        for run in runs:
            _, told = run.communicate(timeout=60)
            self.assertEqual(run.returncode, 0, told)

    def test_a_file_of_the_wrong_size_is_fetched_again(self) -> None:
        self.parts.add("ear", {"ear.bin": b"hears"})
        self.parts.save()
        self.setup()
        self.files()["ear.bin"].write_bytes(b"")
        self.setup()
        self.assertEqual(self.files()["ear.bin"].read_bytes(), b"hears")

    def test_verify_finds_damage_that_kept_the_size(self) -> None:
        self.parts.add("ear", {"ear.bin": b"hears"})
        self.parts.save()
        self.setup()
        self.files()["ear.bin"].write_bytes(b"fears")
        self.setup()
        self.assertEqual(self.files()["ear.bin"].read_bytes(), b"fears")
        self.setup("--verify")
        self.assertEqual(self.files()["ear.bin"].read_bytes(), b"hears")

    def test_an_optional_part_that_is_missing_does_not_stop_the_rest(self) -> None:
        self.parts.add("voice", {"voice.bin": b"speaks"}, optional=True).unlink()
        self.parts.add("ear", {"ear.bin": b"hears"})
        self.parts.save()
        told = self.setup()
        self.assertIn("There is no voice.", told)
        self.assertIn("ear.bin", self.files())

    def test_a_needed_part_that_is_missing_fails_after_the_rest_is_here(self) -> None:
        self.parts.add_joined("brain", [b"one", b"two"])
        (self.parts.wheels / "brain_2-1.0-py3-none-any.whl").unlink()
        self.parts.add("ear", {"ear.bin": b"hears"})
        self.parts.save()
        told = self.setup(expecting=1)
        self.assertIn("NEEDED: The brain. There is no brain.", told)
        self.assertIn("ear.bin", self.files())

    def test_a_forged_package_is_refused(self) -> None:
        self.parts.add("ear", {"ear.bin": b"hears"})
        self.parts.save()
        self.parts.wheel("ear", {"inside/ear.bin": b"spies"})
        told = self.setup(expecting=1)
        self.assertIn("refused", told)
        self.assertEqual(self.files(), {})

    def test_a_member_that_is_not_what_was_pinned_is_refused(self) -> None:
        self.parts.add("ear", {"ear.bin": b"hears"})
        self.parts.save()
        listed = self.parts.list.read_text().replace(sha256(b"hears"), "0" * 64)
        self.parts.list.write_text(listed)
        told = self.setup(expecting=1)
        self.assertIn("different from the pinned file", told)
        self.assertEqual(self.files(), {})

    def test_small_leaves_out_what_needs_much_memory(self) -> None:
        self.parts.add("brain", {"brain.bin": b"thinks"}, optional=True, needs_memory_mb=1)
        self.parts.add("ear", {"ear.bin": b"hears"})
        self.parts.save()
        self.setup("--small")
        self.assertEqual(sorted(self.files()), ["ear.bin"])
        self.setup()
        self.assertEqual(sorted(self.files()), ["brain.bin", "ear.bin"])

    def test_headers_are_linked_into_the_checkout(self) -> None:
        checkout = self.folder / "checkout"
        (checkout / "Sources").mkdir(parents=True)
        self.parts.add("ear", {"ear.h": b"int ear;"})
        self.parts.save()
        linked = '"to": "ear.h", "link": "Sources/ear.h"'
        self.parts.list.write_text(self.parts.list.read_text().replace('"to": "ear.h"', linked))
        self.setup("--checkout", str(checkout))
        self.assertEqual((checkout / "Sources" / "ear.h").read_bytes(), b"int ear;")

    def test_a_list_that_cannot_be_read_is_a_sentence(self) -> None:
        self.parts.list.write_text("{")
        self.assertIn("can't be used", self.setup(expecting=1))


if __name__ == "__main__":
    unittest.main()
