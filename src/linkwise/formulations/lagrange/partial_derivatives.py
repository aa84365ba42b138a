"""Derivatives of the links' 4×4 matrices by the joint variables, each computed once.

Balafoutis & Patel (1991), (5.2.10a), (A.9); U_ij, U_ijk of Milićević et al., after (2.3).
                                                                               [balafoutis1991] [milicevic2007]

    W_j = W_{j−1} A_j
    ∂W_j/∂q_j = W_j Q_j,            ∂W_j/∂q_i = ∂W_{j−1}/∂q_i A_j               for i < j
    ∂²W_j/∂q_k∂q_j = ∂W_j/∂q_k Q_j,  ∂²W_j/∂q_k∂q_l = ∂²W_{j−1}/∂q_k∂q_l A_j    for k, l < j

Differs from the sources: Q acts in the child frame, which sits on the joint's axis; it is the 4×4 matrix of the
joint's unit motion there, for turns and slides about any axis. In a tree i, k, l are among the joints that carry j.
"""

from typing import NamedTuple

from ...algebra import FrameMatrix, generator, homogeneous
from ...model import BASE, Model
from ..scalars import Scalars

First = list[dict[int, FrameMatrix]]
"""∂W_j/∂q_i by j and i, those that are not zero."""

Second = list[dict[tuple[int, int], FrameMatrix]]
"""∂²W_j/∂q_k∂q_l by j and (k, l), those that are not zero."""


class Links(NamedTuple):
    """A_j from each link to its parent and Q_j of its joint, W_j to the base, ∂W_j/∂q_i."""

    A: list[FrameMatrix]
    Q: list[FrameMatrix]
    W: list[FrameMatrix]
    dW: First


def links(model: Model, q: Scalars) -> Links:
    """The matrices of all links, and their first derivatives.

    >>> import linkwise
    >>> two = links(linkwise.load("planar2r").tree, [0.0, 0.0])
    >>> two.W[1].rows[0], sorted(two.dW[1])
    ((1.0, 0.0, 0.0, 0.7), [0, 1])
    """
    of = Links([], [], [], [])
    for j, body in model.outward():
        A, Q = homogeneous(body.pose(q[j])), generator(body.S)
        carried, before = (A, {}) if body.parent == BASE else (of.W[body.parent] @ A, of.dW[body.parent])
        of.A.append(A)
        of.Q.append(Q)
        of.W.append(carried)
        of.dW.append({i: dW @ A for i, dW in before.items()} | {j: carried @ Q})
    return of


def second_derivatives(model: Model, of: Links) -> Second:
    """∂²W_j/∂q_k∂q_l for both orders of k and l.

    >>> import linkwise
    >>> model = linkwise.load("planar2r").tree
    >>> second_derivatives(model, links(model, [0.0, 0.0]))[1][0, 0].rows[0]
    (-1.0, 0.0, 0.0, -0.7)
    """
    second: Second = []
    for j, body in model.outward():
        before = {} if body.parent == BASE else second[body.parent]
        ddW = {pair: d @ of.A[j] for pair, d in before.items()}
        for k, dW in of.dW[j].items():
            ddW[k, j] = ddW[j, k] = dW @ of.Q[j]
        second.append(ddW)
    return second
