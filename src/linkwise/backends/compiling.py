"""One lock for everything that compiles, so that a process can fork while another thread does; and Ctrl-C meanwhile.

A forked process has one thread and a copy of all memory: a compiler caught in the middle, or a lock whose owner is
gone, would hang it at its next compile. So a fork waits until nothing is being compiled.
"""

import functools
import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

COMPILING = threading.RLock()
"""Held whenever LLVM is called, and while code is compiled."""


@contextmanager
def interrupted_later() -> Iterator[None]:
    """Ctrl-C pressed within the block is heard at its end.

    llvmlite frees LLVM's objects in `__del__` methods: Python prints and forgets what is raised there, so that the
    interrupt would be lost and the object half freed.
    """
    pressed: list[tuple[Any, ...]] = []
    before = signal.getsignal(signal.SIGINT)
    if not callable(before) or threading.current_thread() is not threading.main_thread():
        yield  # nothing would be raised here
        return
    signal.signal(signal.SIGINT, lambda *given: pressed.append(given))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            before(*pressed[-1])


@contextmanager
def collected_later() -> Iterator[None]:
    """Python collects no garbage within the block, for which the lock is held: a program's steps are many objects, all
    of them in use, and looking through them again and again takes a tenth of the time of compiling."""
    with COMPILING:
        was_on = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if was_on:
                gc.enable()


def _acquire_before_fork() -> None:
    """Wait for the lock, also if Ctrl-C is pressed meanwhile: whatever is raised here, the process forks."""
    while True:
        try:
            COMPILING.acquire()
            return
        except KeyboardInterrupt:
            continue


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
    os.register_at_fork(
        before=_acquire_before_fork, after_in_parent=COMPILING.release, after_in_child=_release_in_child
    )
