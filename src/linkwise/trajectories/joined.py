"""One motion after the other."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from ..calls.arrays import Array
from ..errors import BadArray, LinkwiseError
from .evaluation import Evaluation
from .motion import Motion
from .polynomials import Pieces
from .trajectory import AbstractTrajectory

APART = 1e-9
"""How far one motion may begin from where the one before ends, relative to the size of the numbers: rounding."""


@dataclass(frozen=True, eq=False, repr=False)
class Joined(AbstractTrajectory):
    """Motions end to end; each begins where the one before ends. Velocities may jump there, unless both rest.

    >>> from linkwise.trajectories import Quintic
    >>> there, back = Quintic([0.0], [1.0], duration=1.0), Quintic([1.0], [0.0], duration=1.0)
    >>> Joined((there, back, there))
    Joined(1 joint, 3 s, 3 parts)
    """

    parts: tuple[AbstractTrajectory, ...]
    duration: float = field(init=False)

    def __post_init__(self) -> None:
        parts = tuple(self.parts) if isinstance(self.parts, tuple | list) else (self.parts,)
        if not parts or not all(isinstance(part, AbstractTrajectory) for part in parts):
            kinds = [type(part).__name__ for part in parts]
            raise LinkwiseError(
                f"a motion cannot be made of {kinds}.",
                "One or more of linkwise.trajectories were expected.",
                "Joined((there, back)), say.",
            )
        for k, (first, second) in enumerate(pairwise(parts)):
            if first.n != second.n:
                raise BadArray(
                    f"motion {k + 1} has {first.n} joints, motion {k + 2} has {second.n}.",
                    "The same number in both was expected.",
                )
            end, start = first(first.duration).q, second(0.0).q
            j = int(np.argmax(np.abs(end - start)))
            if abs(end[j] - start[j]) > APART * max(1.0, abs(end[j])):
                raise BadArray(
                    f"motion {k + 2} does not begin where motion {k + 1} ends: "
                    f"joint {j + 1} is at {start[j]:g} and at {end[j]:g}.",
                    "The same posture was expected.",
                    "put a Quintic between them.",
                )
        self._put(parts=parts)
        self._put(duration=float(self._begins[-1]))

    @cached_property
    def _begins(self) -> Array:
        return np.append(0.0, np.cumsum([part.duration for part in self.parts]))

    @property
    def n(self) -> int:
        """The number of joints.

        >>> from linkwise.trajectories import Quintic
        >>> Joined((Quintic([0.0], [1.0], duration=2.0),)).n
        1
        """
        return self.parts[0].n

    @cached_property
    def polynomials(self) -> Pieces | None:
        """Those of all parts, if all are polynomials.

        >>> from linkwise.trajectories import Quintic
        >>> Quintic([0.0], [1.0], duration=1.0).then(Quintic([1.0], [0.0], duration=2.0)).polynomials
        Pieces(2 of degree 5, 1 joints, to 3 s)
        """
        own = [part.polynomials for part in self.parts]
        pieces = [each for each in own if each is not None]
        if len(pieces) < len(own):
            return None
        powers = max(each.coefficients.shape[1] for each in pieces)
        padded = [
            np.pad(each.coefficients, ((0, 0), (0, powers - each.coefficients.shape[1]), (0, 0))) for each in pieces
        ]
        starts = [start + each.breaks[:-1] for start, each in zip(self._begins, pieces, strict=False)]
        return Pieces(np.append(np.concatenate(starts), self.duration), np.concatenate(padded))

    @cached_property
    def _evaluation(self) -> Evaluation:
        """By the parts, if they are not all polynomials."""
        if self.polynomials is not None:
            return super()._evaluation
        begins, parts = self._begins.tolist(), self.parts

        def at(t: float) -> Motion:
            k = min(bisect_right(begins, t), len(parts)) - 1
            return parts[k](min(t - begins[k], parts[k].duration))

        def many(times: Array) -> Motion:
            which = np.clip(np.searchsorted(self._begins, times, side="right") - 1, 0, len(parts) - 1)
            motion = Motion(*np.empty((3, len(times), self.n)))
            for k, part in enumerate(parts):
                own = part(np.minimum(times[which == k] - begins[k], part.duration))
                for x, y in zip(motion, own, strict=True):
                    x[which == k] = y
            return motion

        return Evaluation(at, many)

    @property
    def breaks(self) -> Array:
        """Those of all parts.

        >>> from linkwise.trajectories import Quintic
        >>> Joined((Quintic([0.0], [1.0], duration=2.0),)).then(Quintic([1.0], [0.0], duration=1.0)).breaks
        array([0., 2., 3.])
        """
        own = [start + part.breaks for start, part in zip(self._begins, self.parts, strict=False)]
        return np.unique(np.concatenate(own))

    def inside(self, t: Array, order: int) -> Array:
        """The derivatives of the part under way; where two meet, of the one that begins there.

        >>> from linkwise.trajectories import Quintic
        >>> Joined((Quintic([0.0], [1.0], duration=2.0),)).inside(np.array(1.0), 0)
        array([[0.5]])
        """
        begins = self._begins
        which = np.clip(np.searchsorted(begins, t, side="right") - 1, 0, len(self.parts) - 1)
        rates = np.empty((order + 1, *t.shape, self.n))
        for k, part in enumerate(self.parts):
            mine = which == k
            rates[:, mine] = part.inside(np.clip(t[mine] - begins[k], 0.0, part.duration), order)
        return rates

    def _features(self) -> tuple[str, ...]:
        return (f"{len(self.parts)} part" + ("s" if len(self.parts) != 1 else ""),)
