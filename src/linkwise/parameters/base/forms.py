"""Linear forms in named parameters: run on these scalars, the grouping rules produce their equations."""

from collections.abc import Mapping

from ...algebra import Scalar, is_zero
from ...errors import LinkwiseError, shown

MOST_SHOWN = 12
"""Terms that the repr of a form shows."""


class Form:
    """Σ c_k K_k: coefficients by the names of the parameters.

    Forms are added to and subtracted from each other, and multiplied and divided by numbers or symbols; adding a number
    other than 0 is refused.

    >>> 2.0 * (Form.of("XX1") - Form.of("YY1")) + Form.of("YY1")
    Form({'XX1': 2.0, 'YY1': -1.0})
    """

    __slots__ = ("terms",)
    __array_ufunc__ = None

    def __init__(self, terms: Mapping[str, Scalar]):
        self.terms = {name: c for name, c in terms.items() if not is_zero(c)}

    @staticmethod
    def of(name: str) -> "Form":
        """The form that is one parameter.

        >>> Form.of("M2")
        Form({'M2': 1.0})
        """
        return Form({name: 1.0})

    def __add__(self, other: Scalar) -> "Form":
        if not isinstance(other, Form):
            return self if is_zero(other) else _refused(other)
        terms = dict(self.terms)
        for name, c in other.terms.items():
            terms[name] = terms[name] + c if name in terms else c
        return Form(terms)

    __radd__ = __add__

    def __neg__(self) -> "Form":
        return self * -1.0

    def __sub__(self, other: Scalar) -> "Form":
        return self + (-other)

    def __rsub__(self, other: Scalar) -> "Form":
        return -self + other

    def __mul__(self, k: Scalar) -> "Form":
        if isinstance(k, Form):
            return _refused(k)
        return Form({name: c if is_zero(k - 1.0) else k * c for name, c in self.terms.items()})

    __rmul__ = __mul__

    def __truediv__(self, k: Scalar) -> "Form":
        return self if is_zero(k - 1.0) else Form({name: c / k for name, c in self.terms.items()})

    def __eq__(self, other: object) -> bool:
        return self.terms == (other.terms if isinstance(other, Form) else {} if other == 0 else None)

    def __hash__(self) -> int:
        return hash(tuple(self.terms))

    def __repr__(self) -> str:
        first = ", ".join(f"{name!r}: {c}" for name, c in list(self.terms.items())[:MOST_SHOWN])
        more = len(self.terms) - MOST_SHOWN
        return f"Form({{{first}, … and {more} more}})" if more > 0 else f"Form({{{first}}})"


def _refused(other: Scalar) -> Form:
    raise LinkwiseError(
        f"a linear form was combined with {shown(other, 40)}.",
        "Forms are added to forms or 0, and multiplied by numbers or symbols.",
    )
