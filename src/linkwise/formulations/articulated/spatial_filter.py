"""The spatial Kalman filter along the links: variances, gains, and the triangular factors they make.

The quantities of Balafoutis & Patel (1991), (6.2.18)–(6.2.19), which the text describes without printing their
recursions; written from the operators' meaning and checked against D and D⁻¹ by the tests.        [balafoutis1991]
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...algebra import NO_FORCE, Force, Mat6, Scalar, Transform, is_zero
from ...model import BASE, Model
from ..determinacy import bounds, certain_without_rotors, require
from ..scalars import Rows
from .khalil_dombre import felt

Reciprocal = Callable[[int, Scalar], Scalar]
"""One over the variance of a joint, given its index."""


class Filter(NamedTuple):
    """For every joint: variance D̂ = S · P S, force P S, the value used for D̂⁻¹, and gain G = P S D̂⁻¹."""

    D_hat: list[Scalar]
    PS: list[Force]
    over: list[Scalar]
    G: list[Force]


def riccati(model: Model, T: Sequence[Transform], over: Reciprocal, rotors: bool = True) -> Filter:
    """The filter: variances and gains, with P_{j−1} = M_{j−1} + Σ X* (1 − G Sᵀ) P_j X.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> at = riccati(arm, arm.poses([0.0, 0.0]), lambda j, variance: 1.0 / variance)
    >>> [round(x, 6) for x in at.D_hat]  # the masses lie in one line: the outer one leaves the inner joint alone
    [0.637, 1.701]
    """
    P = [Mat6.of(body.inertia) for body in model.bodies]
    at = Filter([0.0] * len(T), [NO_FORCE] * len(T), [0.0] * len(T), [NO_FORCE] * len(T))
    for j, body in model.inward():
        at.PS[j], with_rotor = felt(body, P[j])
        at.D_hat[j] = with_rotor if rotors else body.S.dot(at.PS[j])
        at.over[j] = over(j, at.D_hat[j])
        at.G[j] = at.PS[j] * at.over[j]
        if body.parent != BASE:
            P[body.parent] = P[body.parent] + (P[j] - Mat6.product(at.G[j], at.PS[j])).to_parent(T[j])
    return at


def factor(model: Model, T: Sequence[Transform], G: Sequence[Force]) -> Rows:
    """W = 1 + HΨL: each gain carried to the base as it is. For the forces P S it is W D̂, except on the diagonal."""
    return _carried(model, T, G, 1.0, lambda j, force: force)


def inverse_factor(model: Model, T: Sequence[Transform], G: Sequence[Force]) -> Rows:
    """V = 1 − HΦL: each joint passed subtracts G (S · force)."""

    def gives_way(j: int, force: Force) -> Force:
        return force - G[j] * model.bodies[j].S.dot(force)

    return _carried(model, T, G, -1.0, gives_way)


def _carried(
    model: Model, T: Sequence[Transform], G: Sequence[Force], sign: float, past: Callable[[int, Force], Force]
) -> Rows:
    """Ones on the diagonal, and sign times what joint i feels of the gain of joint j; `past` is what a joint passes."""
    factor: Rows = [[float(i == j) for j in range(len(T))] for i in range(len(T))]
    for j in range(len(T)):
        force = G[j]
        for k, i in pairwise(model.ancestors(j)):  # from link k to i, which carries it
            force = force.to_parent(T[k])
            factor[i][j] = sign * model.bodies[i].S.dot(force)
            force = past(i, force)
    return factor


def checked_inverse(model: Model, T: Sequence[Transform]) -> Reciprocal:
    """One over a variance; a joint that moves no inertia is refused."""
    bound = bounds(model, T)

    def over(j: int, variance: Scalar) -> Scalar:
        require(variance, bound[j], model.bodies[j].joint.name, model)
        return 1.0 / variance

    return over


SMALL = 1e-8
"""A variance this small relative to its bound is not worth dividing by; see `regularized_inverse`."""

TINY = 1e-300
"""Added to D̂² + ε², which is 0 for a batch of states where nothing is beyond a joint."""


def regularized_inverse(model: Model, T: Sequence[Transform]) -> Reciprocal:
    """One over a variance D̂, or the finite number D̂ / (D̂² + ε²) where D̂ may vanish.

    For W D̂ Wᵀ written with W D̂ = P S any number g will do: the term g (P S)(P S)ᵀ that P loses, the sum gains.
    """
    bound, certain = bounds(model, T), certain_without_rotors(model)

    def over(j: int, variance: Scalar) -> Scalar:
        if certain[j]:
            return 1.0 / variance
        ε = SMALL * bound[j]
        return 0.0 if is_zero(variance) else variance / (variance * variance + ε * ε + TINY)

    return over
