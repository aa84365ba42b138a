"""Loops: what holds a tree of bodies together besides its joints."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InvalidModel, shown

KINDS = {
    "weld": ("xyz", "xyz"),
    "hinge": ("xyz", "xy"),
    "slider": ("xy", "xyz"),
    "cylinder": ("xy", "xy"),
    "point": ("xyz", ""),
    "planar hinge": ("xy", ""),
}
"""Along and about which axes of the first frame each kind of closure holds; what is left free is along or about z."""


@dataclass(frozen=True)
class Closure:
    """Two frames that coincide: their origins along some axes of the first, their attitudes about some of them.

    >>> Closure("pin", "coupler_end", "rocker_end", *KINDS["hinge"]).size
    5
    """

    name: str
    frame: str
    other: str
    along: str = "xyz"
    about: str = ""

    def __post_init__(self) -> None:
        for axes in (self.along, self.about):
            if not isinstance(axes, str) or len(set(axes)) != len(axes) or not set(axes) <= set("xyz"):
                raise InvalidModel(
                    f"closure {shown(self.name)} holds along {self.along!r} and about {self.about!r}.",
                    'Each was expected to name axes, every one once, such as "xyz" or "".',
                )
        if not self.size:
            raise InvalidModel(f"closure {shown(self.name)} holds nothing.", "At least one axis was expected.")
        if self.frame == self.other:
            raise InvalidModel(
                f"closure {shown(self.name)} ties frame {shown(self.frame)} to itself.", "Two frames were expected."
            )

    @property
    def size(self) -> int:
        """How many equations it is.

        >>> Closure("pin", "a", "b", "xy").size
        2
        """
        return len(self.along) + len(self.about)


@dataclass(frozen=True)
class JointRelation:
    """A coordinate that is a polynomial of another: q_joint = Σ c_k q_of^k; without another it is c_0.

    >>> JointRelation("cam", "follower", "shaft", (0.0, 0.2, 0.05)).size
    1
    """

    name: str
    joint: str
    of: str
    coefficients: tuple[float, ...]

    @property
    def size(self) -> int:
        """One equation.

        >>> JointRelation("held", "joint3", "", (0.5,)).size
        1
        """
        return 1
