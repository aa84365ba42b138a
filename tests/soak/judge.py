"""`python -m tests.soak.judge REPORT FAULTS TESTS…`: which of the faults do the tests catch?

The tests are collected once. In a process of its own each is run once to see which functions it calls and how long it
takes; then each fault, in a process of its own, meets the tests that call the function it is in, the quickest first,
until one fails. One that passes the quick tests meets the others if it changes an answer (exact.py). A process is
forked: nothing has been traced or compiled in it yet.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from .exact import changes_answers
from .forked import apart
from .source_faults import SOURCE, Fault, Source, outermost

QUICK = 0.5
"""Seconds that a quick test takes; there are some hundreds of them."""


class Judge:
    """A plugin that runs the collected tests its own way."""

    def __init__(self, faults: list[Fault], report: Path):
        self.faults, self.report = faults, report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All faults, one after the other."""
        os.environ["LINKWISE_CACHE"] = "off"  # code is kept under the name of what it was traced from, not by whom
        calls = apart(lambda: {item.nodeid: watched(item) for item in session.items}, 10)
        assert isinstance(calls, dict), calls
        failing = [name for name, (passed, _, _) in calls.items() if not passed]
        assert not failing, f"without any fault: {failing}"
        by_time = sorted(session.items, key=lambda item: calls[item.nodeid][1])
        found = []
        for fault in self.faults:
            place = (fault.file, fault.function)
            items = [item for item in by_time if place in calls[item.nodeid][2]]
            quick = [item for item in items if calls[item.nodeid][1] <= QUICK]
            by = apart(lambda fault=fault, items=quick: caught(fault, items))
            changes = bool(by) or changes_answers(fault)
            if not by and changes:
                slow = [item for item in items if item not in quick]
                by = apart(lambda fault=fault, items=slow: caught(fault, items))
            found.append({"fault": fault, "by": by, "changes answers": changes, "tests": len(items)})
            self.report.write_text(json.dumps(found))
        return True


def watched(item: pytest.Item) -> tuple[bool, float, set[tuple[str, str]]]:
    """Whether a test passes, how long it takes, and the functions of the library it calls."""
    codes = set()
    root = str(SOURCE) + os.sep

    def called(frame: Any, *_: Any) -> None:
        codes.add(frame.f_code)

    begin = time.process_time()
    sys.settrace(called)  # calls only: it returns no function that would be told of lines
    try:
        passed = passes(item)
    finally:
        sys.settrace(None)
    ours = {code for code in codes if code.co_filename.startswith(root)}
    places = {(code.co_filename.removeprefix(root).replace(os.sep, "/"), outermost(code)) for code in ours}
    return passed, time.process_time() - begin, places


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
