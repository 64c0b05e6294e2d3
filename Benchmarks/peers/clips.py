"""The recordings of the comparison, and the moment at which the last word of each ends.

How that moment is found, fixed before anything was measured and the same for every product:

1. frames of 10 ms without overlap; level = 10 log10(mean square + 1e-10) dBFS
2. loud = 95th percentile of the levels, floor = 10th percentile
3. threshold = the larger of loud - 25 dB and floor + 10 dB, at most loud - 10 dB
4. frames at the threshold or above are speech; runs shorter than 30 ms (clicks) are passed over
5. the end of the last run that remains is the end of the last word
6. `use` is 0 where that is the end of the file (the noise of a hall runs to the end): the recording
   is played, but left out of the percentiles

The list was chosen by name and length (1.5-11 s), not by result.
"""

import argparse
import csv
import os
from pathlib import Path

import numpy as np
import soundfile

from microphone import RATE

_NAMES = (
    "en/jfk.wav",
    "en/quilter.wav",
    "en/sense_0880.wav",
    "en/sense_0890.wav",
    "en/sense_0930.wav",
    "en/cards_002.wav",
    "en/cards_005.wav",
    "speakers/harvard_spk1_snt1.wav",
    "speakers/harvard_spk1_snt3.wav",
    "speakers/harvard_spk1_snt4.wav",
    "speakers/harvard_spk2_snt1.wav",
    "speakers/harvard_spk2_snt3.wav",
    "speakers/harvard_spk2_snt4.wav",
)
_FRAMES_A_SECOND = 100
_SHORTEST_RUN = 3


def load(path: str | os.PathLike[str]) -> np.ndarray:
    """The samples of a recording: 16 kHz, one channel, signed 16 bits."""
    samples, rate = soundfile.read(path, dtype="int16")
    if rate != RATE or samples.ndim != 1:
        raise ValueError(f"{path} is not a recording of {RATE} Hz with one channel.")
    return samples


def last_word_end(samples: np.ndarray) -> float:
    """The second at which the last word ends."""
    length = RATE // _FRAMES_A_SECOND
    count = len(samples) // length
    frames = samples[: count * length].reshape(count, length).astype(np.float64) / 32768
    levels = 10 * np.log10((frames**2).mean(axis=1) + 1e-10)
    loud, floor = np.percentile(levels, 95), np.percentile(levels, 10)
    is_speech = levels >= min(max(loud - 25, floor + 10), loud - 10)
    run = 0
    for index in range(count - 1, -1, -1):
        run = run + 1 if is_speech[index] else 0
        if run == _SHORTEST_RUN:
            return (index + run) / _FRAMES_A_SECOND
    return count / _FRAMES_A_SECOND


def _readers(folder: Path, count: int) -> list[str]:
    """The first recording of each of the first adult readers, by file name."""
    with open(folder / "readers" / "index.tsv", encoding="utf-8") as file:
        rows = sorted(csv.DictReader(file, delimiter="\t"), key=lambda row: row["file"])
    first: dict[str, str] = {}
    for row in rows:
        if int(row["age"]) >= 18 and len(first) < count:
            first.setdefault(row["speaker"], "readers/" + row["file"])
    return list(first.values())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("audio", type=Path, help="the folder with the recordings")
    parser.add_argument("out", type=Path, help="the list to write")
    parser.add_argument("--readers", type=int, default=7, help="how many adult readers (7)")
    options = parser.parse_args()
    with open(options.out, "w", encoding="utf-8") as out:
        out.write("clip\tlength_s\tend_s\tuse\n")
        for name in [*_NAMES, *_readers(options.audio, options.readers)]:
            samples = load(options.audio / name)
            length, end = len(samples) / RATE, last_word_end(samples)
            out.write(f"{name}\t{length:.3f}\t{end:.2f}\t{int(end < length - 0.02)}\n")


if __name__ == "__main__":
    main()
