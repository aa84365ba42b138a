"""What `linkwise doctor ROBOT --against OTHER` prints."""

from rich.console import Console

from ..doctor import Differences, JointDifference
from .output import console, format_number, plain, printable
from .tables import print_table

LEGEND = (
    "Both robots are at the first one's q = 0. axis: the angle between the two axes, and the distance of the first "
    "robot's joint from the other's axis. mass, com, inertia: of the link and everything fixed to it; com is the "
    "distance between the two centres of mass, inertia the difference of the tensors relative to the larger one. "
    "torque, gravity: the difference in inverse dynamics and in gravity forces at random states within the first "
    "robot's limits: the largest, the root mean square, and the latter relative to that of the first robot's own."
)
"""What the columns mean."""


def print_differences(between: Differences) -> None:
    """How two models differ: joints and links, limits and drives, torques."""
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
