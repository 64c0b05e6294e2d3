"""Turns what the harness told into figures, and two products into one table."""

import math
import statistics
from collections.abc import Iterable
from typing import Any

#: What Kith shall need of what its peer needs, at most.
TARGETS = {
    "first_frame_p50_ms": 0.45,
    "first_frame_p95_ms": 0.25,
    "cpu_s": 0.5,
    "peak_mb": 0.5,
}
_ROWS = (
    ("first_frame_p50_ms", "first frame, p50", "ms", 0),
    ("first_frame_p95_ms", "first frame, p95", "ms", 0),
    ("first_audible_p50_ms", "first audible, p50", "ms", 0),
    ("first_audible_p95_ms", "first audible, p95", "ms", 0),
    ("cpu_s", "processor time of a whole turn, p50", "s", 2),
    ("cpu_to_first_s", "the same to the first frame", "s", 2),
    ("peak_mb", "memory at its highest", "MB", 0),
    ("idle_percent", "idle, share of a core", "%", 2),
    ("start_s", "start, until ready", "s", 1),
)
_COUNTS = (
    ("turns", "turns counted"),
    ("unanswered", "without an answer"),
    ("cut", "cut: turn ended before the last word"),
    ("early_replies", "reply begun before the last word"),
    ("went_on", "turn taken back: the person went on"),
    ("problems", "problems told by the product"),
    ("processes", "processes, at most"),
)
_CONDITIONS = (
    ("others_percent", "other processes, p50, share of a core", "%", 0),
    ("others_most_percent", "other processes, at most", "%", 0),
    ("load", "load of the machine, p50", "", 1),
    ("harness_cpu_s", "harness in a process of its own, a turn", "s", 2),
    ("microphone_late_ms", "microphone late, at most", "ms", 0),
)


def nearest_rank(values: Iterable[float], share: float) -> float | None:
    """The value below which `share` of all lie, of those that were measured."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else None


def median(values: Iterable[float]) -> float | None:
    found = list(values)
    return statistics.median(found) if found else None


def figures(idle: dict[str, Any], turns: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures of one product over the turns that count."""
    first = [turn["first_frame_ms"] for turn in turns if turn["first_frame_ms"] is not None]
    audible = [turn["first_audible_ms"] for turn in turns if turn["first_audible_ms"] is not None]
    others = [100 * turn["whole"]["others_cpu_s"] / turn["whole"]["wall_s"] for turn in turns]
    rounds = sorted({turn["round"] for turn in turns})
    return {
        "first_frame_p50_ms": median(first),
        "first_frame_p95_ms": nearest_rank(first, 0.95),
        "first_audible_p50_ms": median(audible),
        "first_audible_p95_ms": nearest_rank(audible, 0.95),
        "first_frame_p50_ms_by_round": [
            median(
                turn["first_frame_ms"]
                for turn in turns
                if turn["round"] == number and turn["first_frame_ms"] is not None
            )
            for number in rounds
        ],
        "cpu_s": median(turn["whole"]["cpu_s"] for turn in turns),
        "cpu_to_first_s": median(t["to_first"]["cpu_s"] for t in turns if t["to_first"]),
        "peak_mb": max((turn["peak_mb"] for turn in turns), default=None),
        "idle_percent": round(100 * idle["cpu_s"] / idle["wall_s"], 2),
        "start_s": idle["start_s"],
        "turns": len(turns),
        "unanswered": len(turns) - len(first),
        "cut": sum(turn["early_turn_ends"] > 0 for turn in turns),
        "early_replies": sum(turn["early_replies"] > 0 for turn in turns),
        "went_on": sum(_happened(turn, "turn_continued") for turn in turns),
        "problems": sum(_happened(turn, "kith.problem", "error") for turn in turns),
        "processes": max((turn["processes"] for turn in turns), default=None),
        "others_percent": median(others),
        "others_most_percent": max(others, default=None),
        "load": median(turn["load"] for turn in turns),
        "harness_cpu_s": median(turn["whole"]["harness_cpu_s"] for turn in turns),
        "microphone_late_ms": max((turn["microphone_late_ms"] for turn in turns), default=None),
    }


def verdicts(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """For each target the ratio that was measured, and whether it is met."""
    found = {}
    for name, target in TARGETS.items():
        ratio = _ratio(ours[name], theirs[name])
        is_met = ratio is not None and ratio <= target
        found[name] = {"ratio": ratio, "target": target, "is_met": is_met}
    return found


def table(measured: dict[str, dict[str, Any]], conditions: dict[str, str]) -> str:
    """All of it as a table in Markdown."""
    names = list(measured)
    is_pair = {"kith", "pipecat"} <= measured.keys()
    judged = verdicts(measured["kith"], measured["pipecat"]) if is_pair else {}
    head = ["what", *names, *(["Kith / pipecat", "target"] if is_pair else [])]
    lines = [head, ["---"] * len(head)]
    for name, title, unit, digits in _ROWS:
        cells = [_shown(measured[peer][name], unit, digits) for peer in names]
        if is_pair:
            ratio = _ratio(measured["kith"][name], measured["pipecat"][name])
            cells += [_shown(ratio, "", 2), _verdict(judged.get(name))]
        lines.append([title, *cells])
    rest = [""] * (2 if is_pair else 0)
    for name, title in _COUNTS:
        lines.append([title, *(_shown(measured[peer][name], "", 0) for peer in names), *rest])
    for name, title, unit, digits in _CONDITIONS:
        cells = [_shown(measured[peer][name], unit, digits) for peer in names]
        lines.append([title, *cells, *rest])
    told = [f"{name}: {value}" for name, value in conditions.items()]
    return "\n".join([*("| " + " | ".join(line) + " |" for line in lines), "", *told])


def _happened(turn: dict[str, Any], *names: str) -> bool:
    return any(name in names for _, name, _ in turn["events"])


def _ratio(ours: float | None, theirs: float | None) -> float | None:
    return round(ours / theirs, 3) if ours is not None and theirs else None


def _verdict(judged: dict[str, Any] | None) -> str:
    if judged is None:
        return ""
    return f"≤ {judged['target']:.2f}: {'met' if judged['is_met'] else 'missed'}"


def _shown(value: float | None, unit: str, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f} {unit}".rstrip()
