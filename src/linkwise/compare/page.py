"""A comparison as an HTML page with bars and tables: one file, no script, nothing loaded from elsewhere."""

from collections.abc import Iterable
from html import escape
from math import log10

from ..errors import plain
from .comparison import Comparison, QuestionComparison
from .meaning import MEANS, WHY_UNTIMED, format_difference, furthest, untimed, verdict

STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 2.2em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
th { font-weight: 600; text-align: left; } th, td { padding: .12em .6em; white-space: nowrap; }
td.number, th.number { text-align: right; }
td.bar { width: 17em; } td.bar div { display: flex; height: .95em; }
.times { background: #3b6ea5; } .plus { background: #9cc3e6; } .other { background: #6b7f93; }
.time { background: #c8743a; }
.matrix td { font-size: .8em; text-align: right; padding: .1em .35em; color: #111; }
.wrong { outline: 2px solid #c00000; font-weight: 700; }
.note, .left { color: GrayText; } .no { color: #c00000; font-weight: 600; }
"""


def page(comparison: Comparison) -> str:
    """The HTML page, as text.

    >>> text = page(Comparison("<arm>", 6, 10, 0, ()))
    >>> "&lt;arm&gt;" in text and "<arm>" not in text
    True
    """
    name = _text(comparison.robot)
    kind = "" if comparison.agree else ' class="no"'
    head = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width"/>\n<title>{name}: formulations compared</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{name}: formulations compared</h1>\n"
        f"<p>{comparison.n} coordinates, {comparison.states} random states (seed {comparison.seed}). "
        f"<strong{kind}>{verdict(comparison)}</strong></p>\n"
    )
    parts = [_section(answered) for answered in comparison.questions]
    return head + "".join(parts) + f'<p class="note">{_text(MEANS, 2000)}</p>\n</body>\n</html>\n'


def _section(answered: QuestionComparison) -> str:
    section = f"<h2>{_text(answered.question)}</h2>\n"
    if answered.rows:
        section += _costs(answered)
    if len(answered.rows) > 1:
        section += _matrix(answered)
    if answered.left_out:
        items = "".join(f"<li>{_text(each.formulation)}: {_text(each.why, 400)}</li>\n" for each in answered.left_out)
        section += f'<p>Left out:</p>\n<ul class="left">\n{items}</ul>\n'
    return section


def _costs(answered: QuestionComparison) -> str:
    most = max((row.arithmetic for row in answered.rows), default=1) or 1
    longest = max((row.least or 0.0 for row in answered.rows), default=1.0) or 1.0
    timed = any(row.least is not None for row in answered.rows)
    heads = [("#", _NUMBER), ("formulation", ""), ("×", _NUMBER), ("+", _NUMBER), ("/", _NUMBER), ("operations", "")]
    heads += [("ns", _NUMBER), ("least", _NUMBER), ("time", "")] if timed else []
    head = "".join(f"<th{kind}>{word}</th>" for word, kind in [*heads, ("largest difference", _NUMBER)])
    rows = []
    for k, (row, worst) in enumerate(zip(answered.rows, answered.worst, strict=True), 1):
        numbers = (row.count.multiplications, row.count.additions, row.others)
        operations = zip(("times", "plus", "other"), (n / most for n in numbers), strict=True)
        cells = [_cell(k), f"<td>{_text(row.formulation)}</td>", *map(_cell, numbers), _bar(operations)]
        if timed:
            cells += [_cell(_time(row.nanoseconds), row.untimed), _cell(_time(row.least))]
            cells.append(_bar([("time", (row.least or 0.0) / longest)]))
        rows.append(f"<tr>{''.join(cells)}{_cell(format_difference(worst, 1))}</tr>\n")
    table = f'<div class="scroll"><table>\n<tr>{head}</tr>\n{"".join(rows)}</table></div>\n'
    names = untimed(answered)
    return table + (
        f'<p class="note">{_text(f"Not timed, since {WHY_UNTIMED}: {names}.", 2000)}</p>\n' if names else ""
    )


def _matrix(answered: QuestionComparison) -> str:
    """The differences of all pairs, the smaller the greener; those beyond the bound are framed."""
    count = len(answered.rows)
    head = "".join(f"<th{_NUMBER}>{k}</th>" for k in range(1, count + 1))
    rows = []
    for i, row in enumerate(answered.rows):
        cells = "".join(
            _entry(answered.difference[i, k], not answered.excess[i, k] <= 1.0) if i != k else "<td>·</td>"
            for k in range(count)
        )
        rows.append(f"<tr><th{_NUMBER}>{i + 1}</th><th>{_text(row.formulation)}</th>{cells}</tr>\n")
    return (
        f"<p>{_text(furthest(answered), 400)}. Largest relative difference of each pair:</p>\n"
        f'<div class="scroll"><table class="matrix">\n<tr><th></th><th></th>{head}</tr>\n'
        f"{''.join(rows)}</table></div>\n"
    )


def _entry(difference: float, wrong: bool) -> str:
    digits = 17.0 if difference == 0.0 else max(0.0, min(17.0, -log10(min(difference, 1.0))))
    hue = 7.0 * digits  # red where no digit agrees, green where all do
    kind = ' class="wrong"' if wrong else ""
    return f'<td{kind} style="background: hsl({hue:.0f} 60% 75%)">{format_difference(difference)}</td>'


_NUMBER = ' class="number"'


def _cell(value: object, title: str = "") -> str:
    more = f' title="{_text(title, 400)}"' if title else ""
    return f"<td{_NUMBER}{more}>{escape(str(value))}</td>"


def _time(nanoseconds: float | None) -> str:
    return "-" if nanoseconds is None else f"{nanoseconds:.1f}"


def _bar(parts: Iterable[tuple[str, float]]) -> str:
    inner = "".join(f'<span class="{kind}" style="width: {100.0 * share:.1f}%"></span>' for kind, share in parts)
    return f'<td class="bar"><div>{inner}</div></td>'


def _text(text: str, most: int = 80) -> str:
    """A name as text on the page: printable, on one line, with markup escaped."""
    return escape(plain(text, most))
