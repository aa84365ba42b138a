"""The inertia matrix over the workspace: is it positive definite, and how well conditioned?

The condition number depends on units where joints turn and slide, and on how large the arm is next to its wrist. That
of M scaled to a unit diagonal does not; its logarithm is about the number of digits that solving M q̈ = τ loses.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from .finding import Check, Seen, figure

if TYPE_CHECKING:
    from .case import Case

SINGULAR = 1e-12
"""An eigenvalue of the scaled matrix up to this size may be 0: its entries carry some thousand roundings."""

MOVES = 0.1
"""A joint with a larger component of a unit vector takes part in its motion."""

POOR = 1e6
"""A scaled condition number beyond this loses six of sixteen digits; arms have 10 to 1000, humanoids up to 30000."""


@dataclass(frozen=True)
class Workspace:
    """What M is like at the worst of the sampled states: smallest scaled eigenvalue, condition numbers, and where.

    `direction` is the joint that moves most in the eigenvector of the smallest eigenvalue, `idle` are all that move in
    eigenvectors whose eigenvalue is 0.

    >>> found = Workspace.of(np.array([[0.0, 0.0], [0.0, 1.0]]), np.array([np.eye(2), [[1.0, 0.8], [0.8, 1.0]]]))
    >>> round(found.scaled, 9), found.q.tolist(), round(found.smallest, 9)
    (9.0, [0.0, 1.0], 0.2)
    """

    states: int
    smallest: float
    scaled: float
    raw: float
    q: Array
    direction: int
    idle: tuple[int, ...]

    @staticmethod
    def of(q: Array, M: Array) -> "Workspace":
        """From states and their inertia matrices."""
        diagonal = np.einsum("kii->ki", M)
        d = np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
        # a joint that moves nothing (or less) keeps its entry: scaled to 1 it would look healthy
        values, vectors = np.linalg.eigh(M / (d[:, :, None] * d[:, None, :]))
        k = int(np.argmin(values[:, 0]))
        definite = values[k, 0] > SINGULAR
        scaled = values[:, -1] / np.where(values[:, 0] > SINGULAR, values[:, 0], 1.0)
        at = int(np.argmax(scaled)) if definite else k
        raw = np.linalg.eigvalsh(M)
        return Workspace(
            len(q),
            float(values[k, 0]),
            float(scaled[at]) if definite else np.inf,
            float(np.max(raw[:, -1] / raw[:, 0])) if definite else np.inf,
            q[at],
            int(np.argmax(np.abs(vectors[k, :, 0]))),
            tuple(
                np.flatnonzero(np.linalg.norm(vectors[k][:, np.abs(values[k]) <= SINGULAR], axis=1) > MOVES).tolist()
            ),
        )

    @property
    def data(self) -> dict[str, Any]:
        """The same as a dict."""
        return {
            "states": self.states,
            "smallest": self.smallest,
            "scaled": self.scaled,
            "raw": self.raw,
            "q": self.q.tolist(),
        }


def _indefinite(case: "Case") -> Iterator[Seen]:
    found = case.workspace
    if found is not None and found.smallest < -SINGULAR:
        text = f"the inertia matrix has the eigenvalue {figure(found.smallest)} (scaled) at q = {place(found.q)}"
        yield Seen(case.robot.joint_names[found.direction], found.smallest, text)


def _singular(case: "Case") -> Iterator[Seen]:
    found = case.workspace
    if found is not None and abs(found.smallest) <= SINGULAR:
        text = f"the inertia matrix is singular at q = {place(found.q)}: this joint moves no inertia of its own"
        yield Seen(case.robot.joint_names[found.direction], found.smallest, text)


def _poor(case: "Case") -> Iterator[Seen]:
    found = case.workspace
    if found is not None and POOR < found.scaled < np.inf:
        text = (
            f"condition number {figure(found.scaled)} scaled to a unit diagonal ({figure(found.raw)} as it is), worst "
            f"at q = {place(found.q)}"
        )
        yield Seen(case.robot.joint_names[found.direction], found.scaled, text)


def place(q: Array, most: int = 8) -> str:
    """A state for a sentence.

    >>> place(np.array([0.5, -0.25])), place(np.zeros(9), 2)
    ('(0.5, -0.25)', '(0, 0, … 9 in all)')
    """
    shown = [f"{x + 0.0:.3g}" for x in q[:most].tolist()]
    return "(" + ", ".join([*shown, *([f"… {len(q)} in all"] if len(q) > most else [])]) + ")"


WORKSPACE = (
    Check(
        "indefinite-mass-matrix",
        "infeasible",
        _indefinite,
        "Every motion has positive kinetic energy: all eigenvalues of M are positive.",
        "correct the negative masses and moments; a simulation of this model would run away.",
    ),
    Check(
        "singular-mass-matrix",
        "infeasible",
        _singular,
        "Every motion has positive kinetic energy: all eigenvalues of M are positive.",
        "give the links beyond the joint mass and inertia, give the joint a rotor inertia, or lock it.",
    ),
    Check(
        "ill-conditioned",
        "suspicious",
        _poor,
        f"Up to {POOR:.0e}; arms have 10 to 1000.",
        "look for inertias that are too small and for joints with next to nothing to move; a rotor inertia helps.",
    ),
)
"""What is asked of the inertia matrix."""
