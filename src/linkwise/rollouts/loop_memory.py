"""What a compiled loop remembers besides the motion: states of the controller and companions, torques held."""

from dataclasses import dataclass
from typing import NamedTuple

from ..algebra import Scalar
from ..calls.arrays import Array
from ..model import Model
from ..program import Memory
from .sampled import Sampled
from .states import States

Scalars = list[Scalar]
"""The numbers of q, q̇, p or of one input."""


class Kept(NamedTuple):
    """All states z, and the forces held."""

    z: Scalars
    held: Scalars


@dataclass(frozen=True, eq=False)
class LoopMemory:
    """The states of the controller and of companions, and how the controller samples.

    `continuous` says whether the controller's states have rates; those come first, and states with samples last.
    """

    n: int
    controller: States | None = None
    companions: tuple[States, ...] = ()
    sampled: Sampled | None = None
    continuous: bool = True

    @property
    def holds(self) -> bool:
        """Whether torques are held between samples."""
        return self.sampled is not None

    @property
    def states(self) -> tuple[States, ...]:
        """All states, in their order in z."""
        own = () if self.controller is None else (self.controller,)
        return (*own, *self.companions) if self.continuous else (*self.companions, *own)

    @property
    def size(self) -> int:
        """The number of all states."""
        return sum(states.size for states in self.states)

    @property
    def groups(self) -> dict[str, int]:
        """What programs take after q and q̇: z and u, if there are any."""
        return {name: size for name, size in (("z", self.size), ("u", self.n * self.holds)) if size}

    def kept(self, rest: tuple[Scalars, ...]) -> tuple[Kept, tuple[Scalars, ...]]:
        """What programs take after q and q̇: what is kept, and the inputs."""
        z, rest = (rest[0], rest[1:]) if self.size else ([], rest)
        return (Kept(z, rest[0]), rest[1:]) if self.holds else (Kept(z, []), rest)

    def part(self, z: Scalars) -> Scalars:
        """The controller's own states."""
        size = 0 if self.controller is None else self.controller.size
        return z[:size] if self.continuous else z[len(z) - size :]

    def first(self, tree: Model, q: Array, qd: Array) -> dict[str, Array]:
        """Where all states start, by their names."""
        return {f"the start of {states.name}": states.first(tree, q, qd) for states in self.states}

    def as_memory(self) -> Memory:
        """What the loop over time is told."""
        own = 0 if self.controller is None else self.controller.size
        updates = 0 if self.continuous else own
        if self.sampled is None:
            return Memory(self.size - updates, updates)
        quanta = (self.sampled.quanta(name, self.n) for name in ("resolution", "quantum"))
        return Memory(self.size - updates, updates, True, self.sampled.delay > 0.0, *quanta)
