"""`python -m tests.soak.judge REPORT FAULTS TESTS…`: which of the faults do the tests catch?

The tests are collected once. In a process of its own each is run once to see which functions it calls and how long it
takes; then each fault, in a process of its own, meets the tests that call the function it is in, the quickest first,
until one fails. A process is forked: nothing has been traced or compiled in it yet.
"""

import faulthandler
import json
import os
import pickle
import resource
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .source_faults import SOURCE, Fault, Source, outermost

MINUTES = 3
"""After so long a fault that keeps the tests from ending is caught, and so is one that takes so much memory."""

GIGABYTES = 8


def apart(work: Callable[[], Any], minutes: float = MINUTES) -> Any:
    """What the work returns, done in a forked process; its death as text."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(read)
            faulthandler.disable()  # pytest's would print where wrong code crashed
            signal.setitimer(signal.ITIMER_REAL, 60.0 * minutes)
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


class Judge:
    """A plugin that runs the collected tests its own way."""

    def __init__(self, faults: list[Fault], report: Path):
        self.faults, self.report = faults, report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All faults, one after the other."""
        os.environ["LINKWISE_CACHE"] = "off"  # code is kept under the name of what it was traced from, not by whom
        calls = apart(lambda: {item.nodeid: watched(item) for item in session.items}, 20)
        assert isinstance(calls, dict), calls
        failing = [name for name, (passed, _, _) in calls.items() if not passed]
        assert not failing, f"without any fault: {failing}"
        by_time = sorted(session.items, key=lambda item: calls[item.nodeid][1])
        found = []
        for fault in self.faults:
            place = (fault.file, fault.function)
            items = [item for item in by_time if place in calls[item.nodeid][2]]
            begin = time.monotonic()
            by = apart(lambda fault=fault, items=items: caught(fault, items))
            found.append({"fault": fault, "by": by, "tests": len(items), "seconds": time.monotonic() - begin})
            print(f"{fault}: {by or 'SURVIVES'} ({len(items)} tests)", flush=True)
            self.report.write_text(json.dumps(found))
        return True


def watched(item: pytest.Item) -> tuple[bool, float, set[tuple[str, str]]]:
    """Whether a test passes, how long it takes, and the functions of the library it calls."""
    codes = set()
    root = str(SOURCE) + os.sep

    def called(frame: Any, *_: Any) -> None:
        codes.add(frame.f_code)

    begin = time.monotonic()
    sys.settrace(called)  # calls only: it returns no function that would be told of lines
    try:
        passed = passes(item)
    finally:
        sys.settrace(None)
    ours = {code for code in codes if code.co_filename.startswith(root)}
    places = {(code.co_filename.removeprefix(root).replace(os.sep, "/"), outermost(code)) for code in ours}
    return passed, time.monotonic() - begin, places


def passes(item: pytest.Item) -> bool:
    from _pytest.runner import runtestprotocol

    return all(not report.failed for report in runtestprotocol(item, nextitem=None, log=False))


def caught(fault: Fault, items: list[pytest.Item]) -> str:
    """The first test that fails with the fault in place; empty if all pass."""
    Source(fault.file).apply(fault)
    return next((item.nodeid for item in items if not passes(item)), "")


def main(report: str, faults: str, *tests: str) -> int:
    """Judge the faults in a file, one JSON list."""
    wanted = [Fault(*row) for row in json.loads(Path(faults).read_text())]
    options = ["-p", "no:cacheprovider", "-p", "no:xdist", "-q", "-m", "not slow and not soak"]
    return int(pytest.main([*options, *tests], plugins=[Judge(wanted, Path(report))]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
