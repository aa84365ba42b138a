"""Pinocchio's C++ loop as a contestant: a process that waits for commands on its standard input."""

import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwise.costs.measure import AbstractContestant

from .cpp_model import text_of

Array = NDArray[np.float64]


class Loop:
    """One build running on one robot; a context manager that ends the process."""

    def __init__(self, program: Path, model: Any):
        with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
            file.write(text_of(model))
            file.flush()
            words = [str(program), file.name]
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.states = int(self.ask("states"))  # once it answers, it has read the file

    def ask(self, line: str) -> str:
        """Send a line; the process answers with one line."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the C++ loop ended on {line[:60]!r}")
        return answer

    def answer(self, loop: str, *state: Array) -> Array:
        """The quantity at one state, as a flat array; arrays it does not take are ignored."""
        numbers = np.concatenate([*state, *[np.zeros_like(state[0])] * (3 - len(state))])
        return np.array(self.ask(f"answer {loop} {' '.join(map(repr, numbers.tolist()))}").split(), float)

    def __enter__(self) -> "Loop":
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


class Passes(AbstractContestant):
    """Repeated passes of one quantity over the loop's states."""

    def __init__(self, loop: Loop, name: str):
        self._loop, self._name, self.states = loop, name, loop.states

    def seconds(self, times: int) -> float:
        """The seconds of that many passes, by the loop's own clock."""
        return float(self._loop.ask(f"time {self._name} {times}"))
