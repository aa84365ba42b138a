"""The coefficients of the equations of motion as linear forms in the inertial parameters, at one random configuration.

Joint forces are linear in the parameters K of the links and rotors, τ = Y(q, q̇, q̈) K: Khalil & Dombre (2002) [9.36]. So
is every coefficient of                                                                   [khalil2002] [milicevic2007]

    τ_i = Σ_k D_ik q̈_k + Σ_k Σ_m h_ikm q̇_k q̇_m + c_i                                               (2.5)

    D_ik: row i of Y(q, 0, e_k),   h_ikk: row i of Y(q, e_k, 0),
    2 h_ikm: row i of Y(q, e_k + e_m, 0) − Y(q, e_k, 0) − Y(q, e_m, 0),

all without gravity, and c_i: row i of Y(q, 0, 0) with it. Here Y is computed on residues (residues.py), in
Denavit–Hartenberg frames, where parallel axes and quarter turns are exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import lcm
from random import Random

from ..algebra import ZERO, Inertia, Scalar, Vec3
from ..formulas.harmonics import rational
from ..formulations import Columns
from ..formulations.regressor.khalil_dombre import regressor
from ..model import NO_SPRING, Body, Model, Rotor
from ..model.dh import DHRow
from ..model.rewrite.dh_gauge import gauged
from .residues import Angle, P, Residue, random_residue

Line = list[Residue]
"""A coefficient: one residue for each parameter."""


@dataclass(frozen=True)
class ExactColumns:
    """The coefficients at one random configuration, and the robot's own parameters.

    `doubt` is the probability that some coefficient is not 0 everywhere, though it is 0 here.

    >>> import linkwise
    >>> exact = ExactColumns.of(linkwise.load("planar2r").tree)
    >>> any(exact.gravity[0]), any(exact.velocity[0, 0, 0]), exact.doubt < 1e-30
    (True, False, True)
    """

    inertia: dict[tuple[int, int], Line]
    velocity: dict[tuple[int, int, int], Line]
    gravity: dict[int, Line]
    parameters: Line
    doubt: float

    @staticmethod
    def of(tree: Model, seed: int = 0) -> ExactColumns:
        """The coefficients of a robot without fixed joints: those with i ≤ k of D and with k ≤ m of h."""
        arm, positions, degree = _at_random(tree, seed)
        n, columns, still = arm.n, Columns.of(arm), replace(arm, gravity=ZERO)
        units = [[Residue(int(i == k)) for i in range(n)] for k in range(n)]
        rest = [Residue(0)] * n

        def rows(model: Model, ud: list[Residue], udd: list[Residue]) -> list[Line]:
            qd, qdd = (model.coordinates.velocities(x) for x in (ud, udd))
            Y = columns.rows(model, regressor(model, positions, qd, qdd), ud, udd, friction=False)
            return [[Residue.of(x) for x in row] for row in Y]

        inertia: dict[tuple[int, int], Line] = {}
        velocity: dict[tuple[int, int, int], Line] = {}
        for k in range(n):
            row = rows(still, rest, units[k])
            inertia |= {(i, k): row[i] for i in range(k + 1)}
        alone = [rows(still, unit, rest) for unit in units]
        for k in range(n):
            velocity |= {(i, k, k): alone[k][i] for i in range(n)}
            for m in range(k + 1, n):
                both = rows(still, [a + b for a, b in zip(units[k], units[m], strict=True)], rest)
                for i in range(n):
                    terms = zip(both[i], alone[k][i], alone[m][i], strict=True)
                    velocity[i, k, m] = [(x - a - b) * 0.5 for x, a, b in terms]
        gravity = dict(enumerate(rows(arm, rest, rest)))
        parameters = [Residue.of(x) for x in columns.values(arm)]
        asked = (len(inertia) + len(velocity) + len(gravity)) * (len(parameters) + 1)
        return ExactColumns(inertia, velocity, gravity, parameters, min(1.0, asked * degree / P))

    def value(self, line: Line) -> Residue:
        """A coefficient of this robot: its columns times the robot's parameters."""
        total = Residue(0)
        for column, x in zip(line, self.parameters, strict=True):
            total = total + column * x
        return total


def _at_random(tree: Model, seed: int) -> tuple[Model, list[Scalar], int]:
    """The robot in exact numbers, a random position of each of its joints, and the degree of its coefficients there.

    A coordinate that turns joints is a random angle, taken as often as each of them says; one that slides them is a
    random number. A coordinate that does both is given one of each: no polynomial links an angle to its sine and
    cosine.
    """
    moved, table = gauged(tree)
    u, draw = moved.coordinates, Random(seed)
    rows = [[(k, rational(c)) for k, c in row] for row in u.rows]
    turning = [not body.joint.slides for body in moved.bodies]
    parts = [
        lcm(*(c.denominator for row, turns in zip(rows, turning, strict=True) for j, c in row if turns and j == k))
        for k in range(moved.n)
    ]
    angles, numbers = ([make(draw) for _ in u.names] for make in (Angle.random, random_residue))
    positions: list[Scalar] = []
    degree = 0
    for row, turns, b in zip(rows, turning, u.offsets, strict=True):
        if turns:
            times = [(k, int(c * parts[k])) for k, c in row]
            positions.append(sum((angles[k] * c for k, c in times), Angle.of(b)))
            degree += 4 * sum(abs(c) for _, c in times)  # twice in each sine and cosine, of which t is twice in each
        else:
            positions.append(sum((numbers[k] * Residue.of(c) for k, c in row), Residue.of(b)))
            degree += 2
    x, y, z = (Residue.of(each) for each in moved.gravity.components)
    arm = replace(
        moved,
        bodies=tuple(_exact(body, row) for body, row in zip(moved.bodies, table, strict=True)),
        gravity=Vec3(x, y, z, moved.base),
        frames=(),
        lifts=(),
        closures=(),
        base_inertia=Inertia.none(),
        tip="",
    )
    return arm, positions, max(1, degree)


def _exact(body: Body, row: DHRow) -> Body:
    """The body with residues for numbers."""
    lengths = (Residue.of(x) for x in (row.b, row.d, row.r))
    angles = (Angle.of(x) if x else 0.0 for x in (row.gamma, row.alpha, row.beta, row.theta))
    (b, d, r), (γ, α, β, θ) = lengths, angles
    exact = DHRow(row.parent, γ, b, α, d, β, θ, r, row.sigma)
    joint = replace(
        body.joint, offset=exact.offset, rotor=Rotor(Residue.of(body.joint.rotor.reflected)), spring=NO_SPRING
    )
    inertia = Inertia.of_parameters([Residue.of(x) for x in body.inertia.parameters], body.name)
    return Body(body.name, body.parent, exact.constant.tagged(body.placement.to, body.name), joint, inertia)
