"""Outputs: functions evaluated along a rollout, their shapes, and what they are reduced to while it runs."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..calls.arrays import nested_shape
from ..errors import LinkwiseError, UnknownName, shown
from ..program import Reduction

START = {"min": float("inf"), "max": float("-inf"), "sum": 0.0, "mean": 0.0, "last": float("nan"), "integral": 0.0}
"""The value each reduction starts from."""

KINDS = tuple(START)
"""What an output can be reduced to, over all steps and the end; integrals are by the trapezoidal rule."""


class NamedReduction(NamedTuple):
    """A reduction the caller asked for: its name, its kind, and the output it reduces."""

    name: str
    kind: str
    output: str


def checked_outputs(outputs: Mapping[str, Callable[..., Any]] | None) -> dict[str, Callable[..., Any]]:
    """The caller's functions by name.

    >>> checked_outputs(None)
    {}
    """
    functions = dict(outputs) if isinstance(outputs, Mapping) else {} if outputs is None else None
    if functions is None or not all(isinstance(name, str) and callable(f) for name, f in functions.items()):
        raise LinkwiseError(
            f"outputs are {shown(repr(outputs))}.",
            "A dict of functions (eq, t, q, qd, tau) over scalars by name was expected.",
            'outputs={"height": lambda eq, t, q, qd, tau: eq.forward_kinematics(q)[2][3]}, for example.',
        )
    return functions


def checked_reductions(
    reduce: Mapping[str, tuple[str, str]] | None, outputs: Mapping[str, Any]
) -> tuple[NamedReduction, ...]:
    """The caller's reductions of these outputs.

    >>> checked_reductions({"top": ("max", "height")}, {"height": None})
    (NamedReduction(name='top', kind='max', output='height'),)
    """
    example = 'reduce={"top": ("max", "height")}, for example.'
    if reduce is not None and not isinstance(reduce, Mapping):
        raise LinkwiseError(
            f"reduce is {shown(repr(reduce))}.", "A dict of pairs (kind, output) by name was expected.", example
        )
    reductions = []
    for name, pair in (reduce or {}).items():
        if not isinstance(name, str) or not isinstance(pair, tuple | list) or len(pair) != 2:
            raise LinkwiseError(
                f"the reduction {shown(name)} is {shown(repr(pair))}.",
                "A pair (kind, output) was expected.",
                example,
            )
        kind, output = pair
        if kind not in KINDS:
            raise UnknownName("reduction", kind, "a rollout", KINDS)
        if not isinstance(output, str) or output not in outputs:
            raise UnknownName("output", output, "a rollout", outputs, "name it in outputs=.")
        if name in outputs:
            raise LinkwiseError(
                f"{shown(name)} is an output and a reduction.", "Different names were expected.", "rename one of them."
            )
        reductions.append(NamedReduction(name, kind, output))
    return tuple(reductions)


def shape_of(name: str, nest: Any) -> tuple[int, ...]:
    """The shape of an output: () for a scalar, (2, 3) for two rows of three.

    >>> shape_of("pose", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    (2, 3)
    """
    shape = nested_shape(nest)
    if shape is None:
        raise LinkwiseError(
            f"the output {shown(name)} is not an array.",
            "A scalar, a list of scalars, or rows of equal length were expected.",
        )
    if 0 in shape:
        raise LinkwiseError(f"the output {shown(name)} has no entries.", "At least one was expected.")
    return shape


def compiled_reductions(
    reductions: tuple[NamedReduction, ...], columns: Mapping[str, tuple[int, int]]
) -> tuple[Reduction, ...]:
    """The reductions as the loop performs them, on outputs with these (first column, size); a mean is a sum there.

    >>> compiled_reductions((NamedReduction("top", "mean", "height"),), {"height": (2, 1)})
    (Reduction(kind='sum', first=2, size=1),)
    """
    return tuple(Reduction("sum" if r.kind == "mean" else r.kind, *columns[r.output]) for r in reductions)
