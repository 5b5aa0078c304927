"""The report of a run: one HTML file with everything in it."""

from __future__ import annotations

import time
from html import escape

from . import plots
from .memory import memory
from .page import cards, page, shown, table
from .progress import duration, quantity
from .tally import Tally

__all__ = ["html"]


def html(title: str, tally: Tally, facts: list[tuple[str, str]], more: str = "") -> str:
    """The report. ``facts`` are text, ``more`` is HTML."""
    passed = max(time.time() - tally.begun, 1e-9)
    good = "good" if tally.objects and not tally.failed else ""
    parts = [
        cards(
            [
                ("objects", f"{tally.objects:,}", good),
                ("not ok", f"{tally.failed:,}", "bad" if tally.failed else ""),
                ("read", quantity(tally.bytes), ""),
                ("time", duration(passed), ""),
                ("throughput", f"{quantity(tally.bytes / passed)}/s", ""),
            ]
        )
    ]
    lines = [
        *facts,
        ("bytes", f"{tally.bytes:,}"),
        ("seconds", f"{passed:.1f}, {tally.objects / passed:,.0f} objects/s"),
        ("memory", f"{quantity(memory())} of the command, at most {quantity(max(tally.memory.values(), default=0))} of a worker"),
    ]
    if tally.skipped:
        lines.append(("done before", f"{tally.skipped:,} objects, {quantity(tally.skipped_bytes)}"))
    parts.append(_section("The run", table([], [[escape(name), escape(text)] for name, text in lines]) + more))
    rows = [[escape(s), f"{n:,}", f"{100 * n / max(tally.objects, 1):.4g} %"] for s, n in sorted(tally.counts.items())]
    parts.append(_section("Status", table(["status", "objects", "share"], rows, frozenset({1, 2}))))
    if tally.errors:
        rows = [[shown(key), escape(status), escape(error[:500])] for status, key, error in tally.errors]
        named = "" if tally.failed == len(rows) else f"<p>The first {len(rows)} of {tally.failed:,}.</p>"
        parts.append(_section("Errors", named + table(["key", "status", "error"], rows)))
    if tally.workers:
        parts.append(_section("Throughput by time", _by_time(tally)))
        parts.append(_section("Workers", _by_worker(tally)))
    if tally.slowest:
        points = [(size, seconds, f"{key}: {quantity(size)}, {seconds:.3f} s") for seconds, size, key in tally.slowest]
        rows = [[shown(key), quantity(size), f"{seconds:.3f}"] for seconds, size, key in tally.slowest[:20]]
        plot = plots.dots("Seconds by size", points, quantity, lambda s: f"{s:g} s")
        parts.append(_section("Slowest objects", plot + table(["key", "size", "seconds"], rows, frozenset({1, 2}))))
    return page(title, time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(tally.begun)), parts)


def _section(title: str, inner: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{inner}</section>"


def _sums(tally: Tally) -> dict[str, tuple[float, float]]:
    """Bytes and objects of each worker, those with the most bytes first."""
    sums = {
        name: (sum(size for size, _ in steps.values()), sum(count for _, count in steps.values()))
        for name, steps in tally.workers.items()
    }
    return dict(sorted(sums.items(), key=lambda item: -item[1][0]))


def _by_time(tally: Tally) -> str:
    ends = max((i for steps in tally.workers.values() for i in steps), default=0) + 1
    # More areas than colors say nothing: then the rest is one.
    named = [*_sums(tally)][: len(plots.COLORS) - 1]
    others = [name for name in tally.workers if name not in named]
    series = {}
    for label, names in [(name, [name]) for name in named] + ([("others", others)] if others else []):
        values = (sum(tally.workers[name].get(i, (0.0, 0.0))[0] for name in names) / tally.step for i in range(ends))
        series[label] = [(i * tally.step, value) for i, value in enumerate(values)]
    return plots.areas("Bytes per second by time", series, duration, lambda y: quantity(y) + "/s")


def _by_worker(tally: Tally) -> str:
    passed = max(time.time() - tally.begun, 1e-9)
    sums = dict([*_sums(tally).items()][:40])
    plot = plots.bars("Bytes per second by worker", {k: v / passed for k, (v, _) in sums.items()}, lambda v: quantity(v) + "/s")
    rows = [
        [shown(name), f"{round(objects):,}", quantity(size), quantity(tally.memory.get(name, 0))]
        for name, (size, objects) in sums.items()
    ]
    return plot + table(["worker", "objects", "bytes", "most memory"], rows, frozenset({1, 2, 3}))
