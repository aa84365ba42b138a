"""The last step of forward dynamics by way of the inertia matrix: D q̈ = τ − b.

Balafoutis & Patel (1991), §6.2, step iii after (6.2.3).                                           [balafoutis1991]
"""

from ..algebra import Scalar, solve
from ..model import Model
from .composite.direct_solve import with_rotors
from .determinacy import bounds, require
from .scalars import Rows, Scalars


def accelerations(model: Model, q: Scalars, D: Rows, forces: Scalars) -> list[Scalar]:
    """The q̈ that the forces τ − b produce, where D is the inertia matrix without rotors.

    >>> import linkwise
    >>> from linkwise.formulations.composite.featherstone import mass_matrix
    >>> pendulum = linkwise.load("pendulum").tree
    >>> D = mass_matrix(pendulum, [0.3])
    >>> accelerations(pendulum, [0.3], D, [2.0 * D[0][0]])
    [2.0]
    """
    bound = bounds(model, model.poses(q))

    def check(j: int, pivot: Scalar) -> None:
        require(pivot, bound[j], model.bodies[j].joint.name, model)

    return solve(with_rotors(model, D), forces, check)
