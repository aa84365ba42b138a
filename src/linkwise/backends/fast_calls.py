"""What a backend may offer so that a call from Python costs little: functions that Python calls as its own."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

from .modules import AbstractModule


class AbstractFastEntry(ABC):
    """A Python function that hands arrays straight to machine code, and all other calls to a fallback."""

    @abstractmethod
    def install(self, module: AbstractModule, *, batches: bool = False) -> None:
        """Make calls run a module, for single states or for batches in rows, in one of the entry's precisions; with
        `batches` one for single states answers batches too."""

    @abstractmethod
    def function(self, fallback: Callable[..., Any], owner: Any, held: Any, name: str, doc: str) -> Callable[..., Any]:
        """The function. Whatever it cannot read right away as the arrays of its ports and as `out=` goes to the
        fallback, which raises the errors. `owner` holds it as the attribute `name`, through which it is pickled; `held`
        is kept alive with it."""


class FrameLayout(NamedTuple):
    """Where a frame, a structure by which another library describes a call, has what code needs, in bytes: an
    extension, null in usual calls; the stage, and the number of the one in which answers are asked for; the addresses
    of the arrays on each side; and where each of these has its data and its lengths."""

    extension: int
    stage: int
    execute: int
    takes: int
    gives: int
    data: int
    lengths: int


class FrameEntry(NamedTuple):
    """The address of a C function that takes the address of a frame, and what must be kept alive for it."""

    address: int
    held: Any


class Relay(NamedTuple):
    """A function, and what replaces its target. The first target must be kept alive: it may be running."""

    function: Callable[..., Any]
    replace: Callable[[Callable[..., Any]], None]
