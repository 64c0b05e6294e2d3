"""Measures one product, the same way for each: hears what it plays, and counts what it uses.

The harness runs in the process of a peer and takes orders from `compare`, a JSON object a line:
{"clip", "file", "end_s"} has a recording played and answers with a line about that turn.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

import numpy as np

import clips
import usage
from microphone import Microphone

now = time.monotonic
_AUDIBLE_DBFS = -50
#: Replies are told apart by so much silence between two frames of output.
_GAP_SECONDS = 0.3
_SILENCE_BEFORE = 1.0
_QUIET_AFTER = 0.8
_PATIENCE = 10.0


class Product(Protocol):
    """What a peer has to do for its product."""

    async def push(self, frame: bytes) -> None:
        """Takes 20 ms of the microphone: 16 kHz, signed 16 bits."""

    async def forget(self) -> None:
        """Empties the conversation; silent again when this is done."""

    async def wake(self) -> None:
        """The microphone opens."""

    async def rest(self) -> None:
        """The microphone is closed, while another product is measured."""


@dataclass(frozen=True)
class Frame:
    """A frame of output, at the moment it was handed to the sound card."""

    at: float
    seconds: float
    dbfs: float

    @property
    def end(self) -> float:
        return self.at + self.seconds


class Timeline:
    """What happened in a turn."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.events: list[tuple[float, str, Any]] = []

    def note_frame(self, pcm: bytes, rate: int, at: float | None = None) -> float:
        """Notes sound that the product plays (signed 16 bits); returns how long it lasts."""
        if not pcm:
            return 0.0
        samples = np.frombuffer(pcm, dtype=np.int16).astype(np.float32) / 32768
        level = float(10 * np.log10(np.mean(samples * samples) + 1e-10))
        seconds = len(samples) / rate
        self.frames.append(Frame(now() if at is None else at, seconds, round(level, 1)))
        return seconds

    def note_event(self, name: str, detail: Any = None) -> None:
        """Notes that something happened.

        `turn_stop`, when the product ended a turn, is counted; all else is kept for the reader.
        """
        self.events.append((now(), name, detail))

    def clear(self) -> None:
        self.frames.clear()
        self.events.clear()

    def replies(self) -> list[list[Frame]]:
        """Frames that belong together, in order."""
        found: list[list[Frame]] = []
        for frame in self.frames:
            if not found or frame.at - found[-1][-1].end > _GAP_SECONDS:
                found.append([])
            found[-1].append(frame)
        return found

    def describe(self, end: float) -> dict[str, Any]:
        """The figures of a turn whose last word ended at `end`; times in milliseconds from then."""

        def after_end(at: float) -> int:
            return round((at - end) * 1000)

        replies = self.replies()
        answers = [reply for reply in replies if reply[0].at >= end]
        answer = answers[0] if answers else []
        audible = (after_end(frame.at) for frame in answer if frame.dbfs > _AUDIBLE_DBFS)
        return {
            "first_frame_ms": after_end(answer[0].at) if answer else None,
            "first_audible_ms": next(audible, None),
            "early_turn_ends": sum(
                name == "turn_stop" and at < end for at, name, _ in self.events
            ),
            "early_replies": len(replies) - len(answers),
            "playing_at_end": any(reply[0].at < end <= reply[-1].end for reply in replies),
            "reply_audio_s": round(sum(frame.seconds for reply in answers for frame in reply), 2),
            "events": [(after_end(at), name, detail) for at, name, detail in self.events],
            "replies": [
                (after_end(reply[0].at), after_end(reply[-1].end)) for reply in replies
            ],
        }


def arguments(description: str | None) -> argparse.ArgumentParser:
    """The options that every peer has."""
    parser = argparse.ArgumentParser(description=description)
    add = parser.add_argument
    add("--brain", required=True, help="address of the stand-in, without /v1")
    add("--brain-pid", type=int, required=True, help="its process")
    add("--voice", required=True, help="the voice, as the product calls it")
    add("--idle", type=float, default=10, help="seconds of silence measured at first (10)")
    add("--debug", action="store_true", help="let the product tell what it does")
    return parser


class Harness:
    """Carries out the orders of `compare` on one product."""

    def __init__(
        self, product: Product, timeline: Timeline, options: argparse.Namespace, pid: int
    ):
        self._product = product
        self._timeline = timeline
        self._options = options
        #: The process that is measured, with its children.
        self._pid = pid
        self._microphone = Microphone(product.push)
        self._out = _own_output()

    async def run(self) -> None:
        """Tells that the product is ready and what it uses idle; then takes orders to their end."""
        ready = {
            "start_s": round(now() - usage.running_since(self._pid), 2),
            "start_cpu_s": round(usage.cpu_seconds(self._pid), 2),
        }
        hearing = asyncio.create_task(self._microphone.run())
        await self._wake()
        await asyncio.sleep(2)
        before = self._usage()
        await asyncio.sleep(self._options.idle)
        self._tell({"ev": "idle", **ready, **self._memory(), **self._usage().since(before)})
        await self._rest()
        while line := await asyncio.to_thread(sys.stdin.readline):
            order = json.loads(line)
            await self._wake()
            figures = await self._turn(order)
            await self._rest()
            self._tell({"ev": "turn", "clip": order["clip"], **figures})
        hearing.cancel()

    async def _turn(self, order: dict[str, Any]) -> dict[str, Any]:
        samples = clips.load(order["file"])
        await self._product.forget()
        await asyncio.sleep(_SILENCE_BEFORE)
        self._timeline.clear()
        self._microphone.latest = 0.0
        before = self._usage()
        end = self._microphone.play(samples) + order["end_s"]
        at_first = await self._listen(end)
        whole = self._usage().since(before)
        return {
            **self._timeline.describe(end),
            "to_first": at_first.since(before) if at_first else None,
            "whole": whole,
            **self._memory(),
            "processes": len(usage.family(self._pid)),
            "microphone_late_ms": round(self._microphone.latest * 1000),
            "load": os.getloadavg()[0],
        }

    async def _listen(self, end: float) -> usage.Usage | None:
        """Waits until the reply has been over for a while, or did not come.

        Returns what was used up to its first frame.
        """
        at_first = None
        while True:
            await asyncio.sleep(0.02)
            last = self._timeline.frames[-1] if self._timeline.frames else None
            if last and last.at >= end:
                at_first = at_first or self._usage()
                if not self._microphone.is_playing and now() - last.end > _QUIET_AFTER:
                    return at_first
            elif now() > end + _PATIENCE:
                return None

    async def _wake(self) -> None:
        await self._product.wake()
        self._microphone.open()

    async def _rest(self) -> None:
        await self._microphone.close()
        await self._product.rest()

    def _usage(self) -> usage.Usage:
        return usage.Usage.now(self._pid, self._options.brain_pid)

    def _memory(self) -> dict[str, float]:
        return {
            "rss_mb": usage.memory_mb(self._pid, "VmRSS"),
            "peak_mb": usage.memory_mb(self._pid, "VmHWM"),
        }

    def _tell(self, line: dict[str, Any]) -> None:
        self._out.write(json.dumps(line) + "\n")
        self._out.flush()


def _own_output() -> TextIO:
    """The standard output for the harness alone: what libraries print goes to the errors."""
    mine = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return mine
