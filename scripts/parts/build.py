"""Builds a program from a pinned source package, in a folder where a broken-off build resumes."""

import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import child
from part_list import Part
from problem import Problem
from unpack import starts

_STEP = re.compile(r"\[(\d+)/(\d+)\]")
#: A compiler at work on the largest files takes about this much memory.
_MEMORY_PER_JOB = 1_500_000_000


def build(
    part: Part, folder: Path, scratch: Path, archive: Path, tools: Path,
    progress: Callable[[str], None],
) -> None:
    """Builds `part` from `archive` and puts the program into `folder`.

    `tools` is the folder with cmake and ninja; `progress` is told how far it is. What was
    compiled stays in `scratch` until the program is in its place.
    """
    assert part.recipe
    name = part.files[0].to
    environment = os.environ | {"CC": "gcc", "CXX": "g++"}
    environment["PATH"] = f"{tools}{os.pathsep}{environment['PATH']}"
    scratch.mkdir(parents=True, exist_ok=True)
    log = scratch / "build.log"

    progress("unpacking the source")
    source = _source(archive, scratch, part.recipe.source)
    progress("configuring")
    out = scratch / "out"
    configure = ["cmake", "-S", str(source), "-B", str(out), "-G", "Ninja", *part.recipe.flags]
    if child.run(configure, environment, log)[0] != 0:
        raise Problem(f"{part.title} could not be configured; the reason is in {log}.")
    jobs = _jobs()
    command = ["ninja", "-C", str(out), f"-j{jobs}", part.recipe.target]
    if _compile(command, environment, log, progress) != 0:
        raise Problem(f"{part.title} could not be built; the reason is in {log}.")

    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f".{name}.new"
    stripped = child.run(["strip", "-o", str(new), str(out / "bin" / name)], environment, log)
    if stripped[0] != 0 or not starts(new):
        raise Problem(f"{part.title} was built but does not start on this machine.")
    os.replace(new, folder / name)
    shutil.rmtree(scratch, ignore_errors=True)


def _source(archive: Path, scratch: Path, inner: str) -> Path:
    """Unpacks the folder `inner` of the archive, all of it or nothing."""
    source = scratch / "source"
    if not source.is_dir():
        new = scratch / "source.new"
        shutil.rmtree(new, ignore_errors=True)
        # The archive was checked against its pinned hash, so its paths are known to be harmless;
        # older Pythons have no filter.
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        try:
            with tarfile.open(archive) as tar:
                wanted = [member for member in tar if member.name.split("/")[1:2] == [inner]]
                tar.extractall(new, wanted, **safely)
        except tarfile.TarError as error:
            raise Problem(f"The source package {archive.name} can't be read: {error}.") from error
        os.replace(new, source)
    return next(source.iterdir()) / inner


def _compile(
    command: list[str], environment: dict[str, str], log: Path, progress: Callable[[str], None]
) -> int:
    process = child.start(command, environment, subprocess.PIPE)
    assert process.stdout
    with log.open("a", encoding="utf-8") as out:
        for line in process.stdout:
            out.write(line)
            if step := _STEP.match(line):
                progress(f"compiling, {step[1]} of {step[2]}")
    return process.wait()


def _jobs() -> int:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return max(1, min(len(os.sched_getaffinity(0)), int(memory / _MEMORY_PER_JOB)))
