"""What `except` clauses rely on: the public exceptions and warnings, and the classes they derive from.

`error_classes.json` was made from commit 22493d3, before packages were moved: `python -m tests.golden.error_classes`
prints today's. New classes may be added to the library; those in the file stay.
"""

import inspect
import json
import sys

import linkwise

RENAMED = {"LedgerNotice": "CheckpointNotice"}
"""Classes whose names changed on purpose since: this warning of a sweep is named after its checkpoint folder."""


def error_classes() -> dict[str, list[str]]:
    """The names of the bases of every exception in linkwise.errors and in the public packages."""
    rooms = [thing for thing in (getattr(linkwise, name) for name in dir(linkwise)) if inspect.ismodule(thing)]
    public = {name: thing for room in (linkwise, *rooms) for name, thing in vars(room).items()}
    return {
        name: [base.__name__ for base in thing.__bases__]
        for name, thing in sorted(public.items())
        if inspect.isclass(thing) and issubclass(thing, BaseException) and thing.__module__.startswith("linkwise")
    }


if __name__ == "__main__":
    json.dump(error_classes(), sys.stdout, indent=1)
