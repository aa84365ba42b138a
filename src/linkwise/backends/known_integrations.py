"""The self-test of an integration: a short motion by the interpreter, through a change of what is given.

With error control what is allowed is so much that the lengths of the steps are known: the first is short, and each is
ten times as long as the one before. How far apart two correct answers may be is measured as in `known_answers`.
"""

import numpy as np

from ..program import Integration
from ..program.integration import Task
from .integrations import known_answer
from .interpreter import run_integration
from .known_answers import CLOSE, SHAKE, SHAKEN, Known, Numbers, tolerance

ALLOWED = 1e6
"""The error allowed: more than any step makes."""

FIRST = 1e-4
"""The first step that is taken then; what is given changes after half of the second."""

FAINT = 1e-3
"""Numbers below this, relative to the largest, may be what is left of larger ones."""

TIMES = 0.3, FIRST * 6.0
"""When the motion begins, and how long it is."""


def known_integration(integration: Integration, given: Numbers) -> Known:
    """What code must reproduce, from numbers of the size of those that are given."""
    rng, n, (begin, length) = np.random.default_rng(7), integration.size, TIMES
    end = begin + length
    table = np.array([[begin + 0.6 * length, *given], [np.inf, *given]])
    table[:, 1:] *= 1.0 + 0.1 * rng.random(table[:, 1:].shape)
    table[:, 1:] += 1e-3 * rng.random(table[:, 1:].shape)
    state = np.zeros((integration.columns, 1 + SHAKEN))
    state[0], state[4 : 4 + n] = begin, rng.uniform(-1.0, 1.0, (n, 1))
    shaken = state[4 : 4 + n, 1:]
    shaken *= 1.0 + SHAKE * np.finfo(float).eps * rng.uniform(-1.0, 1.0, shaken.shape)
    asked = {"asked": rng.uniform(-1.0, 1.0, integration.asked or integration.held)}
    first = np.ascontiguousarray(state[:, 0])
    if integration.adaptive:
        tasks = [(Task(begin, end, 1.0, 0, ALLOWED, ALLOWED), 2), (Task(begin, end, 1.0, 0, ALLOWED, ALLOWED), 4)]
    else:
        tasks = [(Task(begin, end, 0.4 * length, 3), 2), (Task(begin, end, 0.4 * length, 3), 3)]
    tasks = [(task, slots + bool(integration.held)) for task, slots in tasks]
    parts = []
    for task, slots in tasks:
        records = np.zeros((slots, integration.recorded, state.shape[1]))
        run_integration(integration, state, task, table, records, known_answer(asked))
        parts.append(records.reshape(-1, state.shape[1]))
    rates = np.concatenate([state[4 + n : 4 + 2 * n], state[4 + 2 * n :]])
    answers, *others = np.concatenate([*parts, state, rates]).T[:, None, :]
    given_numbers = {
        "states": first[None],
        "table": table,
        "tasks": np.array([[*task, slots] for task, slots in tasks], float),
        "recorded": np.array([integration.recorded], float),
        "size": np.array([n], float),
        **asked,
    }
    finite = np.nan_to_num(np.abs(answers), posinf=0.0)
    size = np.maximum(finite, FAINT * finite.max())
    return Known(given_numbers, answers, tolerance(answers, others, CLOSE["float64"] * size))
