"""Integrations: every backend does what the interpreter does, and the interpreter what SciPy and closed forms say."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwise.algebra import cos, sin
from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.backends.known_integrations import known_integration
from linkwise.errors import LinkwiseError
from linkwise.program import DOP853, TABLEAUS, Integration, Task, check_integration, to_text, trace
from linkwise.program.integration import BROKEN, FULL, OVER
from tests.backends.found import here, serving
from tests.tolerances import CHOSEN_STEPS, ROUNDING, SAME_STEPS, SAME_STEPS_ALONG, TIGHT_INTEGRATION

METHODS = {"euler", "semi_implicit_euler", "rk4", "DOP853"}
PUSH = 0.4


def pendulum(t, y, given, asked=None):
    """A damped pendulum under a push, with the work done; five numbers, so that no register is just full."""
    asked = asked or [PUSH * (1.0 + y[1])]
    length, swing = given
    acceleration = -length * sin(y[0]) - 0.1 * y[1] + swing * sin(3.0 * t[0]) + asked[0] * cos(y[0])
    return {"dy": [y[1], acceleration, acceleration * y[1], y[1] * y[1], y[0]], "told": [acceleration]}


GROUPS = {"t": 1, "y": 5, "given": 2}
PROGRAMS = [trace(pendulum, GROUPS | {"asked": 1} if asks else GROUPS, "pendulum") for asks in (False, True)]
TABLE = np.array([[0.5, 2.0, 1.0], [0.5 + 1e-3, 3.0, 0.5], [1.3, 3.0, 0.0], [np.inf, 2.5, 0.5]])


def integration(method, asks=True):
    """The pendulum by a method; it asks for the push, or knows it."""
    by = DOP853 if method == "DOP853" else TABLEAUS[method]
    made = Integration(PROGRAMS[asks], 5, 2, 1, by, 1, asked=int(asks))
    check_integration(made)
    return made


def compiled(backend, method, width=None, asks=True):
    """The code of a backend."""
    made = integration(method, asks)
    known = lambda: known_integration(made, TABLE[0, 1:])  # noqa: E731
    spec = ModuleSpec(
        "integration", f"{method} {to_text(PROGRAMS[asks])}", lambda: made, width=width, known_answers=known
    )
    return backend.module(spec)


def ask(t, y):
    """The push, which changes with the state."""
    return np.array([PUSH * (1.0 + y[1])])


def motion(module, task, slots=400, state=None, asking=ask, table=TABLE):
    """How it ended, the records and the last state."""
    made = integration("DOP853" if not task.steps else "rk4", asking is not None)
    state = np.array([0.0, 0, 0, 0, 1.0, 0, 0, 0, 0, *[0.0] * 6]) if state is None else state
    records = np.zeros((slots, made.recorded))
    count, why = module.run(state, task, table, records, asking)
    return why, records[:count], state


def task_of(method, end=2.0):
    return Task(0.0, end, np.inf, 0, 1e-9, 1e-9) if method == "DOP853" else Task(0.0, end, 0.01, round(end / 0.01))


@pytest.mark.parametrize("name", serving("integration"))
@pytest.mark.parametrize("method", [*sorted(METHODS), "DOP853 that asks nothing"])
def test_every_backend(name, method):
    """One call or several, of any width; changes of what is given, one of them shorter than a step."""
    method, asks = method.split()[0], " " not in method
    backend, task, asking = here(name), task_of(method), ask if asks else None
    truth = motion(compiled(BACKENDS["interpreter"], method, asks=asks), task, asking=asking)
    assert truth[0] == OVER and truth[1][-1, 0] == 2.0
    most = (
        CHOSEN_STEPS if method == "DOP853" else SAME_STEPS_ALONG
    )  # how long steps are follows from roundings of an error
    for width in (None, *backend.widths[:2]):
        module = compiled(backend, method, width, asks)
        assert backend.interprets or module.passes
        why, rows, state = motion(module, task, asking=asking)
        assert (why, rows.shape) == (OVER, truth[1].shape)
        scale = 1.0 + np.abs(truth[1])
        assert (np.abs(rows - truth[1]) / scale).max() <= most and (np.abs(state - truth[2])[[0, 2, 3]] == 0.0).all()
        parts, state = [], None
        for _ in range(500):
            why, some, state = motion(module, task, 7, state, asking)
            parts.append(some)
            if why != FULL:
                break
        assert why == OVER and np.array_equal(np.concatenate(parts), rows)
        gives = np.empty((len(rows), 6))
        ends = np.isin(rows[:, 0], TABLE[:, 0])
        module.rates(np.ascontiguousarray(rows[:, :6]), TABLE, gives, asking)
        assert np.abs(gives - rows[:, 6:12])[~ends].max() <= ROUNDING


@pytest.mark.parametrize("name", ["interpreter", *serving("integration")])
def test_a_step_to_begin_with(name):
    """A step that is known is tried at once, and is a step as any other; one that is too long is cut."""
    module = compiled(here(name), "DOP853", asks=False)
    for tried, taken in ((1e-3, True), (0.4, False)):
        state = np.array([0.0, -tried, 0, 0, 1.0, 0, 0, 0, 0, *[0.0] * 6])
        why, rows, _ = motion(module, task_of("DOP853"), asking=None, state=state)
        assert why == OVER and (rows[0, 0] == tried) == taken and rows[0, 0] <= tried
        found = motion(module, task_of("DOP853"), asking=None)[1]
        assert np.abs(rows[-1, 1:6] - found[-1, 1:6]).max() <= CHOSEN_STEPS


@pytest.mark.parametrize("name", ["interpreter", *serving("integration")])
def test_against_scipy(name):
    """The same steps as SciPy's integrator of that name, the first and later ones, and the same dense output."""
    module, still = compiled(here(name), "DOP853", asks=False), TABLE[-1:]
    tolerances = {"rtol": 1e-9, "atol": 1e-9, "dense_output": True}
    truth = solve_ivp(_rates, (0.0, 2.0), [1.0, 0, 0, 0, 0], method="DOP853", **tolerances)
    _, rows, _ = motion(module, task_of("DOP853"), asking=None, table=still)
    assert len(rows) == len(truth.t) - 1
    assert (
        np.abs(rows[:, 0] - truth.t[1:]).max() <= CHOSEN_STEPS
        and np.abs(rows[-1, 1:6] - truth.y[:, -1]).max() <= ROUNDING
    )
    t0, y0 = 0.0, np.array([1.0, 0, 0, 0, 0])
    for row in rows:
        middle, y = 0.5 * (t0 + row[0]), np.zeros(5)
        for part in reversed(row[12:].reshape(7, 5)):
            y = (y + part) * 0.5
        assert np.abs(y0 + y - truth.sol(middle)).max() <= TIGHT_INTEGRATION
        t0, y0 = row[0], row[1:6]


def _rates(t, y):
    a = -2.5 * np.sin(y[0]) - 0.1 * y[1] + 0.5 * np.sin(3.0 * t) + PUSH * (1.0 + y[1]) * np.cos(y[0])
    return np.array([y[1], a, a * y[1], y[1] * y[1], y[0]])


@pytest.mark.parametrize("name", serving("integration"))
def test_orders(name):
    """Half the step, 2⁸ times the accuracy for DOP853; its dense output loses one power."""
    module, exact = compiled(here(name), "DOP853"), []
    for longest in (0.4, 0.2):
        task = Task(0.0, 1.6, longest, 0, 1e6, 1e6)
        state = np.array([0.0, longest, 0, 0, 1.0, 0, 0, 0, 0, *_rates(0.0, np.array([1.0, 0])), 0.0])
        state[-1] = state[10]
        exact.append(motion(module, task, state=state, table=TABLE[-1:])[1][-1, 1:6])
    truth = solve_ivp(_rates, (0.0, 1.6), [1.0, 0, 0, 0, 0], method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1]
    off = [np.abs(y - truth).max() for y in exact]
    assert 2.0**7 < off[0] / off[1] < 2.0**10


@pytest.mark.parametrize("name", ["interpreter", *serving("integration")])
def test_what_goes_wrong(name):
    """A caller's error is raised; numbers that are not finite end the steps at the last good state."""
    module = compiled(here(name), "DOP853")

    def late(t, y):
        if t > 0.7:
            raise KeyError(t)
        return ask(t, y)

    with pytest.raises(KeyError):
        motion(module, task_of("DOP853"), asking=late)
    for method in ("DOP853", "rk4"):
        nothing = lambda t, y: np.array([0.0 if t < 0.7 else np.nan])  # noqa: E731
        why, rows, state = motion(compiled(here(name), method), task_of(method), asking=nothing)
        assert why == BROKEN and np.isfinite(rows).all() and np.isfinite(state[[0, *range(4, 9)]]).all()
        assert 0.68 < state[0] <= 0.7 and state[0] == rows[-1, 0]
    why, rows, state = motion(module, Task(0.0, 0.0, np.inf, 0, 1e-9, 1e-9))
    assert why == OVER and not len(rows) and abs(state[10] - _rates(0.0, np.array([1.0, 0.0]))[1]) > SAME_STEPS


def test_what_is_no_integration():
    with pytest.raises(LinkwiseError, match="an explicit method was expected"):
        check_integration(Integration(PROGRAMS[1], 5, 2, 1, TABLEAUS["gauss_legendre_4"], 1, asked=1))
