"""How Kith's page plays replies: the rules of Web/audio/playout.js, without a sound card.

A page begins when 20 ms of a reply are there. When it runs dry it waits for 20 ms more than the
last time, and forgets that after 10 s without.
"""

from dataclasses import dataclass, field

import numpy as np

RATE = 24000
#: What a browser renders at once.
QUANTUM = 128
_FADE = round(0.02 * RATE)
_FIRST_PREFILL = round(0.02 * RATE)
_MOST_PREFILL = round(0.2 * RATE)
_CALM = 10 * RATE
_REPORT_EVERY = round(0.1 * RATE)
_DUCKED = 10 ** (-12 / 20)


@dataclass(frozen=True)
class Report:
    """How much of a reply was played."""

    reply: int
    played: int
    is_over: bool


@dataclass
class _Reply:
    name: int
    held: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int16))
    played: int = 0
    is_whole: bool = False
    is_running: bool = False
    fade_left: int | None = None


class Playout:
    """Plays replies one after the other."""

    def __init__(self) -> None:
        self._replies: list[_Reply] = []
        self._prefill = _FIRST_PREFILL
        self._calm = 0
        self._since_report = 0
        self._loudness = 1.0
        self._reports: list[Report] = []
        #: How often it ran dry in the middle of a reply.
        self.underruns = 0

    @property
    def is_idle(self) -> bool:
        return not self._replies

    def push(self, name: int, samples: np.ndarray) -> None:
        """More of a reply."""
        reply = self._find(name)
        if reply is None:
            reply = _Reply(name)
            self._replies.append(reply)
        reply.held = np.concatenate([reply.held, samples])

    def end(self, name: int) -> None:
        """Nothing more comes for a reply."""
        if reply := self._find(name):
            reply.is_whole = True

    def clear(self, name: int) -> None:
        """Silence within 20 ms; what is not played of the reply is dropped."""
        reply = self._find(name)
        if reply is None:
            return
        if reply is self._replies[0] and reply.is_running:
            if reply.fade_left is None:
                reply.fade_left = _FADE
        else:
            self._finish(reply)

    def duck(self, name: int, is_active: bool) -> None:
        """Lowers the reply that plays by 12 dB, or brings it back."""
        if self._replies and self._replies[0].name == name:
            self._loudness = _DUCKED if is_active else 1.0

    def render(self) -> tuple[np.ndarray, list[Report]]:
        """The sound of the next quantum, as much as there is, and what became of the replies."""
        pieces: list[np.ndarray] = []
        wanted = QUANTUM
        reply = self._next()
        while reply and wanted:
            if len(reply.held) == 0:
                self._drained(reply)
            else:
                piece = self._take(reply, wanted)
                pieces.append(piece)
                wanted -= len(piece)
                if reply.fade_left != 0:
                    continue
                self._finish(reply)
            reply = self._next()
        self._settle(reply)
        reports, self._reports = self._reports, []
        return np.concatenate(pieces) if pieces else np.zeros(0, np.int16), reports

    def _find(self, name: int) -> _Reply | None:
        return next((reply for reply in self._replies if reply.name == name), None)

    def _next(self) -> _Reply | None:
        """The reply to play from now on, if enough of it is there."""
        while self._replies:
            reply = self._replies[0]
            # Another reply is waiting, so this one will not go on, whatever was promised.
            reply.is_whole = reply.is_whole or len(self._replies) > 1
            held = len(reply.held)
            if held == 0 and reply.is_whole:
                self._finish(reply)
                continue
            if reply.is_running:
                return reply
            if held == 0 or (held < self._prefill and not reply.is_whole):
                return None
            reply.is_running = True
            self._report(reply)
            return reply
        return None

    def _take(self, reply: _Reply, wanted: int) -> np.ndarray:
        if reply.fade_left is not None:
            wanted = min(wanted, reply.fade_left)
        piece = reply.held[:wanted]
        reply.held = reply.held[wanted:]
        reply.played += len(piece)
        if reply.fade_left is not None:
            reply.fade_left -= len(piece)
        return (piece * self._loudness).astype(np.int16)

    def _drained(self, reply: _Reply) -> None:
        if reply.is_whole or reply.fade_left is not None:
            self._finish(reply)
            return
        reply.is_running = False
        self.underruns += 1
        self._calm = 0
        self._prefill = min(self._prefill + _FIRST_PREFILL, _MOST_PREFILL)
        self._report(reply)

    def _finish(self, reply: _Reply) -> None:
        if reply is self._replies[0]:
            self._loudness = 1.0
        self._replies.remove(reply)
        reply.is_running = False
        self._report(reply, is_over=True)

    def _settle(self, reply: _Reply | None) -> None:
        self._calm += QUANTUM
        if self._calm > _CALM:
            self._prefill = _FIRST_PREFILL
        self._since_report += QUANTUM
        if reply and reply.is_running and self._since_report >= _REPORT_EVERY:
            self._report(reply)

    def _report(self, reply: _Reply, is_over: bool = False) -> None:
        self._since_report = 0
        self._reports.append(Report(reply.name, reply.played, is_over))
