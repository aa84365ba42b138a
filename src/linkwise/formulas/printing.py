"""Formulas as text and LaTeX, with the abbreviations that books use.

Khalil & Dombre (2002), Example 9.1: S23 = sin(q2 + q3), C2 = cos q2, SS2 = sin² q2, CC2 = cos² q2, CS2 = cos q2 sin q2
                                                                                                        [khalil2002]
Differs from the book: an angle that is not a plain sum of joint variables keeps its full form, as sin(2*q2 + q3) does.
"""

import re
from typing import Any

from ..parameters.base.writing import subscripted


def text(formula: Any, abbreviated: bool = True) -> str:
    """A formula as one line of text, or a matrix as one line for each entry that is not 0.

    >>> import sympy
    >>> q2, q3, D3 = sympy.symbols("q2 q3 D3")
    >>> text(D3 * sympy.sin(q2 + q3) ** 2 - sympy.cos(q2) * sympy.sin(q2))
    '-CS2 + D3*SS23'
    >>> text(sympy.Matrix([[0, D3], [D3, sympy.cos(q3)]]))
    '[1,2] = D3\\n[2,1] = D3\\n[2,2] = C3'
    """
    import sympy

    if isinstance(formula, sympy.MatrixBase):
        column = formula.shape[1] == 1
        return "\n".join(
            f"[{i + 1}] = {text(x, abbreviated)}" if column else f"[{i + 1},{j + 1}] = {text(x, abbreviated)}"
            for i, row in enumerate(formula.tolist())
            for j, x in enumerate(row)
            if x != 0
        )
    return str(short(formula) if abbreviated else formula)


def latex(formula: Any, abbreviated: bool = True) -> str:
    """A formula or a matrix in LaTeX.

    >>> import sympy
    >>> q2, q3, qd2, XX3 = sympy.symbols("q2 q3 qd2 XX3")
    >>> latex(XX3 * qd2 * sympy.cos(q2 + q3) ** 2)
    '\\\\mathit{CC}_{23}\\\\,\\\\mathit{XX}_{3}\\\\,\\\\dot{q}_{2}'
    """
    import sympy

    shown = short(formula) if abbreviated else formula
    names = {symbol: _name(symbol.name) for symbol in shown.free_symbols}
    return sympy.latex(shown, symbol_names=names, mul_symbol=r"\,", fold_short_frac=True)


def short(formula: Any) -> Any:
    """A formula or a matrix with symbols S23, CC2, … for sines, cosines, their squares and products.

    >>> import sympy
    >>> q1, q2 = sympy.symbols("q1 q2")
    >>> short(sympy.sin(q1) ** 3 * sympy.cos(q1 + q2) + sympy.cos(q1 - q2))
    C12*S1*SS1 + cos(q1 - q2)
    """
    import sympy

    if isinstance(formula, sympy.MatrixBase):
        return formula.applyfunc(short)
    if formula.is_Atom:
        return formula
    if formula.func in (sympy.sin, sympy.cos):
        return _letter("S" if formula.func is sympy.sin else "C", formula.args[0]) or formula
    if not formula.is_Mul and not formula.is_Pow:
        return formula.func(*map(short, formula.args))
    powers, rest = {}, []
    for factor in sympy.Mul.make_args(formula):
        base, k = factor.as_base_exp()
        turn = base.func in (sympy.sin, sympy.cos) and k.is_Integer and k > 0
        if turn and _letter("", base.args[0]) is not None:
            powers[base] = int(k)
        else:
            rest.append(factor if factor.is_Atom else sympy.Pow(short(base), k))
    return sympy.Mul(*rest, *_abbreviated(powers))


def _abbreviated(powers: dict[Any, int]) -> list[Any]:
    """Powers of sines and cosines as symbols S, C, SS, CC and CS."""
    import sympy

    symbols = []
    for base in powers:
        angle, k = base.args[0], powers[base]
        other = powers.get(sympy.cos(angle), 0) if base.func is sympy.sin else 0
        if base.func is sympy.sin and k % 2 and other % 2:
            symbols.append(_letter("CS", angle))
        elif base.func is sympy.cos and k % 2 and powers.get(sympy.sin(angle), 0) % 2:
            pass  # written together with the sine
        elif k % 2:
            symbols.append(_letter("S" if base.func is sympy.sin else "C", angle))
        symbols += [_letter("SS" if base.func is sympy.sin else "CC", angle)] * (k // 2)
    return symbols


def _letter(kind: str, angle: Any) -> Any:
    """The symbol of a function of a plain sum of joint variables, q2 + q3; None for any other angle."""
    import sympy

    parts = [re.fullmatch(r"q(\d+)", str(part)) for part in sympy.Add.make_args(angle)]
    numbers = sorted((match[1] for match in parts if match), key=int)
    if len(numbers) < len(parts) or (any(len(k) > 1 for k in numbers) and len(numbers) > 1):
        return None
    return sympy.Symbol(f"{kind}{''.join(numbers)}", real=True)


def _name(name: str) -> str:
    """A symbol in LaTeX, with the dots of q̇ and q̈."""
    dotted = re.fullmatch(r"(qdd?)(\d+)", name)
    if dotted is None:
        return subscripted(name)
    return rf"\{'d' * (len(dotted[1]) - 1)}ot{{q}}_{{{dotted[2]}}}"
