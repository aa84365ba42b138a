"""A user's own law: coefficients that depend on the position, on the load, or on whatever a formula can say."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar

from ...algebra import Scalar, maximum
from ...algebra.scalar import is_batch
from ...errors import InvalidModel, shown
from .law import TINY, AbstractFriction, number
from .users import asked

NOTHING = 1e-20
"""A force at the speed TINY that is as good as none: what a continuous law has there."""

Bound = Callable[[Scalar, Scalar], Scalar] | float | Sequence[float]
"""Static friction: a function of position and load, a number, or two of them, forwards and backwards."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class FrictionFunction(AbstractFriction):
    """The law force = function(q̇, q, load), or of (q̇, q) or of (q̇) alone.

    The function is written with + − × ÷, abs and the functions of `linkwise.algebra` (sin, cos, sqrt, sign, exp, log,
    tanh, minimum, maximum, where), so that it can be compiled and differentiated; `load` is the force gravity exerts on
    the joint. `holding` is the static friction: a number, two of them (forwards, backwards), or a function of (q, load)
    that gives such; where it is not given, what the function jumps by at rest.

    >>> from linkwise.algebra import sign
    >>> law = FrictionFunction(lambda qd, q, load: (1.0 + 0.05 * abs(load)) * sign(qd) + 0.5 * qd, name="worm gear")
    >>> law.force(2.0, load=10.0), law.holding(load=10.0), law
    (2.5, (1.5, 1.5), FrictionFunction('worm gear'))
    """

    kind: ClassVar[str] = "function"

    function: Callable[..., Scalar]
    bound: Bound | None
    name: str
    takes: int

    def __init__(self, function: Callable[..., Scalar], holding: Bound | None = None, name: str = ""):
        if not callable(function):
            raise InvalidModel(
                f"a friction function is {shown(repr(function))}.", "A function of (qd, q, load) was expected."
            )
        if not isinstance(name, str):
            raise InvalidModel(f"the name of a friction function is {shown(repr(name))}.", "A text was expected.")
        if holding is not None and not callable(holding):
            pair = holding if isinstance(holding, tuple | list) else (holding,)
            if len(pair) not in (1, 2) or not all(isinstance(x, Real) for x in pair):
                raise InvalidModel(
                    f"the holding of friction function {shown(name)} is {shown(repr(holding))}.",
                    "One number, two of them (forwards, backwards), or a function of (q, load) that gives such.",
                )
            holding = tuple(number(f"friction function {shown(name)}", "holding", x) for x in pair)
        said = name or getattr(function, "__name__", "function")
        for field, value in (("function", function), ("bound", holding), ("name", said), ("takes", _takes(function))):
            object.__setattr__(self, field, value)

    def __repr__(self) -> str:
        return f"FrictionFunction({shown(self.name)})"

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """What the function says; one-sided, what it says on that side of rest.

        >>> from linkwise.algebra import sign
        >>> FrictionFunction(lambda qd: 2.0 * sign(qd)).force(0.0, direction=-1.0)
        -2.0
        """
        if direction is None:
            return self._spent(qd, q, load)
        aside = direction * maximum(direction * qd, TINY)
        return direction * direction * self._spent(aside, q, load)

    def _spent(self, *at: Scalar) -> Scalar:
        given, said = at[: self.takes], f"friction function {shown(self.name)}"
        found = asked(self.function, given, said)
        shape, batch = getattr(found, "shape", ()), {x.shape for x in given if is_batch(x)}
        wide = shape != () and len(batch) <= 1 and shape not in batch
        if wide or found is None or isinstance(found, str | bytes | bool | complex | tuple | list | dict):
            raise InvalidModel(f"{said} gave {shown(repr(found))}.", "A force was expected: one number.")
        return found

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """As given, or the function's own limits on both sides of rest."""
        if self.bound is None:
            ahead, back = self._spent(TINY, q, load), -self._spent(-TINY, q, load)
            return maximum(ahead - NOTHING, 0.0), maximum(back - NOTHING, 0.0)
        said = f"holding of friction function {shown(self.name)}"
        found = asked(self.bound, (q, load), said) if callable(self.bound) else self.bound
        pair = tuple(found) if isinstance(found, tuple | list) else (found,)
        if len(pair) not in (1, 2):
            raise InvalidModel(f"the {said} gave {shown(repr(found))}.", "One number, or two.")
        owner, ends = f"friction function {shown(self.name)}", (pair[0], pair[-1])
        ahead, back = (x if is_batch(x) else number(owner, "holding", x) for x in ends)
        return ahead, back

    @property
    def needs(self) -> tuple[str, ...]:  # type: ignore[override]
        """As many as the function takes; a holding given as a function takes both."""
        return ("q", "load") if callable(self.bound) else ("q", "load")[: self.takes - 1]

    @property
    def lasting(self) -> bool:  # type: ignore[override]
        """A function's text is not known."""
        return False

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """None that are known, but the holding's."""
        return self.bound if isinstance(self.bound, tuple) else ()

    @property
    def data(self) -> dict[str, Any]:
        """The name alone."""
        return {"law": self.kind, "name": self.name}


def _takes(function: Callable[..., Scalar]) -> int:
    """How many of q̇, q and load a function takes: those without a default, or all where that cannot be told."""
    try:
        given = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 3
    if any(p.kind is p.VAR_POSITIONAL for p in given):
        return 3
    needed = [p for p in given if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    if not 1 <= len(needed) <= 3 or any(p.kind is p.KEYWORD_ONLY for p in needed):
        raise InvalidModel(
            f"a friction function takes {', '.join(map(str, given)) or 'nothing'}.",
            "A function of (qd, q, load), of (qd, q) or of (qd) was expected; others have defaults.",
        )
    return len(needed)
