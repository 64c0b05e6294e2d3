"""A tiny list of parts with packages made on the spot, so that set-up is tested without a network."""

import base64
import hashlib
import json
import os
import random
import zipfile
from pathlib import Path


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def noise(seed: str, size: int) -> bytes:
    return random.Random(seed).randbytes(size)


class FakeParts:
    """Wheels in `folder`, and a list of parts that names them."""

    def __init__(self, folder: Path):
        self.wheels = folder / "wheels"
        self.wheels.mkdir(parents=True)
        self.list = folder / "parts.json"
        self._parts: list[dict] = []

    def environment(self) -> dict[str, str]:
        """Makes pip look nowhere but in the folder of wheels."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
        return kept | {
            "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
        }

    def wheel(self, name: str, members: dict[str, bytes]) -> Path:
        """Writes the smallest wheel pip accepts."""
        stem = name.replace("-", "_")
        info = f"{stem}-1.0.dist-info"
        members = members | {
            f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n".encode(),
            f"{info}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        record = "".join(f"{member},{_record(data)}\n" for member, data in members.items())
        path = self.wheels / f"{stem}-1.0-py3-none-any.whl"
        with zipfile.ZipFile(path, "w") as archive:
            for member, data in members.items():
                archive.writestr(member, data)
            archive.writestr(f"{info}/RECORD", record + f"{info}/RECORD,,\n")
        return path

    def add(self, name: str, files: dict[str, bytes], **facts: object) -> Path:
        """Adds a part of one wheel with `files`; `facts` replace what the list says about it."""
        wheel = self.wheel(name, {f"inside/{file}": data for file, data in files.items()})
        entries = [
            {"from": f"inside/{file}", "to": file, "sha256": sha256(data), "bytes": len(data)}
            for file, data in files.items()
        ]
        self._append(name, sha256(wheel.read_bytes()), [_pin(name, wheel)], entries, facts)
        return wheel

    def add_joined(self, name: str, pieces: list[bytes], **facts: object) -> None:
        """Adds a part whose only file comes in pieces, one wheel each."""
        packages = []
        for number, piece in enumerate(pieces, 1):
            wheel = self.wheel(f"{name}-{number}", {"piece.bin": piece})
            packages.append(_pin(f"{name}-{number}", wheel) | {"piece": "piece.bin"})
        whole = b"".join(pieces)
        file = {"joined": True, "to": "whole", "sha256": sha256(whole), "bytes": len(whole)}
        self._append(name, sha256(whole), packages, [file], facts)

    def save(self) -> None:
        listed = {"format": 1, "debian": [{"package": "made-up"}], "parts": self._parts}
        self.list.write_text(json.dumps(listed))

    def _append(
        self, name: str, key: str, packages: list[dict], files: list[dict], facts: dict
    ) -> None:
        part = {
            "name": name, "title": f"The {name}", "optional": False,
            "without": f"There is no {name}.", "key": key, "packages": packages, "files": files,
            "derived": [],
        }
        self._parts.append(part | facts)


def _pin(name: str, wheel: Path) -> dict:
    data = wheel.read_bytes()
    return {"name": name, "version": "1.0", "sha256": sha256(data), "bytes": len(data)}


def _record(data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"sha256={digest},{len(data)}"
