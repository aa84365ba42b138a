"""Code of an iteration: what a backend that runs them offers."""

from abc import abstractmethod

import numpy as np

from .known_answers import KNOWN_STEPS, Numbers
from .modules import TRIED, AbstractModule, in_turn


class AbstractIterationModule(AbstractModule):
    """Code of an iteration: a table of rows, each a state and numbers of its own, improved in place."""

    @abstractmethod
    def run(self, rows: Numbers, same: Numbers, most: int) -> None:
        """Take steps with each row (N, columns), at least one and `most` at most, until it is done; both arrays are
        contiguous and of the spec's precision."""

    def answers_to(self, inputs: dict[str, Numbers]) -> Numbers:
        """The states that the known rows lead to, in more rows than there are lanes."""
        dtype, (m, own, _) = self.spec.dtype, (port.size for port in self.spec.signature.takes)
        states = in_turn(inputs["states"], TRIED).astype(dtype)
        rows, same = np.ascontiguousarray(states[:, : m + own]), np.ascontiguousarray(states[0, m + own :])
        self.run(rows, same, KNOWN_STEPS)
        return rows[:, :m].astype(np.float64)
