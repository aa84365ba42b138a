"""The elastic robot near a state: D ẍ + V ẋ + P x for small changes of the forces, and what follows from it.

The derivatives of Khalil & Dombre (2002) [9.35] are those of the rigid links, plus those of the springs: see
`derivatives`.                                                                                          [khalil2002]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from ..calls.answers import ForwardDynamicsDerivatives
from ..calls.arrays import Array
from ..calls.checks import finite
from ..calls.direct import Wrenches
from ..errors import NoInertia, NotForThisRobot, UnknownName, shown
from ..formulations import determinacy
from ..linearize import AbstractStateSpace
from .questions import ask

if TYPE_CHECKING:
    from .robot import ElasticRobot

MOTORS = ("locked", "free")
"""How the motors may be held while the arm vibrates."""

COORDINATES = "joints, then motors"


@dataclass(frozen=True, eq=False, repr=False)
class ElasticModel(AbstractStateSpace):
    """D δẍ + V δẋ + P δx = [0; δΓ] near a state, x = (q, q_M); its state space has 4n states and n inputs.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
    >>> model = arm.linearize([0.0, 0.0])
    >>> model
    ElasticModel('pendulum', 4 states, 1 input)
    >>> sorted(abs(model.eigenvalues.imag).round(3).tolist())  # ω² = k (3 + 10), twice; and a free turn
    [0.0, 0.0, 36.056, 36.056]
    >>> model.B.round(9).ravel().tolist(), model.inputs, model.states[1:3]
    ([0.0, 0.0, 0.0, 10.0], ('tau:joint1 motor',), ('q:joint1 motor', 'qd:joint1'))
    """

    robot: ElasticRobot

    def cartesian(self, *arguments: Any, **options: Any) -> NoReturn:
        """Refused: the 2n coordinates of joints and motors have no 2n coordinates of a frame to go with them."""
        raise NotForThisRobot(
            f"robot {shown(self.robot.name)} has elastic joints: its model has no Cartesian form.",
            "A frame has at most six coordinates; joints and motors together have more.",
            "use elastic.robot.linearize(q).cartesian() for the rigid arm.",
        )


class Coefficients(NamedTuple):
    """D, V, P at a state, and the accelerations there."""

    D: Array
    V: Array
    P: Array
    xdd: Array


def coefficients(
    elastic: ElasticRobot, x: ArrayLike, xd: ArrayLike, tau: ArrayLike, wrenches: Wrenches
) -> Coefficients:
    """D, V and P at a state under motor torques.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
    >>> coefficients(arm, [0.0, 0.0], [0.0, 0.0], [0.0], None).P.round(9)
    array([[ 100., -100.],
           [-100.,  100.]])
    """
    _require_inertia(elastic, x, xd, tau, wrenches)
    return Coefficients(*ask(elastic, "coefficients", x, xd, tau, wrenches=wrenches))


def linearized(
    elastic: ElasticRobot, x: ArrayLike, xd: ArrayLike | None, tau: ArrayLike | None, wrenches: Wrenches
) -> ElasticModel:
    """The model near a state, checked; see `ElasticRobot.linearize`."""
    n, m, names = elastic.n, elastic.inputs, elastic.joint_names
    x = finite("x", x, (n,), COORDINATES, names)
    xd = finite("xd", np.zeros(n) if xd is None else xd, (n,), COORDINATES, names)
    tau = finite("tau", elastic.gravity_forces(x)[..., m:] if tau is None else tau, (m,), "one per motor", names[m:])
    D, V, P, xdd = coefficients(elastic, x, xd, tau, wrenches)
    finite("the acceleration", xdd, (n,), COORDINATES, names)
    x, xd, tau = (np.broadcast_to(array, (*xdd.shape[:-1], array.shape[-1])) for array in (x, xd, tau))
    return ElasticModel(elastic, x, xd, xdd, tau, D, V, P)


def forward_dynamics_derivatives(
    elastic: ElasticRobot, x: ArrayLike, xd: ArrayLike, tau: ArrayLike, wrenches: Wrenches
) -> ForwardDynamicsDerivatives:
    """−D⁻¹P, −D⁻¹V and D⁻¹[0; 1]."""
    _require_inertia(elastic, x, xd, tau, wrenches)
    found: ForwardDynamicsDerivatives = ask(elastic, "forward_dynamics_derivatives", x, xd, tau, wrenches=wrenches)
    return found


def _require_inertia(elastic: ElasticRobot, *state: Any) -> None:
    """Raise where a joint moves no inertia, as forward dynamics does."""
    *at, wrenches = state
    if not determinacy.certain(elastic.springs.links):
        elastic.forward_dynamics(*at, wrenches=wrenches)


def natural_frequencies(elastic: ElasticRobot, q: ArrayLike, motors: str) -> Array:
    """The roots of det(P − ω² D) = 0 for small motions about the equilibrium at q, lowest first.

    P = ∂²U/∂x² is that of gravity, ∂Q/∂q, and of the springs. It is scaled by the Cholesky factor of the inertias, so
    that the matrix whose eigenvalues are taken is symmetric.
    """
    if motors not in MOTORS:
        raise UnknownName("state of motors", motors, "natural_frequencies", MOTORS)
    m = elastic.inputs
    q = finite("q", q, (m,), "one entry per joint", elastic.joint_names)
    n, still = m if motors == "locked" else 2 * m, np.zeros_like(q)
    dQ = elastic.links.inverse_dynamics_derivatives(q, still, still).dtau_dq
    P = _with_springs(elastic.springs.stiffness, dQ, np.zeros_like(dQ))[..., :n, :n]
    D = elastic.mass_matrix(np.concatenate([q, q], axis=-1))[..., :n, :n]
    try:
        inverse = np.linalg.inv(np.linalg.cholesky(D))
    except np.linalg.LinAlgError:  # the same error as forward dynamics raises
        least = np.diagonal(D, axis1=-2, axis2=-1).reshape(-1, n).min(axis=0)
        raise NoInertia(elastic.joint_names[int(np.argmin(least))], elastic.name) from None
    scaled = inverse @ P @ np.swapaxes(inverse, -1, -2)
    squares = np.linalg.eigvalsh(0.5 * (scaled + np.swapaxes(scaled, -1, -2)))
    return np.sign(squares) * np.sqrt(np.abs(squares))


def _with_springs(spring: Array, links: Array, motors: Array) -> Array:
    """[links + spring, −spring; −spring, motors + spring]."""
    across = np.broadcast_to(-spring, links.shape)
    upper, lower = np.concatenate([links + spring, across], axis=-1), np.concatenate([across, motors + spring], axis=-1)
    return np.concatenate([upper, lower], axis=-2)
