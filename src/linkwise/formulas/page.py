"""Closed forms on paper: one equation for each entry that is not 0, as text or as a LaTeX document.

The letters are those of Khalil & Dombre (2002): A inertia matrix, C Coriolis matrix, Q gravity forces, Γ joint forces,
E and U energies, with S23 for sin(q2 + q3).                                                            [khalil2002]
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ..backends.listing.latex import PREAMBLE, WIDTH, visible
from ..backends.listing.tex import escaped
from ..formulations import QUESTIONS
from .printing import latex, text

LETTERS = {
    "inverse_dynamics": ("Gamma", r"\Gamma"),
    "mass_matrix": ("A", "A"),
    "coriolis_matrix": ("C", "C"),
    "bias_forces": ("H", "H"),
    "gravity_forces": ("Q", "Q"),
    "kinetic_energy": ("E", "E"),
    "potential_energy": ("U", "U"),
    "forward_kinematics": ("T", "T"),
    "jacobian": ("J", "J"),
    "jacobian_dot": ("Jdot", r"\dot{J}"),
    "regressor": ("D", "D"),
}
"""The letters of answers, in text and in LaTeX."""


def entries(question: str, answer: Any) -> Iterator[tuple[str, str, Any]]:
    """The name in text, the name in LaTeX and the expression of each entry that is not 0.

    Of a symmetric matrix only the upper half is listed.

    >>> import sympy
    >>> [name for name, _, _ in entries("mass_matrix", sympy.Matrix([[1, 2], [2, 0]]))]
    ['A[1,1]', 'A[1,2]']
    """
    import sympy

    parts = QUESTIONS[question].parts
    if parts:
        for part, matrix in zip(parts, answer, strict=True):
            yield from _named(part, rf"\mathrm{{{escaped(part)}}}", matrix)
    else:
        plain, tex = LETTERS.get(question, (question, rf"\mathrm{{{escaped(question)}}}"))
        if isinstance(answer, sympy.MatrixBase):
            yield from _named(plain, tex, answer)
        else:
            yield plain, tex, answer


def _named(plain: str, tex: str, matrix: Any) -> Iterator[tuple[str, str, Any]]:
    rows, columns = matrix.shape
    symmetric = rows == columns > 1 and matrix.is_symmetric()
    for i in range(rows):
        for j in range(i if symmetric else 0, columns):
            if matrix[i, j] != 0:
                place = f"{i + 1}" if columns == 1 else f"{i + 1},{j + 1}"
                yield f"{plain}[{place}]", f"{tex}_{{{place}}}", matrix[i, j]


def as_text(question: str, answer: Any) -> str:
    """One line for each entry that is not 0.

    >>> import linkwise
    >>> print(as_text("gravity_forces", linkwise.load("planar2r").formula("gravity_forces", symbols=["gravity", "D2"])))
    Q[1] = -G2*(2.1*C1*D2 + 0.91*C1 + 1.89*C12)
    Q[2] = -1.89*C12*G2
    """
    return "\n".join(f"{name} = {text(x)}" for name, _, x in entries(question, answer)) or "0"


def as_document(title: str, question: str, answer: Any, remarks: Sequence[str] = ()) -> str:
    r"""A LaTeX document that needs nothing but amsmath.

    >>> import sympy
    >>> r"Q_{1} &= C_{2}" in as_document("Gravity", "gravity_forces", sympy.Matrix([sympy.cos(sympy.Symbol("q2"))]))
    True
    """
    equations = [f"{name} &= {broken(latex(x))}" for _, name, x in entries(question, answer)]
    return document(title, equations or ["0"], remarks)


def document(title: str, equations: Sequence[str], remarks: Sequence[str] = ()) -> str:
    """A LaTeX document of equations, each with an & before its equals sign.

    >>> document("Nothing", ["0 &= 0"]).count("align*")
    2
    """
    paragraphs = [f"{escaped(remark)}\n" for remark in remarks]
    head = [PREAMBLE, r"\begin{document}", rf"\section*{{{escaped(title)}}}", *paragraphs]
    return "\n".join([*head, r"\begin{align*}", " \\\\\n".join(equations), r"\end{align*}", r"\end{document}", ""])


def broken(formula: str) -> str:
    r"""A right side, broken before signs if it is long; its parentheses become ones that may open and close on
    different lines.

    >>> broken(r"a\,\left(b + c\right)")
    'a\\,\\bigl(b + c\\bigr)'
    """
    formula = formula.replace(r"\left(", r"\bigl(").replace(r"\right)", r"\bigr)")
    lines, line, depth = [], "", 0
    for piece in re.split(r"(?= [+-] )", formula):
        if line and depth == 0 and visible(line) + visible(piece) > WIDTH:
            lines.append(line)
            line = r"&\quad{}"
        line += piece
        depth += piece.count("{") - piece.count("}")
    return " \\\\\n".join([*lines, line])
