"""`linkwise doctor`."""

from typing import Annotated, Any

import typer

from ..doctor import differences, examine
from ..errors import UnknownName
from ..load import load
from ..readers.urdf import WAIVERS as URDF_RULES
from ..readers.waivers import SHARED
from ..robot import Robot
from .doctor_tables import apart, findings
from .options import Allow, Json, Source
from .output import document

RULES = (tuple(URDF_RULES), tuple(SHARED), ())
"""The rules that are waived unasked, as far as the file's reader knows them: what breaks them is found here."""

Against = Annotated[
    str | None,
    typer.Option(
        "--against", metavar="OTHER", show_default=False, help="Another model of the same robot to compare with."
    ),
]
States = Annotated[int, typer.Option("--states", metavar="N", min=1, max=100_000, help="How many random states.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Another number gives other states.")]
Strict = Annotated[bool, typer.Option("--strict", help="Suspicious findings make the exit status 1, too.")]


def doctor(
    robot: Source,
    against: Against = None,
    states: States = 100,
    seed: Seed = 0,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Look for what no robot can be, and what hardly any is: impossible inertias, placeholders, slips of units.

    With another model of the same robot, tell how they differ, joint by joint, and what that does to the torques. The
    exit status is 1 where a model is infeasible.
    """
    arm = _loaded(robot, allow or [])
    other = None if against is None else _loaded(against, allow or [])
    examined = [examine(each, states=states, seed=seed) for each in (arm, other) if each is not None]
    between = None if other is None else differences(arm, other, states=states, seed=seed)
    if json:
        found: dict[str, Any] = dict(examined[0].data)
        if between is not None:
            found |= {"other": examined[1].data, "differences": between.data}
        document(found)
    else:
        for each in examined:
            findings(each)
        if between is not None:
            apart(between)
    severe = {"infeasible", "suspicious"} if strict else {"infeasible"}
    if any(finding.severity in severe for each in examined for finding in each.findings):
        raise typer.Exit(1)


def _loaded(source: str, allow: list[str]) -> Robot:
    """A robot, whatever its inertias and limits: finding out about those is what the command is for."""
    for rules in RULES:
        try:
            return load(source, allow=tuple(dict.fromkeys((*allow, *rules))))
        except UnknownName as error:  # the reader of this kind of file has no such rule
            if error.name not in rules or error.name in allow:
                raise
    raise AssertionError("nothing is waived the last time")
