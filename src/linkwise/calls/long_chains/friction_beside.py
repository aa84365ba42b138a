"""Friction that a loop cannot compute, beside it: any law but viscous and Coulomb friction, by the formulation."""

from typing import Any

import numpy as np

from ...formulations import friction
from ...model import FREE, Friction, Model, rewrite
from ..arrays import Array, columns


def split_friction(tree: Model) -> tuple[Model, Model | None]:
    """The tree with the friction that a loop can compute, and one with all other friction, if there is any."""
    other = {b.joint.name: b.joint.friction for b in tree.bodies if not isinstance(b.joint.friction, Friction)}
    if not other:
        return tree, None
    free = dict.fromkeys(other, FREE)
    return rewrite.with_friction(tree, free), rewrite.with_friction(rewrite.without_friction(tree), other)


def slopes(beside: Model, q: Array, qd: Array) -> tuple[Any, Array]:
    """How this friction changes with q, 0 if it does not, and with q̇: matrices of each state."""
    along, across = friction.slopes(beside, *(columns(x, single=False) for x in (qd, q)))
    by_q: Any = 0.0 if across is None else np.stack([_stacked(row, len(q)) for row in across], axis=1)
    return by_q, _stacked(along, len(q))[..., None] * np.eye(len(along))


def _stacked(every: Any, count: int) -> Array:
    return np.stack([np.broadcast_to(x, (count,)) for x in every], axis=1)
