"""Fetches pinned packages with pip, one at a time, into a folder named by their hash."""

import hashlib
import os
import shutil
import sys
import threading
from pathlib import Path

import child
from part_list import Package
from problem import Problem

_QUIET = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]


def sha256_of(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


class Downloads:
    """Whole, verified package files below `folder`; whatever is there survives an interruption."""

    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for leftover in folder.glob("*.fetching"):
            shutil.rmtree(leftover, ignore_errors=True)

    def has(self, package: Package) -> bool:
        return self._kept(package) is not None

    def fetch(self, package: Package, python: Path, as_source: bool = False) -> Path:
        """The file of `package`, fetched unless it is here already.

        `python` is the interpreter whose pip fetches. With `as_source` the source package is
        taken; pip then reads its name by its own build tools, which must be installed already.
        """
        kept = self._kept(package)
        if kept and sha256_of(kept) == package.sha256:
            return kept
        self.forget(package)

        scratch = self.folder / f"{package.sha256}.fetching"
        (scratch / "temporary").mkdir(parents=True)
        fetched = scratch / "fetched"
        wanted = scratch / "wanted.txt"
        wanted.write_text(f"{package.name}=={package.version} --hash=sha256:{package.sha256}\n")
        kind = (
            ["--no-binary", package.name, "--no-build-isolation"]
            if as_source
            else ["--only-binary", ":all:"]
        )
        command = [str(python), "-m", "pip", "download", "--no-deps", "--require-hashes"]
        # pip's own cache would keep a second copy of every model.
        command += ["--no-cache-dir", "--retries", "3", *_QUIET, *kind]
        command += ["-r", str(wanted), "-d", str(fetched)]
        environment = os.environ | {"TMPDIR": str(scratch / "temporary")}
        try:
            code, output = child.run(command, environment, scratch / "log.txt")
            if code != 0:
                raise Problem(_reason(package, output))
            files = list(fetched.iterdir())
            if len(files) != 1 or sha256_of(files[0]) != package.sha256:
                raise Problem(_reason(package, "DO NOT MATCH THE HASHES"))
            os.replace(fetched, self._place(package))
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
        return self._place(package) / files[0].name

    def forget(self, package: Package) -> None:
        shutil.rmtree(self._place(package), ignore_errors=True)

    def arrived_bytes(self, packages: list[Package]) -> int:
        """How much of `packages` is on the disk, whole files and those under way."""
        return sum(min(self._size(package), package.bytes) for package in packages)

    def _place(self, package: Package) -> Path:
        return self.folder / package.sha256

    def _kept(self, package: Package) -> Path | None:
        place = self._place(package)
        return next(place.iterdir(), None) if place.is_dir() else None

    def _size(self, package: Package) -> int:
        total = 0
        for place in (self._place(package), self.folder / f"{package.sha256}.fetching"):
            for folder, _, names in os.walk(place):
                for name in names:
                    try:
                        total += os.stat(os.path.join(folder, name)).st_size
                    except FileNotFoundError:
                        pass  # It was moved while we looked.
        return total


class Pip:
    """A Python of our own with pip in it, made when it is first needed."""

    def __init__(self, folder: Path, given: Path | None = None):
        self._folder = folder
        self._given = given
        self._lock = threading.Lock()
        self._ready = False

    @property
    def python(self) -> Path:
        if self._given:
            return self._given
        python = self._folder / "bin" / "python"
        with self._lock:
            if not self._ready:
                self._make(python)
                self._ready = True
        return python

    def install(self, files: list[Path]) -> None:
        """Installs wheels that were verified before."""
        command = [str(self.python), "-m", "pip", "install", "--no-index", "--no-deps", *_QUIET]
        log = self._folder.with_suffix(".log")
        code, output = child.run(command + [str(file) for file in files], dict(os.environ), log)
        if code != 0:
            raise Problem(f"The build tools could not be installed: {_last_error(output)}")

    def _make(self, python: Path) -> None:
        self._folder.parent.mkdir(parents=True, exist_ok=True)
        log = self._folder.with_suffix(".log")
        environment = dict(os.environ)
        if python.exists():
            if child.run([str(python), "-m", "pip", "--version"], environment, log)[0] == 0:
                return
        command = [sys.executable, "-m", "venv", "--clear", str(self._folder)]
        code, output = child.run(command, environment, log)
        if code != 0:
            raise Problem(
                "Python could not make a folder of its own with pip in it; "
                f"install the Debian package python3-venv. ({_last_error(output)})"
            )


def _reason(package: Package, output: str) -> str:
    what = f"{package.name} {package.version}"
    if "DO NOT MATCH THE HASHES" in output:
        return (
            f"{what} was refused: what arrived is not the file that is pinned "
            f"(SHA-256 {package.sha256[:12]}…)."
        )
    if "No space left" in output:
        return f"The disk is full, so {what} could not be fetched."
    return f"{what} could not be fetched. Is the network up? pip says: {_last_error(output)}"


def _last_error(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["nothing"])[-1][:300]
