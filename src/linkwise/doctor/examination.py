"""A robot examined."""

from dataclasses import dataclass
from typing import Any

from ..errors import shown
from ..robot import Robot
from .case import Case
from .checks import CHECKS
from .finding import SEVERITIES, Finding, figure
from .workspace import Workspace, place


@dataclass(frozen=True)
class Examination:
    """What was found about a robot, the worst first; `workspace` is None where nothing moves.

    >>> import linkwise
    >>> found = examine(linkwise.load("puma560"))
    >>> found.feasible, [(each.check, each.link) for each in found.findings if each.severity == "infeasible"]
    (False, [('inertia-without-mass', 'link1'), ('triangle-inequality', 'link1'), ('triangle-inequality', 'link3')])
    """

    robot: str
    n: int
    states: int
    seed: int
    findings: tuple[Finding, ...]
    workspace: Workspace | None

    @property
    def feasible(self) -> bool:
        """Whether rigid bodies can move so.

        >>> import linkwise
        >>> examine(linkwise.load("planar2r")).feasible
        True
        """
        return not any(finding.severity == "infeasible" for finding in self.findings)

    def of(self, check: str) -> tuple[Finding, ...]:
        """What one check found.

        >>> import linkwise
        >>> [finding.link for finding in examine(linkwise.load("puma560")).of("triangle-inequality")]
        ['link1', 'link3']
        """
        return tuple(finding for finding in self.findings if finding.check == check)

    @property
    def verdict(self) -> str:
        """What came out, in a line.

        >>> import linkwise
        >>> examine(linkwise.load("puma560")).verdict
        "'puma560' is infeasible: 3 infeasible, 0 suspicious, 6 note"
        """
        counts = ", ".join(f"{sum(each.severity == name for each in self.findings)} {name}" for name in SEVERITIES)
        return f"{shown(self.robot)} is {'feasible' if self.feasible else 'infeasible'}: {counts}"

    @property
    def data(self) -> dict[str, Any]:
        """All of it as numbers, texts, lists and dicts.

        >>> import linkwise
        >>> list(examine(linkwise.load("pendulum")).data)
        ['robot', 'n', 'states', 'seed', 'feasible', 'workspace', 'findings']
        """
        return {
            "robot": self.robot,
            "n": self.n,
            "states": self.states,
            "seed": self.seed,
            "feasible": self.feasible,
            "workspace": None if self.workspace is None else self.workspace.data,
            "findings": [finding.data for finding in self.findings],
        }

    def __str__(self) -> str:
        return "\n".join([*map(str, self.findings), *condition(self.workspace), f"{self.verdict}."])


def examine(robot: Robot, *, states: int = 100, seed: int = 0) -> Examination:
    """Look for what no robot, or hardly a robot, can be; the inertia matrix is looked at in so many random states.

    >>> import linkwise
    >>> print(examine(linkwise.load("pendulum").with_gravity([0, 0, 9.81])).of("gravity-upward")[0])
    suspicious: gravity-upward: 'pendulum': gravity is 9.81 m/s^2 along +z of the base
      Gravity points along -z of a base that stands on the floor.
      Hint: change the sign: ...
    """
    case = Case(robot, states, seed)
    found = [finding for check in CHECKS for finding in check.findings(case)]
    found.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Examination(robot.name, robot.n, states, seed, tuple(found), case.workspace)


def condition(found: Workspace | None) -> list[str]:
    """How well conditioned the inertia matrix is, in a line; none where there is none to speak of.

    >>> import linkwise
    >>> condition(examine(linkwise.load("pendulum")).workspace)[0].partition(" at ")[0]
    'Condition of the inertia matrix over 100 states: 1 (scaled to a unit diagonal), 1 as it is; worst'
    """
    if found is None or found.scaled == float("inf"):
        return []
    return [
        f"Condition of the inertia matrix over {found.states} states: {figure(found.scaled)} (scaled to a unit "
        f"diagonal), {figure(found.raw)} as it is; worst at q = {place(found.q)}."
    ]
