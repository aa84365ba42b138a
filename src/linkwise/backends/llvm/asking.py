"""Machine code that asks Python: a function of time and state as a C callback."""

import ctypes

import numpy as np

from ..integrations import Ask
from ..known_answers import Numbers

ASK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
"""i32 ask(ptr time, ptr y, ptr asked)"""

MOST = 4096
"""Numbers of a state, or of an answer, at most: views of memory are that long, and are cut by what is asked."""

NOBODY = ASK()
"""No function: code that asks nothing is given this."""


_MEMORY = ctypes.c_double * MOST


class _Views(dict[int, Numbers]):
    """Arrays by the address of their memory."""

    def __missing__(self, address: int) -> Numbers:
        view = self[address] = np.frombuffer(memoryview(_MEMORY.from_address(address)))
        return view


class Asking:
    """A callback for one call of machine code; what the caller's function raises waits until the call is over.

    >>> asking = Asking(lambda t, y: t * y[:2])
    >>> t, y, asked = np.array([2.0]), np.array([3.0, 4.0]), np.empty(2)
    >>> asking.function(t.ctypes.data, y.ctypes.data, asked.ctypes.data), asked
    (0, array([6., 8.]))
    """

    def __init__(self, ask: Ask | None):
        self.ask, self.error = ask, None if ask is None else list[BaseException]()
        self.views = _Views()
        self.function = NOBODY if ask is None else ASK(self._answer)

    def _answer(self, time: int, y: int, asked: int) -> int:
        """0, or 1 if the caller's function raised something."""
        try:
            assert self.ask is not None
            views = self.views
            answer = self.ask(views[time].item(0), views[y])
            views[asked][: len(answer)] = answer
        except BaseException as error:  # an interrupt, too: it is raised as soon as the code has returned
            assert self.error is not None
            self.error.append(error)
            return 1
        return 0

    def raise_again(self) -> None:
        """Raise what the caller's function raised."""
        if self.error:
            raise self.error[0]
