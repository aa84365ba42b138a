"""What `linkwise doctor` prints: the findings, what to do about them, and how two models differ."""

from collections import Counter

from rich.console import Console
from rich.text import Text

from ..doctor import Differences, Examination, Finding, JointDifference
from ..doctor.examination import condition
from .output import console, figure, harmless, lay_out, plain

COLOURS = {"infeasible": "bold red", "suspicious": "yellow", "note": ""}
"""How the worst is made to be seen."""

MOST = 8
"""Rows that one check fills at most: a hand of sixty unmeasured links is one thing to say."""

MEANS = (
    "Both robots are at the first one's q = 0. axis: angle of the two axes and distance of the first joint from the "
    "other's axis. mass, com, inertia: of the link and all that is fixed to it; distance of the centres of mass; "
    "difference of the tensors over the larger one. torque, gravity: difference of inverse dynamics and of the forces "
    "that hold the arm, in random states within the first robot's limits: the largest, its root mean square, and that "
    "over the root mean square of the first robot's own."
)
"""What the columns are."""


def findings(found: Examination) -> None:
    """Print what was found about one robot, and for each check once what it expected and what to do."""
    screen = console()
    if found.findings:
        heads = ("severity", "check", "link or joint", "number", "what")
        lay_out(screen, f"{plain(found.robot)}: findings", heads, _rows(found.findings), ("number",))
        for each in _first_of_each(found.findings):
            name = Text(each.check, style=COLOURS[each.severity])
            screen.print(Text.assemble(name, f": {each.expected} To do: {each.hint}"), soft_wrap=True)
        screen.print()
    for line in condition(found.workspace):
        screen.print(line, soft_wrap=True)
    screen.print(Text(f"{harmless(found.verdict)}.\n", style="" if found.feasible else "bold red"), soft_wrap=True)


def _rows(found: tuple[Finding, ...]) -> list[tuple[str, ...]]:
    """The first of each check's findings of one severity, and how many more there are."""
    rows, seen = [], Counter[tuple[str, str]]()
    every = Counter((each.severity, each.check) for each in found)
    for each in found:
        kind = each.severity, each.check
        seen[kind] += 1
        if seen[kind] < MOST or every[kind] == MOST:
            rows.append((*kind, plain(each.link), figure(each.number), harmless(each.what)))
        elif seen[kind] == MOST:
            rows.append((*kind, f"{every[kind] - MOST + 1} more", "", "--json lists them all"))
    return rows


def _first_of_each(found: tuple[Finding, ...]) -> list[Finding]:
    """One finding of each check, the worst of it."""
    return [each for k, each in enumerate(found) if each.check not in {before.check for before in found[:k]}]


def apart(found: Differences) -> None:
    """Print how two models differ."""
    screen = console()
    title = f"{plain(found.robot)} and {plain(found.other)}, joints matched by {found.matched_by}"
    _links(screen, title, found)
    _drives(screen, found)
    _torques(screen, found)
    for name, value in found.locked.items():
        screen.print(f"Only one of them has {plain(name)}: held at {figure(value)}.", soft_wrap=True)
    for text in found.conventions:
        screen.print(f"Zero or direction differs: {harmless(text)}; taken into account.", soft_wrap=True)
    if found.gravity[0] != found.gravity[1]:
        one, two = (" ".join(figure(x) for x in g) for g in found.gravity)
        screen.print(f"Gravity differs: {one} and {two} m/s^2.", soft_wrap=True)
    if found.tip is not None:
        one, two = map(plain, found.tip["frames"])
        screen.print(
            f"Tips ({one}{'' if one == two else f' and {two}'}): up to {figure(found.tip['distance'])} m and "
            f"{figure(found.tip['angle'])} rad apart.",
            soft_wrap=True,
        )
    screen.print(MEANS, soft_wrap=True)


def _links(screen: Console, title: str, found: Differences) -> None:
    numbers = ("axis [rad]", "axis [m]", "mass [kg]", "other's [kg]", "com [m]", "inertia")
    rows = [
        (
            _joint(each),
            figure(each.angle, 3),
            figure(each.distance, 3),
            *(figure(m) for m in each.mass),
            figure(each.com, 3),
            _percent(each.inertia),
        )
        for each in found.joints
    ]
    lay_out(screen, title, ("joint", *numbers), rows, numbers)


def _drives(screen: Console, found: Differences) -> None:
    rows = [
        (_joint(each), key, figure(one), figure(two)) for each in found.joints for key, (one, two) in each.drive.items()
    ]
    if rows:
        lay_out(
            screen, "Limits and drives that differ", ("joint", "what", "here", "other's"), rows, ("here", "other's")
        )


def _torques(screen: Console, found: Differences) -> None:
    numbers = ("torque", "rms", "of own", "gravity", "rms ", "of own ")
    rows = [
        (
            _joint(each),
            *(figure(each.torque[key], 4) for key in ("largest", "rms")),
            _percent(each.torque["relative"]),
            *(figure(each.gravity[key], 4) for key in ("largest", "rms")),
            _percent(each.gravity["relative"]),
        )
        for each in found.joints
    ]
    title = f"Difference of torques over {found.states} states [N m, N]"
    lay_out(screen, title, ("joint", *numbers), rows, numbers)


def _joint(each: JointDifference) -> str:
    return plain(each.joint) if each.joint == each.other else f"{plain(each.joint)} ({plain(each.other)})"


def _percent(share: float) -> str:
    return "0" if share == 0.0 else f"{100.0 * share:.3g} %"
