"""Ctrl-C and errors within a batch: heard soon, on any number of threads, and not before every thread has ended."""

import gc
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import linkwise
from linkwise.backends import COMPILING, AbstractInPlaceModule
from linkwise.backends.compiling import interrupted_later
from linkwise.backends.llvm import machine
from linkwise.calls.threads import run_batch

MANY = AbstractInPlaceModule.piece


class Slow(AbstractInPlaceModule):
    """Takes a millisecond for 64 states; the main thread is interrupted in its third piece."""

    piece = 64

    def __init__(self, error):
        self.error, self.lock, self.active, self.calls, self.own = error, threading.Lock(), 0, 0, 0

    def run(self, takes, gives, first, last):
        with self.lock:
            self.active, self.calls = self.active + 1, self.calls + 1
        time.sleep(1e-3 * (last - first) / 64)
        with self.lock:
            self.active -= 1
        if threading.current_thread() is threading.main_thread():
            self.own += 1
            if self.own == 3:
                raise self.error


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), MemoryError()])
def test_no_thread_is_left_behind(threads, error):
    module, before = Slow(error), threading.active_count()
    with pytest.raises(type(error)):
        run_batch(module, [], [], 10**7, threads)
    assert module.active == 0 and module.calls < 1000, "all have ended, long before the end of the batch"
    time.sleep(0.01)
    calls = module.calls
    time.sleep(0.02)
    assert module.calls == calls and threading.active_count() <= before + threads


def test_an_error_in_another_thread_ends_all():
    class Broken(Slow):
        def run(self, takes, gives, first, last):
            if threading.current_thread() is not threading.main_thread():
                raise ZeroDivisionError
            super().run(takes, gives, first, last)

    with pytest.raises(ZeroDivisionError):
        run_batch(Broken(None), [], [], 10**6, 2)


STATES = 3_000_000
INTERRUPTED = """
    import os, signal, threading, time, numpy as np, linkwise
    signal.signal(signal.SIGINT, signal.default_int_handler)
    kernel = linkwise.load("panda").compile("inverse_dynamics", threads={threads})
    q = np.zeros(({states}, 7))
    kernel(q[:9000], q[:9000], q[:9000])
    other = q if {contiguous} else q[:1]
    heard = threading.Event()
    def press():  # again if need be, as people do
        for wait in (0.02, 1.0, 1.0, 1.0):
            if not heard.wait(wait):
                os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=press).start()
    try:
        for _ in range(200):  # a fast machine may be done with the first ones
            kernel(q, q, other)
    except KeyboardInterrupt:
        heard.set()
        print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill is no Ctrl-C there")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("contiguous", [True, False])
def test_ctrl_c_in_a_long_batch(threads, contiguous):
    """One native call would take seconds and end the process or nothing: it is heard between pieces."""
    code = textwrap.dedent(INTERRUPTED.format(threads=threads, states=STATES, contiguous=contiguous))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout.strip()) == (0, "interrupted"), done.stderr


def test_long_broadcast_batches_are_cut_and_whole():
    """The pieces of a ufunc's batch are those of one call, whichever axis is long."""
    arm = linkwise.load("planar2r")
    kernel = arm.compile("inverse_dynamics", "mass_matrix", parameters=["gravity"])
    rng = np.random.default_rng(1)
    count = MANY + 77
    q, qd, g = rng.random((count, 1, 2)), rng.random((1, 2)), rng.random((3, 3))
    for states in ((q, qd, q, g), (q.swapaxes(0, 1), qd, qd, g[:, None])):
        answers = kernel(*states)
        rows = [np.broadcast_to(x, (*answers[0].shape[:-1], x.shape[-1])) for x in states]
        for k in (0, 1, MANY // 3, -1):
            some = (k,) if answers[0].shape[0] == count else (slice(None), k)
            for found, expected in zip(answers, kernel(*(x[some] for x in rows)), strict=True):
                assert np.array_equal(found[some], expected)


def test_what_is_compiled_does_not_wait_for_a_compiler():
    """Kernels answer while another thread compiles for as long as it likes."""
    arm, q = linkwise.load("planar2r"), np.zeros((5000, 2))
    kernel = arm.compile("mass_matrix")
    kernel(q), kernel([0.0, 0.0])
    held, done = threading.Event(), threading.Event()

    def compile_slowly():
        with COMPILING:
            held.set()
            assert done.wait(60.0), "the kernels waited"

    other = threading.Thread(target=compile_slowly)
    other.start()
    held.wait()
    try:
        answers = [kernel(x) for x in (q, q[:1], q[0], q[:, None], [[0.0, 0.0]])]
    finally:
        done.set()
        other.join()
    assert [answer.shape[:-2] for answer in answers] == [(5000,), (1,), (), (5000, 1), (1,)]


def test_dropping_a_kernel_does_not_wait_for_a_compiler():
    """Its memory is freed when something is next compiled: a garbage collection may drop it in any thread."""
    kernel = linkwise.load("planar2r").compile("gravity_forces")
    kernel([0.0, 0.0])
    held, done = threading.Event(), threading.Event()

    def compile_slowly():
        with COMPILING:
            held.set()
            assert done.wait(60.0), "the kernel waited"

    other = threading.Thread(target=compile_slowly)
    other.start()
    held.wait()
    try:
        unused = len(machine._UNUSED)
        del kernel
        gc.collect()
        assert len(machine._UNUSED) > unused
    finally:
        done.set()
        other.join()
    linkwise.load("planar2r").compile("potential_energy")([0.0, 0.0])
    assert not machine._UNUSED


def test_ctrl_c_while_something_is_compiled_is_heard_at_its_end():
    """llvmlite frees what it holds in `__del__`, where Python would swallow it."""

    class Held:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)
            freed.append(1)

    freed, before = [], signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt), interrupted_later():
            Held()
            freed.append(2)
        assert freed == [1, 2]
        with interrupted_later():
            pass
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
