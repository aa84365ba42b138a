"""kill −9 while the cache or a checkpoint is written: what is there afterwards is whole, the old or the new.

A process is killed before each line of the functions that write, in the middle of a write, and at random times; each is
forked from this one.
"""

import os
import random
import signal
import sys
import time
import warnings
from collections.abc import Callable

import numpy as np
import pytest

import linkwise
from linkwise.backends import cache
from linkwise.backends.cache import bound, entry, store
from linkwise.sweep import checkpoint, sealed_files
from linkwise.sweep.block import block_spans
from tests.sweep.cases import Fake, bits, small
from tests.sweep.test_checkpoint import same, through

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked and killed")

SEED = 2026
SOAK = pytest.mark.soak
WRITERS = {module.__file__ for module in (bound, entry, store, checkpoint, sealed_files)}


def killed(work: Callable[[], object], line: int | None = None, after: float | None = None, torn: bool = False) -> bool:
    """Whether the work was killed: in a process of its own, before so many lines of the writers have run, after so many
    seconds, or halfway through its first write."""
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore", r"os\.fork\(\) was called", RuntimeWarning
        )  # by JAX, where a test imported it
        child = os.fork()
    if not child:
        try:
            if line is not None:
                sys.settrace(_counting(line))
            if torn:
                os.fsync = _tearing
            work()
        finally:
            os._exit(0)
    if after is not None:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def lasting(work: Callable[[], object]) -> float:
    """How long the work takes in a process of its own, in seconds."""
    begin = time.monotonic()
    assert not killed(work)
    return time.monotonic() - begin


def _counting(most: int) -> Callable[..., object]:
    left = [most]

    def trace(frame, event, _):
        if frame.f_code.co_filename not in WRITERS:
            return None
        if event == "line":
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    return trace


def _tearing(descriptor: int) -> None:
    """The disk has only half of the file when the process dies."""
    os.truncate(f"/proc/self/fd/{descriptor}", os.fstat(descriptor).st_size // 2)
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=SOAK)])
def test_killed_while_an_entry_is_written(folder, step):
    """Before each line (or each ninth), over nothing and over an older entry."""
    key, old, new, kills = cache.key("robot"), b"old" * 999, b"new" * 1999, 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for before in (None, old):
            line = 0
            while True:
                bound.remove(folder / entry.file_name(key))
                if before is not None:
                    cache.put(key, before)
                if not killed(lambda: cache.put(key, new), line=line):
                    break
                kills, line = kills + 1, line + step
                assert cache.get(key) in (before, new)
            assert cache.get(key) == new
        cache.put(key, old)
        assert killed(lambda: cache.put(key, new), torn=True) and cache.get(key) == old
        assert not (folder / "quarantine").exists()
    left = list(folder.glob("*.lwpart"))
    for part in left:
        os.utime(part, (0.0, time.time() - 2 * bound.STALE))
    bound._FREE.clear()  # as in another process, which looks through the folder when it first writes
    cache.put(key, new)
    print(f"{kills + 1} kills, {len(left)} unfinished files, none an hour later")
    assert kills >= 40 // step and not list(folder.glob("*.lwpart"))


@pytest.mark.parametrize("step", [25, pytest.param(1, marks=SOAK)])
def test_killed_while_a_checkpoint_is_written(tmp_path, step):
    """Before each line (or each 25th): the sweep goes on from whole blocks, and nothing unfinished is left."""
    plain, kills, line = through(Fake(), tmp_path / "plain", 300)[0], 0, 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        while killed(lambda line=line: through(Fake(), tmp_path / str(line), 300), line=line):
            folder, fake = tmp_path / str(line), Fake()
            there = len(list(folder.glob("block-*")))
            assert same(through(fake, folder, 300)[0], plain) and len(fake.asked) == 3 - there
            assert not list(folder.glob(".*"))
            kills, line = kills + 1, line + step
        folder = tmp_path / "torn"
        assert killed(lambda: through(Fake(), folder, 300), torn=True)
        assert same(through(Fake(), folder, 300)[0], plain) and not list(folder.glob(".*"))
    print(f"{kills + 1} kills, every sweep the same to the last bit")
    assert kills >= 100 // step


@SOAK
def test_killed_at_random_while_it_compiles(folder):
    """Whatever was kept by then, the next process has the answers of one without a cache, and says nothing."""
    rng, q, kills = random.Random(SEED), np.array([0.1, 0.2]), 0

    def ask(k: int) -> bytes:
        arm = linkwise.load("planar2r").with_gravity([0.0, 0.0, -9.0 - 0.01 * (k % 7)])
        return arm.inverse_dynamics(q, q, q).tobytes() + arm.compile("mass_matrix")(np.stack([q] * 3)).tobytes()

    def asked_again(k: int) -> None:
        warnings.simplefilter("error")
        os._exit(0 if ask(k) == expected[k % 7] else 7)

    os.environ["LINKWISE_CACHE"] = "off"
    expected = [ask(k) for k in range(7)]
    os.environ["LINKWISE_CACHE"] = str(folder)
    most = lasting(lambda: ask(0))
    for k in range(200):
        if k % 3 == 0:
            for path in folder.glob("*.lw*"):
                path.unlink()
        kills += killed(lambda k=k: ask(k), after=rng.uniform(0.0, most))
        child = os.fork()
        if not child:
            asked_again(k)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    print(f"{kills} of 200 killed before they were done")
    assert kills > 50 and not (folder / "quarantine").exists()


@SOAK
def test_killed_at_random_while_it_sweeps(tmp_path):
    rng, kills, size = random.Random(SEED), 0, {"rollouts": 400, "block": 20, "steps": 400, "keep": True}
    plain = bits(small(**size))
    total = len(list(block_spans(size["rollouts"], size["block"])))
    most = lasting(lambda: small(**size, checkpoint=tmp_path / "whole"))
    for k in range(30):
        folder = tmp_path / str(k)
        for _ in range(3):
            kills += killed(lambda folder=folder: small(**size, checkpoint=folder), after=rng.uniform(0.0, 0.6 * most))
        assert bits(small(**size, checkpoint=folder)) == plain
        assert len(list(folder.glob("block-*"))) == total and not list(folder.glob(".*"))
    print(f"{kills} of 90 killed before they were done")
    assert kills > 30
