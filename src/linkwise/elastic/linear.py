"""The elastic robot near a state: D ẍ + V ẋ + P x for small changes of the forces, and what follows from it.

The derivatives of Khalil & Dombre (2002) [9.35] are those of the rigid links, with the springs beside them:

    D = [A 0; 0 I_a],   V = [∂τ/∂q̇ + d, −d; −d, d + ∂f/∂q̇_M],   P = [∂τ/∂q + k, −k; ∂f/∂q − k, k + ∂f/∂q_M]

τ being A q̈ + C q̇ + Q of the links at their acceleration, f the motors' friction.                    [khalil2002]
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..algebra import gradient
from ..calls.arrays import Array, assembled, columns
from ..calls.checks import real
from ..calls.direct import Wrenches
from ..errors import NoInertia, UnknownName
from ..linearize.linearizing import finite
from .model import ElasticModel

if TYPE_CHECKING:
    from .robot import ElasticRobot

MOTORS = ("locked", "free")
"""How motors may be held while the arm vibrates."""


class Slopes(NamedTuple):
    """The derivatives of the accelerations with respect to x, ẋ and the motor torques."""

    dqdd_dq: Array
    dqdd_dqd: Array
    dqdd_dtau: Array


class Near(NamedTuple):
    """D, V, P at a state, and the accelerations there."""

    D: Array
    V: Array
    P: Array
    xdd: Array


def near(elastic: "ElasticRobot", x: ArrayLike, xd: ArrayLike, tau: ArrayLike, wrenches: Wrenches) -> Near:
    """D, V and P at the state the torques drive.

    >>> import linkwise
    >>> arm = linkwise.load("pendulum").with_gravity([0, 0, 0]).with_elastic_joints(100.0, rotors=0.1)
    >>> near(arm, [0.0, 0.0], [0.0, 0.0], [0.0], None).P.round(9)
    array([[ 100., -100.],
           [-100.,  100.]])
    """
    m, springs = elastic.inputs, elastic.springs
    xdd = elastic.forward_dynamics(x, xd, tau, wrenches=wrenches)
    x, xd = (np.broadcast_to(np.asarray(given, dtype=float), xdd.shape) for given in (x, xd))
    links = elastic.links.inverse_dynamics_derivatives(x[..., :m], xd[..., :m], xdd[..., :m], wrenches=wrenches)
    f_x, f_qd = friction_slopes(elastic, x, xd[..., m:])
    V = _sprung(springs.damping, links.dtau_dqd, f_qd)
    P = _sprung(springs.stiffness, links.dtau_dq, f_x[..., m:])
    P[..., m:, :m] += f_x[..., :m]
    return Near(elastic.mass_matrix(x), V, P, xdd)


def linearized(
    elastic: "ElasticRobot", x: ArrayLike, xd: ArrayLike | None, tau: ArrayLike | None, wrenches: Wrenches
) -> ElasticModel:
    """The model near a state, checked; see `ElasticRobot.linearize`."""
    n, m, names = elastic.n, elastic.inputs, elastic.joint_names
    x = finite("x", real("x", x, n, "joints, then motors"), names)
    xd = finite("xd", real("xd", np.zeros(n) if xd is None else xd, n, "joints, then motors"), names)
    tau = elastic.gravity_forces(x)[..., m:] if tau is None else real("tau", tau, m, "one entry per motor")
    found = near(elastic, x, xd, finite("tau", tau, names[m:]), wrenches)
    finite("the acceleration", found.xdd, names)
    batch = found.xdd.shape[:-1]
    x, xd, tau = (np.broadcast_to(given, (*batch, given.shape[-1])) for given in (x, xd, tau))
    return ElasticModel(elastic, x, xd, found.xdd, tau, found.D, found.V, found.P)


def slopes(at: Near, inputs: int) -> Slopes:
    """The derivatives of forward_dynamics: −D⁻¹P, −D⁻¹V, D⁻¹[0; 1]."""
    driven = np.zeros((*at.xdd.shape, inputs))
    driven[..., inputs:, :] = np.eye(inputs)
    return Slopes(-np.linalg.solve(at.D, at.P), -np.linalg.solve(at.D, at.V), np.linalg.solve(at.D, driven))


def friction_slopes(elastic: "ElasticRobot", x: Array, qd_M: Array) -> tuple[Array, Array]:
    """The derivatives of the motors' friction with respect to x and q̇_M; where it jumps, of the parts that do not."""
    batch, m = x.shape[:-1], elastic.inputs
    by = elastic.springs.equations()
    with np.errstate(all="ignore"):
        at = columns(np.concatenate([x, qd_M], axis=-1), batch == ())
        _, found = gradient(lambda z: by.rubbing(z[: 2 * m], z[2 * m :]), at)
        J = np.swapaxes(assembled(found, batch, (3 * m, m)), -1, -2)
    return J[..., : 2 * m], J[..., 2 * m :]


def frequencies(elastic: "ElasticRobot", q: ArrayLike, motors: str) -> Array:
    """The roots of det(P − ω² D) = 0 for small motions about the equilibrium at q, least first.

    P = ∂²U/∂x² has gravity's share ∂Q/∂q beside the springs'. It is scaled by the inertias' Cholesky factor, so that
    the eigenvalues of a symmetric matrix are found.
    """
    if motors not in MOTORS:
        raise UnknownName("state of motors", motors, "natural_frequencies", MOTORS)
    m = elastic.inputs
    q = finite("q", real("q", q, m, "one entry per joint"), elastic.joint_names)
    n, still = m if motors == "locked" else 2 * m, np.zeros_like(q)
    dQ = elastic.links.inverse_dynamics_derivatives(q, still, still).dtau_dq
    P = _sprung(elastic.springs.stiffness, dQ, np.zeros_like(dQ))[..., :n, :n]
    D = elastic.mass_matrix(np.concatenate([q, q], axis=-1))[..., :n, :n]
    try:
        inverse = np.linalg.inv(np.linalg.cholesky(D))
    except np.linalg.LinAlgError:  # as forward dynamics says it
        least = np.diagonal(D, axis1=-2, axis2=-1).reshape(-1, n).min(axis=0)
        raise NoInertia(elastic.joint_names[int(np.argmin(least))], elastic.name) from None
    scaled = inverse @ P @ np.swapaxes(inverse, -1, -2)
    squares = np.linalg.eigvalsh(0.5 * (scaled + np.swapaxes(scaled, -1, -2)))
    return np.sign(squares) * np.sqrt(np.abs(squares))


def _sprung(spring: Array, links: Array, motors: Array) -> Array:
    """[links + spring, −spring; −spring, motors + spring]."""
    across = np.broadcast_to(-spring, links.shape)
    upper, lower = np.concatenate([links + spring, across], axis=-1), np.concatenate([across, motors + spring], axis=-1)
    return np.concatenate([upper, lower], axis=-2)
