"""Plots as SVG, without a library: areas over time, bars, and dots on two logarithmic axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

__all__ = ["COLORS", "areas", "bars", "dots"]

WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM, TOP = 760, 240, 84, 28, 34, 12
ACROSS, UP = WIDTH - RIGHT - LEFT, HEIGHT - BOTTOM - TOP

#: Okabe and Ito's, which people who see fewer colors tell apart.
COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8a00", "#666666")

Point = tuple[float, float]
Text = Callable[[float], str]


def _svg(title: str, height: float, inner: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{inner}</svg>"
    )


def _frame(title: str, inner: str, xs: Sequence[tuple[float, str]], ys: Sequence[tuple[float, str]]) -> str:
    marks = "".join(
        f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{escape(text)}</text>' for x, text in xs
    )
    for y, text in ys:
        marks += f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
        marks += f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{escape(text)}</text>'
    return _svg(title, HEIGHT, marks + inner)


def _steps(most: float, base: float, count: int = 4) -> list[float]:
    """From 0 to the least round number over ``most``: 1, 2 or 5 times a power of the base,
    a step of which is round to people who count in it."""
    unit = base ** math.floor(math.log(max(most, 1e-9), base))
    while unit * 1000 < most:
        unit *= 10
    sizes = [n * 10**power * unit for power in range(-2, 4) for n in (1, 2, 5)]
    size = next((one for one in sizes if one * count >= most), sizes[-1])
    return [i * size for i in range(math.ceil(most / size - 1e-9) + 1)] or [0.0, size]


def areas(title: str, series: dict[str, list[Point]], x_text: Text, y_text: Text) -> str:
    """A colored area for each name, one on the other, from 0 on both axes."""
    xs = sorted({x for points in series.values() for x, _ in points}) or [0.0, 1.0]
    below = dict.fromkeys(xs, 0.0)
    stacked: list[tuple[str, list[tuple[float, float, float]]]] = []
    for name, points in series.items():
        values = dict(points)
        layer = []
        for x in xs:
            layer.append((x, below[x], below[x] + values.get(x, 0.0)))
            below[x] += values.get(x, 0.0)
        stacked.append((name, layer))
    across, up = _steps(max(xs) or 1, 60), _steps(max(below.values()) or 1, 1024)
    most_x, most_y = max(xs) or 1, up[-1] or 1

    def place(x: float, y: float) -> str:
        return f"{LEFT + ACROSS * x / most_x:.1f},{TOP + UP * (1 - y / most_y):.1f}"

    inner = ""
    for i, (name, layer) in enumerate(stacked):
        path = " ".join([*(place(x, high) for x, _, high in layer), *(place(x, low) for x, low, _ in reversed(layer))])
        color = COLORS[i % len(COLORS)]
        inner += f'<polygon points="{path}" fill="{color}" fill-opacity="0.75"><title>{escape(name)}</title></polygon>'
    marks = [(LEFT + ACROSS * x / most_x, x_text(x)) for x in across if x <= most_x]
    return _frame(title, inner, marks, [(TOP + UP * (1 - y / most_y), y_text(y)) for y in up])


def bars(title: str, values: dict[str, float], text: Text) -> str:
    """A bar for each name."""
    most = max(values.values(), default=1) or 1
    row = 22
    inner = ""
    for i, (name, value) in enumerate(values.items()):
        y, length = i * row, (WIDTH - 350) * value / most
        inner += (
            f'<text x="240" y="{y + 15}" text-anchor="end">{escape(name[-38:])}</text>'
            f'<rect x="248" y="{y + 3}" width="{max(length, 1):.1f}" height="{row - 7}" rx="2" '
            f'fill="{COLORS[i % len(COLORS)]}"/><text x="{256 + length:.1f}" y="{y + 15}">{escape(text(value))}</text>'
        )
    return _svg(title, row * len(values) + 8, inner)


def dots(title: str, points: Sequence[tuple[float, float, str]], x_text: Text, y_text: Text) -> str:
    """A dot for each point, with a text that shows above it: sizes by seconds, both axes
    logarithmic, of powers of 2 and of 10."""
    shown = [(math.log2(max(x, 1.0)), math.log10(max(y, 1e-6)), text) for x, y, text in points]
    if not shown:
        return _frame(title, "", [], [])
    low_x, high_x = math.floor(min(p[0] for p in shown)), math.ceil(max(p[0] for p in shown) + 1e-9)
    low_y, high_y = math.floor(min(p[1] for p in shown)), math.ceil(max(p[1] for p in shown) + 1e-9)
    every = -(-(high_x - low_x) // 6) or 1
    high_x = low_x + every * -(-(high_x - low_x) // every)

    def x_of(x: float) -> float:
        return LEFT + ACROSS * (x - low_x) / max(high_x - low_x, 1)

    def y_of(y: float) -> float:
        return TOP + UP * (1 - (y - low_y) / max(high_y - low_y, 1))

    inner = "".join(
        f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="4" fill="{COLORS[5]}" fill-opacity="0.55">'
        f"<title>{escape(text)}</title></circle>"
        for x, y, text in shown
    )
    xs = [(x_of(x), x_text(2.0**x)) for x in range(low_x, high_x + 1, every)]
    ys = [(y_of(y), y_text(10.0**y)) for y in range(low_y, high_y + 1)]
    return _frame(title, inner, xs, ys)
