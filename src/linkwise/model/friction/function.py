"""A friction law written by the user: a function of speed, position and load."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar

from ...algebra import Scalar, maximum
from ...algebra.columns import is_batch, state_by_state
from ...errors import InvalidModel, LinkwiseError, NotTraceable, shown
from .law import TINY, AbstractFriction, number

NOTHING = 1e-20
"""A force this small at the speed TINY counts as none: even a continuous law has a little there."""

Bound = Callable[[Scalar, Scalar], Scalar] | float | Sequence[float]
"""Static friction: a function of position and load, a number, or two of them, forwards and backwards."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class FrictionFunction(AbstractFriction):
    """The law force = function(q̇, q, load), or of (q̇, q) or of (q̇) alone.

    The function is written with + − × ÷, abs and the functions of `linkwise.algebra` (sin, cos, sqrt, sign, exp, log,
    tanh, minimum, maximum, where), so that it can be compiled and differentiated; `load` is the force gravity exerts on
    the joint. `holding` is the static friction: one number, two numbers (forwards, backwards), or a function of
    (q, load) that returns either; by default the jump of the function at rest.

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
            raise InvalidModel(f"the name of a friction function is {shown(repr(name))}.", "A string was expected.")
        if holding is not None and not callable(holding):
            pair = holding if isinstance(holding, tuple | list) else (holding,)
            if len(pair) not in (1, 2) or not all(isinstance(x, Real) for x in pair):
                raise InvalidModel(
                    f"the holding force of friction function {shown(name)} is {shown(repr(holding))}.",
                    "One number, two (forwards, backwards), or a function of (q, load) was expected.",
                )
            holding = tuple(number(f"friction function {shown(name)}", "holding force", x) for x in pair)
        name = name or getattr(function, "__name__", "function")
        for field, value in (("function", function), ("bound", holding), ("name", name), ("takes", _takes(function))):
            object.__setattr__(self, field, value)

    def __repr__(self) -> str:
        return f"FrictionFunction({shown(self.name)})"

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """The function's value; with a direction, its value on that side of rest.

        >>> from linkwise.algebra import sign
        >>> FrictionFunction(lambda qd: 2.0 * sign(qd)).force(0.0, direction=-1.0)
        -2.0
        """
        if direction is None:
            return self._evaluate(qd, q, load)
        beside_rest = direction * maximum(direction * qd, TINY)
        return direction * direction * self._evaluate(beside_rest, q, load)

    def _evaluate(self, *at: Scalar) -> Scalar:
        arguments, owner = at[: self.takes], f"friction function {shown(self.name)}"
        force = _call(self.function, arguments, owner)
        shape, batch = getattr(force, "shape", ()), {x.shape for x in arguments if is_batch(x)}
        wide = shape != () and len(batch) <= 1 and shape not in batch
        if wide or force is None or isinstance(force, str | bytes | bool | complex | tuple | list | dict):
            raise InvalidModel(f"{owner} returned {shown(repr(force))}.", "A force was expected: one number.")
        return force

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """The static friction as given, or else the function's limits on both sides of rest."""
        if self.bound is None:
            ahead, back = self._evaluate(TINY, q, load), -self._evaluate(-TINY, q, load)
            return maximum(ahead - NOTHING, 0.0), maximum(back - NOTHING, 0.0)
        owner = f"friction function {shown(self.name)}"
        bound = _call(self.bound, (q, load), f"holding force of {owner}") if callable(self.bound) else self.bound
        pair = tuple(bound) if isinstance(bound, tuple | list) else (bound,)
        if len(pair) not in (1, 2):
            raise InvalidModel(
                f"the holding force of {owner} is {shown(repr(bound))}.",
                "One number was expected, or two: forwards and backwards.",
            )
        ahead, back = (x if is_batch(x) else number(owner, "holding force", x) for x in (pair[0], pair[-1]))
        return ahead, back

    @property
    def needs(self) -> tuple[str, ...]:  # type: ignore[override]
        """Those of q and load that the function takes; a holding given as a function takes both."""
        return ("q", "load") if callable(self.bound) else ("q", "load")[: self.takes - 1]

    @property
    def repr_determines(self) -> bool:  # type: ignore[override]
        """False: what a function computes cannot be told from its name."""
        return False

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """The holding, where it was given as numbers; those within the function are not known."""
        return self.bound if isinstance(self.bound, tuple) else ()

    @property
    def data(self) -> dict[str, Any]:
        """The name: a function cannot be written to a file."""
        return {"law": self.kind, "name": self.name}


def _takes(function: Callable[..., Scalar]) -> int:
    """How many of q̇, q and load a function takes: its parameters without a default; 3 where it has no signature."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 3
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return 3
    needed = [p for p in parameters if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    if not 1 <= len(needed) <= 3 or any(p.kind is p.KEYWORD_ONLY for p in needed):
        raise InvalidModel(
            f"a friction function takes {', '.join(map(str, parameters)) or 'nothing'}.",
            "A function of (qd, q, load), of (qd, q) or of (qd) was expected.",
            "give its other parameters defaults.",
        )
    return len(needed)


def _call(function: Callable[..., Any], at: Sequence[Scalar], owner: str) -> Any:
    """What the user's function returns; one that fails on a batch, as an `if` does, is called state by state."""
    try:
        return function(*at)
    except NotTraceable as error:
        raise NotTraceable(f"{owner} cannot be traced: {error.what}", error.expected, error.hint) from error
    except LinkwiseError:
        raise
    except Exception as error:  # the user's code may raise anything
        if any(map(is_batch, at)):
            return state_by_state(lambda *state: _call(function, state, owner), at)
        hint = "write it with + − × ÷ and the functions of linkwise.algebra; where(…) does what `if` cannot."
        numbers = all(isinstance(x, Real) for x in at)
        kind = InvalidModel if numbers else NotTraceable  # one that fails on a tracer may still run on numbers
        raise kind(f"{owner} failed: {error}", "A function over scalars was expected.", hint) from error
