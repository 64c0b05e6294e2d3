"""Tells the person what set-up is doing: one moving line on a terminal, plain lines elsewhere."""

import shutil
import sys
import threading
import time
from collections.abc import Callable


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB".replace(",", " ") if size >= 10e6 else f"{size / 1e6:.1f} MB"


def duration(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60} s"


def counted(count: int) -> str:
    return "1 part" if count == 1 else f"{count} parts"


class Report:
    """Writes to standard error; `status` gives the text of the moving line."""

    def __init__(self, status: Callable[[], str]):
        self._status = status
        self._moving = sys.stderr.isatty()
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._start = time.monotonic()
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> "Report":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._thread.join()
        self._write("")

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    def line(self, text: str) -> None:
        self._write(text + "\n")

    def _tick(self) -> None:
        # A log should show that set-up is alive without filling up.
        while not self._stopped.wait(0.5 if self._moving else 30):
            status = f"{self._status()}, {duration(self.seconds)}"
            if self._moving:
                self._write(status[: shutil.get_terminal_size().columns - 1])
            else:
                self._write(f"  {status}\n")

    def _write(self, text: str) -> None:
        with self._lock:
            if self._moving:
                text = "\r\033[K" + text
            sys.stderr.write(text)
            sys.stderr.flush()
