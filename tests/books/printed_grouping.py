"""Printed formulas of Khalil & Dombre (2002), §9.4.2, read letter for letter; and its Table 9.1.       [khalil2002]

A prime marks a parameter of link j − 1; factors stand side by side.
"""

import re

import sympy

from linkwise.model.constants import STANDARD

α, d, θ, r = sympy.symbols("α d θ r", real=True)

TOKEN = re.compile(r"(?:CC|SS|CS|C|S)[θα]|(?:[XYZ]{2}|M[XYZ]?)'?|[dr]²?|\d|[-+()]")
K = {name: sympy.Symbol(name) for letter in STANDARD for name in (letter, f"{letter}'")}
LETTERS = {"d": d, "r": r, "d²": d**2, "r²": r**2, **K}
for x, name in ((θ, "θ"), (α, "α")):
    C, S = sympy.cos(x), sympy.sin(x)
    LETTERS |= {f"C{name}": C, f"S{name}": S, f"CC{name}": C * C, f"SS{name}": S * S, f"CS{name}": C * S}
"""CS* = cos(*) sin(*), CC* = cos²(*), SS* = sin²(*), as the table says below itself."""


def page(text):
    """The formula of a printed text."""
    assert not TOKEN.sub("", text).strip(), text
    words, known, before = [], {}, ""
    for token in TOKEN.findall(text):
        if token not in "+-)" and before not in ("", "+", "-", "("):
            words.append("*")
        if token in LETTERS:
            known[f"x{len(known)}"] = LETTERS[token]
            words.append(f"x{len(known) - 1}")
        else:
            words.append(token)
        before = token
    return sympy.sympify(eval("".join(words), known))


SQUARES = {x: sympy.symbols(f"c_{x} s_{x}") for x in (θ, α)}


def same(one, other):
    """Whether two formulas are equal for all values of their letters."""
    left = sympy.nsimplify(sympy.sympify(one) - other, rational=True)
    for x, (c, s) in SQUARES.items():
        left = sympy.rem(sympy.expand(left.subs({sympy.cos(x): c, sympy.sin(x): s})), c * c + s * s - 1, s)
    return sympy.expand(left) == 0


TABLE_9_1 = """
CCθ | -2CSθ | 0 | SSθ | 0 | 0 | 0 | 0 | 2r | r²
CSθCα | (CCθ-SSθ)Cα | -CθSα | -CSθCα | SθSα | 0 | -dSθCα+rCθSα | -dCθCα-rSθSα | dSα | drSα
CSθSα | (CCθ-SSθ)Sα | CθCα | -CSθSα | -SθCα | 0 | -dSθSα-rCθCα | -dCθSα+rSθCα | -dCα | -drCα
SSθCCα | 2CSθCCα | -2SθCSα | CCθCCα | -2CθCSα | SSα | 2(dCθ+rSθCSα) | 2(-dSθ+rCθCSα) | 2rCCα | d²+r²CCα
SSθCSα | 2CSθCSα | Sθ(CCα-SSα) | CCθCSα | Cθ(CCα-SSα) | -CSα | rSθ(SSα-CCα) | rCθ(SSα-CCα) | 2rCSα | r²CSα
SSθSSα | 2CSθSSα | 2SθCSα | CCθSSα | 2CθCSα | CCα | 2(dCθ-rSθCSα) | 2(-dSθ-rCθCSα) | 2rSSα | d²+r²SSα
0 | 0 | 0 | 0 | 0 | 0 | Cθ | -Sθ | 0 | d
0 | 0 | 0 | 0 | 0 | 0 | SθCα | CθCα | -Sα | -rSα
0 | 0 | 0 | 0 | 0 | 0 | SθSα | CθSα | Cα | rCα
0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1
"""
λ = sympy.Matrix([[page(cell) for cell in line.split("|")] for line in TABLE_9_1.strip().splitlines()])
"""The matrix ʲ⁻¹λ_j."""
