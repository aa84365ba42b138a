"""Call what a user wrote, and say what became of it."""

from collections.abc import Callable, Sequence
from numbers import Real
from typing import Any

from ...algebra import Scalar
from ...algebra.scalar import is_batch, state_by_state
from ...errors import InvalidModel, LinkwiseError, NotTraceable


def asked(function: Callable[..., Any], at: Sequence[Scalar], said: str) -> Any:
    """What a function gives; one that fails on the columns of a batch, as an `if` does, is asked state by state.

    >>> asked(lambda qd: 1.0 if qd > 0.0 else -1.0, (2.0,), "friction function 'worm'")
    1.0
    """
    try:
        return function(*at)
    except NotTraceable as error:
        raise NotTraceable(f"{said} cannot be traced: {error.what}", error.expected, error.hint) from error
    except LinkwiseError:
        raise
    except Exception as error:  # whatever a user's function does
        if any(map(is_batch, at)):
            return state_by_state(lambda *each: asked(function, each, said), at)
        hint = "write it with + − × ÷ and the functions of linkwise.algebra; where(…) does what `if` cannot."
        numbers = all(isinstance(x, Real) for x in at)
        kind = InvalidModel if numbers else NotTraceable  # a function for numbers alone can still be run on numbers
        raise kind(f"{said} failed: {error}", "A function over scalars was expected.", hint) from error
