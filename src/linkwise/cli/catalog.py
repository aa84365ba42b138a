"""`linkwise list`."""

from dataclasses import asdict
from typing import Annotated

import typer

from ..readers.catalog import unknown
from ..readers.catalog.entries import catalog
from .flags import as_flags
from .options import Json
from .output import console, plain, print_json
from .tables import print_table

Search = Annotated[str, typer.Argument(metavar="[WORD]", help="Robots with a word that begins so.", show_default=False)]
All = Annotated[bool, typer.Option("--all", help="Also files of example-robot-data that do not load, with the reason.")]


def list_robots(word: Search = "", every: All = False, json: Json = False) -> None:
    """List the robots that have a name.

    It says how many joints each has, what it is, its licence, and where its numbers come from: a key of the
    bibliography or an address. `linkwise show NAME` shows a robot with the remarks on its data.
    """
    found = catalog(word)
    if json:
        robots, refused = ([asdict(entry) for entry in entries] for entries in (found.entries, found.refused))
        print_json({"robots": robots, "refused": refused})
        return
    if not found.entries and not (every and found.refused):
        raise unknown(word, listing=True)
    screen = console()
    for title, heads, rows in found.tables():
        print_table(screen, title, heads, rows, ("joints",))
    if every and found.refused:
        rows = [(entry.name, plain(as_flags(entry.refusal), 100)) for entry in found.refused]
        print_table(screen, "Not listed above, because they do not load as they are", ("name", "why"), rows)
