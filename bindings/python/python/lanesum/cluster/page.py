"""Pieces of pages in HTML that need nothing else: style, cards, tables."""

from __future__ import annotations

from html import escape

__all__ = ["cards", "page", "shown", "table"]

STYLE = """
:root { --text: #1c2230; --soft: #667085; --line: #e4e7ec; --back: #f7f8fa; --card: #fff; --bad: #c4320a; --good: #067647 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e8ec; --soft: #98a2b3; --line: #2c3341; --back: #12151c; --card: #1a1f29; --bad: #f97066; --good: #47cd89 }
}
* { box-sizing: border-box }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 860px; margin: 0 auto; padding: 2.5em 1.25em; color: var(--text);
  background: var(--back) }
h1 { font-size: 1.5em; margin: 0; overflow-wrap: anywhere } .sub { color: var(--soft); margin: .2em 0 1.5em }
h2 { font-size: 1.05em; margin: 0 0 .7em } section { background: var(--card); border: 1px solid var(--line);
  border-radius: 10px; padding: 1.1em 1.3em; margin: 1em 0 }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: .8em; margin: 1em 0 }
.cards div { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8em 1em }
.cards b { display: block; font-size: 1.25em; line-height: 1.3; white-space: nowrap; font-weight: 650; font-variant-numeric: tabular-nums }
.cards span { color: var(--soft); font-size: .87em } .cards .bad b { color: var(--bad) } .cards .good b { color: var(--good) }
table { border-collapse: collapse; width: 100% } tr + tr > * { border-top: 1px solid var(--line) }
td, th { padding: 5px 14px 5px 0; text-align: left; vertical-align: top } th { color: var(--soft); font-weight: 500; font-size: .87em }
td.n, th.n { text-align: right; padding-right: 0; padding-left: 14px; font-variant-numeric: tabular-nums; white-space: nowrap }
td.key { overflow-wrap: anywhere } .facts td:first-child { color: var(--soft); width: 11em }
svg { width: 100%; display: block } svg text { font: 11.5px system-ui, sans-serif; fill: var(--soft) } .grid { stroke: var(--line) }
.bar { height: 10px; border-radius: 5px; background: var(--line); overflow: hidden } .bar i { display: block; height: 100%;
  background: #0072b2 }
"""


def shown(key: str) -> str:
    """A key as HTML that shows what is in it."""
    return escape("".join(c if c.isprintable() else c.encode("unicode_escape", "replace").decode() for c in key))


def table(head: list[str], rows: list[list[str]], numbers: frozenset[int] = frozenset()) -> str:
    """Cells are HTML. Without a head it is a list of facts."""
    kinds = ["n" if i in numbers else "key" for i in range(max(map(len, rows), default=0))]
    out = "<table>" if any(head) else '<table class="facts">'
    if any(head):
        out += "<tr>" + "".join(f'<th class="{kind}">{escape(name)}</th>' for kind, name in zip(kinds, head)) + "</tr>"
    for row in rows:
        out += "<tr>" + "".join(f'<td class="{kind}">{cell}</td>' for kind, cell in zip(kinds, row)) + "</tr>"
    return out + "</table>"


def cards(items: list[tuple[str, str, str]]) -> str:
    """Numbers to be seen first: what they are of, their text, and ``good``, ``bad`` or nothing."""
    inner = "".join(f'<div class="{kind}"><b>{escape(text)}</b><span>{escape(name)}</span></div>' for name, text, kind in items)
    return f'<div class="cards">{inner}</div>'


def page(title: str, below: str, parts: list[str], head: str = "") -> str:
    """The page. Parts and ``head`` are HTML."""
    return (
        f'<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">{head}'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
        f'<h1>{escape(title)}</h1><p class="sub">{escape(below)}</p>{"".join(parts)}</html>\n'
    )
