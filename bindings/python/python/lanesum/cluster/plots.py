"""Plots as SVG, without a library: lines over time, bars, and dots on two logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

__all__ = ["bars", "dots", "lines"]

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 240, 84, 34, 12
COLORS = ("#3366aa", "#aa3355", "#338855", "#aa7722", "#775599", "#228899", "#884422", "#555555")

Point = tuple[float, float]


def _frame(title: str, inner: str, xs: Sequence[tuple[float, str]], ys: Sequence[tuple[float, str]]) -> str:
    marks = "".join(f'<text x="{x:.1f}" y="{HEIGHT - 14}" text-anchor="middle">{escape(text)}</text>' for x, text in xs)
    for y, text in ys:
        marks += f'<line x1="{LEFT}" x2="{WIDTH - 8}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
        marks += f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>'
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{marks}{inner}</svg>"
    )


def lines(
    title: str, series: dict[str, list[Point]], x_text: Callable[[float], str], y_text: Callable[[float], str]
) -> str:
    """A line for each name, from 0 on both axes."""
    most_x = max((x for points in series.values() for x, _ in points), default=1) or 1
    most_y = max((y for points in series.values() for _, y in points), default=1) or 1
    across, up = WIDTH - 8 - LEFT, HEIGHT - BOTTOM - TOP

    def place(x: float, y: float) -> str:
        return f"{LEFT + across * x / most_x:.1f},{TOP + up * (1 - y / most_y):.1f}"

    inner = ""
    for i, (name, points) in enumerate(series.items()):
        path = " ".join(place(x, y) for x, y in points)
        inner += (
            f'<polyline points="{path}" fill="none" stroke="{COLORS[i % len(COLORS)]}" stroke-width="1.5">'
            f"<title>{escape(name)}</title></polyline>"
        )
    xs = [(LEFT + across * i / 4, x_text(most_x * i / 4)) for i in range(5)]
    ys = [(TOP + up * (1 - i / 4), y_text(most_y * i / 4)) for i in range(5)]
    return _frame(title, inner, xs, ys)


def bars(title: str, values: dict[str, float], text: Callable[[float], str]) -> str:
    """A bar for each name."""
    most = max(values.values(), default=1) or 1
    row = 20
    height = row * len(values) + 8
    inner = ""
    for i, (name, value) in enumerate(values.items()):
        y, length = i * row, (WIDTH - 330) * value / most
        inner += (
            f'<text x="220" y="{y + 15}" text-anchor="end">{escape(name[-34:])}</text>'
            f'<rect x="226" y="{y + 3}" width="{length:.1f}" height="{row - 6}" fill="{COLORS[0]}"/>'
            f'<text x="{232 + length:.1f}" y="{y + 15}">{escape(text(value))}</text>'
        )
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{inner}</svg>"
    )


def dots(
    title: str, points: Sequence[tuple[float, float, str]], x_text: Callable[[float], str], y_text: Callable[[float], str]
) -> str:
    """A dot for each point, with a text that shows above it. Both axes are logarithmic."""
    shown = [(math.log10(max(x, 1.0)), math.log10(max(y, 1e-6)), text) for x, y, text in points]
    if not shown:
        return _frame(title, "", [], [])
    low_x, high_x = math.floor(min(p[0] for p in shown)), math.ceil(max(p[0] for p in shown) + 1e-9)
    low_y, high_y = math.floor(min(p[1] for p in shown)), math.ceil(max(p[1] for p in shown) + 1e-9)
    across, up = WIDTH - 8 - LEFT, HEIGHT - BOTTOM - TOP

    def x_of(x: float) -> float:
        return LEFT + across * (x - low_x) / max(high_x - low_x, 1)

    def y_of(y: float) -> float:
        return TOP + up * (1 - (y - low_y) / max(high_y - low_y, 1))

    inner = "".join(
        f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="3" fill="{COLORS[1]}" fill-opacity="0.6">'
        f"<title>{escape(text)}</title></circle>"
        for x, y, text in shown
    )
    xs = [(x_of(x), x_text(10.0**x)) for x in range(low_x, high_x + 1)]
    ys = [(y_of(y), y_text(10.0**y)) for y in range(low_y, high_y + 1)]
    return _frame(title, inner, xs, ys)
