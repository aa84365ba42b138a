"""What must vanish for a constant, or a diagonal, inertia matrix: equations in the base parameters.

The entries of the inertia matrix are sums of waves,

    D_ik = Σ_w w(q) Σ_p a_ikwp K_p,

w being 1, sines and cosines of sums of the joint angles, and powers of the slides; K_p the base parameters. The matrix
is the same in every configuration if Σ_p a_ikwp K_p = 0 for every wave but 1, and diagonal if that holds for every wave
of every D_ik with i ≠ k: Youcef-Toumi & Asada (1986), Yang & Tzeng (1986).              [youcef_toumi1986] [yang1986]
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ..formulas.alphabet import DIGITS, Alphabet
from ..formulas.closed_form import closed_form
from ..formulas.from_sympy import as_harmonics
from ..formulas.harmonics import Harmonics
from ..model.constants import KINDS, constants, letter_of
from ..parameters.base import BaseParameters

Form = dict[str, Fraction]
"""The numbers before the base parameters."""


class Equation(NamedTuple):
    """A sum of base parameters that must be 0, and the entries of the inertia matrix that it acts in.

    >>> print(Equation({"MX2": Fraction(1), "ZZ3": Fraction(-1, 2)}, ((0, 1),)))
    MX2 - 0.5*ZZ3 = 0   (D12)
    """

    form: Form
    entries: tuple[tuple[int, int], ...]

    @property
    def left(self) -> str:
        """The left side.

        >>> Equation({"MX2": Fraction(1)}, ()).left
        'MX2'
        """
        terms = ""
        for name, c in self.form.items():
            factor = "" if abs(c) == 1 else f"{float(abs(c)):.6g}*"
            sign = ("-" if c < 0 else "") if not terms else (" - " if c < 0 else " + ")
            terms += f"{sign}{factor}{name}"
        return terms

    def __str__(self) -> str:
        return f"{self.left} = 0   ({', '.join(f'D{i + 1}{k + 1}' for i, k in self.entries)})"


class DesignEquations(NamedTuple):
    """The equations of a constant inertia matrix, and those of a diagonal one.

    >>> import linkwise
    >>> equations = DesignEquations.of(linkwise.load("planar2r").base_parameters())
    >>> [equation.left for equation in equations.constant], [equation.left for equation in equations.diagonal]
    (['MX2', 'MY2'], ['ZZ2', 'MX2', 'MY2'])
    """

    constant: tuple[Equation, ...]
    diagonal: tuple[Equation, ...]

    @staticmethod
    def of(base: BaseParameters) -> DesignEquations:
        """The equations of an arm, from the closed form of its inertia matrix."""
        rows = _waves(base)
        constant = [(entry, form) for entry, wave, form in rows if wave != (0, 0)]
        diagonal = [(entry, form) for entry, _, form in rows if entry[0] != entry[1]]
        return DesignEquations(*(_independent(some, base.names) for some in (constant, diagonal)))


def _waves(base: BaseParameters) -> list[tuple[tuple[int, int], tuple[int, int], Form]]:
    """Entry, wave and power of the slides, and form: for each wave of each entry with i ≤ k."""
    import sympy

    symbols = {kept: sympy.Symbol(name, real=True) for kept, name in zip(base.kept, base.names, strict=True)}
    inertial = {*KINDS["inertia"], *KINDS["rotors"]}
    values: dict[str, Any] = {
        name: symbols.get(name, 0) for name in constants(base.tree) if letter_of(name) in inertial
    }
    M, alphabet = closed_form(base.tree, "mass_matrix", values), Alphabet()
    for symbol in symbols.values():
        alphabet.index(symbol)
    parameters = {1 << DIGITS * k: name for k, name in enumerate(base.names)}
    low = (1 << DIGITS * len(symbols)) - 1
    rows = []
    for i in range(base.tree.n):
        for k in range(i, base.tree.n):
            entry = as_harmonics(M[i, k], alphabet)
            forms: dict[tuple[int, int], Form] = {}
            for wave, polynomial in entry.waves.items() if isinstance(entry, Harmonics) else ():
                for monomial, c in polynomial.items():
                    at = forms.setdefault((wave, monomial & ~low), {})
                    at[parameters[monomial & low]] = Fraction(c, entry.over)
            rows += [((i, k), wave, form) for wave, form in forms.items()]
    return rows


def _independent(rows: list[tuple[tuple[int, int], Form]], names: tuple[str, ...]) -> tuple[Equation, ...]:
    """The equations reduced: each begins with a parameter, of the innermost link it can be, that no other has."""
    reduced: list[Form] = []
    for _, form in rows:
        left = dict(form)
        for known in reduced:
            left = _without(left, known)
        if left:
            pivot = min(left, key=names.index)
            left = {name: left[name] / left[pivot] for name in sorted(left, key=names.index)}
            reduced = [*(_without(known, left) for known in reduced), left]
    reduced.sort(key=lambda form: names.index(next(iter(form))))
    return tuple(
        Equation(form, tuple(sorted({entry for entry, other in rows if set(form) & set(other)}))) for form in reduced
    )


def _without(form: Form, known: Form) -> Form:
    """A form less the multiple of another that takes the first parameter of that one out of it."""
    pivot = next(iter(known))
    c = form.get(pivot, Fraction(0))
    if not c:
        return form
    left = {name: form.get(name, Fraction(0)) - c * known.get(name, Fraction(0)) for name in {**form, **known}}
    return {name: x for name, x in left.items() if x}
