"""All checks on one robot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import encodable, shown
from ..html_table import html_table
from ..robot import Robot
from .angles import ANGLES
from .case import ExaminedRobot
from .drives import DRIVES
from .finding import SEVERITIES, Check, Finding, format_number
from .geometry import GEOMETRY
from .inertia import INERTIA
from .placeholders import PLACEHOLDERS
from .surroundings import SURROUNDINGS
from .workspace import WORKSPACE, Workspace, place

CHECKS: tuple[Check, ...] = (*INERTIA, *WORKSPACE, *PLACEHOLDERS, *GEOMETRY, *ANGLES, *DRIVES, *SURROUNDINGS)
"""Every check, those of feasibility first."""


@dataclass(frozen=True)
class Examination:
    """The findings about a robot, the worst first, and its inertia matrix over the workspace (None if nothing moves).

    >>> import linkwise
    >>> examination = examine(linkwise.load("puma560"))
    >>> examination
    <Examination: 'puma560' is infeasible: 3 infeasible, 0 suspicious, 6 notes>
    >>> [(each.check, each.link) for each in examination.findings if each.severity == "infeasible"]
    [('inertia-without-mass', 'link1'), ('triangle-inequality', 'link1'), ('triangle-inequality', 'link3')]
    """

    robot: str
    n: int
    states: int
    seed: int
    findings: tuple[Finding, ...]
    workspace: Workspace | None

    @property
    def feasible(self) -> bool:
        """Whether rigid bodies could move like this: no finding is infeasible.

        >>> import linkwise
        >>> examine(linkwise.load("planar2r")).feasible
        True
        """
        return not any(finding.severity == "infeasible" for finding in self.findings)

    def of(self, check: str) -> tuple[Finding, ...]:
        """The findings of one check.

        >>> import linkwise
        >>> [finding.link for finding in examine(linkwise.load("puma560")).of("triangle-inequality")]
        ['link1', 'link3']
        """
        return tuple(finding for finding in self.findings if finding.check == check)

    @property
    def verdict(self) -> str:
        """Whether the robot is feasible, and how many findings of each severity there are.

        >>> import linkwise
        >>> examine(linkwise.load("puma560")).verdict
        "'puma560' is infeasible: 3 infeasible, 0 suspicious, 6 notes"
        """
        infeasible, suspicious, notes = (sum(each.severity == name for each in self.findings) for name in SEVERITIES)
        counts = f"{infeasible} infeasible, {suspicious} suspicious, {notes} note{'s' * (notes != 1)}"
        return f"{shown(self.robot)} is {'feasible' if self.feasible else 'infeasible'}: {counts}"

    @property
    def data(self) -> dict[str, Any]:
        """The examination as numbers, strings, lists and dicts, ready for JSON.

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
        return encodable("\n".join([*map(str, self.findings), *condition(self.workspace), f"{self.verdict}."]))

    def __repr__(self) -> str:
        return f"<Examination: {self.verdict}>"

    def _repr_html_(self) -> str:
        heads = ("severity", "check", "link or joint", "what", "what to do")
        rows = [(each.severity, each.check, each.link, each.what, each.hint) for each in self.findings]
        return html_table(" ".join([f"{self.verdict}.", *condition(self.workspace)]), heads, rows)


def examine(robot: Robot, *, states: int = 100, seed: int = 0) -> Examination:
    """Check whether a robot is feasible and plausible: inertias, lengths, angles, drives, gravity.

    The inertia matrix is checked at `states` random states within the joint limits. `print` shows the findings, each
    with what was expected and what to do.

    >>> import linkwise
    >>> print(examine(linkwise.load("pendulum").with_gravity([0, 0, 9.81])).of("gravity-upward")[0])
    suspicious: gravity-upward: 'pendulum': gravity is 9.81 m/s^2 along +z of the base
      For a base that stands on the floor, gravity points along -z.
      Hint: change the sign: ...
    """
    case = ExaminedRobot(robot, states, seed)
    findings = [finding for check in CHECKS for finding in check.findings(case)]
    findings.sort(key=lambda finding: SEVERITIES.index(finding.severity))
    return Examination(robot.name, robot.n, int(states), int(seed), tuple(findings), case.workspace)


def condition(workspace: Workspace | None) -> list[str]:
    """A line about the condition of the inertia matrix; no line if nothing moves or the matrix is not positive.

    >>> import linkwise
    >>> condition(examine(linkwise.load("pendulum")).workspace)[0].partition(" at ")[0]
    'Condition of the inertia matrix over 100 states: 1 (scaled to a unit diagonal), 1 as it is; worst'
    """
    if workspace is None or workspace.scaled == float("inf"):
        return []
    return [
        f"Condition of the inertia matrix over {workspace.states} states: {format_number(workspace.scaled)} (scaled to "
        f"a unit diagonal), {format_number(workspace.raw)} as it is; worst at q = {place(workspace.q)}."
    ]
