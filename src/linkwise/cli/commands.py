"""The commands by name: each is imported when it is used, so that none waits for the packages of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import typer

COMMANDS = {
    "list": ("catalog", "list_robots"),
    "show": ("show", "show"),
    "convert": ("convert", "convert"),
    "id": ("inverse", "inverse"),
    "fd": ("forward", "forward"),
    "mass": ("mass", "mass"),
    "gravity": ("gravity", "gravity"),
    "count": ("count", "count_operations"),
    "generate": ("generate", "generate"),
    "bench": ("bench", "bench"),
    "base": ("base", "base"),
    "formulas": ("formulas", "formulas"),
    "bounds": ("bounds", "bounds"),
    "couplings": ("couplings", "couplings"),
    "doctor": ("doctor", "doctor"),
    "verify": ("verify", "verify"),
    "simulate": ("simulate", "simulate"),
    "linearize": ("linearize", "linearize"),
    "compare": ("compare", "compare_formulations"),
    "approximate": ("approximate", "approximate"),
    "ik": ("ik", "ik"),
    "identify": ("identify", "identify"),
    "payload": ("payload", "payload"),
    "excite": ("excite", "excite"),
    "plan": ("plan", "plan"),
    "demo": ("demo", "demo"),
    "studio": ("studio", "studio"),
}
"""The module and the function of each command."""


class Commands(Mapping[str, Any]):
    """All commands, made of their functions when they are looked up.

    >>> Commands()["mass"].name
    'mass'
    """

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            module, function = COMMANDS[name]
            alone = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
            alone.command(name)(getattr(import_module(f".{module}", __package__), function))
            self._made[name] = typer.main.get_command(alone)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)

    def __contains__(self, name: object) -> bool:
        return name in COMMANDS
