"""Work done in a forked process: whatever happens to it, this one goes on."""

import faulthandler
import os
import pickle
import resource
import signal
from collections.abc import Callable
from typing import Any

MINUTES = 3
"""Of processor time, after which a fault that keeps the tests from ending is caught."""

GIGABYTES = 8
"""Of memory, likewise."""


def apart(work: Callable[[], Any], minutes: float = MINUTES) -> Any:
    """What the work returns, done in a forked process; its death as text."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(read)
            faulthandler.disable()  # pytest's would print where wrong code crashed
            signal.setitimer(signal.ITIMER_PROF, 60.0 * minutes)
            signal.setitimer(signal.ITIMER_REAL, 1200.0 * minutes)  # it may also wait for ever
            resource.setrlimit(resource.RLIMIT_AS, (GIGABYTES << 30,) * 2)
            with os.fdopen(write, "wb") as pipe:
                pickle.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        said = pipe.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return pickle.loads(said) if said else f"ended with {status}"
