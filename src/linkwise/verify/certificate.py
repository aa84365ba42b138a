"""The results: a verdict for each law, and the certificate that holds them all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import encodable, shown

HOLDS, FAILS, NOT_HERE, NOT_REACHED = "holds", "fails", "does not apply", "not reached"
"""The outcomes of a law; it is not reached if the budget ends before."""

CERTIFIED, FAILED = "certified", "a law fails"
UNFINISHED, NOTHING = "not finished", "nothing to certify"
"""The outcomes of a certificate."""


@dataclass(frozen=True)
class Verdict:
    """One law on one robot: its formula, the outcome, the worst figure with its bound, and where that was.

    `state` is the number of the random state, from 0; `where` names joints or questions; `reason` is the reason for the
    bound, `why` says why a law fails or does not apply, `detail` is a remark. The figure must not be larger than its
    bound; with `least`, not smaller. Without `dynamics` the law is about the geometry alone.

    >>> Verdict("bias forces", "C q̇ + g = bias", FAILS, 1e-6, 1e-12, "rounding", state=3, where=("elbow",))
    <bias forces: fails, 1.0e-06 not <= 1.0e-12 at state 3, elbow>
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
    dynamics: bool = True

    @property
    def place(self) -> str:
        """Where the figure is worst, in words.

        >>> Verdict("bias forces", "C q̇ + g = bias", HOLDS, state=3, where=("elbow",)).place
        'state 3, elbow'
        """
        state = () if self.state is None else (f"state {self.state}",)
        return ", ".join((*state, *self.where))

    def __repr__(self) -> str:
        from .writing import figures, located

        measured = f", {figures(self)}{located(self, 80)}" if self.worst is not None else ""
        return encodable(f"<{self.law}: {self.outcome}{measured}>")


@dataclass(frozen=True)
class Certificate:
    """The laws of mechanics on one robot at random states: a verdict for each.

    `print` shows all of it. `fingerprint` is a hash of the model and changes with any number in it. The states are
    those of `linkwise.verify.sampled(robot, states, seed)`.

    >>> import linkwise
    >>> certificate = linkwise.load("pendulum").verify(states=4)
    >>> certificate
    <Certificate of robot 'pendulum': 22 laws hold, 0 fail, 0 do not apply>
    >>> certificate.holds, certificate.laws[0].law
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
    def verdict(self) -> str:
        """ "certified", "a law fails", "not finished" (some laws were not reached), or "nothing to certify": no law of
        dynamics applies, because no joint moves or no link has mass.

        >>> Certificate("arm", "", "", 6, 6, 1, 0, (Verdict("a", "", HOLDS), Verdict("b", "", NOT_REACHED))).verdict
        'not finished'
        """
        if self.count(FAILS):
            return FAILED
        if self.count(NOT_REACHED):
            return UNFINISHED
        return CERTIFIED if any(each.dynamics and each.outcome == HOLDS for each in self.laws) else NOTHING

    @property
    def holds(self) -> bool:
        """Whether the robot is certified: laws of dynamics apply to it, all were reached, and none fails.

        >>> Certificate("arm", "", "", 6, 6, 1, 0, (Verdict("a", "", HOLDS), Verdict("b", "", FAILS))).holds
        False
        """
        return self.verdict == CERTIFIED

    def count(self, outcome: str) -> int:
        """The number of laws with this outcome.

        >>> Certificate("arm", "", "", 6, 6, 1, 0, (Verdict("a", "", HOLDS), Verdict("b", "", FAILS))).count("holds")
        1
        """
        return sum(verdict.outcome == outcome for verdict in self.laws)

    @property
    def data(self) -> dict[str, Any]:
        """The certificate as numbers, strings, lists and dicts, ready for JSON.

        >>> Certificate("arm", "5e1f", "0.1.0", 6, 6, 32, 0, ()).data["verdict"]
        'nothing to certify'
        """
        head = {name: value for name, value in vars(self).items() if name != "laws"}
        return {
            **head,
            "verdict": self.verdict,
            "holds": self.holds,
            "laws": [{**vars(v), "where": list(v.where)} for v in self.laws],
        }

    def __repr__(self) -> str:
        from .writing import summary

        verdict = "" if self.verdict == CERTIFIED else f"{self.verdict}: "
        return f"<Certificate of robot {shown(self.robot)}: {verdict}{summary(self).removesuffix('.')}>"

    def __str__(self) -> str:
        from .writing import written

        return encodable(written(self))

    def _repr_html_(self) -> str:
        from .writing import notebook_table

        return notebook_table(self)
