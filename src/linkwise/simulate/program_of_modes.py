"""Accelerations of a robot whose joints slide or are held, as part of a program: modes are numbers given to it.

The mode m_k of a joint is ±1 while it slides that way, 1 if it has no dry friction, and 0 while it is held. Held joints
have an identity in their rows and columns of M, so that one program serves all modes:

    (D M D + 1 − D) q̈ = D c,    λ = (1 − D) (c − M q̈),    D = diag(m²),    c = τ − h − friction + Jᵀw
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from ..algebra import Scalar, solve
from ..algebra.matrices import times
from ..calls.arrays import Array
from ..calls.equations import Equations
from ..formulations import determinacy, friction
from .dry_friction import STUCK
from .plant import Plant

Scalars = Sequence[Scalar]
"""One entry per joint."""


def slides_in_code(plant: Plant) -> tuple[int, ...] | None:
    """The joints with dry friction, if a program can follow their modes; None otherwise.

    >>> import linkwise
    >>> from .inputs import inputs
    >>> puma = linkwise.load("puma560")
    >>> slides_in_code(Plant(puma, inputs(puma, None, None, {}, {}, False)))
    (0, 1, 2, 3, 4, 5)
    """
    tree = getattr(plant.system, "tree", None)
    if tree is None or plant.coupled or plant.dry.unheld or not tree.coordinates.trivial:
        return None
    if determinacy.has_numbers(tree) and not determinacy.certain(tree):
        return None
    return tuple(sorted(plant.dry.laws))


def numbers_of_modes(plant: Plant) -> Array:
    """The modes as numbers."""
    modes = np.ones(plant.n)
    for k in plant.dry.laws:
        modes[k] = plant.modes[k]
    modes[plant.modes[: plant.n] == STUCK] = 0.0
    return modes


def friction_of_modes(eq: Equations, q: Scalars, qd: Scalars, modes: Scalars, slides: Collection[int]) -> list[Scalar]:
    """The friction of all joints; that of a slide has the direction of its mode.

    >>> import linkwise
    >>> rough = linkwise.load("pendulum").with_friction(linkwise.model.Friction(coulomb=2.0))
    >>> friction_of_modes(Equations(rough.tree), [0.0], [0.5], [-1.0], [0])
    [-2.0]
    """
    forces: list[Scalar] = []
    for k, (body, load) in enumerate(zip(eq.tree.bodies, friction.loads(eq.tree, q), strict=True)):
        law, way = body.joint.friction, modes[k] if k in slides else None
        forces.append(0.0 if law.absent else law.force(qd[k], q[k], load, way))
    return forces


def accelerations_of_modes(
    eq: Equations, q: Scalars, qd: Scalars, drive: Scalars, wrenches: Mapping[str, Any], modes: Scalars
) -> tuple[list[Scalar], list[Scalar]]:
    """q̈, and what held joints bear; `drive` is τ less friction.

    >>> import linkwise
    >>> eq = Equations(linkwise.load("pendulum").tree)
    >>> accelerations_of_modes(eq, [0.0], [0.0], [3.0], {}, [1.0])
    ([9.0], [0.0])
    >>> accelerations_of_modes(eq, [0.0], [0.0], [3.0], {}, [0.0])
    ([0.0], [3.0])
    """
    free = [m * m for m in modes]
    c = [x - h for x, h in zip(drive, eq.bias_forces(q, qd, wrenches), strict=True)]
    M = eq.mass_matrix(q)
    masked = [
        [M[i][j] * (free[i] * free[j]) + (1.0 - free[i] if i == j else 0.0) for j in range(len(c))]
        for i in range(len(c))
    ]
    qdd = solve(masked, [d * x for d, x in zip(free, c, strict=True)])
    borne = [(1.0 - d) * (x - moved) for d, x, moved in zip(free, c, times(M, qdd), strict=True)]
    return qdd, borne
