"""Straight lines through points: friction as it is measured, or as it is approximated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from ...algebra import Scalar, maximum, minimum
from ...errors import InvalidModel, shown
from .law import AbstractFriction

Point = tuple[float, float]
"""A velocity and the force there."""


@dataclass(frozen=True, slots=True)
class PiecewiseLinear(AbstractFriction):
    """Khalil & Dombre (2002), Figure 9.2d: continuous, straight between (velocity, force) points.       [khalil2002]

    The law passes through the origin. Points for one direction only are mirrored, which makes the law odd. Beyond the
    last point on either side the last line continues. Being continuous, the law holds no load at rest.

    >>> law = PiecewiseLinear([(0.01, 1.0), (1.0, 1.2)])
    >>> law.force(0.005), law.force(-0.01), law.force(2.0) > 1.4
    (0.5, -1.0, True)
    """

    kind: ClassVar[str] = "piecewise"

    points: tuple[Point, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", _checked(self.points))
        first, second, *_ = corners = self.corners
        falls = corners[-1][1] < corners[-2][1]
        if falls or second[1] < first[1]:
            far = corners[-1] if falls else first
            raise InvalidModel(
                f"a piecewise-linear friction law falls towards its last point {far}.",
                "Beyond it the last line continues, and would end up driving the joint.",
                "add a point further out, with a force at least as large.",
            )
        for (v, f), (v_next, f_next) in pairwise(corners):
            if not abs((f_next - f) / (v_next - v)) < float("inf"):
                raise InvalidModel(
                    f"a piecewise-linear friction law jumps between the velocities {v!r} and {v_next!r}.",
                    "A slope that a double can hold was expected.",
                    "for a jump at rest use Friction or Stribeck.",
                )

    @property
    def corners(self) -> tuple[Point, ...]:
        """All points in order: the given ones, the origin, and the mirrored ones.

        >>> PiecewiseLinear([(0.5, 1.0)]).corners
        ((-0.5, -1.0), (0.0, 0.0), (0.5, 1.0))
        """
        points = [point for point in self.points if point[0] != 0.0]
        if not (points[0][0] < 0.0 < points[-1][0]):
            points += [(-v, -f) for v, f in points]
        return tuple(sorted([*points, (0.0, 0.0)]))

    @property
    def pieces(self) -> tuple[tuple[float, float | None, float | None, float], ...]:
        """Each piece's slope, its ends (None where it never ends), and the end nearer to rest, where it starts.

        >>> PiecewiseLinear([(0.5, 1.0), (1.0, 1.5)]).pieces
        ((1.0, None, -0.5, -0.5), (2.0, -0.5, 0.5, 0.0), (1.0, 0.5, None, 0.5))
        """
        pieces: list[tuple[float, float | None, float | None, float]] = []
        for (v, f), (v_next, f_next) in pairwise(self.corners):
            slope, last = (f_next - f) / (v_next - v), pieces[-1] if pieces else None
            if last is not None and v == 0.0 and last[0] == slope:  # one line through the origin
                pieces[-1] = (slope, last[1], v_next, 0.0)
            else:
                pieces.append((slope, v, v_next, v if v >= 0.0 else v_next))
        pieces[0] = (pieces[0][0], None, *pieces[0][2:])
        pieces[-1] = (*pieces[-1][:2], None, pieces[-1][3])
        return tuple(pieces)

    def force(self, qd: Scalar, q: Scalar = 0.0, load: Scalar = 0.0, direction: Scalar | None = None) -> Scalar:
        """The sum of what each piece adds between its ends; all terms have one sign, so that steep ones do not cancel.

        >>> PiecewiseLinear([(-1.0, -3.0), (1.0, 2.0)]).force(-2.0)
        -6.0
        """
        total: Scalar = 0.0
        for slope, lower, upper, start in self.pieces:
            if slope != 0.0:
                v = qd if upper is None else minimum(qd, upper)
                v = v if lower is None else maximum(v, lower)
                total = total + slope * (v - start)
        return total

    def holding(self, q: Scalar = 0.0, load: Scalar = 0.0) -> tuple[Scalar, Scalar]:
        """(0, 0): a continuous law holds no load at rest.

        >>> PiecewiseLinear([(0.01, 1.0)]).holding()
        (0.0, 0.0)
        """
        return 0.0, 0.0

    @property
    def numbers(self) -> tuple[Scalar, ...]:
        """All velocities and forces.

        >>> PiecewiseLinear([(0.5, 1.0)]).numbers
        (0.5, 1.0)
        """
        return tuple(x for point in self.points for x in point)

    @property
    def data(self) -> dict[str, Any]:
        """The points as given.

        >>> PiecewiseLinear([(0.5, 1.0)]).data
        {'law': 'piecewise', 'points': [[0.5, 1.0]]}
        """
        return {"law": self.kind, "points": [list(point) for point in self.points]}


def _checked(points: Iterable[Sequence[float]]) -> tuple[Point, ...]:
    def wrong(what: str, expected: str, hint: str = "") -> InvalidModel:
        return InvalidModel(f"a piecewise-linear friction law {what}.", expected, hint)

    try:
        checked = tuple((float(v), float(f)) for v, f in points)
    except (TypeError, ValueError, OverflowError):
        pairs = "Pairs (velocity, force) of numbers were expected."
        raise wrong(f"has the points {shown(repr(points))}", pairs, "points=[(0.01, 1.0), (1.0, 1.2)], say.") from None
    for v, f in checked:
        if not abs(v) < float("inf") or not abs(f) < float("inf"):
            raise wrong(f"has the point {(v, f)}", "Finite numbers were expected.")
        if v * f < 0.0 or (v == 0.0 and f != 0.0):
            raise wrong(
                f"has the point {(v, f)}",
                "Force and velocity of the same sign were expected (friction resists), and no force at rest.",
                "check the sign; for a jump at rest use Friction or Stribeck.",
            )
    for (v, _), (v_next, _) in pairwise(checked):
        if not v < v_next:
            raise wrong(f"has velocity {v_next!r} after {v!r}", "Velocities that increase were expected.", "sort them.")
    if not any(v for v, _ in checked):
        raise wrong("has no point other than rest", "At least one point with a velocity other than 0 was expected.")
    return checked
