"""Machine code that asks Python: a function of time and state as a C callback."""

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from ..integrations import Ask
from ..known_answers import Numbers

ASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p)
"""i32 ask(double time, ptr y, ptr asked)"""

MOST = 4096
"""Numbers of a state, or of an answer, at most: views of memory are that long, and are cut by what is asked."""

NOBODY = ASK()
"""No function: code that asks nothing is given this."""


_MEMORY = ctypes.c_double * MOST


class _Views(dict[int, Any]):
    """Arrays by the address of their memory, as the function that is asked wants them."""

    def __init__(self, prepared: Callable[[Numbers], Any] | None):
        super().__init__()
        self.prepared = prepared

    def __missing__(self, address: int) -> Any:
        view = _view(address)
        found = self[address] = view if self.prepared is None else self.prepared(view)
        return found


class Asking:
    """A callback for one call of machine code; what the caller's function raises waits until the call is over.

    >>> asking = Asking(lambda t, y: t * y[:2])
    >>> y, asked = np.array([3.0, 4.0]), np.empty(2)
    >>> asking.function(2.0, y.ctypes.data, asked.ctypes.data), asked
    (0, array([6., 8.]))
    """

    def __init__(self, ask: Ask | None):
        self.errors = list[BaseException]()
        self.function = NOBODY if ask is None else ASK(_answering(ask, self.errors))

    def raise_again(self) -> None:
        """Raise what the caller's function raised."""
        if self.errors:
            raise self.errors[0]


def _answering(ask: Ask, errors: list[BaseException]) -> Callable[[float, int, int], int]:
    """The callback: 0, or 1 if the caller's function raised something. It runs at every stage of a step."""
    states, rooms = _Views(getattr(ask, "prepared", None)), dict[int, Numbers]()
    function: Callable[[float, Any], Numbers] = getattr(ask, "of_prepared", ask)

    def answer(time: float, y: int, asked: int) -> int:
        try:
            values = function(time, states[y])
            if asked not in rooms:
                rooms[asked] = _view(asked)[: len(values)]
            rooms[asked][:] = values
        except BaseException as error:  # an interrupt, too: it is raised as soon as the code has returned
            errors.append(error)
            return 1
        return 0

    return answer


def _view(address: int) -> Numbers:
    """An array of what lies at an address."""
    return np.frombuffer(memoryview(_MEMORY.from_address(address)))
