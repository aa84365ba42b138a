"""An HTML page without scripts and without anything to load: style, sections, tables; all text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ...plain_text import plain
from ..curves import CURVE, LIMIT

LONGEST = 400
"""Characters of one text; what a file says may be of any length."""

STYLE = f"""
:root {{ --text: #1d2430; --soft: #5d6675; --grid: #e3e7ed; --back: #ffffff; --card: #f6f8fa; --one: {CURVE};
  --two: {LIMIT}; --three: #4f5d73; --bad: #b3261e; }}
@media (prefers-color-scheme: dark) {{ :root {{ --text: #e3e8ef; --soft: #9aa5b5; --grid: #333c49; --back: #12161c;
  --card: #1b212a; --one: #6ca9e8; --two: #f0a062; --three: #a9b5c6; --bad: #ff8a80; }} }}
body {{ margin: 0 auto; padding: 1.5rem; max-width: 74rem; background: var(--back); color: var(--text);
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }}
h1 {{ font-size: 1.6rem; margin: 0 0 .2rem; }} h2 {{ font-size: 1.15rem; margin: 2.4rem 0 .5rem;
  border-bottom: 1px solid var(--grid); padding-bottom: .25rem; }} h3 {{ font-size: 1rem; margin: 1.4rem 0 .3rem; }}
p, li {{ max-width: 60rem; }} .soft {{ color: var(--soft); }} .bad {{ color: var(--bad); }}
.facts {{ display: flex; flex-wrap: wrap; gap: .7rem; margin: 1rem 0; }}
.facts div {{ background: var(--card); border-radius: .5rem; padding: .5rem .9rem; }}
.facts b {{ display: block; font-size: 1.25rem; font-weight: 600; }}
.wide {{ overflow-x: auto; }} table {{ border-collapse: collapse; font-size: .9rem; }}
th, td {{ padding: .16rem .7rem .16rem 0; text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }}
th {{ color: var(--soft); font-weight: 500; border-bottom: 1px solid var(--grid); white-space: normal;
  max-width: 9rem; vertical-align: bottom; }}
th.text, td.text {{ text-align: left; }} td.long {{ white-space: normal; }} tr:hover td {{ background: var(--card); }}
.row {{ display: flex; flex-wrap: wrap; gap: 0 2rem; margin-bottom: .9rem; align-items: flex-start; }}
svg {{ max-width: 100%; height: auto; display: block; }}
svg text {{ fill: var(--soft); font-size: 11px; }} svg .name {{ fill: var(--text); font-weight: 600; font-size: 12px; }}
svg .grid {{ stroke: var(--grid); stroke-width: 1; }} svg polyline {{ fill: none; stroke-linejoin: round; }}
.one {{ stroke: var(--one); stroke-width: 2.6; opacity: .55; }} .two {{ stroke: var(--two); stroke-width: 1.2; }}
.three {{ stroke: var(--three); stroke-width: 1; }} .line {{ stroke: var(--one); stroke-width: 1.3; }}
.limit {{ stroke: var(--two); stroke-width: 1.2; stroke-dasharray: 5 4; }}
rect.bar {{ fill: var(--one); opacity: .75; }} .key {{ display: inline-block; width: 1.6em; height: .28em;
  vertical-align: middle; margin: 0 .35em 0 1em; }}
@media print {{ body {{ max-width: none; }} h2 {{ break-after: avoid; }} svg {{ break-inside: avoid; }} }}
"""


def text(value: object) -> str:
    """A text that no browser takes for anything else.

    >>> text("<script>"), text("τ\\n")
    ('&lt;script&gt;', 'τ\\\\n')
    """
    return escape(plain(str(value), LONGEST))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], left: Sequence[int] = (0,), long: int = -1) -> str:
    """A table; the columns in `left` hold text, that of index `long` may be broken into lines.

    >>> table(["joint", "rms"], [["elbow", 0.5]])[25:]
    '<tr><th class="text">joint</th><th>rms</th></tr><tr><td class="text">elbow</td><td>0.5</td></tr></table></div>'
    """
    kind = {k: ' class="text"' for k in left} | {long: ' class="text long"'}
    first = "".join(f"<th{kind.get(k, '')}>{text(head)}</th>" for k, head in enumerate(heads))
    lines = ["".join(f"<td{kind.get(k, '')}>{text(cell)}</td>" for k, cell in enumerate(row)) for row in rows]
    return f'<div class="wide"><table>{"".join(f"<tr>{line}</tr>" for line in (first, *lines))}</table></div>'


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """What the page begins with: a few numbers, each with what it is."""
    return f'<div class="facts">{"".join(f"<div><b>{text(n)}</b>{text(what)}</div>" for n, what in pairs)}</div>'


def section(title: str, *parts: str) -> str:
    """A part of the page under a title; without parts, nothing."""
    inside = "\n".join(part for part in parts if part)
    return f"<section><h2>{text(title)}</h2>\n{inside}\n</section>" if inside else ""


def paragraph(*texts: str, kind: str = "soft") -> str:
    """Each text as a paragraph."""
    return "".join(f'<p class="{kind}">{text(each)}</p>' for each in texts if each)


def listing(texts: Iterable[str]) -> str:
    """Texts as a list."""
    items = "".join(f"<li>{text(each)}</li>" for each in texts)
    return f"<ul>{items}</ul>" if items else ""


def page(title: str, *parts: str) -> str:
    """The whole document; nothing in it is run or fetched.

    >>> page("a <b>", section("one", paragraph("two"))).splitlines()[-3:]
    ['</section>', '</body>', '</html>']
    """
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    body = "\n".join(part for part in parts if part)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n{view}\n<title>{text(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{text(title)}</h1>\n{body}\n</body>\n</html>\n"
    )
