"""`linkwise doctor`."""

from collections import Counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..doctor import Differences, Examination, Finding, JointDifference, differences, examine
from ..doctor.examination import condition
from ..errors import UnknownName
from ..load import load
from ..readers.urdf import WAIVERS as URDF_RULES
from ..readers.waivers import SHARED
from ..robot import Robot
from .options import Allow, Json, RandomStates, Seed, Source, defaults
from .output import console, format_number, plain, print_json, print_table, printable

DEFAULT = defaults(examine)

RULES = (tuple(URDF_RULES), tuple(SHARED), ())
"""Rules to waive, so that the file loads and its faults become findings; a reader that lacks them gets the next set."""

COLOURS = {"infeasible": "bold red", "suspicious": "yellow", "note": ""}
"""The colour of each severity."""

MOST_ROWS = 8
"""The most rows for one check: sixty unmeasured links of a hand need not fill sixty."""

LEGEND = (
    "Both robots are at the first one's q = 0. axis: the angle between the two axes, and the distance of the first "
    "robot's joint from the other's axis. mass, com, inertia: of the link and everything fixed to it; com is the "
    "distance between the two centres of mass, inertia the difference of the tensors relative to the larger one. "
    "torque, gravity: the difference in inverse dynamics and in gravity forces at random states within the first "
    "robot's limits: the largest, the root mean square, and the latter relative to that of the first robot's own."
)
"""What the columns mean."""

Against = Annotated[
    str | None,
    typer.Option(
        "--against", metavar="OTHER", show_default=False, help="Another model of the same robot, to compare with."
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Also exit with status 1 for suspicious findings.")]


def doctor(
    robot: Source,
    against: Against = None,
    states: RandomStates = DEFAULT.states,
    seed: Seed = DEFAULT.seed,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Check a robot's model for mistakes, or compare two models.

    It looks for impossible inertias, placeholder values, wrong units and the like. With --against, it lists how two
    models of one robot differ joint by joint, and what that does to the torques. The exit status is 1 if a model is
    infeasible.
    """
    arm = _load(robot, allow or [])
    other = None if against is None else _load(against, allow or [])
    examinations = [examine(each, states=states, seed=seed) for each in (arm, other) if each is not None]
    between = None if other is None else differences(arm, other, states=states, seed=seed)
    if json:
        data: dict[str, Any] = dict(examinations[0].data)
        if between is not None:
            data |= {"other": examinations[1].data, "differences": between.data}
        print_json(data)
    else:
        for each in examinations:
            _print_findings(each)
        if between is not None:
            _print_differences(between)
    severe = {"infeasible", "suspicious"} if strict else {"infeasible"}
    if any(finding.severity in severe for each in examinations for finding in each.findings):
        raise typer.Exit(1)


def _load(source: str, allow: list[str]) -> Robot:
    """Load a robot whatever its inertias and limits: finding their faults is what the command is for."""
    for rules in RULES:
        try:
            return load(source, allow=tuple(dict.fromkeys((*allow, *rules))))
        except UnknownName as error:  # the reader of this format has no such rule
            if error.name not in rules or error.name in allow:
                raise
    raise AssertionError("the last set of rules is empty, so its load returns or raises")


# ---- one robot -------------------------------------------------------------------------------------------------------


def _print_findings(examination: Examination) -> None:
    """The findings of one robot, and once for each check what was expected and what to do."""
    screen = console()
    if examination.findings:
        heads = ("severity", "check", "link or joint", "number", "what")
        title = f"{plain(examination.robot)}: findings"
        print_table(screen, title, heads, _finding_rows(examination.findings), ("number",))
        for each in _first_of_each_check(examination.findings):
            name = Text(each.check, style=COLOURS[each.severity])
            screen.print(Text.assemble(name, f": {each.expected} To do: {each.hint}"), soft_wrap=True)
        screen.print()
    for line in condition(examination.workspace):
        screen.print(line, soft_wrap=True)
    style = "" if examination.feasible else "bold red"
    screen.print(Text(f"{printable(examination.verdict)}.\n", style=style), soft_wrap=True)


def _finding_rows(findings: tuple[Finding, ...]) -> list[tuple[str, ...]]:
    """The first findings of each check and severity, and how many more there are."""
    rows: list[tuple[str, ...]] = []
    seen = Counter[tuple[str, str]]()
    total = Counter((each.severity, each.check) for each in findings)
    for each in findings:
        kind = each.severity, each.check
        seen[kind] += 1
        if seen[kind] < MOST_ROWS or total[kind] == MOST_ROWS:
            rows.append((*kind, plain(each.link), format_number(each.number), printable(each.what)))
        elif seen[kind] == MOST_ROWS:
            rows.append((*kind, f"{total[kind] - MOST_ROWS + 1} more", "", "--json lists them all"))
    return rows


def _first_of_each_check(findings: tuple[Finding, ...]) -> list[Finding]:
    """One finding of each check: the first, which is the worst."""
    return [each for k, each in enumerate(findings) if each.check not in {before.check for before in findings[:k]}]


# ---- two robots ------------------------------------------------------------------------------------------------------


def _print_differences(between: Differences) -> None:
    screen = console()
    _print_links(screen, between)
    _print_drives(screen, between)
    _print_torques(screen, between)
    for name, value in between.locked.items():
        screen.print(f"Only one of them has {plain(name)}: held at {format_number(value)}.", soft_wrap=True)
    for text in between.conventions:
        screen.print(f"Zero or direction differs: {printable(text)}; taken into account.", soft_wrap=True)
    if between.gravity[0] != between.gravity[1]:
        one, two = (" ".join(format_number(x) for x in g) for g in between.gravity)
        screen.print(f"Gravity differs: {one} and {two} m/s^2.", soft_wrap=True)
    if between.tip is not None:
        one, two = map(plain, between.tip["frames"])
        screen.print(
            f"Tips ({one}{'' if one == two else f' and {two}'}): up to {format_number(between.tip['distance'])} m and "
            f"{format_number(between.tip['angle'])} rad apart.",
            soft_wrap=True,
        )
    screen.print(LEGEND, soft_wrap=True)


def _print_links(screen: Console, between: Differences) -> None:
    title = f"{plain(between.robot)} and {plain(between.other)}, joints matched by {between.matched_by}"
    numbers = ("axis [rad]", "axis [m]", "mass [kg]", "other's [kg]", "com [m]", "inertia")
    rows = [
        (
            _joint(each),
            format_number(each.angle, 3),
            format_number(each.distance, 3),
            *(format_number(m) for m in each.mass),
            format_number(each.com, 3),
            _percent(each.inertia),
        )
        for each in between.joints
    ]
    print_table(screen, title, ("joint", *numbers), rows, numbers)


def _print_drives(screen: Console, between: Differences) -> None:
    rows = [
        (_joint(each), key, format_number(one), format_number(two))
        for each in between.joints
        for key, (one, two) in each.drive.items()
    ]
    if rows:
        heads = ("joint", "what", "here", "other's")
        print_table(screen, "Limits and drives that differ", heads, rows, heads[2:])


def _print_torques(screen: Console, between: Differences) -> None:
    numbers = ("torque", "rms", "of own", "gravity", "rms ", "of own ")
    rows = [
        (
            _joint(each),
            *(format_number(each.torque[key], 4) for key in ("largest", "rms")),
            _percent(each.torque["relative"]),
            *(format_number(each.gravity[key], 4) for key in ("largest", "rms")),
            _percent(each.gravity["relative"]),
        )
        for each in between.joints
    ]
    title = f"Difference of torques over {between.states} states [N m, N]"
    print_table(screen, title, ("joint", *numbers), rows, numbers)


def _joint(each: JointDifference) -> str:
    return plain(each.joint) if each.joint == each.other else f"{plain(each.joint)} ({plain(each.other)})"


def _percent(share: float) -> str:
    return "0" if share == 0.0 else f"{100.0 * share:.3g} %"
