"""What the comparison needs on this machine: a Python of its own, models, and facts to report."""

import hashlib
import json
import os
import platform
import subprocess
import sys
import venv
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent.parent
_LOCK = HERE / "requirements.lock"


def cache() -> Path:
    """The cache folder of Kith."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "kith"


def python() -> Path:
    """A Python with the pinned packages, made when it is first needed or the pins have changed."""
    folder = cache() / "peers" / "venv"
    program = folder / "bin" / "python"
    stamp = folder / "pins"
    pins = hashlib.sha256(_LOCK.read_bytes() + sys.version.encode()).hexdigest()
    if stamp.is_file() and stamp.read_text() == pins:
        return program
    print(f"Installing the packages of requirements.lock into {folder}", file=sys.stderr)
    venv.create(folder, clear=True, with_pip=True)
    command = [str(program), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["--only-binary", ":all:", "--no-deps", "--require-hashes", "-r"]
    subprocess.run([*command, str(_LOCK)], check=True, stdin=subprocess.DEVNULL)
    stamp.write_text(pins)
    return program


def part(name: str) -> Path:
    """The folder of a pinned part, which scripts/setup has brought."""
    listed = json.loads((CHECKOUT / "Sources" / "Engines" / "parts.json").read_text())["parts"]
    folder = cache() / "parts" / next(part["key"] for part in listed if part["name"] == name)
    if not folder.is_dir():
        raise SystemExit(f"The part {name} is not here: run scripts/setup, then try again.")
    return folder


def built_kith() -> Path:
    """Kith, built for speed."""
    print("Building Kith", file=sys.stderr)
    build = ["swift", "build", "-c", "release", "--product", "kith"]
    subprocess.run(build, check=True, cwd=CHECKOUT, stdin=subprocess.DEVNULL, stdout=sys.stderr)
    shown = _output([*build[:4], "--show-bin-path"])
    return Path(shown) / "kith"


def facts(kith: Path, installed: Path) -> dict[str, str]:
    """The machine and the versions, for the report."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = {line.split(":", 1)[1].strip() for line in file if line.startswith("model name")}
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    commit = _output(["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])
    return {
        "machine": f"{', '.join(sorted(models))}, {os.cpu_count()} cores, {memory:.0f} GB",
        "system": platform.platform(),
        "kith": _output([str(kith), "--version"]),
        "commit": commit,
        "packages": ", ".join(_versions(installed)),
    }


def _versions(installed: Path) -> list[str]:
    folder = next((installed.parent.parent / "lib").glob("python3*")) / "site-packages"
    wanted = {"pipecat-ai", "sherpa-onnx", "piper-tts", "onnxruntime"}
    found = (
        (item.name.replace("_", "-"), item.version)
        for item in metadata.distributions(path=[str(folder)])
    )
    return sorted(f"{name} {version}" for name, version in found if name in wanted)


def _output(command: list[str]) -> str:
    run = subprocess.run(
        command, cwd=CHECKOUT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    )
    return run.stdout.strip()
