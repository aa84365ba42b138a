"""Code of an integration: what a backend that runs them offers."""

from abc import abstractmethod
from collections.abc import Callable

import numpy as np

from ..program.integration import Task
from .known_answers import Numbers
from .modules import AbstractModule

Ask = Callable[[float, Numbers], Numbers]
"""What is asked of the caller at a time and a state; the state's array is another one at each call, or changes. It may
offer `prepared`, a function that makes something of such an array once, and `of_prepared`, which takes that instead."""


class AbstractIntegrationModule(AbstractModule):
    """Code that follows a motion, in NumPy's arrays of doubles; all of them are contiguous."""

    @abstractmethod
    def run(
        self, state: Numbers, task: Task, table: Numbers, records: Numbers, ask: Ask | None = None
    ) -> tuple[int, int]:
        """Step from a state (columns), which becomes the last one reached, until the time is over or all records (K,
        recorded) are written: how many were, and why it stopped. What `ask` raises is raised here."""

    @abstractmethod
    def rates(self, states: Numbers, table: Numbers, gives: Numbers, ask: Ask | None = None) -> None:
        """ẏ and what is told (K, size + told) at times and states (K, 1 + size)."""

    def answers_to(self, inputs: dict[str, Numbers]) -> Numbers:
        """The records of the known motions, and the rates at their ends."""
        table, rows = np.ascontiguousarray(inputs["table"]), []
        for start in inputs["states"]:
            state, kept = start.copy(), []
            for begin, end, step, steps, rtol, atol, slots in inputs["tasks"]:
                records = np.zeros((int(slots), int(inputs["recorded"][0])))
                self.run(state, Task(begin, end, step, int(steps), rtol, atol), table, records, known_answer(inputs))
                kept.append(records.ravel())
            y = np.concatenate([state[:1], state[4 : 4 + int(inputs["size"][0])]])
            gives = np.zeros((1, len(state) - 4 - len(y) + 1))
            self.rates(y[None].copy(), table, gives, known_answer(inputs))
            rows.append(np.concatenate([*kept, state, gives[0]]))
        return np.array(rows)


def known_answer(inputs: dict[str, Numbers]) -> Ask:
    """What the caller of a self-test answers: numbers that change with time and state.

    >>> known_answer({"asked": np.array([2.0, 3.0])})(0.5, np.array([0.25]))
    array([1.5 , 2.25])
    """
    return lambda t, y: np.multiply.outer(inputs["asked"], t + y[0])
