"""One lock for everything that compiles, so that a process can fork while another thread does.

A forked process has one thread and a copy of all memory: a compiler caught in the middle, or a lock whose owner is
gone, would hang it at its next compile. So a fork waits until nothing is being compiled.
"""

import functools
import os
import sys
import threading

COMPILING = threading.RLock()
"""Held whenever LLVM is called, and while code is compiled."""


def _release_in_child() -> None:
    """Python 3.11 locks a `cached_property` while it computes one: its owner may be gone too, so it gets a new lock."""
    COMPILING.release()
    if sys.version_info >= (3, 12):
        return
    ours = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] == "linkwise"]
    for cls in {thing for module in ours for thing in vars(module).values() if isinstance(thing, type)}:
        for thing in vars(cls).values():
            if isinstance(thing, functools.cached_property):
                vars(thing)["lock"] = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=COMPILING.acquire, after_in_parent=COMPILING.release, after_in_child=_release_in_child)
