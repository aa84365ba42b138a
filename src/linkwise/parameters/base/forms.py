"""Linear forms in named parameters: a scalar on which the grouping rules give their equations."""

from collections.abc import Mapping

from ...algebra import Scalar, is_zero
from ...errors import LinkwiseError


class Form:
    """Σ c_k K_k: coefficients by the names of the parameters.

    It knows + and − of forms, × and ÷ by numbers or symbols; a number beside a form is refused unless it is 0.

    >>> 2.0 * (Form.of("XX1") - Form.of("YY1")) + Form.of("YY1")
    Form({'XX1': 2.0, 'YY1': -1.0})
    """

    __slots__ = ("terms",)
    __array_ufunc__ = None

    def __init__(self, terms: Mapping[str, Scalar]):
        self.terms = {name: c for name, c in terms.items() if not is_zero(c)}

    @staticmethod
    def of(name: str) -> "Form":
        """The parameter of a name.

        >>> Form.of("M2")
        Form({'M2': 1.0})
        """
        return Form({name: 1.0})

    def __add__(self, other: Scalar) -> "Form":
        if not isinstance(other, Form):
            return self if is_zero(other) else _refused(other)
        found = dict(self.terms)
        for name, c in other.terms.items():
            found[name] = found[name] + c if name in found else c
        return Form(found)

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
        return f"Form({self.terms})"


def _refused(other: Scalar) -> Form:
    raise LinkwiseError(f"{str(other)[:40]} met a linear form.", "Forms and 0 are added; numbers multiply.")
