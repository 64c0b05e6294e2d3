"""How Kith's page captures: at 24 kHz, in frames of 20 ms that leave between two renderings."""

import numpy as np

from playout import QUANTUM, RATE

#: From the 16 kHz of the recordings to the rate of the page.
_UP, _DOWN = 3, 2
#: Samples of the recording on either side that shape one of the page.
_REACH = 16


class Capture:
    """Turns frames of 16 kHz into what a page would send."""

    def __init__(self) -> None:
        reach = _REACH * _UP
        places = np.arange(-reach, reach + 1)
        #: A low-pass at half the rate of the recordings; the delay is 1 ms.
        self._kernel = np.sinc(places / _UP) * np.kaiser(2 * reach + 1, 8)
        self._before = np.zeros(2 * _REACH)
        self._position = 0

    def frame(self, pcm: bytes) -> tuple[np.ndarray, int, float]:
        """The samples of a frame, its position, and how much later than its end it leaves.

        The page lets a frame go when the first sample after it has come, and those come a quantum
        at a time (Web/audio/framer.js, capture-worklet.js).
        """
        heard = np.concatenate([self._before, np.frombuffer(pcm, np.int16)])
        self._before = heard[-2 * _REACH :]
        raised = np.zeros(len(heard) * _UP)
        raised[::_UP] = heard
        samples = np.convolve(raised, self._kernel, mode="valid")[:-1:_DOWN]
        position = self._position
        self._position += len(samples)
        late = QUANTUM - self._position % QUANTUM
        return samples.round().clip(-32768, 32767).astype(np.int16), position, late / RATE
