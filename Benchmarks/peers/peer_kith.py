"""Kith as a peer: `kith serve` with a data folder of its own, spoken to as its page does."""

import argparse
import asyncio
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import harness
from page import Page


class Kith:
    """The page of a Kith that is measured."""

    def __init__(self, timeline: harness.Timeline):
        self._page = Page(timeline)

    async def open(self, address: str) -> None:
        await self._page.open(address)

    async def close(self) -> None:
        await self._page.close()

    async def push(self, frame: bytes) -> None:
        await self._page.hear(frame)

    async def forget(self) -> None:
        await self._page.start_over()

    async def wake(self) -> None:
        await self._page.listen()

    async def rest(self) -> None:
        await self._page.unlisten()


def start(options: argparse.Namespace, data: str) -> tuple[subprocess.Popen[str], str]:
    """Starts the server; returns it and its address, once everything is loaded."""
    command = [str(options.kith), "serve", "--warm", "--port", "0", "--data", data]
    command += ["--brain", options.brain, "--model", "mock", "--voice", options.voice]
    errors = None if options.debug else subprocess.DEVNULL
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert server.stdout
    for line in server.stdout:
        if line.startswith("Kith is at "):
            return server, line.split()[-1]
    raise SystemExit(f"{options.kith} did not start; see what it says with --debug.")


async def main() -> None:
    parser = harness.arguments(__doc__)
    parser.add_argument("--kith", type=Path, required=True, help="the program")
    options = parser.parse_args()
    # Whoever stops it gets its server stopped too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    timeline = harness.Timeline()
    product = Kith(timeline)
    with tempfile.TemporaryDirectory(prefix="kith-peers-") as data:
        server, address = start(options, data)
        try:
            await product.open(address)
            await harness.Harness(product, timeline, options, server.pid).run()
            await product.close()
        finally:
            server.terminate()
            server.wait(timeout=20)


if __name__ == "__main__":
    asyncio.run(main())
