"""A microphone that plays recordings into a product."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

import numpy as np

RATE = 16000
FRAME_SECONDS = 0.02
_FRAME_BYTES = round(RATE * FRAME_SECONDS) * 2
_SILENCE = bytes(_FRAME_BYTES)


class Microphone:
    """Frames of 20 ms on an absolute schedule, each delivered when its last sample was heard.

    Digital silence when there is no recording; nothing at all while it is closed.
    """

    def __init__(self, push: Callable[[bytes], Awaitable[None]]):
        self._push = push
        self._frames: deque[bytes] = deque()
        self._next_start = 0.0
        self._is_open = asyncio.Event()
        self._delivering = asyncio.Lock()
        #: How late a frame was at most, in seconds.
        self.latest = 0.0

    @property
    def is_playing(self) -> bool:
        return bool(self._frames)

    def open(self) -> None:
        self._next_start = time.monotonic()
        self._is_open.set()

    async def close(self) -> None:
        """Closes it; no frame is on its way any more when this is done."""
        self._is_open.clear()
        async with self._delivering:
            pass

    def play(self, samples: np.ndarray) -> float:
        """Queues a recording; returns the moment of its first sample."""
        sound = samples.tobytes()
        sound += bytes(-len(sound) % _FRAME_BYTES)
        self._frames.extend(
            sound[start : start + _FRAME_BYTES] for start in range(0, len(sound), _FRAME_BYTES)
        )
        return self._next_start

    async def run(self) -> None:
        while True:
            await self._is_open.wait()
            start = self._next_start
            due = start + FRAME_SECONDS
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            async with self._delivering:
                # It may have been closed, and opened again, while we waited.
                if not self._is_open.is_set() or start != self._next_start:
                    continue
                self.latest = max(self.latest, time.monotonic() - due)
                frame = self._frames.popleft() if self._frames else _SILENCE
                self._next_start = due
                await self._push(frame)
