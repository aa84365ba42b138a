r"""A listing as a LaTeX document that needs amsmath alone.

As formulas are read and not run, sums within sums and products within products need no parentheses here.
"""

import re
from itertools import groupby

from .expression import Call, Choice, Neg, Node, Number, Product, Ref, Sum
from .page import Page
from .spelling import short
from .tex import escaped

WIDTH = 72
"""About how many letters fit on a line beside the name."""

PREAMBLE = r"""\documentclass[a4paper,10pt,fleqn]{article}
\usepackage{amsmath}
\allowdisplaybreaks
\setlength{\textwidth}{170mm}
\setlength{\oddsidemargin}{-5mm}
\setlength{\textheight}{240mm}
\setlength{\topmargin}{-15mm}
\setlength{\parindent}{0pt}
\raggedright
"""
"""Wide pages, for long lines."""

FUNCTIONS = {
    "sin": r"\sin",
    "cos": r"\cos",
    "sign": r"\operatorname{sign}",
    "exp": r"\exp",
    "log": r"\ln",
    "min": r"\min",
    "max": r"\max",
}
"""Functions by name."""


def written(page: Page) -> str:
    """The document: title, remarks, the lines under their sections, the results, the cost."""
    lines = [PREAMBLE, r"\begin{document}", rf"\section*{{{escaped(page.title)}}}"]
    lines += [f"{escaped(remark)}\n" for remark in page.remarks]
    if page.constants:
        lines += _block("constants", [f"{page.latex(i)} &= {number(value)}" for i, value in page.constants])
    for section, group in groupby(page.lines, lambda line: line.section):
        lines += _block(section, [_equation(page, line.symbol.latex, line.node) for line in group])
    for array in page.gives:
        entries = ", ".join(f"${_said(page, entry)}$" for entry in array.entries)
        shape = r" \times ".join(map(str, array.port.shape))
        size = f" (${shape}$, row by row)" if len(array.port.shape) > 1 else ""
        lines += [rf"\subsection*{{{escaped(array.name.rstrip('_'))}{size}}}", f"{entries}.\n"]
    lines += [escaped(page.operations), *_explained(page), r"\end{document}"]
    return "\n".join(lines) + "\n"


def _explained(page: Page) -> list[str]:
    parts = any(line.symbol.below.endswith("}") for line in page.lines)
    said = (
        r"Of two numbers below a letter the first is the component, the last the link; $S$ and $C$ are sine and cosine."
    )
    return ["", said + (r" A letter below marks a part of a variable." if parts else ""), ""]


def _block(section: str, equations: list[str]) -> list[str]:
    body = " \\\\\n".join(equations)
    return [rf"\subsection*{{{escaped(section)}}}", r"\begin{align*}", body, r"\end{align*}"]


def _equation(page: Page, name: str, node: Node) -> str:
    """name &= …, broken before signs where it is long."""
    lines, used = [f"{name} &="], 0
    for sign, piece in _terms(node, page):
        letters = visible(piece)
        if used and used + letters > WIDTH:
            lines.append("&\\quad{}")
            used = 0
        lines[-1] += f" {sign} {piece}" if sign else f" {piece}"
        used += letters + 2
    return " \\\\\n".join(lines)


def _terms(node: Node, page: Page) -> list[tuple[str, str]]:
    """The terms of a sum with their signs: between them a line may end, within parentheses too."""
    match node:
        case Sum(a, b, False):
            right = _terms(b, page)
            return [*_terms(a, page), ("+" if right[0][0] == "" else right[0][0], right[0][1]), *right[1:]]
        case Sum(a, b, True):
            inner = _terms(b, page)
            if len(inner) == 1:
                return [*_terms(a, page), ("-", inner[0][1])]
            return [*_terms(a, page), ("-", "(" + _first(inner)), *_closed(inner[1:])]
        case Neg(a):
            inner = _terms(a, page)
            return [("-", inner[0][1]), *inner[1:]]
        case Number(value) if value < 0.0:
            return [("-", number(-value))]
        case Product(a, b):
            return _product(a, b, page)
        case Call("rcp", a):
            return [("", rf"\frac{{1}}{{{_said(page, a)}}}")]
        case Call("sqrt", a):
            return [("", rf"\sqrt{{{_said(page, a)}}}")]
        case Call(function, a):
            return [("", rf"{FUNCTIONS[function]}({_said(page, a)})")]
        case Choice(function, a, b):
            return [("", rf"{FUNCTIONS[function]}({_said(page, a)}, {_said(page, b)})")]
        case Number(value):
            return [("", number(value))]
        case Ref(i):
            return [("", page.latex(i))]
    raise AssertionError(node)


def _product(a: Node, b: Node, page: Page) -> list[tuple[str, str]]:
    """Two factors; a sum among them stands in parentheses and may be broken there."""
    if isinstance(a, Ref) and a == b:
        return [
            (
                "",
                f"{page.latex(a.value)}^{{2}}"
                if "^" not in page.symbols[a.value].head
                else f"({page.latex(a.value)})^{{2}}",
            )
        ]
    left, right = _factor(a, page), _factor(b, page)
    between = r" \cdot " if right[0][1][:1].isdigit() else r"\,"
    joined = (left[-1][0], left[-1][1] + between + right[0][1])
    return [*left[:-1], joined, *right[1:]]


def _factor(node: Node, page: Page) -> list[tuple[str, str]]:
    terms = _terms(node, page)
    if not isinstance(node, Sum):
        return terms
    return [("", "(" + _first(terms)), *_closed(terms[1:])]


def _first(terms: list[tuple[str, str]]) -> str:
    return f"{terms[0][0]}{terms[0][1]}"


def _closed(terms: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [*terms[:-1], (terms[-1][0], terms[-1][1] + ")")]


def _said(page: Page, node: Node) -> str:
    return " ".join(f"{sign} {text}".strip() for sign, text in _terms(node, page))


def number(x: float) -> str:
    r"""A number as it is printed: a power of ten instead of an e.

    >>> number(2.0), number(1.5e-07)
    ('2', '1.5 \\cdot 10^{-7}')
    """
    digits, _, power = short(x).partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits


def visible(latex: str) -> int:
    r"""About how many letters a formula takes on paper.

    >>> visible(r"\omega_{1,2}\,S_{3}")
    5
    """
    bare = re.sub(r"\\(mathit|mathrm|dot|ddot|hat|bar|tilde|operatorname)", "", latex)
    small = re.sub(r"_\{([^{}]*(?:\{[^{}]*\})?[^{}]*)\}", lambda found: "1" * ((len(found[1]) + 1) // 2), bare)
    return len(re.sub(r"[{}\s]|\\,", "", re.sub(r"\\[a-z]+", "x", small)))
