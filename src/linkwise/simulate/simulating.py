"""`robot.simulate`: arguments checked, the run made, its rows put together."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import numbers
from ..errors import BadArray, LinkwiseError, NotForThisRobot, shown
from .energies import Energies
from .events import watch
from .given import positive, state
from .inputs import inputs
from .methods import METHODS, stepper
from .plant import WORKS, Plant, start
from .progress import progress as progressing
from .record import Record
from .run import Run
from .simulation import Simulation
from .stops import stops as stopping
from .system import System

OFF = 1e-2
"""A drift that is told: one percent of the largest kinetic energy came from nowhere."""


def simulate(
    system: System,
    q0: ArrayLike,
    qd0: ArrayLike | None = None,
    *,
    tau: Any = None,
    controller: Any = None,
    t: Any = 10.0,
    method: str = "DOP853",
    step: float | None = None,
    rtol: float = 1e-8,
    atol: float | None = None,
    wrenches: Mapping[str, Any] | None = None,
    events: Any = (),
    stops: Any = "ignore",
    saturate: bool = False,
    along: Mapping[str, Any] | None = None,
    sensitivities: Sequence[str] | None = None,
    progress: bool = False,
) -> Simulation:
    """The motion from a state on, at rest where no velocity is given: arrays, energies, and what happened.

    `tau` is a torque for each joint or a function (t, q, qd) of them, `controller` such a function or an object
    with a state of its own; with `saturate` torques are cut at the effort limits. `t` is a duration, (beginning,
    end), or the times of the rows. `wrenches` are six numbers, or a function (t, q, qd) of them, at frames by name.

    `method` is one of `linkwise.simulate.METHODS`: "DOP853" and "Radau" (for stiff friction) choose their steps to
    the tolerances, `atol` being `rtol` unless given, and `step` the longest; the others have the fixed step `step`.
    Joints with dry friction stick and slip. `stops` says what happens at position limits: "ignore", "event",
    "stop", or a coefficient of restitution. `events` are functions (t, q, qd) whose changes of sign are noted (and
    end the run where they have `terminal = True`), or "limits". `along` are equations that are integrated along,
    `sensitivities` names of parameters ("M3", "Ia1", "payload.mass") with which the motion would change.

    >>> import linkwise
    >>> run = linkwise.load("panda").simulate([0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8], t=1.0)
    >>> run.status, run.drift < 1e-7
    ('finished', True)
    """
    if system.n == 0:
        raise NotForThisRobot(f"robot {shown(system.name)} has no joints that move.", "A robot that can move.")
    along, noted = _with_sensitivities(system, sensitivities, along, tau, controller, wrenches, saturate)
    q = state("q0", q0, system.n, "one entry per coordinate")
    qd = np.zeros(system.n) if qd0 is None else state("qd0", qd0, system.n, "one entry per coordinate")
    span, times = _times(t)
    given = inputs(system, tau, controller, wrenches, along, saturate)
    limits = stopping(system, stops, q)
    plant = Plant(system, given, bearing=limits.does == "bounce")
    steps = stepper(plant, method, step, span, rtol, atol)
    seen = watch(system, events, limits.does, given.trouble)
    record = Record(plant, times)
    with np.errstate(all="ignore"), progressing(progress, span) as tell:  # what is not finite is said, not warned of
        status, message = Run(plant, steps, record, seen, limits)(span, start(system, given, q, qd), tell)
        return noted(_gathered(plant, record, method, status, message, tuple(seen.found)))


def _with_sensitivities(
    system: System, names: Any, along: Any, tau: Any, controller: Any, wrenches: Any, saturate: bool
) -> tuple[Any, Callable[[Simulation], Simulation]]:
    """What is integrated along where sensitivities are asked for, and what puts them into the run."""
    if names is None or not len(names):
        return along, lambda run: run
    if not hasattr(system, "_sensitivities"):
        what = f"{shown(system.name)} has elastic joints."
        raise NotForThisRobot(what, "Sensitivities are those of robots with rigid ones.")
    if "sensitivity" in (along or {}):
        what = "along has a companion called 'sensitivity'."
        raise LinkwiseError(what, "The sensitivities have that name.", "call it otherwise.")
    forces = {"tau": tau, "controller": controller, "wrenches": wrenches, "saturate": saturate}
    companion, noted = system._sensitivities(names, **forces)
    return {**(along or {}), "sensitivity": companion}, noted


def _gathered(plant: Plant, record: Record, method: str, status: str, message: str, events: Any) -> Simulation:
    n, system = plant.n, plant.system
    when, y, qdd, tau = record.columns()
    q, qd = np.ascontiguousarray(y[:, :n]), np.ascontiguousarray(y[:, n : 2 * n])
    works = {name: y[:, 2 * n + k].copy() for k, name in enumerate(WORKS)}
    energies = Energies(system.kinetic_energy(q, qd), system.potential_energy(q), *works.values())
    z = y[:, 2 * n + len(WORKS) :]
    most = plant.inputs.most
    cut = None if most is None else np.abs(tau) >= most
    said = [message] if message else []
    if cut is not None and cut.any():
        names = [system.joint_names[plant.driven.start + k] for k in np.flatnonzero(cut.any(axis=0))]
        said.append(f"torques were cut at the effort limits of {', '.join(map(shown, names))}.")
    if energies.drift > OFF:
        said.append(
            f"the energy balance is off by {energies.drift:.2g} of the largest kinetic energy: {_remedy(method)}."
        )
    return Simulation(
        system,
        system.joint_names,
        when,
        q,
        qd,
        qdd,
        tau,
        energies,
        method,
        status,
        " ".join(said),
        events,
        {name: z[:, place].copy() for name, (_, place) in plant.inputs.companions.items()},
        cut,
        pieces=tuple(record.pieces),
    )


def _remedy(method: str) -> str:
    return "a shorter step" if METHODS[method].single is not None else "a smaller rtol"


def _times(t: Any) -> tuple[tuple[float, float], Array | None]:
    """From when to when; and the times of the rows, where they were given."""
    if isinstance(t, tuple) and len(t) == 2:
        begin, end = state("t", t, 2, "beginning and end").tolist()
        if not begin < end:
            raise BadArray(f"t goes from {begin} to {end}.", "The beginning comes first.")
        return (begin, end), None
    if np.isscalar(t) or t is None:
        return (0.0, positive("t", t, "a duration in seconds, (beginning, end), or an array of times.")), None
    times = numbers("t", t, (), "a duration, (beginning, end), or increasing times").astype(float)
    if times.ndim == 0:
        return (0.0, positive("t", float(times))), None
    if times.ndim != 1 or len(times) < 2 or not np.isfinite(times).all() or not (np.diff(times) > 0.0).all():
        raise BadArray(f"t is {shown(repr(t))}.", "A duration, (beginning, end), or at least two increasing times.")
    return (float(times[0]), float(times[-1])), times
