"""How many threads share a batch: who says so, that nothing depends on it, and that few are started for little."""

import os
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import linkwise
from linkwise.calls import thread_count
from linkwise.calls import threads as sharing
from linkwise.calls.long_chains import LongKernel
from linkwise.calls.thread_count import EVERYONES, VARIABLE, cores
from linkwise.errors import LinkwiseError

COUNT = 40_000
"""States: with SHARE as small as here, enough for eight threads."""


@pytest.fixture
def eager(monkeypatch):
    """Threads are started for the smallest batches; returns the names of those that were."""
    started = []

    class Counted(sharing._Worker):
        def start(self):
            started.append(self)
            super().start()

    monkeypatch.setattr(sharing, "SHARE", 1e-7)
    monkeypatch.setattr(sharing, "_Worker", Counted)
    return started


@pytest.fixture(autouse=True)
def unset(monkeypatch):
    """Nothing has been set: not here, not by whoever started these tests."""
    for name in (VARIABLE, EVERYONES, "PYTEST_XDIST_WORKER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(thread_count, "_LASTING", [])


# ---- answers --------------------------------------------------------------------------------------------------------


def answers(robot, threads):
    """A batch in every form, on a number of threads; None: by default, with eight cores."""
    rng, options = np.random.default_rng(5), {} if threads is None else {"threads": threads}
    q, qd, qdd = rng.uniform(-3.0, 3.0, (3, COUNT, robot.n))
    rows, columns = robot.compile("inverse_dynamics"), robot.compile("inverse_dynamics", layout="columns")
    out = np.empty((COUNT, robot.n))
    with linkwise.threads(8):
        rows(q, qd, qdd, out=out, **options)
        yield out
        yield rows(q, qd, qdd, **options)
        yield columns(q.T, qd.T, qdd.T, **options).T
        yield rows(q, qd[0], qdd, **options)
        yield rows(q[:, None], qd[:3], qdd[:, None], **options)
        yield rows(*(x.astype(np.float32) for x in (q, qd, qdd)), **options)
        yield robot.inverse_dynamics(q, qd, qdd, **options)
        yield robot.jacobian(q, "link1", **options)


@pytest.mark.parametrize("threads", [2, 3, 8, "all", None])
def test_same_bits_on_any_number_of_threads(threads, eager):
    robot = linkwise.load("planar2r")
    alone = list(answers(robot, 1))
    eager.clear()
    for found, expected in zip(answers(robot, threads), alone, strict=True):
        assert np.array_equal(found, expected)
    assert eager or cores() == 1


def test_a_question_says_how_many_share_it(monkeypatch):
    robot, q, seen = linkwise.load("planar2r"), np.zeros((COUNT, 2)), list[int]()
    monkeypatch.setattr(sharing, "default_threads", lambda: seen.append(linkwise.threads()) or 1)
    monkeypatch.setattr(sharing, "SHARE", 1e-7)
    with linkwise.threads(8):
        for n in (3, 2, "all", None):
            robot.mass_matrix(q, threads=n)
            assert set(seen) == {{"all": cores(), None: 8}.get(n, n)}
            seen.clear()
    with pytest.raises(LinkwiseError, match="threads is 0"):
        robot.mass_matrix(q, threads=0)


def test_long_chains_and_rollouts_too(eager):
    arm = linkwise.load("planar2r")
    chain = LongKernel(arm.tree, "inverse_dynamics")
    q, qd, qdd = np.random.default_rng(1).uniform(-1.0, 1.0, (3, COUNT, 2))

    def both():
        return chain(q, qd, qdd), arm.rollouts(q[:600], step=1e-3, steps=20).q

    with linkwise.threads(1):
        alone = both()
    assert not eager
    for n in (2, 3, 8):
        with linkwise.threads(n):
            assert all(map(np.array_equal, both(), alone))
        assert eager
        eager.clear()


def test_small_batches_stay_on_the_callers_thread(eager, monkeypatch):
    monkeypatch.setattr(sharing, "SHARE", 10.0)
    kernel = linkwise.load("planar2r").compile("mass_matrix")
    with linkwise.threads(8):
        for count in (1, 5, 300, COUNT):
            kernel(np.zeros((count, 2)))
            kernel(np.zeros((count, 1, 2)))
    assert not eager


def test_code_that_holds_the_lock_of_python_is_not_shared(eager):
    kernel = linkwise.load("planar2r").compile("mass_matrix", backend="interpreter")
    with linkwise.threads(8):
        kernel(np.zeros((COUNT, 2)))
    assert not eager


def test_a_second_batch_leaves_the_cores_of_the_first_alone(eager):
    kernel = linkwise.load("planar2r").compile("mass_matrix")
    with linkwise.threads(8), sharing._ENGAGED.more(7):
        kernel(np.zeros((COUNT, 2)))
    assert not eager and sharing._ENGAGED.count == 0


def test_no_more_threads_to_be_had(eager, monkeypatch):
    def start(self):
        raise RuntimeError("can't start new thread")

    kernel, q = linkwise.load("planar2r").compile("mass_matrix"), np.random.default_rng(2).random((COUNT, 2))
    expected = kernel(q, threads=1)
    monkeypatch.setattr(sharing._Worker, "start", start)
    assert np.array_equal(kernel(q, threads=4), expected)


# ---- the setting ----------------------------------------------------------------------------------------------------


def test_blocks_nest_and_end_however_they_are_left():
    before = linkwise.threads()
    with linkwise.threads(3) as n:
        assert n == linkwise.threads() == 3
        with pytest.raises(ZeroDivisionError), linkwise.threads(5):
            assert linkwise.threads() == 5
            raise ZeroDivisionError
        assert linkwise.threads() == 3
        with linkwise.threads(None):
            assert linkwise.threads() == cores()
    assert linkwise.threads() == before == cores()


def test_a_setting_stays_until_the_next():
    linkwise.threads(3)
    assert linkwise.threads() == 3
    kept = linkwise.threads(4)
    with linkwise.threads(7):
        assert linkwise.threads() == 7
    assert linkwise.threads() == kept.n == 4
    with kept, kept:
        assert linkwise.threads() == 4
    assert linkwise.threads() == 3, "it was meant for the block"
    linkwise.threads("all")
    assert linkwise.threads() == cores()
    for n in range(1, 100):
        linkwise.threads(n)
    assert len(thread_count._LASTING) <= 2


def test_threads_do_not_see_each_others_blocks():
    linkwise.threads(2)
    wrong, barrier = [], threading.Barrier(8)

    def own(n):
        for _ in range(200):
            with linkwise.threads(n):
                barrier.wait(10.0)
                if linkwise.threads() != n:
                    wrong.append(n)
            barrier.wait(10.0)
            if linkwise.threads() != 2:
                wrong.append(n)
            barrier.wait(10.0)

    others = [threading.Thread(target=own, args=(n,)) for n in range(3, 11)]
    for one in others:
        one.start()
    for one in others:
        one.join()
    assert not wrong and linkwise.threads() == 2


@pytest.mark.parametrize("bad", [0, -1, 1.5, True, "many", [2]])
def test_bad_numbers_are_refused_everywhere(bad):
    robot = linkwise.load("planar2r")
    q = np.zeros((3, 2))
    for call in (
        lambda: linkwise.threads(bad),
        lambda: robot.compile("mass_matrix", threads=bad),
        lambda: robot.compile("mass_matrix")(q, threads=bad),
        lambda: robot.rollouts(q, step=1e-3, steps=1, threads=bad),
    ):
        with pytest.raises(LinkwiseError, match=r"threads is .*\n.*whole number of at least 1"):
            call()


def test_the_environment_says_how_many(monkeypatch):
    monkeypatch.setenv(EVERYONES, "3,2")
    assert linkwise.threads() == 3
    monkeypatch.setenv(VARIABLE, "5")
    assert linkwise.threads() == 5
    monkeypatch.setenv(VARIABLE, "all")
    assert linkwise.threads() == cores()
    with linkwise.threads(2):
        assert linkwise.threads() == 2, "a caller knows better"
    for bad in ("0", "-1", "two", "1.5"):
        monkeypatch.setenv(VARIABLE, bad)
        with pytest.raises(LinkwiseError, match=f"LINKWISE_THREADS is '{bad}'"):
            linkwise.threads()


def test_one_thread_in_the_processes_of_others(monkeypatch):
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    assert linkwise.threads() == 1
    monkeypatch.delenv("PYTEST_XDIST_WORKER")
    if sys.platform != "win32":
        import multiprocessing

        with multiprocessing.get_context("fork").Pool(1) as pool:
            assert pool.apply(linkwise.threads) == 1


# ---- processes ------------------------------------------------------------------------------------------------------

ENDS = """
    import atexit, os, threading, numpy as np, linkwise
    from linkwise.calls import threads
    threads.SHARE = 1e-7
    kernel, q = linkwise.load("planar2r").compile("mass_matrix", threads=4), np.zeros((200_000, 2))
    expected = kernel(q, threads=1)
    atexit.register(lambda: print("at the end", np.array_equal(kernel(q), expected)))
    busy = threading.Thread(target=lambda: [kernel(q) for _ in range(20)])
    busy.start()
    for _ in range(5):
        child = os.fork()
        if not child:
            with linkwise.threads(3):
                os._exit(0 if np.array_equal(linkwise.load("planar2r").compile("mass_matrix")(q), expected) else 1)
        print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    busy.join()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork there")
def test_forks_meanwhile_and_a_batch_at_the_very_end():
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(ENDS)], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.splitlines() == ["child 0"] * 5 + ["at the end True"], done.stderr
