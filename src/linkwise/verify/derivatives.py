"""Laws of the derivatives of the dynamics: our formulas against the complex step."""

from collections.abc import Sequence

import numpy as np

from ..algebra import gradient
from ..calls.arrays import Array, assembled, columns
from ..formulations import terms
from .complex_step import partial
from .law import Measurement
from .relative import largest, product, relative
from .sample import Sample
from .solving import conditioned

PARTS = ("∂/∂q", "∂/∂q̇", "∂/∂q̈")
"""The three matrices that the derivatives of inverse dynamics consist of."""


def inverse_dynamics(sample: Sample) -> Measurement:
    """∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ minus those by the complex step; friction, which has a corner, by jets.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> bool(inverse_dynamics(sampled(linkwise.load("scara"), 5)).figures.max() < 1e-14)
    True
    """
    state = (sample.q, sample.qd, sample.qdd)
    true = [partial(sample.frictionless, "inverse_dynamics", state, k) for k in range(3)]
    true[0], true[1] = (a + b for a, b in zip(true[:2], _friction(sample), strict=True))
    floors = (sample.forces, sample.rates, sample.inertia)
    ours = sample.answer("inverse_dynamics_derivatives")
    off = [relative(a - b, np.maximum(largest(b), floor)) for a, b, floor in zip(ours, true, floors, strict=True)]
    return Measurement(np.stack(off, axis=1), axes=(PARTS, sample.joints, sample.joints))


def forward_dynamics(sample: Sample) -> Measurement:
    """M ∂q̈/∂x + ∂τ/∂x for x = q, q̇ at the q̈ that τ produces, with ∂τ/∂x by the complex step; and M ∂q̈/∂τ − 1."""
    M, slopes = sample.answer("mass_matrix"), sample.answer("forward_dynamics_derivatives")
    state = (sample.q, sample.qd, sample.answer("forward_dynamics"))
    true = [partial(sample.frictionless, "inverse_dynamics", state, k) for k in range(2)]
    true = [a + b for a, b in zip(true, _friction(sample), strict=True)]
    true = [*true, np.broadcast_to(-np.eye(sample.robot.n), M.shape)]
    acting = largest(product(np.abs(M), np.abs(state[2]))) + sample.forces
    floors = (acting, sample.rates, np.zeros(len(M)))
    off = [_residual(M, x, b, floor) for x, b, floor in zip(slopes, true, floors, strict=True)]
    names = (*PARTS[:2], "∂/∂τ")
    return Measurement(
        np.stack(off, axis=1), sample.condition, (names, sample.joints, sample.joints), conditioned(sample)
    )


def _residual(M: Array, x: Array, b: Array, floor: Array) -> Array:
    """The residual M x + b, relative to the sizes of its terms; `floor` is the size of the terms that b is a sum of."""
    return relative(M @ x + b, largest(np.abs(M) @ np.abs(x)) + largest(b) + floor)


def _friction(sample: Sample) -> tuple[Array, Array]:
    """∂/∂q and ∂/∂q̇ of the friction forces."""
    tree, (count, n) = sample.robot.tree, sample.qd.shape
    slopes: Sequence[Sequence[object]] = gradient(
        lambda x: terms.friction_forces(tree, x[n:], x[:n]),
        [*columns(sample.q, single=False), *columns(sample.qd, single=False)],
    )[1]
    both = np.swapaxes(assembled(slopes, (count,), (2 * n, n)), 1, 2)
    return both[..., :n], both[..., n:]
