"""Brings every part of the list into the cache: several downloads at once, a build beside them."""

import fcntl
import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from build import build
from fetch import Downloads, Pip
from part_list import Package, Part
from problem import Problem
from report import Report, counted, duration, megabytes
from unpack import is_whole, unpack

#: What building the model server takes in the cache while it runs.
_BUILD_BYTES = 400_000_000


@dataclass
class Outcome:
    """The parts that are here, and why others are not."""

    whole: list[Part] = field(default_factory=list)
    missing: list[tuple[Part, str]] = field(default_factory=list)

    @property
    def is_enough(self) -> bool:
        return all(part.optional for part, _ in self.missing)


class Installer:
    """One run of set-up on the cache folder `cache`."""

    def __init__(self, cache: Path, python: Path | None = None, parallel: int = 4):
        self.cache = cache
        self._pip = Pip(cache / "build" / "python", python)
        self._parallel = parallel
        self._steps: dict[str, str] = {}
        self._done = 0
        self._users: dict[str, int] = {}
        self._freed = 0
        self._lock = threading.Lock()

    def folder(self, part: Part) -> Path:
        return self.cache / "parts" / part.key

    def install(self, parts: list[Part], thoroughly: bool = False) -> Outcome:
        """Fetches and unpacks what is not whole; never stops at the first failure."""
        if not thoroughly and not self._pending(parts):
            return Outcome(whole=parts)
        self.cache.mkdir(parents=True, exist_ok=True)
        with (self.cache / "setup.lock").open("w") as lock:
            _wait_for(lock.fileno())
            pending = self._pending(parts, thoroughly)
            outcome = Outcome(whole=[part for part in parts if part not in pending])
            if pending:
                self._fetch_and_unpack(pending, outcome)
            if not outcome.missing:
                shutil.rmtree(self.cache / "downloads", ignore_errors=True)
                shutil.rmtree(self.cache / "build", ignore_errors=True)
            return outcome

    def _pending(self, parts: list[Part], thoroughly: bool = False) -> list[Part]:
        return [part for part in parts if not is_whole(part, self.folder(part), thoroughly)]

    def _fetch_and_unpack(self, pending: list[Part], outcome: Outcome) -> None:
        self._downloads = downloads = Downloads(self.cache / "downloads")
        # What is built takes longest, so it starts first; the rest keeps the order of the list.
        pending = sorted(pending, key=lambda part: part.recipe is None)
        packages = list({p.sha256: p for part in pending for p in part.downloads}.values())
        for part in pending:
            for package in part.downloads:
                self._users[package.sha256] = self._users.get(package.sha256, 0) + 1
        self._check_disk(pending, packages)
        total = sum(package.bytes for package in packages)

        def status() -> str:
            arrived = min(total, self._freed + downloads.arrived_bytes(packages))
            steps = "".join(f"; {name} {step}" for name, step in list(self._steps.items()))
            return (
                f"{self._done} of {counted(len(pending))}, "
                f"{megabytes(arrived)} of {megabytes(total)} fetched{steps}"
            )

        with (
            Report(status) as report,
            ThreadPoolExecutor(self._parallel) as fetchers,
            ThreadPoolExecutor(2) as workers,
        ):
            report.line(f"Fetching {counted(len(pending))}, {megabytes(total)}, into {self.cache}")
            fetches = {
                package.sha256: fetchers.submit(self._fetch, package)
                for package in packages
                if not self._is_source(package, pending)
            }
            works = {workers.submit(self._make, part, fetches): part for part in pending}
            for work in as_completed(works):
                part = works[work]
                self._done += 1
                count = f"[{self._done} of {len(pending)}]"
                try:
                    seconds = work.result()
                    outcome.whole.append(part)
                    report.line(f"{count} {part.title}: here ({duration(seconds)})")
                except (Problem, OSError) as error:
                    outcome.missing.append((part, str(error)))
                    report.line(f"{count} {part.title}: MISSING. {error}")

    def _is_source(self, package: Package, parts: list[Part]) -> bool:
        return any(part.recipe and package in part.packages for part in parts)

    def _fetch(self, package: Package) -> Path:
        return self._downloads.fetch(package, self._pip.python)

    def _make(self, part: Part, fetches: dict[str, Future[Path]]) -> float:
        """Makes `part` whole and returns the seconds that took."""
        start = time.monotonic()
        ready = {}
        try:
            for package in part.downloads:
                if package.sha256 in fetches:
                    ready[package.sha256] = fetches[package.sha256].result()
        except Problem:
            # Without a network each further try would only cost time.
            for package in part.downloads:
                if self._users[package.sha256] == 1 and package.sha256 in fetches:
                    fetches[package.sha256].cancel()
            raise
        if part.recipe:
            self._build(part, [ready[tool.sha256] for tool in part.recipe.tools])
        else:
            unpack(part, self.folder(part), ready)
        self._release(part)
        return time.monotonic() - start

    def _build(self, part: Part, tools: list[Path]) -> None:
        def progress(step: str) -> None:
            self._steps[part.name] = step

        try:
            progress("installing the build tools")
            self._pip.install(tools)
            progress("fetching the source")
            python = self._pip.python
            archive = self._downloads.fetch(part.packages[0], python, as_source=True)
            scratch = self.cache / "build" / part.key
            build(part, self.folder(part), scratch, archive, python.parent, progress)
        finally:
            self._steps.pop(part.name, None)

    def _release(self, part: Part) -> None:
        """Throws away the downloads of `part` that no other part waits for."""
        with self._lock:
            for package in part.downloads:
                self._users[package.sha256] -= 1
                if self._users[package.sha256] == 0:
                    self._downloads.forget(package)
                    self._freed += package.bytes

    def _check_disk(self, pending: list[Part], packages: list[Package]) -> None:
        need = sum(part.bytes + (_BUILD_BYTES if part.recipe else 0) for part in pending)
        need += sum(package.bytes for package in packages if not self._downloads.has(package))
        free = shutil.disk_usage(self.cache).free
        if free < need:
            raise Problem(
                f"Set-up needs {megabytes(need)} in {self.cache}, but only {megabytes(free)} are "
                "free. Make room, or name another folder in XDG_CACHE_HOME, or try --small."
            )


def link_headers(parts: list[Part], folder_of: Callable[[Part], Path], checkout: Path) -> None:
    """Links the headers of parts to where the compiler looks for them in the checkout."""
    for part in parts:
        for file in part.files:
            if not file.link:
                continue
            link = checkout / file.link
            target = folder_of(part) / file.to
            if link.is_symlink() and os.readlink(link) == str(target):
                continue
            new = link.with_name(f".{link.name}.new")
            new.unlink(missing_ok=True)
            new.symlink_to(target)
            os.replace(new, link)


def _wait_for(lock: int) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("Another set-up is running; waiting for it.", file=sys.stderr)
        fcntl.flock(lock, fcntl.LOCK_EX)
