"""How pytest runs here: one thread of BLAS, and our own notices as errors.

`--cpu-times` tells at the end of a run where the processor time went, by file and by test. It counts what this process
and those it waited for spent: on a busy machine the clock tells less.
"""

import gc
import os
from collections import Counter
from importlib.util import find_spec

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""Set before NumPy is imported: as many threads as cores in each of as many processes wait for each other, and the
least squares of an identification took twelve times the processor time."""

collect_ignore_glob = [] if find_spec("torch") else ["src/linkwise/frameworks/torch*.py"]
"""Examples that need PyTorch: `make test-torch` runs them."""

SPENT: Counter[str] = Counter()
"""Processor seconds by test."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu-times", action="store_true", help="processor time by file and by test")


def pytest_configure(config: pytest.Config) -> None:
    for notice in ("backends.cache.CacheNotice", "sweep.checkpoint.CheckpointNotice"):  # not in pyproject.toml: naming
        config.addinivalue_line("filterwarnings", f"error::linkwise.{notice}")  # them there imports NumPy too early


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    gc.collect()
    gc.freeze()  # 800,000 objects of 27,000 tests: to look through them for garbage took a third of the time
    session.clock = sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item):
    report = yield
    now = sum(os.times()[:4])
    report.processor_seconds, item.session.clock = now - item.session.clock, now
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    SPENT[report.nodeid] += getattr(report, "processor_seconds", 0.0)


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    if config.getoption("--cpu-times"):
        by_file: Counter[str] = Counter()
        for test, seconds in SPENT.items():
            by_file[test.partition("::")[0]] += seconds
        terminalreporter.section(f"processor seconds: {by_file.total():.0f}")
        for name, seconds in by_file.most_common(40) + SPENT.most_common(60):
            terminalreporter.write_line(f"{seconds:8.1f} {name}")
