"""Checks of the inertia matrix over the workspace: is it positive definite, and how well conditioned?

The condition number of M depends on units if some joints turn and others slide, and on how large the arm is compared
with its wrist. That of M scaled to a unit diagonal does not; its logarithm is about the number of digits lost in
solving M q̈ = τ.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import encodable
from ..html_table import html_table
from .finding import Check, Observation, format_number

if TYPE_CHECKING:
    from .case import ExaminedRobot

SINGULAR = 1e-12
"""An eigenvalue of the scaled matrix below this may be 0: its entries carry some thousand roundings."""

MOVES = 0.1
"""A joint takes part in a motion if its component of the unit vector is larger."""

POOR = 1e6
"""A larger scaled condition number costs six of sixteen digits; arms have 10 to 1000, humanoids up to 30000."""


@dataclass(frozen=True)
class Workspace:
    """M at the worst of the sampled states: smallest scaled eigenvalue, condition numbers, and the state q.

    `direction` is the joint that moves most in the eigenvector of the smallest eigenvalue; `idle` are the joints that
    move in eigenvectors whose eigenvalue is 0.

    >>> workspace = Workspace.of(np.array([[0.0, 0.0], [0.0, 1.0]]), np.array([np.eye(2), [[1.0, 0.8], [0.8, 1.0]]]))
    >>> workspace
    <Workspace: condition number 9 (scaled to a unit diagonal) at q = (0, 1), the worst of 2 states>
    >>> round(workspace.smallest, 9)
    0.2
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
        """The worst of these states, given their inertia matrices."""
        diagonal = np.einsum("kii->ki", M)
        d = np.sqrt(np.where(diagonal > 0.0, diagonal, 1.0))
        # a diagonal entry that is not positive is kept: scaled to 1 it would look healthy
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
        """The figures as a dict, ready for JSON."""
        return {
            "states": self.states,
            "smallest": self.smallest,
            "scaled": self.scaled,
            "raw": self.raw,
            "q": self.q.tolist(),
        }

    def __repr__(self) -> str:
        scaled = f"condition number {format_number(self.scaled)} (scaled to a unit diagonal)"
        what = "M is not positive definite" if self.scaled == np.inf else scaled
        return f"<Workspace: {what} at q = {place(self.q)}, the worst of {self.states} states>"

    def _repr_html_(self) -> str:
        rows = [
            ("smallest eigenvalue, scaled to a unit diagonal", format_number(self.smallest)),
            ("condition number, scaled", format_number(self.scaled)),
            ("condition number", format_number(self.raw)),
            ("q", place(self.q)),
        ]
        return html_table(f"The inertia matrix at the worst of {self.states} states", ("figure", "value"), rows)


def _indefinite(case: "ExaminedRobot") -> Iterator[Observation]:
    workspace = case.workspace
    if workspace is not None and workspace.smallest < -SINGULAR:
        least = format_number(workspace.smallest)
        text = f"the inertia matrix has the eigenvalue {least} (scaled) at q = {place(workspace.q)}"
        yield Observation(case.robot.joint_names[workspace.direction], workspace.smallest, text)


def _singular(case: "ExaminedRobot") -> Iterator[Observation]:
    workspace = case.workspace
    if workspace is not None and abs(workspace.smallest) <= SINGULAR:
        text = f"the inertia matrix is singular at q = {place(workspace.q)}: this joint moves no inertia"
        yield Observation(case.robot.joint_names[workspace.direction], workspace.smallest, text)


def _poor(case: "ExaminedRobot") -> Iterator[Observation]:
    workspace = case.workspace
    if workspace is not None and POOR < workspace.scaled < np.inf:
        scaled, raw = format_number(workspace.scaled), format_number(workspace.raw)
        text = (
            f"condition number {scaled} scaled to a unit diagonal ({raw} as it is), worst at q = {place(workspace.q)}"
        )
        yield Observation(case.robot.joint_names[workspace.direction], workspace.scaled, text)


def place(q: Array, most: int = 8) -> str:
    """A state in a sentence, cut after `most` numbers.

    >>> place(np.array([0.5, -0.25])), place(np.zeros(9), 2)
    ('(0.5, -0.25)', '(0, 0, … 9 in all)')
    """
    shown = [f"{x + 0.0:.3g}" for x in q[:most].tolist()]
    return encodable("(" + ", ".join([*shown, *([f"… {len(q)} in all"] if len(q) > most else [])]) + ")")


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
        "look for inertias that are too small and for joints that move hardly any inertia; a rotor inertia helps.",
    ),
)
"""The checks of the inertia matrix."""
