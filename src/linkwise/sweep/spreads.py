"""What varies in a sweep: a distribution, or numbers, for each of some places."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..errors import LinkwiseError, UnknownName, shown
from .counter import uniforms
from .distributions import KINDS, AbstractDistribution, Outright
from .distributions.outright import given
from .places import Place, place

ALONE = (
    ("links.factor", "links.mass", "links.inertia"),
    ("friction.factor", "friction.viscous"),
    ("friction.factor", "friction.coulomb"),
)
"""Ways of saying the same: one of them at a time."""

TOLD = 64
"""So many numbers of a distribution are written out where it is described; of more, a digest."""


@dataclass(frozen=True, eq=False)
class Line:
    """A distribution and where it goes: to a whole place, or to one named entry of it."""

    place: Place
    law: AbstractDistribution
    entry: str = ""

    @property
    def name(self) -> str:
        """What its numbers are drawn under."""
        return f"{self.place.name} {self.entry}".strip()

    @property
    def shape(self) -> tuple[int, ...]:
        """Of what a rollout gets."""
        return self.place.shape[1:] if self.entry else self.place.shape

    def values(self, seed: int, first: int, count: int) -> Array:
        """(count, *shape)."""
        return self.law.values(uniforms(seed, self.name, first, count, self.law.words(self.shape)), self.shape, first)

    @property
    def told(self) -> str:
        """The distribution in words, the same for the same numbers."""
        parts = [f"{name}={_numbers(x)}" for name, x in self.law.told.items() if x is not None]
        kind = type(self.law)
        known = KINDS.get(kind.__name__) is kind
        return f"{kind.__name__ if known else f'{kind.__module__}.{kind.__qualname__}'}({', '.join(parts)})"


@dataclass(frozen=True, eq=False)
class Spreads:
    """All lines of a sweep, and its seed."""

    lines: tuple[Line, ...]
    seed: int

    @property
    def places(self) -> dict[str, Place]:
        """Places that something was given for."""
        return {line.place.name: line.place for line in self.lines}

    def drawn(self, first: int, count: int, only: Any = None) -> dict[str, Array]:
        """Values (count, *shape) by place, of the rollouts from `first` on."""
        found: dict[str, Array] = {}
        for line in self.lines:
            name = line.place.name
            if only is not None and name not in only:
                continue
            values = line.values(self.seed, first, count)
            if line.entry:
                if name not in found:
                    found[name] = np.broadcast_to(line.place.own, (count, *line.place.shape)).copy()
                found[name][:, line.place.entries.index(line.entry)] = values
            else:
                found[name] = values
        return found

    def cut(self, first: int, count: int) -> "Spreads":
        """The same without the rows of other rollouts."""
        laws = [line.law.cut(first, count) if isinstance(line.law, Outright) else line.law for line in self.lines]
        return replace(self, lines=tuple(replace(a, law=law) for a, law in zip(self.lines, laws, strict=True)))


def spreads_of(asked: Any, known: Mapping[str, Place], seed: int, rollouts: int, robot: str) -> Spreads:
    """From a dict of distributions, numbers, or dicts by link or joint, by place."""
    if not isinstance(asked, Mapping):
        raise LinkwiseError(
            f"spreads are {shown(repr(asked))}.",
            "A dict by name was expected.",
            'spreads={"q0": Uniform(robot.limits.lower, robot.limits.upper)}, say.',
        )
    lines: list[Line] = []
    for name, value in asked.items():
        where = place(name, known, robot)
        parts = value if isinstance(value, Mapping) else {"": value}
        if not parts:
            raise LinkwiseError(f"the spread of {shown(name)} is empty.", "One entry at least was expected.")
        for entry, one in parts.items():
            if isinstance(value, Mapping) and (not isinstance(entry, str) or entry not in where.entries):
                raise UnknownName("entry", entry, f"the spread of {shown(name)}", where.entries)
            shape = where.shape[1:] if entry else where.shape
            law = given(where.name, one, shape)
            law.fit(where.name, shape, rollouts)
            lines.append(Line(where, law, entry))
    if "q0" not in asked:
        raise LinkwiseError("spreads do not name q0.", "Where rollouts begin was expected.", '{"q0": [0.0, …]}, say.')
    for group in ALONE:
        both = [name for name in group if name in asked]
        if len(both) > 1:
            raise LinkwiseError(f"spreads have {' and '.join(map(shown, both))}.", "One of these was expected.")
    return Spreads(tuple(lines), seed)


def _numbers(value: Any) -> str:
    if np.size(value) <= TOLD:
        return str(np.asarray(value).tolist())
    array = np.ascontiguousarray(value)
    return f"{array.shape} {sha256(array.tobytes()).hexdigest()}"
