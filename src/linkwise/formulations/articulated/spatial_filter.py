"""The spatial Kalman filter along the links: variances, gains, and the triangular factors they make.

The quantities of Balafoutis & Patel (1991), (6.2.18)–(6.2.19), which the text describes without printing their
recursions; written from the operators' meaning and held to D and D⁻¹ by the tests.                [balafoutis1991]
"""

from collections.abc import Callable, Sequence

from ...algebra import NO_FORCE, Force, Mat6, Scalar, Transform
from ...model import BASE, Model
from ..determinacy import bounds, require
from ..signature import Rows
from .khalil_dombre import felt

Reciprocal = Callable[[int, Scalar], Scalar]
"""One over the variance of a joint, given its index."""


def riccati(
    model: Model, T: Sequence[Transform], over: Reciprocal, rotors: bool = True
) -> tuple[list[Scalar], list[Force]]:
    """The filter: variances D̂_j = S · P_j S, gains G_j = P_j S D̂_j⁻¹, and P_{j−1} = M_{j−1} + Σ X* (1 − G Sᵀ) P_j X.

    >>> import linkwise
    >>> arm = linkwise.load("planar2r").tree
    >>> D_hat, _ = riccati(arm, [body.pose(0.0) for body in arm.bodies], lambda j, variance: 1.0 / variance)
    >>> [round(x, 6) for x in D_hat]  # the masses lie in one line: the outer one leaves the inner joint alone
    [0.637, 1.701]
    """
    P = [Mat6.of(body.inertia) for body in model.bodies]
    D_hat, G = [0.0] * len(T), [NO_FORCE] * len(T)
    for j in reversed(range(len(T))):
        body = model.bodies[j]
        PS, with_rotor = felt(body, P[j])
        D_hat[j] = with_rotor if rotors else body.joint.S(body.name).dot(PS)
        G[j] = PS * over(j, D_hat[j])
        if body.parent != BASE:
            P[body.parent] = P[body.parent] + (P[j] - Mat6.product(G[j], PS)).to_parent(T[j])
    return D_hat, G


def factor(model: Model, T: Sequence[Transform], G: Sequence[Force]) -> Rows:
    """W = 1 + HΨL: each gain carried to the base as it is."""
    return _carried(model, T, G, 1.0, lambda j, force: force)


def inverse_factor(model: Model, T: Sequence[Transform], G: Sequence[Force]) -> Rows:
    """V = 1 − HΦL: each joint passed takes G (S · force) off."""

    def gives_way(j: int, force: Force) -> Force:
        body = model.bodies[j]
        return force - G[j] * body.joint.S(body.name).dot(force)

    return _carried(model, T, G, -1.0, gives_way)


def _carried(
    model: Model, T: Sequence[Transform], G: Sequence[Force], sign: float, past: Callable[[int, Force], Force]
) -> Rows:
    """Ones on the diagonal, and sign times what joint i feels of the gain of joint j; `past` is what a joint passes."""
    found: Rows = [[float(i == j) for j in range(len(T))] for i in range(len(T))]
    for j in range(len(T)):
        force, k = G[j], j
        while model.bodies[k].parent != BASE:
            force, k = force.to_parent(T[k]), model.bodies[k].parent
            found[k][j] = sign * model.bodies[k].joint.S(model.bodies[k].name).dot(force)
            force = past(k, force)
    return found


def felt_everywhere(model: Model, T: Sequence[Transform]) -> Reciprocal:
    """One over a variance, which must be an inertia."""
    bound = bounds(model, T)

    def over(j: int, variance: Scalar) -> Scalar:
        require(variance, bound[j], model.bodies[j].joint.name, model.name)
        return 1.0 / variance

    return over
