"""The report of a run: one HTML file with everything in it."""

from __future__ import annotations

import time
from html import escape

from . import plots
from .progress import duration, quantity
from .tally import Tally

__all__ = ["html"]

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 760px; margin: 2em auto; padding: 0 1em; color: #222 }
h1 { font-size: 1.4em } h2 { font-size: 1.1em; margin-top: 2em }
table { border-collapse: collapse; width: 100% } td, th { padding: 2px 10px 2px 0; text-align: left; vertical-align: top }
td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } td.key { word-break: break-all }
svg { width: 100% } svg text { font: 11px system-ui, sans-serif; fill: #555 } .grid { stroke: #ddd }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd } svg text { fill: #aaa } .grid { stroke: #333 } }
"""


def shown(key: str) -> str:
    """A key as text that shows what is in it."""
    return escape("".join(c if c.isprintable() else c.encode("unicode_escape", "replace").decode() for c in key))


def table(head: list[str], rows: list[list[str]], numbers: frozenset[int] = frozenset()) -> str:
    """Cells are HTML."""
    out = "<table><tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr>"
    for row in rows:
        cells = (f'<td class="{"n" if i in numbers else "key"}">{cell}</td>' for i, cell in enumerate(row))
        out += f"<tr>{''.join(cells)}</tr>"
    return out + "</table>"


def html(title: str, tally: Tally, facts: list[tuple[str, str]], more: str = "") -> str:
    """The report. ``facts`` are text, ``more`` is HTML."""
    passed = max(time.time() - tally.begun, 1e-9)
    lines = [
        *facts,
        ("objects", f"{tally.objects:,}" + (f", and {tally.skipped:,} done before" if tally.skipped else "")),
        ("bytes", f"{tally.bytes:,} ({quantity(tally.bytes)})"),
        ("time", f"{duration(passed)} ({passed:.1f} s)"),
        ("rate", f"{quantity(tally.bytes / passed)}/s, {tally.objects / passed:,.0f} objects/s"),
        ("begun", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(tally.begun))),
    ]
    parts = [table(["", ""], [[escape(name), escape(text)] for name, text in lines])]
    parts.append("<h2>What came of the objects</h2>")
    parts.append(table(["status", "objects"], [[escape(s), f"{n:,}"] for s, n in sorted(tally.counts.items())], frozenset({1})))
    parts.append(more)
    if tally.workers:
        parts.append("<h2>Throughput by time</h2>" + _by_time(tally))
        parts.append("<h2>Throughput by worker</h2>" + _by_worker(tally))
    if tally.slowest:
        points = [(size, seconds, f"{key}: {quantity(size)}, {seconds:.3f} s") for seconds, size, key in tally.slowest]
        parts.append("<h2>Slowest objects</h2>")
        parts.append(plots.dots("Seconds by size", points, quantity, lambda s: f"{s:g} s"))
        rows = [[shown(key), quantity(size), f"{seconds:.3f}"] for seconds, size, key in tally.slowest[:20]]
        parts.append(table(["key", "size", "seconds"], rows, frozenset({1, 2})))
    if tally.errors:
        parts.append(f"<h2>Errors</h2><p>{tally.failed:,}, of which the first {len(tally.errors)}:</p>")
        rows = [[shown(key), escape(status), escape(error[:500])] for status, key, error in tally.errors]
        parts.append(table(["key", "status", "error"], rows))
    return (
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>{''.join(parts)}</html>\n"
    )


def _by_time(tally: Tally) -> str:
    ends = max((i for steps in tally.workers.values() for i in steps), default=0) + 1
    # More lines than colors say nothing: then it is their sum.
    named = tally.workers if len(tally.workers) <= len(plots.COLORS) else {}
    series = {
        name: [(i * tally.step, steps.get(i, (0.0, 0.0))[0] / tally.step) for i in range(ends)]
        for name, steps in named.items()
    }
    total = [
        (i * tally.step, sum(steps.get(i, (0.0, 0.0))[0] for steps in tally.workers.values()) / tally.step)
        for i in range(ends)
    ]
    return plots.lines("Bytes per second by time", {"all workers": total, **series}, duration, lambda y: quantity(y) + "/s")


def _by_worker(tally: Tally) -> str:
    sums = {name: sum(size for size, _ in steps.values()) for name, steps in tally.workers.items()}
    passed = max(time.time() - tally.begun, 1e-9)
    most = dict(sorted(sums.items(), key=lambda item: -item[1])[:40])
    return plots.bars("Bytes per second by worker", {k: v / passed for k, v in most.items()}, lambda v: quantity(v) + "/s")
