"""`linkwise doctor`."""

from collections import Counter
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.text import Text

from ..doctor import Examination, Finding, differences, examine, examine_installation
from ..doctor.examination import condition
from ..errors import UnknownName
from ..load import load
from ..readers.urdf import WAIVERS as URDF_RULES
from ..readers.waivers import SHARED
from ..robot import Robot
from .doctor_differences import print_differences
from .doctor_self import STATUSES, print_installation
from .options import Allow, Arg, Digits, Json, OptionalSource, RandomStates, Seed, arguments, defaults
from .output import console, format_number, plain, print_json, print_table, printable

DEFAULT = defaults(examine)

RULES = (tuple(URDF_RULES), tuple(SHARED), ())
"""Rules to waive, so that the file loads and its faults become findings; a reader that lacks them gets the next set."""

COLOURS = {"infeasible": "bold red", "suspicious": "yellow", "note": ""}
"""The colour of each severity."""

GATHERED = {"near-quarter-turn": "angles that miss a quarter turn by {span} rad: {links}"}
"""Checks whose findings make one row for each severity, and what it says: files with rounded angles have dozens."""

MOST_ROWS = 8
"""The most rows for one check: sixty unmeasured links of a hand need not fill sixty."""

Against = Annotated[
    str | None,
    typer.Option(
        "--against", metavar="OTHER", show_default=False, help="Another model of the same robot, to compare with."
    ),
]
AgainstArg = Annotated[
    list[str] | None,
    typer.Option(
        "--against-arg",
        metavar="NAME:=VALUE",
        show_default=False,
        help="An argument of OTHER, if that is a xacro file.",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Also exit with status 1 for suspicious findings.")]
Self = Annotated[bool, typer.Option("--self", help="Check linkwise on this machine, instead of a robot.")]


def doctor(
    robot: OptionalSource = None,
    against: Against = None,
    states: RandomStates = DEFAULT.states,
    seed: Seed = DEFAULT.seed,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
    against_arg: AgainstArg = None,
    self_: Self = False,
) -> None:
    """Check a robot's model, compare two, or check linkwise itself.

    It looks for impossible inertias, placeholder values, wrong units and the like. With --against, it lists how two
    models of one robot differ joint by joint, and what that does to the torques. The exit status is 1 if a model is
    infeasible.

    With --self and no robot, it checks linkwise on this machine: versions, processor, cache, compiler, the answers of
    every backend against known numbers, speed. The exit status is 0 if all is sound, 1 if an answer is wrong or there
    is none, 3 if answers are right but slower or not as usual.
    """
    if self_:
        _check_self(robot, against, json)
        return
    if robot is None:
        raise typer.BadParameter("name a robot, or give --self to check linkwise on this machine.")
    if against_arg and against is None:
        raise typer.BadParameter("--against-arg is for the robot that --against names.")
    arm = _load(robot, allow or [], arguments(arg))
    other = None if against is None else _load(against, allow or [], arguments(against_arg, "--against-arg"))
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
            print_differences(between)
    severe = {"infeasible", "suspicious"} if strict else {"infeasible"}
    if any(finding.severity in severe for each in examinations for finding in each.findings):
        raise typer.Exit(1)


def _check_self(robot: str | None, against: str | None, json: bool) -> None:
    """`linkwise doctor --self`."""
    if robot is not None or against is not None:
        raise typer.BadParameter("--self checks linkwise on this machine and takes no robot.")
    report = examine_installation()
    if json:
        print_json(report.data)
    else:
        print_installation(report)
    if STATUSES[report.verdict]:
        raise typer.Exit(STATUSES[report.verdict])


def _load(source: str, allow: list[str], values: dict[str, str]) -> Robot:
    """Load a robot whatever its inertias and limits: finding their faults is what the command is for."""
    for rules in RULES:
        try:
            return load(source, allow=tuple(dict.fromkeys((*allow, *rules))), arguments=values)
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
        print_table(screen, title, heads, _finding_rows(_gathered(examination.findings)), ("number",))
        for each in _first_of_each_check(examination.findings):
            name = Text(each.check, style=COLOURS[each.severity])
            screen.print(Text.assemble(name, f": {each.expected} To do: {each.hint}"), soft_wrap=True)
        screen.print()
    for line in condition(examination.workspace):
        screen.print(line, soft_wrap=True)
    style = "" if examination.feasible else "bold red"
    screen.print(Text(f"{printable(examination.verdict)}.\n", style=style), soft_wrap=True)


def _gathered(findings: tuple[Finding, ...]) -> list[Finding]:
    """The findings, with those of a check in GATHERED that have one severity as one."""
    rows: list[Finding] = []
    for each in findings:
        same = [other for other in findings if (other.check, other.severity) == (each.check, each.severity)]
        if each.check not in GATHERED or len(same) < 2:
            rows.append(each)
        elif each is same[0]:
            off = [other.number for other in same]
            span = " to ".join(dict.fromkeys(format_number(x, 3) for x in (min(off), max(off))))
            what = GATHERED[each.check].format(span=span, links=_some([other.link for other in same]))
            rows.append(replace(each, link=f"{len(same)} links", number=max(off), what=what))
    return rows


def _some(names: list[str]) -> str:
    more = f", … {len(names) - MOST_ROWS} more" if len(names) > MOST_ROWS else ""
    return ", ".join(map(plain, names[:MOST_ROWS])) + more


def _finding_rows(findings: list[Finding]) -> list[tuple[str, ...]]:
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
