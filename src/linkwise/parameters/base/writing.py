"""Grouping equations as people write them: text, LaTeX, sympy.

Terms with the same coefficient stand together: D3^2*(M3 + M4 + M5 + M6).
"""

import re
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from ...algebra import Scalar
from ...errors import MissingExtra
from .forms import Form

GREEK: Mapping[str, str] = {name: rf"\{name}" for name in ("alpha", "beta", "gamma", "theta")}
"""Angles in LaTeX."""


def title(name: str, form: Form) -> str:
    """What a base parameter is called: with an R after its letters where others are grouped with it.

    >>> title("XX6", Form({"XX6": 1.0, "YY6": -1.0})), title("XY6", Form.of("XY6")), title("M2", Form.of("Ia2"))
    ('XXR6', 'XY6', 'MR2')
    """
    if set(form.terms) == {name}:
        return name
    letters, rest = re.fullmatch(r"([A-Za-z]+)(.*)", name).groups()  # type: ignore[union-attr]
    return f"{letters}R{rest}"


def text(name: str, form: Form) -> str:
    """One equation in plain text.

    >>> text("ZZ2", Form({"ZZ2": 1.0, "YY3": -1.0, "M3": 0.25, "M4": 0.25}))
    'ZZR2 = ZZ2 - YY3 + 0.25*(M3 + M4)'
    """
    return f"{title(name, form)} = {_joined(_groups(name, form), _coefficient, '*', str, '(', ')')}"


def latex(name: str, form: Form) -> str:
    """One equation in LaTeX, with an & before the equals sign.

    >>> latex("ZZ2", Form({"ZZ2": 1.0, "YY3": -1.0, "M3": 0.25, "M4": 0.25}))
    '\\\\mathit{ZZR}_{2} &= \\\\mathit{ZZ}_{2} - \\\\mathit{YY}_{3} + 0.25 \\\\, \\\\left(M_{3} + M_{4}\\\\right)'
    """
    right = _joined(_groups(name, form), _latex_coefficient, r" \, ", subscripted, r"\left(", r"\right)")
    return f"{subscripted(title(name, form))} &= {right}"


def expressed(name: str, form: Form) -> tuple[Any, Any]:
    """Both sides as sympy expressions, parameters and lengths being real symbols.

    >>> expressed("XX6", Form({"XX6": 1.0, "YY6": -1.0}))
    (XXR6, XX6 - YY6)
    """
    try:
        import sympy
    except ImportError:
        raise MissingExtra("a grouping equation as an expression", "symbolic") from None
    terms = (tidy(c) * sympy.Symbol(term, real=True) for term, c in form.terms.items())
    return sympy.Symbol(title(name, form), real=True), sympy.Add(*terms)


def subscripted(name: str) -> str:
    """A name in LaTeX: its number, or what follows an underscore, as a subscript; letters that are one name in one.

    >>> subscripted("ZZR12"), subscripted("FV_motor6"), subscripted("ALPHA3")
    ('\\\\mathit{ZZR}_{12}', '\\\\mathit{FV}_{\\\\mathrm{motor6}}', '\\\\alpha_{3}')
    """
    parts = re.fullmatch(r"([A-Za-z]+)(?:_?(\d+)|_(\w+))?", name)
    letters, number, word = parts.groups() if parts else (name.replace("_", r"\_"), None, None)
    head = GREEK.get(letters.lower()) or (letters if len(letters) == 1 else rf"\mathit{{{letters}}}")
    below = number or (word and r"\mathrm{{{}}}".format(word.replace("_", r"\_")))
    return f"{head}_{{{below}}}" if below else head


def tidy(c: Scalar) -> Any:
    """A coefficient as a sympy expression: whole numbers exact, squares of sine and cosine joined.

    >>> from sympy import Symbol, cos, sin
    >>> tidy(2.0), tidy(3.0 * sin(Symbol("x")) ** 2 + 3.0 * cos(Symbol("x")) ** 2)
    (2, 3)
    """
    import sympy

    found = sympy.expand(sympy.sympify(c))
    whole = {x: sympy.Integer(int(x)) for x in found.atoms(sympy.Float) if float(x) == int(x)}
    found = found.xreplace(whole)
    for x in sorted({part.args[0] for part in found.atoms(sympy.sin, sympy.cos)}, key=str):
        ways = [
            found,
            *(_without(square, other, found) for square, other in permutations((sympy.sin(x), sympy.cos(x)))),
        ]
        found = min(ways, key=lambda way: way.count_ops())  # trigsimp would take minutes for a page of equations
    return found


def _without(a: Any, b: Any, found: Any) -> Any:
    """An expanded expression with 1 − b² for a²."""
    return found.xreplace({a**2: 1 - b**2}).expand()


def _groups(name: str, form: Form) -> Iterator[tuple[Any, list[str]]]:
    """Coefficients with the parameters they multiply: the one that gathers first, then in the order of the terms."""
    found: dict[Any, list[str]] = {}
    for term, c in sorted(form.terms.items(), key=lambda each: each[0] != name):
        found.setdefault(c if isinstance(c, int | float) else tidy(c), []).append(term)
    for c, names in found.items():
        if c in (1, -1):  # these need no parentheses
            yield from ((c, [each]) for each in names)
        else:
            yield c, names


def _joined(
    groups: Iterator[tuple[Any, list[str]]], said: Any, times: str, named: Any, opened: str, closed: str
) -> str:
    line = ""
    for c, names in groups:
        body = " + ".join(named(each) for each in names)
        body = body if len(names) == 1 else f"{opened}{body}{closed}"
        minus = bool(c.could_extract_minus_sign()) if hasattr(c, "could_extract_minus_sign") else c < 0
        size = said(-c if minus else c)
        term = f"{size}{times}{body}" if size else body
        line += (" - " if line else "-") + term if minus else (" + " if line else "") + term
    return line or "0"


def _coefficient(c: Any) -> str:
    if c == 1:
        return ""
    if isinstance(c, int | float):
        return f"{c:.12g}"
    written = str(c).replace("**", "^")
    return f"({written})" if c.is_Add else written


def _latex_coefficient(c: Any) -> str:
    if c == 1:
        return ""
    if isinstance(c, int | float):
        return f"{c:.12g}"
    import sympy

    named = {x: subscripted(x.name) for x in c.free_symbols}
    written = sympy.latex(c, symbol_names=named)
    return rf"\left({written}\right)" if c.is_Add else written
