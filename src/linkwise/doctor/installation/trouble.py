"""What is wrong or degraded on a machine, and what to do about it."""

from dataclasses import dataclass

from ...errors import encodable

KINDS = ("wrong", "degraded", "note")
"""Numbers are wrong, or could not be computed at all; answers are right but slower or not as usual; worth knowing."""


@dataclass(frozen=True)
class Trouble:
    """Something about this machine that a user should know: its kind, what it is, what it means, what to do.

    >>> print(Trouble("degraded", "llvmlite is not installed", "answers come from the interpreter", "install it"))
    degraded: llvmlite is not installed: answers come from the interpreter
      To do: install it.
    """

    kind: str
    what: str
    consequence: str
    remedy: str

    def __post_init__(self) -> None:
        assert self.kind in KINDS, self.kind

    def __str__(self) -> str:
        return encodable(f"{self.kind}: {self.what}: {self.consequence}\n  To do: {self.remedy}.")
