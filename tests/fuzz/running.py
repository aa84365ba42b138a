"""Many cases in processes that are watched: crashes and endless loops too. What failed is kept, with how to repeat it.

Counts of the last half second are lost with a process that crashes; its fault is not.
"""

import multiprocessing
import os
import queue
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from .formats import FORMATS, case, format_of
from .one_case import bound_memory, listen, memory, prepare, run_one
from .tally import Fault, Tally

STUCK = 60.0
"""Seconds on the clock after which a process counts as stuck in code that hears no signal."""

KEPT = 5
"""How many inputs of one kind of fault are written to disk."""


def _work(seed: int, numbers: range, format: str | None, here: Any, results: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears Ctrl-C, stops the processes and reports
    prepare()
    listen()
    tally, told, start = Tally(), time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # MuJoCo writes its log where it stands
        for count, number in enumerate(numbers):
            here[0], here[1] = number, time.monotonic()
            run_one(format or format_of(seed, number), seed, number, Path(folder), tally)
            if count == 200:
                bound_memory()  # by now everything is imported
            if count == min(1000, len(numbers) - 1):
                start = memory()[0]
            if time.monotonic() - told > 0.5:
                tally.resident = start, memory()[0]
                results.put(tally)
                tally, told = Tally(), time.monotonic()
        tally.resident = start, memory()[0]
        results.put(tally)
        here[0] = -1


class Run:
    """A run over many cases, in processes; `tally` is what has happened so far."""

    def __init__(
        self, cases: int, seed: int, processes: int = 1, format: str | None = None, failures: Path | None = None
    ):
        self.cases, self.seed, self.format, self.failures = cases, seed, format, failures
        self.tally = Tally()
        self._context = multiprocessing.get_context("spawn")
        self._results = self._context.Queue()
        self._left = [range(k, cases, processes) for k in range(processes)]
        self._workers: list[Any] = [None] * processes
        self._here = [self._context.RawArray("d", 2) for _ in range(processes)]

    def start(self, seconds: float = float("inf"), progress: float = 0.0) -> Tally:
        """Run until all cases are done, the time is up, or Ctrl-C."""
        began = told = time.monotonic()
        try:
            for k in range(len(self._workers)):
                self._begin(k)
            while any(self._workers) and time.monotonic() - began < seconds:
                self._hear(0.2)
                for k, worker in enumerate(self._workers):
                    if worker is not None:
                        self._watch(k, worker)
                if progress and time.monotonic() - told > progress:
                    told = time.monotonic()
                    faults = len(self.tally.faults)
                    print(
                        f"{self.tally.cases:,} of {self.cases:,} cases in {told - began:.0f} s, {faults} faults",
                        flush=True,
                    )
        except KeyboardInterrupt:
            print("interrupted", file=sys.stderr)
        finally:
            for worker in self._workers:
                if worker is not None:
                    worker.terminate()
                    worker.join()
            while self._hear(0.0):
                pass
        return self.tally

    def _begin(self, k: int) -> None:
        arguments = (self.seed, self._left[k], self.format, self._here[k], self._results)
        self._here[k][0], self._here[k][1] = -2, time.monotonic()
        self._workers[k] = self._context.Process(target=_work, args=arguments, daemon=True)
        self._workers[k].start()

    def _hear(self, seconds: float) -> bool:
        try:
            heard = self._results.get(timeout=seconds) if seconds else self._results.get_nowait()
        except queue.Empty:
            return False
        for fault in heard.faults:
            self._keep(fault)
        self.tally.add(heard)
        return True

    def _watch(self, k: int, worker: Any) -> None:
        """Notice a process that is done, has crashed or is stuck; after the last two another takes over."""
        number, since = int(self._here[k][0]), self._here[k][1]
        stuck = worker.is_alive() and time.monotonic() - since > STUCK
        if worker.is_alive() and not stuck:
            return
        if stuck:
            worker.kill()
        worker.join()
        self._workers[k] = None
        if number == -1:
            return
        message = f"stuck for {STUCK:g} s" if stuck else f"the process ended with code {worker.exitcode}"
        if number < 0:
            raise RuntimeError(f"a process could not begin: {message}")
        fault = Fault(self.format or format_of(self.seed, number), self.seed, number, message)
        self._keep(fault)
        self.tally.add(Tally(Counter({(fault.format, "fault"): 1}), faults=[fault]))
        self._left[k] = self._left[k][self._left[k].index(number) + 1 :]
        if self._left[k]:
            self._begin(k)

    def _keep(self, fault: Fault) -> None:
        """Write the input of a fault, and how to repeat it, unless enough of its kind are there."""
        alike = sum(other.kind == fault.kind for other in self.tally.faults)
        if self.failures is None or alike >= KEPT:
            return
        self.failures.mkdir(parents=True, exist_ok=True)
        name = self.failures / f"{fault.format}-{fault.seed}-{fault.number}"
        data, _ = case(fault.format, fault.seed, fault.number)
        name.with_suffix(FORMATS[fault.format].ending).write_bytes(data)
        command = f"python -m tests.fuzz --format {fault.format} --seed {fault.seed} --case {fault.number}"
        name.with_suffix(".txt").write_text(f"{command}\n\n{fault.message}\n", encoding="utf-8", errors="replace")
