"""Kith's page without a browser: what Web/ sends, receives and plays, over the same socket."""

import asyncio
import json
import struct
import time
from typing import Any

import numpy as np
from websockets.asyncio.client import ClientConnection, connect

import harness
from capture import Capture
from playout import QUANTUM, RATE, Playout, Report

_HEADER = struct.Struct("<BBHIQ")
_VERSION, _MICROPHONE, _REPLY = 1, 1, 2
_LAST = 1
_QUANTUM_SECONDS = QUANTUM / RATE
#: Sound is noted in frames of this length, each at the moment its first sample is handed over.
_NOTED = round(0.02 * RATE)
_MOST_MESSAGE = 1 << 20
_PATIENCE = 60.0


class Page:
    """A page that has the conversation."""

    def __init__(self, timeline: harness.Timeline):
        self._timeline = timeline
        self._playout = Playout()
        self._capture = Capture()
        self._socket: ClientConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._stream = 0
        self._captured = 0
        #: The reply of each stream that was announced, and how much of each reply has arrived.
        self._replies: dict[int, int] = {}
        self._received: dict[int, int] = {}
        self._cleared: set[int] = set()
        self._turns: set[int] = set()
        self._sounds = asyncio.Event()
        self._changed = asyncio.Condition()
        self._window = "waking"
        self._done = 0

    async def open(self, address: str) -> None:
        """Says hello, and waits until everything is loaded."""
        url = address.replace("http://", "ws://", 1) + "/v1/realtime"
        self._socket = await connect(url, compression=None, proxy=None, max_size=_MOST_MESSAGE)
        await self._send(type="kith.hello")
        self._tasks = [
            asyncio.create_task(self._receive(self._socket)),
            asyncio.create_task(self._play()),
        ]
        await self._until(lambda: self._window == "idle")

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._socket:
            await self._socket.close()

    async def listen(self) -> None:
        """Opens the microphone."""
        self._stream += 1
        self._captured = 0
        self._capture = Capture()
        await self._send(type="kith.listen", stream=self._stream, rate=RATE, **{"from": 0})

    async def unlisten(self) -> None:
        """Closes the microphone."""
        await self._send(type="kith.unlisten", stream=self._stream, at=self._captured)

    async def hear(self, pcm: bytes) -> None:
        """Takes 20 ms of the microphone at 16 kHz, and sends them as a browser would."""
        samples, position, late = self._capture.frame(pcm)
        self._captured = position + len(samples)
        await asyncio.sleep(late)
        header = _HEADER.pack(_VERSION, _MICROPHONE, 0, self._stream, position)
        assert self._socket
        await self._socket.send(header + samples.astype("<i2").tobytes())

    async def start_over(self) -> None:
        """Begins a new conversation, as somebody who types would; the word for it is played too."""
        before = self._done
        item = {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "start over"}],
        }
        await self._send(type="conversation.item.create", item=item)
        await self._until(lambda: self._done > before and self._playout.is_idle)

    async def _until(self, is_so: Any) -> None:
        async with asyncio.timeout(_PATIENCE), self._changed:
            await self._changed.wait_for(is_so)

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _send(self, **event: Any) -> None:
        assert self._socket
        await self._socket.send(json.dumps(event))

    # What Kith sends

    async def _receive(self, socket: ClientConnection) -> None:
        async for message in socket:
            if isinstance(message, bytes):
                self._take_sound(message)
            else:
                await self._take(json.loads(message))

    async def _take(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "kith.window":
                self._window = event["state"]
            case "input_audio_buffer.speech_started":
                self._timeline.note_event("turn_start")
            case "input_audio_buffer.speech_stopped":
                self._timeline.note_event("turn_stop")
            case "conversation.item.input_audio_transcription.completed":
                # The same turn again: the person went on after all, and the answer is a new one.
                name = "turn_continued" if event["item_id"] in self._turns else "turn_kept"
                self._turns.add(event["item_id"])
                self._timeline.note_event(name)
            case "kith.nothing":
                self._timeline.note_event("turn_withdrawn")
            case "response.created":
                self._replies[event["stream"]] = event["response"]
                self._received[event["response"]] = 0
            case "response.output_audio.done":
                self._playout.end(event["response"])
            case "response.done":
                self._playout.end(event["response"])
                self._done += 1
            case "output_audio_buffer.cleared":
                self._cleared.add(event["response"])
                self._playout.clear(event["response"])
                self._timeline.note_event("reply_cleared")
            case "kith.duck":
                self._playout.duck(event["response"], event["active"])
                await self._send(
                    type="kith.duck", response=event["response"], active=event["active"]
                )
            case "kith.problem" | "error":
                self._timeline.note_event(event["type"], event.get("code"))
        self._sounds.set()
        await self._notify()

    def _take_sound(self, message: bytes) -> None:
        version, kind, flags, stream, position = _HEADER.unpack_from(message)
        reply = self._replies.get(stream)
        if (version, kind) != (_VERSION, _REPLY) or reply is None:
            return
        samples = np.frombuffer(message, "<i2", offset=_HEADER.size)
        if position != self._received[reply]:
            raise ValueError("The sound of a reply did not come in order.")
        self._received[reply] += len(samples)
        if reply in self._cleared:
            return
        self._playout.push(reply, samples)
        if flags & _LAST:
            self._playout.end(reply)
        self._sounds.set()

    # What is played

    async def _play(self) -> None:
        """Renders quantum by quantum on the clock of the sound card, while there is anything."""
        begun = time.monotonic()
        noted = _Noted(self._timeline)
        count = 0
        while True:
            if self._playout.is_idle:
                noted.flush()
                self._sounds.clear()
                await self._sounds.wait()
                # Rendering goes on in silence meanwhile: the next quantum is due as ever.
                count = int((time.monotonic() - begun) / _QUANTUM_SECONDS) + 1
            due = begun + count * _QUANTUM_SECONDS
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            count += 1
            samples, reports = self._playout.render()
            noted.take(samples, due)
            for report in reports:
                await self._tell(report)

    async def _tell(self, report: Report) -> None:
        event = {
            "type": "kith.playout",
            "response": report.reply,
            "played": report.played,
            "received": self._received[report.reply],
        }
        if report.is_over:
            event["ended"] = True
        await self._send(**event)
        await self._notify()


class _Noted:
    """Gathers what is played into frames of 20 ms."""

    def __init__(self, timeline: harness.Timeline):
        self._timeline = timeline
        self._pieces: list[np.ndarray] = []
        self._count = 0
        self._at = 0.0

    def take(self, samples: np.ndarray, at: float) -> None:
        if len(samples) == 0:
            self.flush()
            return
        if not self._pieces:
            # A clock that is late hands over late.
            self._at = max(at, time.monotonic())
        self._pieces.append(samples)
        self._count += len(samples)
        if self._count >= _NOTED:
            self.flush()

    def flush(self) -> None:
        if self._pieces:
            self._timeline.note_frame(np.concatenate(self._pieces).tobytes(), RATE, self._at)
        self._pieces = []
        self._count = 0
