r"""A listing as a LaTeX document that needs nothing but amsmath.

Formulas are read here, not run, so sums within sums and products within products need no parentheses.
"""

import re
from itertools import groupby

from .expression import Call, Neg, Node, Number, Product, Ref, Sum
from .page import Line, Page
from .spelling import short
from .tex import escaped

WIDTH = 72
"""About how many letters of a right side fit on a line."""

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

CALLS = {
    "rcp": r"\frac{1}{%s}",
    "sqrt": r"\sqrt{%s}",
    "sin": r"\sin(%s)",
    "cos": r"\cos(%s)",
    "sign": r"\operatorname{sign}(%s)",
    "exp": r"\exp(%s)",
    "log": r"\ln(%s)",
    "abs": r"\lvert %s \rvert",
    "tanh": r"\tanh(%s)",
    "atan2": r"\operatorname{atan2}(%s, %s)",
    "min": r"\min(%s, %s)",
    "max": r"\max(%s, %s)",
    "lt": "[%s < %s]",
    "le": r"[%s \le %s]",
    "select": r"\begin{cases} %s & \text{if } %s \\ %s & \text{otherwise} \end{cases}",
}
"""Operations other than sums and products; a comparison in brackets (Iverson's) is 1 where it holds, else 0."""


def written(page: Page) -> str:
    """The document: title, remarks, the lines under their sections, the results, the cost."""
    lines = [PREAMBLE, r"\begin{document}", rf"\section*{{{escaped(page.title)}}}"]
    lines += [f"{escaped(remark)}\n" for remark in page.remarks]
    if page.constants:
        lines += _block("constants", [f"{page.latex(i)} &= {number(value)}" for i, value in page.constants])
    for section, group in groupby(page.lines, lambda line: line.section):
        lines += _block(section, [equation(page, line) for line in group])
    for array in page.gives:
        entries = ", ".join(f"${_joined(page, entry)}$" for entry in array.entries)
        shape = r" \times ".join(map(str, array.port.shape))
        size = f" (${shape}$, row by row)" if len(array.port.shape) > 1 else ""
        lines += [rf"\subsection*{{{escaped(array.name.rstrip('_'))}{size}}}", f"{entries}.\n"]
    lines += [escaped(page.operations), *_explained(page), r"\end{document}"]
    return "\n".join(lines) + "\n"


def _explained(page: Page) -> list[str]:
    sentences = [
        r"Of two numbers below a letter the first is the component, the last the link; $S$ and $C$ are sine and cosine."
    ]
    if any(line.symbol.below.endswith("}") for line in page.lines):
        sentences.append("A letter below marks a part of a variable.")
    if page.compares:
        sentences.append("A comparison in brackets is 1 where it holds, else 0.")
    return ["", " ".join(sentences), ""]


def _block(section: str, equations: list[str]) -> list[str]:
    body = " \\\\\n".join(equations)
    return [rf"\subsection*{{{escaped(section)}}}", r"\begin{align*}", body, r"\end{align*}"]


def equation(page: Page, line: Line) -> str:
    """A line as `name &= …`, broken before signs where it is long."""
    lines, used = [f"{line.symbol.latex} &="], 0
    for sign, piece in _terms(line.node, page):
        letters = visible(piece)
        if used and used + letters > WIDTH:
            lines.append("&\\quad{}")
            used = 0
        lines[-1] += f" {sign} {piece}" if sign else f" {piece}"
        used += letters + 2
    return " \\\\\n".join(lines)


def _terms(node: Node, page: Page) -> list[tuple[str, str]]:
    """The terms of a sum with their signs: a line may be broken between them, even within parentheses."""
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
        case Call("select", (condition, yes, no)):
            return [("", CALLS["select"] % (_joined(page, yes), _test(page, condition), _joined(page, no)))]
        case Call(function, args):
            return [("", CALLS[function] % tuple(_joined(page, a) for a in args))]
        case Number(value):
            return [("", number(value))]
        case Ref(i):
            return [("", page.latex(i))]
    raise AssertionError(node)


def _product(a: Node, b: Node, page: Page) -> list[tuple[str, str]]:
    """Two factors; a sum among them is put in parentheses and may be broken there."""
    if isinstance(a, Ref) and a == b:
        name = page.latex(a.value)
        return [("", f"({name})^{{2}}" if "^" in page.symbols[a.value].head else f"{name}^{{2}}")]
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


def _joined(page: Page, node: Node) -> str:
    return " ".join(f"{sign} {text}".strip() for sign, text in _terms(node, page))


def _test(page: Page, condition: Node) -> str:
    """What is true where a value is not 0: a comparison without its brackets, or one with 0."""
    match condition:
        case Call("lt" | "le", _):
            return _joined(page, condition).removeprefix("[").removesuffix("]")
    return rf"{_joined(page, condition)} \ne 0"


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
