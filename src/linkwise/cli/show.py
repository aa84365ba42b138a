"""`linkwise show`."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from ..load import load
from .describe import facts
from .dh_columns import MEANS, dh_columns
from .options import Allow, Json, Source, Strict
from .output import console, document, figure, harmless, lay_out, plain
from .tree_drawing import drawn

Snap = Annotated[
    float, typer.Option("--snap", metavar="TOLERANCE", help="Say what snapping with this tolerance would make exact.")
]


def show(robot: Source, snap: Snap = 1e-6, json: Json = False, strict: Strict = False, allow: Allow = None) -> None:
    """Show a robot: tree, masses, limits, drives, frames, Denavit-Hartenberg table, and what its reader noticed."""
    data = facts(load(robot, strict=strict, allow=allow or ()), snap)
    if json:
        document(data)
        return
    screen = console()
    _heading(screen, data)
    _tree(screen, data)
    _drives(screen, data)
    _followers(screen, data)
    _frames(screen, data)
    if data["dh"]:
        columns, rows = dh_columns(data["dh"])
        title = f"Denavit-Hartenberg table: {' '.join(MEANS[key] for key in columns if key in MEANS)} [rad, m]"
        lay_out(screen, title, columns, rows, columns[1:])
    _report(screen, data)


def _heading(screen: Console, data: dict[str, Any]) -> None:
    mass, g = data["mass"], " ".join(figure(x) for x in data["gravity"])
    screen.print(
        f"{plain(data['name'])}: {data['n']} degrees of freedom, {len(data['links'])} joints, "
        f"moving mass {figure(mass['moving'])} kg of {figure(mass['total'])} kg, gravity {g} m/s^2\n",
        soft_wrap=True,
    )


def _tree(screen: Console, data: dict[str, Any]) -> None:
    rows = [(plain(data["base"]), "", "", "", "")]
    for lines, link in drawn(data["base"], data["links"], screen.encoding):
        com = "  ".join(figure(x) for x in link["com"]) if link["mass"] else ""
        rows.append((lines + plain(link["name"]), plain(link["joint"]), link["type"], figure(link["mass"]), com))
    lay_out(screen, "Links", ("link", "joint", "type", "mass [kg]", "centre of mass [m]"), rows, ("mass [kg]",))


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
        lay_out(screen, "Limits and drives", names, list(zip(*columns.values(), strict=True)), names[1:])


def _cell(value: object) -> str:
    """A number as a figure, a word as it is; nothing of laws within laws."""
    return figure(value) if isinstance(value, int | float) else value if isinstance(value, str) else ""


def _followers(screen: Console, data: dict[str, Any]) -> None:
    rows = []
    for joint in data["followers"]:
        terms = [f"{_times(each['multiplier'])}{plain(each['joint'])}" for each in joint["follows"]]
        terms += [figure(joint["offset"])] if joint["offset"] else []
        rows.append((plain(joint["joint"]), " + ".join(terms)))
    if rows:
        lay_out(screen, "Joints that follow others", ("joint", "equals"), rows)


def _times(multiplier: float) -> str:
    return "" if multiplier == 1.0 else f"{figure(multiplier)} "


def _frames(screen: Console, data: dict[str, Any]) -> None:
    def spaced(numbers: Sequence[float]) -> str:
        return "  ".join(figure(x) for x in numbers)

    rows = [(plain(f["name"]), plain(f["link"]), spaced(f["xyz"]), spaced(f["rpy"])) for f in data["frames"]]
    if rows:
        lay_out(
            screen, "Frames beside those of the links", ("frame", "on link", "x y z [m]", "roll pitch yaw [rad]"), rows
        )


def _report(screen: Console, data: dict[str, Any]) -> None:
    snap, report = data["snap"], data["report"]
    if snap["would_be_exact"]:
        screen.print(
            f"snap({snap['tolerance']:g}) would make {snap['would_be_exact']} of {snap['constants']} "
            "geometric constants exact.\n",
            soft_wrap=True,
        )
    screen.print(Text(harmless(report["summary"])), soft_wrap=True)
    for note in report["notes"]:
        line = harmless(f"  {note['kind']}: {note['where']}: {note['text']}".replace("\n", " "))
        screen.print(Text(line, style="yellow" if note["loud"] else ""), soft_wrap=True)
