"""Integrations that ask for numbers when a stretch begins, and hold them in it: the backends agree with the
interpreter, and that with SciPy from one stretch to the next."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.backends.known_integrations import known_integration
from linkwise.errors import LinkwiseError
from linkwise.program import DOP853, TABLEAUS, Integration, Task, check_integration, to_text, trace
from linkwise.program.integration import BROKEN, FULL, OVER
from tests.backends.found import here, serving
from tests.tolerances import CHOSEN_STEPS, ONE_RK4_RUN, ROUNDING, SAME_STEPS_ALONG, TIGHT_INTEGRATION

METHODS = ("euler", "semi_implicit_euler", "rk4", "DOP853")
BEGIN = np.array([0.0, 0, 0, 0, 1.0, 0, 0, 0, 0])


def cart(t, y, given):
    """A cart on a spring under a held push."""
    push, stiffness = given
    rate = push - stiffness * y[0]
    return {"dy": [y[1], rate], "told": [push]}


PROGRAM = trace(cart, {"t": 1, "y": 2, "given": 2}, "cart")


def table():
    """Samples on the grid, between its times, and off it by a rounding."""
    ends = [0.1, np.nextafter(0.2, 1.0), 0.3141, 0.3142, 0.7, np.inf]
    return np.array([[end, np.nan, 30.0] for end in ends])


def law(t, y):
    """The push: a function of the state when it is asked for."""
    return np.array([10.0 * np.cos(t) - 8.0 * y[0] - 3.0 * y[1]])


def compiled(backend, method, width=None):
    by = DOP853 if method == "DOP853" else TABLEAUS[method]
    made = Integration(PROGRAM, 2, 2, 1, by, 1, held=1)
    check_integration(made)
    known = lambda: known_integration(made, table()[0, 1:] * 0.0 + 1.0)  # noqa: E731
    spec = ModuleSpec(
        "integration", f"held {method} {to_text(PROGRAM)}", lambda: made, width=width, known_answers=known
    )
    return made, backend.module(spec)


def motion(made, module, task, slots=600, state=None, rows=None, ask=law):
    state, rows = BEGIN.copy() if state is None else state, table() if rows is None else rows
    records = np.zeros((slots, made.recorded))
    count, why = module.run(state, task, rows, records, ask)
    return why, records[:count], state, rows


def task_of(method):
    return Task(0.0, 1.0, np.inf, 0, 1e-11, 1e-11) if method == "DOP853" else Task(0.0, 1.0, 0.002, 500)


def stretch_by_stretch():
    """Times of samples, what is held from each, and the state at the end."""
    y, t, held = np.array([1.0, 0.0]), 0.0, []
    for end in [*table()[:-1, 0], 1.0]:
        push = float(law(t, y)[0])
        held.append(push)
        rate = lambda t, y, push=push: [y[1], push - 30.0 * y[0]]  # noqa: E731
        y, t = solve_ivp(rate, (t, end), y, method="DOP853", rtol=1e-13, atol=1e-13).y[:, -1], end
    return np.array(held), y


@pytest.mark.parametrize("method", [pytest.param(m, marks=pytest.mark.slow) if "euler" in m else m for m in METHODS])
def test_what_is_held(method):
    """By the interpreter: torques are asked for once in each stretch, at its beginning, and every one is recorded."""
    asked = []
    made, module = compiled(BACKENDS["interpreter"], method)
    why, rows, _, filled = motion(made, module, task_of(method), ask=lambda t, y: asked.append(t) or law(t, y))
    begins = np.append(0.0, table()[:-1, 0])
    assert why == OVER and np.array_equal(asked, begins)
    held, y = stretch_by_stretch()
    for begin, push in zip(begins[1:], filled[1:, 1], strict=True):
        before, after = rows[rows[:, 0] == begin][:, 5]
        assert after == push != before
    if method in ("rk4", "DOP853"):
        most = ONE_RK4_RUN if method == "rk4" else TIGHT_INTEGRATION
        assert np.abs(filled[:, 1] - held).max() <= most and np.abs(rows[-1, 1:3] - y).max() <= most


@pytest.mark.parametrize("name", serving("integration"))
@pytest.mark.parametrize("method", [pytest.param(m, marks=pytest.mark.slow) if "euler" in m else m for m in METHODS])
def test_every_backend(name, method):
    """One call or several, of any width."""
    truth = motion(*compiled(BACKENDS["interpreter"], method), task_of(method))
    most = CHOSEN_STEPS if method == "DOP853" else SAME_STEPS_ALONG
    backend = here(name)
    for width in (None, *backend.widths[:2]):
        made, module = compiled(backend, method, width)
        assert backend.interprets or module.passes
        why, rows, state, filled = motion(made, module, task_of(method))
        assert (why, rows.shape) == (OVER, truth[1].shape)
        assert np.abs(rows - truth[1]).max() <= most * 100 and np.abs(filled[:, 1] - truth[3][:, 1]).max() <= most
        parts, state, again = [], None, table()
        for _ in range(500):
            why, some, state, _ = motion(made, module, task_of(method), 7, state, again)
            parts.append(some)
            if why != FULL:
                break
        assert why == OVER and np.array_equal(np.concatenate(parts), rows)
        gives = np.empty((len(rows), 3))
        module.rates(np.ascontiguousarray(rows[:, :3]), filled, gives)
        inside = ~np.isin(rows[:, 0], filled[:, 0])
        assert np.abs(gives - rows[:, 3:6])[inside].max() <= ROUNDING


@pytest.mark.parametrize("name", ["interpreter", *serving("integration")])
def test_what_goes_wrong(name):
    """A caller's error is raised; numbers that are not finite end the steps where the stretch begins."""

    def late(t, y):
        if t > 0.5:
            raise KeyError(t)
        return law(t, y)

    for method in ("DOP853", "rk4"):
        made, module = compiled(here(name), method)
        with pytest.raises(KeyError):
            motion(made, module, task_of(method), ask=late)
        nothing = lambda t, y: law(t, y) if t < 0.5 else np.array([np.nan])  # noqa: E731
        why, rows, state, _ = motion(made, module, task_of(method), ask=nothing)
        assert why == BROKEN and state[0] == rows[-1, 0] == table()[4, 0] and np.isfinite(rows[:-1]).all()


def test_more_is_held_than_given():
    with pytest.raises(LinkwiseError, match="some of the given numbers were expected"):
        check_integration(Integration(PROGRAM, 2, 2, 1, TABLEAUS["rk4"], 1, held=3))
