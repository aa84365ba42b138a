"""Why a coefficient of the equations of motion is zero.

Milićević, Golubović & Slavković, §2, give three reasons: the kinematic design; a dummy existence, as h_iii = 0; and the
configuration at an instant. A fourth is the distribution of mass.            [milicevic2007]

For the second, the indices alone decide. D_ik depends on the joints beyond the outer one of i and k and on those
between them, so with h_ikm = ½ (∂D_ik/∂q_m + ∂D_im/∂q_k − ∂D_km/∂q_i) the coefficient h_iki is ½ ∂D_ii/∂q_k: it is 0 if
joint i carries nothing that joint k moves relative to it, which holds for k = i and for every k that carries i. On
different branches of a tree joints do not act on each other at all.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

from ..model import Model

INDEX, DESIGN, PARAMETERS, HERE, ACTS = "index", "design", "parameters", "here", "acts"

REASONS = {
    INDEX: "zero by its indices, for every robot of this tree",
    DESIGN: "zero by design: for any masses, by geometry alone",
    PARAMETERS: "zero by parameters: for this robot's masses, not for all",
    HERE: "zero at this configuration only",
    ACTS: "not zero",
}
"""The reasons, from the strongest to none at all."""


class Rules(NamedTuple):
    """What the indices of D and h say; they are those of the robot's coordinates.

    >>> import linkwise
    >>> rules = Rules.of(linkwise.load("planar2r").tree)
    >>> [(i, k) for i in range(2) for k in range(2) if rules.velocity(i, i, k)]  # h_iik
    [(0, 0), (1, 0), (1, 1)]
    """

    inertia: Callable[[int, int], bool]
    velocity: Callable[[int, int, int], bool]

    @staticmethod
    def of(tree: Model) -> Rules:
        """The rules for a robot without fixed joints."""
        carries = [
            frozenset(tree.ancestors(j)) for j in range(len(tree.bodies))
        ]  # those that carry a joint, and itself
        moves: list[list[int]] = [[] for _ in range(tree.n)]
        for j, row in enumerate(tree.coordinates.rows):
            for k, _ in row:
                moves[k].append(j)

        def apart(a: int, b: int) -> bool:
            return a not in carries[b] and b not in carries[a]

        def dummy(a: int, b: int, c: int) -> bool:
            return (
                apart(a, b)
                or apart(a, c)
                or apart(b, c)
                or (a == b and c in carries[a])
                or (a == c and b in carries[a])
            )

        return Rules(
            lambda i, k: all(apart(a, b) for a, b in product(moves[i], moves[k])),
            lambda i, k, m: all(dummy(a, b, c) for a, b, c in product(moves[i], moves[k], moves[m])),
        )
