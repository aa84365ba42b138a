"""Which coefficients of the equations of motion vanish, and why: `robot.couplings`.

    τ_i = Σ_k D_ik q̈_k + Σ_k Σ_m h_ikm q̇_k q̇_m + c_i                                               (2.5)

Milićević, Golubović & Slavković, §2: D_ik is the inertia that joint k shows at joint i, h_ikk the centrifugal effect of
joint k at joint i, h_ikm the Coriolis effect of joints k and m there, c_i the load of gravity.       [milicevic2007]

A coefficient is zero by design if its columns of the regressor are zero, and by parameters if their combination with
this robot's masses is: both are decided in exact arithmetic at a random point (exact_columns.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..calls.arrays import Array
from ..calls.checks import fixed, vector, whole
from ..calls.direct import require_mass
from ..calls.sampling import units, within_limits
from ..errors import NotForThisRobot, encodable, plain, shown
from ..html_table import html_table
from ..model import Model
from .coupling_table import HEADS, table
from .exact_columns import ExactColumns
from .reasons import ACTS, DESIGN, HERE, INDEX, PARAMETERS, REASONS, Rules

if TYPE_CHECKING:
    from ..robot import Robot

ROUNDING = 1e-12
"""Relative to what the inertias at its joints allow: what is smaller is the rounding of masses that were meant to
cancel."""

SAMPLES = 1000
"""Configurations at which the coefficients are looked at for their size."""

MOST = 24
"""The most coordinates: a chain of 24 takes about half a minute."""

Names = NDArray[np.str_]
"""Reasons, as an array."""


class Coefficient(NamedTuple):
    """One of D_ik, h_ikm and c_i: its kind, its joints, the reason why it is zero, and its largest size.

    >>> Coefficient("inertia", ("hip", "knee"), "acts", 0.5)
    Coefficient(inertia of hip, knee: acts, up to 0.5)
    """

    kind: str
    joints: tuple[str, ...]
    reason: str
    size: float

    def __repr__(self) -> str:
        size = f", up to {self.size:.4g}" if self.reason in (ACTS, HERE) else ""
        return encodable(f"Coefficient({self.kind} of {plain(', '.join(self.joints), 80)}: {self.reason}{size})")


@dataclass(frozen=True, eq=False, repr=False)
class Couplings:
    """Why each coefficient of the equations of motion is zero, or how large it becomes.

    `matrix` (n, n), `velocity` (n, n, n) and `gravity` (n,) hold a reason for each D_ik, h_ikm and c_i: "index",
    "design", "parameters", "here" (at the configuration asked about) or "acts". The sizes are the largest absolute
    values among random configurations within the joint limits. `doubt` is the probability that any "design" or
    "parameters" is wrong.

    >>> import linkwise
    >>> scara = linkwise.load("scara").couplings()
    >>> scara
    Couplings(scara: 3 of 10 inertias, 28 of 40 velocity coefficients and 3 of 4 loads of gravity are zero)
    >>> scara.matrix[0, 2], scara.velocity[1, 1, 0], scara.velocity[0, 1, 2], scara.velocity[1, 0, 0]
    (np.str_('design'), np.str_('index'), np.str_('design'), np.str_('acts'))
    """

    robot: str
    joints: tuple[str, ...]
    matrix: Names
    velocity: Names
    gravity: Names
    matrix_size: Array
    velocity_size: Array
    gravity_size: Array
    doubt: float
    q: Array | None = field(default=None)

    def __iter__(self) -> Iterator[Coefficient]:
        """Each coefficient once: D_ik with i ≤ k, h_ikm with k ≤ m, c_i."""
        n, joints = len(self.joints), self.joints
        for i in range(n):
            for k in range(i, n):
                yield Coefficient("inertia", (joints[i], joints[k]), *self._at(self.matrix, self.matrix_size, i, k))
        for i in range(n):
            for k in range(n):
                for m in range(k, n):
                    kind = "centrifugal" if k == m else "Coriolis"
                    found = self._at(self.velocity, self.velocity_size, i, k, m)
                    yield Coefficient(kind, (joints[i], joints[k], joints[m]), *found)
        for i in range(n):
            yield Coefficient("gravity", (joints[i],), *self._at(self.gravity, self.gravity_size, i))

    @staticmethod
    def _at(reasons: Names, sizes: Array, *index: int) -> tuple[str, float]:
        return str(reasons[index]), float(sizes[index])

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many coefficients of each kind are zero for each reason, each counted once.

        >>> import linkwise
        >>> linkwise.load("puma560").couplings().counts["inertia"]
        {'index': 0, 'design': 0, 'parameters': 2, 'here': 0, 'acts': 19}
        """
        kinds: dict[str, Counter[str]] = {kind: Counter() for kind in ("inertia", "centrifugal", "Coriolis", "gravity")}
        for coefficient in self:
            kinds[coefficient.kind][coefficient.reason] += 1
        return {kind: {reason: count[reason] for reason in REASONS} for kind, count in kinds.items()}

    def plot(self, path: str | Path | None = None) -> Any:
        """Draw who couples with whom, and why not; write the picture if a path is given.

        >>> import linkwise
        >>> len(linkwise.load("planar2r").couplings().plot().axes)
        5
        """
        from .coupling_picture import draw_couplings  # matplotlib is loaded only for pictures

        return draw_couplings(self, path)

    def __repr__(self) -> str:
        zero = {kind: (sum(c.values()) - c[ACTS], sum(c.values())) for kind, c in self.counts.items()}
        h = [a + b for a, b in zip(zero["centrifugal"], zero["Coriolis"], strict=True)]
        of = "{} of {} inertias, {} of {} velocity coefficients and {} of {} loads of gravity"
        said = of.format(*zero["inertia"], *h, *zero["gravity"])
        return encodable(f"Couplings({plain(self.robot, 40)}: {said} are zero)")

    def __str__(self) -> str:
        return encodable(table(self))

    def _repr_html_(self) -> str:
        rows = [(c.kind, ", ".join(c.joints), c.reason, f"{c.size:.4g}") for c in self]
        return html_table(repr(self), HEADS, rows)


def couplings(robot: Robot, q: ArrayLike | None = None, *, samples: int = SAMPLES) -> Couplings:
    """Which coefficients of the equations of motion vanish, and why; how large the others become.

    Reasons are, from the strongest on: the coefficient's indices, the robot's geometry, its masses, and the
    configuration, if one is given. Friction and springs have no part in it.

    q
        a configuration: coefficients that are zero there, and not everywhere, are marked too.
    samples
        how many random configurations within the joint limits the sizes are taken from.

    >>> import linkwise
    >>> print(linkwise.load("planar2r").couplings([0.3, 0.0]))
    planar2r: which coefficients of the equations of motion are zero, and why
                   all  index  design  parameters  here  act
    inertia          3      0       0           0     0    3
    centrifugal      4      2       0           0     2    0
    Coriolis         2      1       0           0     1    0
    gravity          2      0       0           0     0    2
    largest inertias D_ik, and loads c_i of gravity:
                1        2      c_i
      1      6.01     3.02     41.9
      2      3.02      1.7     18.5
    velocity coefficients h_ikm, by km: # acts, 0 zero here, p by parameters, d by design, . by index
          11 12 22
      1    .  0  0
      2    0  .  .
    """
    tree = robot.tree
    require_mass(tree, "mass_matrix")
    n = tree.n
    if n > MOST:
        raise NotForThisRobot(
            f"robot {shown(robot.name)} has {n} coordinates.",
            f"Couplings are found for up to {MOST}.",
            "hold some of its joints: robot.lock({…}).",
        )
    here = None if q is None else vector("q", q, n, "one entry per joint", entries=robot.joint_names)
    exact, rules = ExactColumns.of(tree), Rules.of(tree)
    sizes = [
        abs(x).max(axis=0) for x in _coefficients(robot, within_limits(tree, whole("samples", samples, 1), 0)["q"])
    ]
    scales = _scales(tree, sizes[0])
    values = None if here is None else [abs(x[0]) for x in _coefficients(robot, here[None])]

    def reason(kind: int, index: tuple[int, ...], line: list[Any]) -> str:
        size = float(sizes[kind][index])
        if not any(line):
            return DESIGN
        if not exact.value(line) or size <= ROUNDING * float(scales[kind][index]):
            return PARAMETERS
        return HERE if values is not None and values[kind][index] <= ROUNDING * size else ACTS

    reasons = [np.full(x.shape, INDEX, dtype="<U10") for x in sizes]
    for (i, k), line in exact.inertia.items():
        if not rules.inertia(i, k):
            reasons[0][i, k] = reasons[0][k, i] = reason(0, (i, k), line)
    for (i, k, m), line in exact.velocity.items():
        if not rules.velocity(i, k, m):
            reasons[1][i, k, m] = reasons[1][i, m, k] = reason(1, (i, k, m), line)
    for i, line in exact.gravity.items():
        reasons[2][i] = reason(2, (i,), line)
    for sized, why in zip(sizes, reasons, strict=True):
        sized[np.isin(why, (INDEX, DESIGN, PARAMETERS))] = 0.0
        sized.flags.writeable = why.flags.writeable = False
    asked = None if here is None else fixed(np.array(here))
    (D, h, c), (D_size, h_size, c_size) = reasons, sizes
    return Couplings(robot.name, robot.joint_names, D, h, c, D_size, h_size, c_size, exact.doubt, asked)


def _coefficients(robot: Robot, q: Array) -> list[Array]:
    """D, h and c at each configuration: (…, n, n), (…, n, n, n) and (…, n)."""
    bare = robot.without_springs()
    units = np.eye(robot.n)
    C = bare.coriolis_matrix(q[:, None, :], units)  # C_ik = Σ_m h_ikm q̇_m, so that a unit of q̇_m leaves h_ikm
    return [bare.mass_matrix(q), np.moveaxis(C, 1, -1), bare.gravity_forces(q)]


def _scales(tree: Model, D: Array) -> list[Array]:
    """How large D_ik, h_ikm and c_i could be: √(D_ii D_kk); the slopes of these; the weight of all links at the radius
    of gyration of D_ii."""
    own = np.sqrt(np.diagonal(D))
    slopes = np.outer(own, own)[:, :, None] / units(tree)
    mass = sum(float(body.inertia.m) for body in tree.bodies)
    g = float(np.linalg.norm([float(x) for x in tree.gravity.components]))
    largest = np.maximum(slopes, np.maximum(slopes.swapaxes(1, 2), np.moveaxis(slopes, -1, 0)))
    return [np.outer(own, own), largest, g * own * np.sqrt(abs(mass))]
