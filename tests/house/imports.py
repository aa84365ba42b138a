"""Which room of the library looks at which: every import, type-only and function-local ones included."""

import ast
from pathlib import Path

import linkwise

SOURCE = Path(linkwise.__file__).parent
FILES = sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.name != "__init__.py")

LAYERS = (
    "plain_text errors html_table algebra model readers",  # the ground
    "formulations program backends",  # the page and the program
    "calls",  # the call, private
    "robot load",  # the face
    # what people do with a robot
    "parameters trajectories contact simulate rollouts sweep control linearize taskspace elastic transmission"
    " loops formulas sizing structure identify frameworks",
    "verify doctor compare approximate costs",  # is it right, what does it cost
    "view studio cli __main__",  # seeing
)
"""Top to bottom: a room looks at rooms of its own layer, in no circle, and of the layers above it."""

STRANGERS = {
    "algebra": "model readers",  # numbers do not know what they are used for
    "model": "readers",
    "formulations": "readers program backends",  # a formulation does not know what a program is
    "program": "model readers formulations backends",  # a program does not know what a robot is
    "backends": "model readers formulations",
}
"""Rooms of these layers that must not know each other."""

EXCEPTIONS = {
    "robot/uses.py": "a robot's doors to the rooms below",
    "identify/excitation/plotting.py": "found.plot",
    "identify/reporting.py": "fit.report",
    "simulate/plotting.py": "run.plot",
    "sizing/plotting.py": "loads.plot",
    "structure/coupling_picture.py": "couplings.plot",
    "sweep/plotting.py": "sweep.plot",
    "taskspace/ellipsoid.py": "ellipsoid.plot",
    "trajectories/phase_plane.py": "best.plot",
}
"""Files that look down, and what for."""


def layer(room: str) -> int:
    """The number of a room's layer, the ground being 0."""
    return next(k for k, rooms in enumerate(LAYERS) if room in rooms.split())


def room(path: Path) -> str:
    """The room a file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The rooms of linkwise that a file imports from, anywhere in it; its own is not counted."""
    package = ("linkwise", *path.relative_to(SOURCE).parts[:-1])
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join([*base, *([node.module] if node.module else [])])
            modules = [f"linkwise.{alias.name}" for alias in node.names] if module == "linkwise" else [module]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        parts = [module.split(".") for module in modules]
        found |= {names[1] for names in parts if names[0] == "linkwise" and len(names) > 1 and _is_room(names[1])}
    return found - {room(path)}


def _is_room(name: str) -> bool:
    return (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").is_file()


def arrows() -> dict[str, set[str]]:
    """The rooms each room looks at, by files that are no exception."""
    found: dict[str, set[str]] = {}
    for path in FILES:
        if str(path.relative_to(SOURCE)) not in EXCEPTIONS:
            found.setdefault(room(path), set()).update(imports(path))
    return found
