"""What is watched on the way: outputs and their shapes, and what they are reduced to."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..errors import LinkwiseError, UnknownName, shown
from ..program import Reduction

KINDS = ("min", "max", "sum", "mean", "last", "integral")
"""What an output can be reduced to: over all steps and the end, integrals by the trapezoidal rule."""

START = {"min": float("inf"), "max": float("-inf"), "sum": 0.0, "mean": 0.0, "last": float("nan"), "integral": 0.0}
"""What a reduction begins with."""


class Reduced(NamedTuple):
    """A reduction by name: what it is, of which output."""

    name: str
    kind: str
    output: str


def checked_outputs(given: Mapping[str, Callable[..., Any]] | None) -> dict[str, Callable[..., Any]]:
    """Functions by name."""
    outputs = dict(given) if isinstance(given, Mapping) else {} if given is None else None
    if outputs is None or not all(isinstance(name, str) and callable(f) for name, f in outputs.items()):
        raise LinkwiseError(
            f"outputs are {shown(repr(given))}.",
            "A dict of functions (eq, t, q, qd, tau) over scalars by name was expected.",
            'outputs={"height": lambda eq, t, q, qd, tau: eq.forward_kinematics(q)[2][3]}, say.',
        )
    return outputs


def checked_reductions(given: Mapping[str, tuple[str, str]] | None, outputs: Mapping[str, Any]) -> tuple[Reduced, ...]:
    """Reductions by name.

    >>> checked_reductions({"top": ("max", "height")}, {"height": None})
    (Reduced(name='top', kind='max', output='height'),)
    """
    found = []
    if given is not None and not isinstance(given, Mapping):
        raise LinkwiseError(
            f"reduce is {shown(repr(given))}.", 'A dict such as {"top": ("max", "height")} was expected.'
        )
    for name, pair in (given or {}).items():
        if not isinstance(name, str) or not isinstance(pair, tuple | list) or len(pair) != 2:
            raise LinkwiseError(f"the reduction {shown(name)} is {shown(repr(pair))}.", '("max", "output"), say.')
        kind, output = pair
        if kind not in KINDS:
            raise UnknownName("reduction", kind, "a rollout", KINDS)
        if output not in outputs:
            raise UnknownName("output", output, "a rollout", outputs, "name it in outputs=.")
        if name in outputs:
            raise LinkwiseError(f"{shown(name)} is an output and a reduction.", "Each name once was expected.")
        found.append(Reduced(name, kind, output))
    return tuple(found)


def shape_of(name: str, nest: Any) -> tuple[int, ...]:
    """The shape of a nest of scalars.

    >>> shape_of("pose", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    (2, 3)
    """
    if not isinstance(nest, list | tuple):
        return ()
    parts = {shape_of(name, part) for part in nest}
    if len(parts) != 1:
        raise LinkwiseError(f"the output {shown(name)} is no array.", "A scalar, a list, or rows of one length.")
    return (len(nest), *parts.pop())


def loop_reductions(reduced: tuple[Reduced, ...], places: Mapping[str, tuple[int, int]]) -> tuple[Reduction, ...]:
    """Reductions as the loop does them, of outputs that begin somewhere and have a size; a mean is a sum there."""
    kinds = {"mean": "sum"}
    return tuple(Reduction(kinds.get(r.kind, r.kind), *places[r.output]) for r in reduced)
