"""What came out: a verdict for each law, and all of them together."""

from dataclasses import dataclass
from typing import Any

HOLDS, FAILS, NOT_HERE = "holds", "fails", "does not apply"
"""What can come out."""


@dataclass(frozen=True)
class Verdict:
    """One law: what it says, the worst figure and the bound there with its reason, and where that was.

    `state` numbers the random states from 0, `where` names joints or questions; `why` tells why a law fails or does not
    apply, `detail` what else was found. A figure must not be larger than its bound, or not smaller where `least`.

    >>> Verdict("bias forces", "C q̇ + g = bias", FAILS, 1e-6, 1e-12, "rounding", state=3, where=("elbow",)).place
    'state 3, elbow'
    """

    law: str
    formula: str
    outcome: str
    worst: float | None = None
    bound: float | None = None
    reason: str = ""
    least: bool = False
    state: int | None = None
    where: tuple[str, ...] = ()
    detail: str = ""
    why: str = ""

    @property
    def place(self) -> str:
        """Where it was worst, in words."""
        state = () if self.state is None else (f"state {self.state}",)
        return ", ".join((*state, *self.where))


@dataclass(frozen=True)
class Certificate:
    """The laws of manipulator dynamics on one model, at random states.

    `fingerprint` is a hash of the model: another number anywhere in it gives another. The states are those of
    `linkwise.verify.sampled(robot, states, seed)`.

    >>> import linkwise
    >>> from linkwise.verify import verify
    >>> found = verify(linkwise.load("pendulum"), states=4)
    >>> found.holds, found.laws[0].law
    (True, 'mass matrix symmetric')
    """

    robot: str
    fingerprint: str
    version: str
    n: int
    links: int
    states: int
    seed: int
    laws: tuple[Verdict, ...]

    @property
    def holds(self) -> bool:
        """Whether no law fails.

        >>> Certificate("arm", "", "", 6, 6, 1, 0, (Verdict("a", "", HOLDS), Verdict("b", "", FAILS))).holds
        False
        """
        return not any(verdict.outcome == FAILS for verdict in self.laws)

    def count(self, outcome: str) -> int:
        """How many laws came out so.

        >>> Certificate("arm", "", "", 6, 6, 1, 0, (Verdict("a", "", HOLDS), Verdict("b", "", FAILS))).count("holds")
        1
        """
        return sum(verdict.outcome == outcome for verdict in self.laws)

    @property
    def data(self) -> dict[str, Any]:
        """All of it as numbers, texts, lists and dicts.

        >>> Certificate("arm", "5e1f", "0.1.0", 6, 6, 32, 0, ()).data["holds"]
        True
        """
        head = {name: value for name, value in vars(self).items() if name != "laws"}
        return {**head, "holds": self.holds, "laws": [{**vars(v), "where": list(v.where)} for v in self.laws]}

    def __str__(self) -> str:
        from .writing import written

        return written(self)
