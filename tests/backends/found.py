"""The backends that tests sweep: all that are found, but for the interpreter, to which the others are held."""

import pytest

from linkwise.backends import BACKENDS, AbstractBackend

NAMES = [name for name in BACKENDS if name != "interpreter"]


def serving(kind: str) -> list[str]:
    """Those that run programs, loops, rollouts or iterations."""
    return [name for name in NAMES if kind in BACKENDS[name].kinds]


def here(name: str) -> AbstractBackend:
    """The backend; the test is skipped, with the reason, where this machine cannot run it."""
    backend = BACKENDS[name]
    if why := backend.missing():
        pytest.skip(f"backend {name} cannot run here: {why}")
    return backend
