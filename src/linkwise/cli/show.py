"""`linkwise show`."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..load import load
from .describe import describe
from .flags import as_flags
from .options import Allow, Arg, Digits, Json, Source, Strict, arguments
from .output import console, format_number, plain, print_json, printable
from .tables import print_table

Snap = Annotated[
    float,
    typer.Option(
        "--snap",
        metavar="TOLERANCE",
        help="Count the lengths and angles that are this close to 0 or a quarter turn, but not exact.",
    ),
]

DEEPEST = 20
"""How many levels of branches are indented; deeper ones keep this indent."""

DH_TRANSFORMS = {
    "gamma": "Rz(gamma)",
    "b": "Tz(b)",
    "alpha": "Rx(alpha)",
    "d": "Tx(d)",
    "beta": "Ry(beta)",
    "theta": "Rz(theta)",
    "r": "Tz(r)",
}
"""The transform of each parameter, in the order in which they lead from one frame to the next."""

_QUARTER_TURNS = {0: "0", 1: "pi/2", -1: "-pi/2", 2: "pi", -2: "-pi", 3: "3pi/2", -3: "-3pi/2"}

Link = Mapping[str, Any]
"""A link as `describe` gives it: with a name, a parent and more."""


def show(
    robot: Source,
    snap: Snap = 1e-6,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Show a robot: links, masses, limits, loops, frames, DH table.

    It ends with what was noticed when the file was read, such as links without mass or elements that are not used.
    """
    data = describe(load(robot, strict=strict, allow=allow or (), arguments=arguments(arg)), snap)
    if json:
        print_json(data)
        return
    screen = console()
    _heading(screen, data)
    _tree(screen, data)
    _drives(screen, data)
    _followers(screen, data)
    _loops(screen, data)
    _frames(screen, data)
    if data["dh"]:
        columns, rows = dh_columns(data["dh"])
        transforms = " ".join(DH_TRANSFORMS[key] for key in columns if key in DH_TRANSFORMS)
        print_table(screen, f"Denavit-Hartenberg table: {transforms} [rad, m]", columns, rows, columns[1:])
    _report(screen, data)


def _heading(screen: Console, data: dict[str, Any]) -> None:
    mass, g = data["mass"], " ".join(format_number(x) for x in data["gravity"])
    loops = data["closures"]
    freedom = f"{data['n']} coordinates with loops" if loops else f"{data['n']} degrees of freedom"
    screen.print(
        f"{plain(data['name'])}: {freedom}, {len(data['links'])} joints, "
        f"moving mass {format_number(mass['moving'])} kg of {format_number(mass['total'])} kg, gravity {g} m/s^2\n",
        soft_wrap=True,
    )


def _tree(screen: Console, data: dict[str, Any]) -> None:
    rows = [(plain(data["base"]), "", "", "", "")]
    for lines, link in draw_tree(data["base"], data["links"], screen.encoding):
        com = "  ".join(format_number(x) for x in link["com"]) if link["mass"] else ""
        rows.append((lines + plain(link["name"]), plain(link["joint"]), link["type"], format_number(link["mass"]), com))
    print_table(screen, "Links", ("link", "joint", "type", "mass [kg]", "centre of mass [m]"), rows, ("mass [kg]",))


def draw_tree(base: str, links: Sequence[Link], encoding: str = "utf-8") -> Iterator[tuple[str, Link]]:
    """Each link with the lines to draw before its name; a link's children follow it, branch after branch.

    A chain runs straight down and only branches are indented, so that long arms stay narrow.

    >>> tree = [("palm", "base"), ("left", "palm"), ("right", "palm"), ("left_tip", "left")]
    >>> links = [{"name": name, "parent": parent} for name, parent in tree]
    >>> [lines + link["name"] for lines, link in draw_tree("base", links)]
    ['palm', '├ left', '│ left_tip', '└ right']
    """
    tee, corner, bar = ("├ ", "└ ", "│ ") if encoding.lower().startswith("utf") else ("|-", "`-", "| ")
    children: dict[str, list[Link]] = {base: []}
    for link in links:
        children[link["name"]] = []
        children[link["parent"]].append(link)
    waiting: list[tuple[str, str, Link]] = []
    parent, before = base, ""
    while True:
        siblings = children[parent]
        for k, link in reversed(list(enumerate(siblings))):
            own = below = before
            if len(siblings) > 1 and len(before) < 2 * DEEPEST:
                own, below = (before + tee, before + bar) if k < len(siblings) - 1 else (before + corner, before + "  ")
            waiting.append((own, below, link))
        if not waiting:
            return
        own, before, link = waiting.pop()
        parent = link["name"]
        yield own, link


def _drives(screen: Console, data: dict[str, Any]) -> None:
    """Limits, rotors and friction; a column that says nothing for any joint is left out."""
    moving = [link for link in data["links"] if link["type"] != "fixed"]
    columns: dict[str, list[str]] = {"joint": [plain(link["joint"]) for link in moving]}
    for part, keys, nothing in (
        ("limits", ("lower", "upper", "velocity", "effort"), ("inf", "-inf")),
        ("rotor", ("reflected",), ("0",)),
        ("friction", ("law", "viscous", "coulomb", "static", "backward"), ("0", "")),
    ):
        for key in keys:
            cells = [_cell(link[part].get(key, "")) for link in moving]
            same = key == "backward" and cells == columns.get("coulomb")
            if not same and any(cell not in nothing for cell in cells):
                columns["rotor inertia" if key == "reflected" else key] = cells
    if len(columns) > 1:
        names = list(columns)
        print_table(screen, "Limits and drives", names, list(zip(*columns.values(), strict=True)), names[1:])


def _cell(value: object) -> str:
    """A number or a word; empty for anything else, such as the parameters of a composed friction law."""
    return format_number(value) if isinstance(value, int | float) else value if isinstance(value, str) else ""


def _followers(screen: Console, data: dict[str, Any]) -> None:
    rows = []
    for joint in data["followers"]:
        terms = [f"{_times(each['multiplier'])}{plain(each['joint'])}" for each in joint["follows"]]
        terms += [format_number(joint["offset"])] if joint["offset"] else []
        rows.append((plain(joint["joint"]), " + ".join(terms)))
    if rows:
        print_table(screen, "Joints that follow others", ("joint", "equals"), rows)


def _loops(screen: Console, data: dict[str, Any]) -> None:
    rows = []
    for loop in data["closures"]:
        polynomial = "of" in loop and loop["of"]
        holds = f"{plain(loop['joint'])} = {_polynomial(loop)}" if polynomial else plain(loop["meaning"])
        rows.append((plain(loop["name"]), holds))
    if rows:
        print_table(screen, "What closes loops", ("name", "what it says"), rows)
    if data["actuated"]:
        screen.print(f"Driven by motors: {plain(', '.join(data['actuated']))}\n", soft_wrap=True)


def _polynomial(loop: Mapping[str, Any]) -> str:
    powers = ["", f" {plain(loop['of'])}", *(f" {plain(loop['of'])}^{k}" for k in range(2, len(loop["coefficients"])))]
    terms = [f"{format_number(c)}{power}" for c, power in zip(loop["coefficients"], powers, strict=False) if c]
    return " + ".join(terms) or "0"


def _times(multiplier: float) -> str:
    return "" if multiplier == 1.0 else f"{format_number(multiplier)} "


def _frames(screen: Console, data: dict[str, Any]) -> None:
    def spaced(numbers: Sequence[float]) -> str:
        return "  ".join(format_number(x) for x in numbers)

    rows = [(plain(f["name"]), plain(f["link"]), spaced(f["xyz"]), spaced(f["rpy"])) for f in data["frames"]]
    if rows:
        heads = ("frame", "on link", "x y z [m]", "roll pitch yaw [rad]")
        print_table(screen, "Frames other than those of the links", heads, rows)


def dh_columns(rows: Sequence[Mapping[str, Any]]) -> tuple[list[str], list[list[str]]]:
    """The heads and cells of a DH table as people write it; gamma, b and beta only if some joint needs them.

    >>> row = {"joint": "a", "parent": "", "sigma": 0, "gamma": 0.0, "b": 0.0, "alpha": math.pi / 2, "d": 0.1,
    ...        "beta": 0.0, "theta": 0.0, "r": 0.0}
    >>> dh_columns([row])
    (['joint', 'alpha', 'd', 'theta', 'r'], [['a', 'pi/2', '0.1', 'q', '0']])
    """
    serial = [row["parent"] for row in rows] == ["", *(row["joint"] for row in rows[:-1])]
    keys = [key for key in DH_TRANSFORMS if key in ("alpha", "d", "theta", "r") or any(row[key] for row in rows)]
    columns = ["joint", *([] if serial else ["after"]), *keys]
    return columns, [
        [plain(row["joint"]), *([] if serial else [plain(row["parent"])]), *(_dh_cell(row, key) for key in keys)]
        for row in rows
    ]


def _dh_cell(row: Mapping[str, Any], key: str) -> str:
    """A constant, or the joint variable q with its offset."""
    constant = format_number(row[key]) if key in ("b", "d", "r") else angle_text(row[key])
    if key != ("r" if row["sigma"] else "theta"):
        return constant
    if constant == "0":
        return "q"
    return f"q - {constant[1:]}" if constant.startswith("-") else f"q + {constant}"


def angle_text(angle: float) -> str:
    """An angle in rad; a fraction of pi only if it is exactly that number.

    >>> angle_text(-math.pi / 2), angle_text(1.5707)
    ('-pi/2', '1.5707')
    """
    quarters = round(angle / (math.pi / 2)) if abs(angle) < 100 else 99
    exact = quarters * (math.pi / 2) == angle
    return _QUARTER_TURNS[quarters] if exact and quarters in _QUARTER_TURNS else format_number(angle)


def _report(screen: Console, data: dict[str, Any]) -> None:
    snap, report = data["snap"], data["report"]
    if snap["would_be_exact"]:
        screen.print(
            f"linkwise.model.rewrite.snap(model, {snap['tolerance']:g}) would make {snap['would_be_exact']} of "
            f"{snap['constants']} geometric constants exact.\n",
            soft_wrap=True,
        )
    screen.print(Text(printable(report["summary"])), soft_wrap=True)
    for note in report["notes"]:
        line = printable(as_flags(f"  {note['kind']}: {note['where']}: {note['text']}".replace("\n", " ")))
        screen.print(Text(line, style="yellow" if note["loud"] else ""), soft_wrap=True)
