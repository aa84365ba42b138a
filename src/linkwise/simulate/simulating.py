"""`robot.simulate`: arguments checked, the run made, its rows assembled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import finite, positive, vector
from ..calls.progress import progress_bar
from ..contact.acting import acting
from ..errors import BadArray, LinkwiseError, NotForThisRobot, plain, shown
from .bounds import bounds
from .breaks import breaks_of
from .compiled_steps import CompiledSteps
from .energies import Energies
from .events import Event, watch
from .inputs import inputs
from .machine_code import compiled_steps
from .methods import METHODS, stepper
from .plant import WORK_TERMS, Plant
from .record import Record
from .run import Run
from .scalar_controller import as_function
from .simulation import Simulation
from .stops import stops as stops_of
from .system import System, driven_names
from .unexpected_jumps import jumps_told

WORTH_TELLING = 1e-2
"""A drift that the message mentions: one percent of the largest kinetic energy came from nowhere."""


INSTEAD = {
    "simulate": {
        "payload": "robot.with_payload(…) carries it: simulate that robot.",
        "gravity": "robot.with_gravity(…) feels it: simulate that robot.",
        "duration": "t= says how long, in seconds.",
        "dt": 'did you mean step=, the length of a step, with method="rk4"?',
    }
}
"""What to write for keywords that the method does not have."""


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
    breaks: Any = (),
    events: Any = (),
    stops: Any = "ignore",
    saturate: bool = False,
    sample: Any = None,
    companions: Mapping[str, Any] | None = None,
    sensitivities: Sequence[str] | None = None,
    max_steps: float | None = None,
    max_wall: float | None = None,
    progress: bool = False,
) -> Simulation:
    """Integrate the motion from a state: positions, velocities, torques and energies over time, and what happened.

    The beginning, and how long
        q0, qd0        positions and velocities; at rest unless qd0 is given
        t              a duration in seconds, (beginning, end), or the times of the result's rows
    What drives the robot
        tau            torques and forces, one for each joint or a function (t, q, qd) -> tau; 0 unless given
        controller     such a function, one over scalars (`linkwise.control.Controller`, `linkwise.rollouts.InLoop`), or
                       one with states of its own: a `Controller`, or an object (`linkwise.simulate.Companion`)
        sample         seconds between samples of the controller, or a `linkwise.control.Sampled`: torques are held in
                       between
        saturate       clip torques at the effort limits
        breaks         times at which torques, wrenches or controllers jump: steps end there. Those of trajectories
                       that they follow are found without being given
        wrenches       {frame: wrench} exerted by the environment: six numbers, a function (t, q, qd) of them, or
                       springs and contacts of `linkwise.contact`, one or a list
    How it is integrated
        method         one of `linkwise.simulate.METHODS`; "DOP853" and "Radau" (for stiff friction) choose their
                       steps, all others have fixed ones
        step           the fixed step in seconds; for methods that choose their steps, the longest
        rtol, atol     tolerances of methods that choose their steps; atol is rtol unless given
        max_steps      the most steps for each simulated second: 200,000, or ten times what a fixed step needs
        max_wall       the most seconds of work for each simulated second: 300
    What is watched, and what else is integrated
        stops          at position limits: "ignore", note an "event", "stop" the run, or bounce with a coefficient of
                       restitution from 0 to 1
        events         functions (t, q, qd) whose changes of sign are noted; one with `terminal = True` ends the run.
                       "limits" notes joints that leave their limits of position or velocity
        companions     {name: companion}: equations ż = rate(t, q, qd, tau, z) integrated with the motion
        sensitivities  parameters ("M3", "Ia1", "payload.mass") by which the motion is differentiated
        progress       draw a progress bar on stderr, if it is a terminal

    Joints with dry friction stick and slip. A run that cannot go on still gives a `Simulation`: unless its `status` is
    "finished", `message` says what ended it and when, and the last row is the last good state.

    >>> import linkwise
    >>> robot, q0 = linkwise.load("panda"), [0.0, -0.3, 0.0, -2.2, 0.0, 2.0, 0.8]
    >>> run = robot.simulate(q0, t=1.0)                                           # let go
    >>> run.status, run.q.shape == (len(run.t), 7), run.drift < 1e-7
    ('finished', True, True)
    >>> held = robot.simulate(q0, tau=robot.gravity_forces(q0), t=[0.0, 0.5, 1.0])
    >>> bool(abs(held.q[-1] - q0).max() < 1e-9)
    True
    """
    if system.n == 0:
        raise NotForThisRobot(
            f"robot {shown(system.name)} has no joints that move.", "A robot with at least one was expected."
        )
    if not isinstance(progress, bool | np.bool_):
        raise BadArray(f"progress is {plain(repr(progress), 60)}.", "True or False was expected.")
    given, wrenches, controller = wrenches, acting(system, wrenches), as_function(system, controller)
    companions, add_sensitivities = _with_sensitivities(
        system, sensitivities, companions, tau, controller, wrenches, saturate, sample
    )
    q = _state("q0", q0, system)
    qd = np.zeros(system.n) if qd0 is None else _state("qd0", qd0, system)
    span, times = _times(t)
    driving = inputs(system, tau, controller, wrenches, companions, saturate, sample)
    limits = stops_of(system, stops, q)
    plant = Plant(system, driving, bearing=limits.does == "bounce")
    steps = stepper(plant, method, step, span, rtol, atol)
    most = bounds(max_steps, max_wall, step if METHODS[method].fixed_step else None)
    jumping = breaks_of(breaks, span, driving.stretch, tau, controller, wrenches, companions)
    if driving.sampler is not None:
        jumping = jumping.with_times(driving.sampler.instants(*span), span[0])
    watched = watch(system, events, limits.does, driving.trouble)
    ends = limits.watched or any(each.terminal for each in watched.every)
    happens = ends or bool(watched.every)
    steps = compiled_steps(plant, steps, method, span, (tau, controller, given), happens, None if ends else jumping)
    look = steps.look if isinstance(steps, CompiledSteps) else lambda t, y: plant.look(t, y)[:2]
    record = Record(look, times)
    # numbers that are not finite end the run with a message: NumPy need not warn of them
    with np.errstate(all="ignore"), progress_bar(progress, span[1] - span[0], "s", ".3g") as advance:
        run = Run(plant, steps, record, watched, limits, most, jumping)
        status, message = run(span, plant.start(q, qd), advance)
        drives = {
            **({} if sample is not None else {"tau": tau, "controller": controller}),
            **{f"the wrench at {k}": w for k, w in (wrenches or {}).items()},
        }
        message = " ".join(filter(None, [message, jumps_told(plant, record, jumping.times, drives, steps)]))
        return add_sensitivities(_assembled(plant, record, method, status, message, tuple(watched.events)))


def _state(name: str, value: ArrayLike, system: System) -> Array:
    one = "robot.simulate follows one motion at a time; robot.rollouts follows many."
    return vector(name, value, system.n, "one entry per coordinate", one, system.joint_names)


def _with_sensitivities(
    system: System, names: Any, companions: Any, tau: Any, controller: Any, wrenches: Any, saturate: bool, sample: Any
) -> tuple[Any, Callable[[Simulation], Simulation]]:
    """The companions, with that of the sensitivities among them, and a function that adds sensitivities to a run."""
    if names is None or not len(names):
        return companions, lambda run: run
    if not hasattr(system, "_sensitivities"):
        raise NotForThisRobot(
            f"{shown(system.name)} has elastic joints or a transmission.",
            "Sensitivities are for robots in the coordinates of rigid joints.",
        )
    if sample is not None:
        raise LinkwiseError(
            "sensitivities were asked for with sample.",
            "They are for controllers in continuous time.",
            "leave out one of the two.",
        )
    if "sensitivity" in (companions or {}):
        raise LinkwiseError(
            "companions has one called 'sensitivity'.",
            "That name belongs to the sensitivities.",
            "call it something else.",
        )
    forces = {"tau": tau, "controller": controller, "wrenches": wrenches, "saturate": saturate}
    companion, add_sensitivities = system._sensitivities(names, **forces)
    return {**(companions or {}), "sensitivity": companion}, add_sensitivities


def _assembled(
    plant: Plant, record: Record, method: str, status: str, message: str, events: tuple[Event, ...]
) -> Simulation:
    """The result of a run, from its record."""
    n, system = plant.n, plant.system
    when, every = np.concatenate([block[0] for block in record.blocks]), slice(None)
    q, qd, qdd, tau = (record.column(*which) for which in ((1, slice(n)), (1, slice(n, 2 * n)), (2, every), (3, every)))
    z = record.column(1, slice(2 * n, None))
    work, z = np.ascontiguousarray(z[:, : len(WORK_TERMS)].T), z[:, len(WORK_TERMS) :]
    energies = Energies(system.kinetic_energy(q, qd), system.potential_energy(q), *work)
    most = plant.inputs.most
    saturated = None if most is None else np.abs(tau) >= most
    messages = [message] if message else []
    if saturated is not None and saturated.any():
        names = [driven_names(system)[k] for k in np.flatnonzero(saturated.any(axis=0))]
        messages.append(f"torques were clipped at the effort limits of {', '.join(map(shown, names))}.")
    if energies.drift > WORTH_TELLING:
        remedy = "a shorter step" if METHODS[method].fixed_step else "a smaller rtol"
        messages.append(
            f"the energy balance is off by {energies.drift:.2g} of the largest kinetic energy: {remedy} would help."
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
        " ".join(messages),
        events,
        {name: z[:, place].copy() for name, (_, place) in plant.inputs.companions.items()},
        saturated,
        pieces=tuple(record.pieces),
    )


def _times(t: Any) -> tuple[tuple[float, float], Array | None]:
    """Beginning and end, and the times of the rows if they were given."""
    meaning = "a duration in seconds, (beginning, end), or an array of increasing times"
    if isinstance(t, tuple) and len(t) == 2:
        begin, end = vector("t", t, 2, "beginning and end").tolist()
        if not begin < end:
            raise BadArray(f"t goes from {begin} to {end}.", "A start time before the end time was expected.")
        return (begin, end), None
    if np.isscalar(t) or t is None:
        return (0.0, positive("t", t, f"give {meaning}.")), None
    times = finite("t", t, (), meaning)
    if times.ndim == 0:
        return (0.0, positive("t", float(times))), None
    if times.ndim != 1 or len(times) < 2 or not (np.diff(times) > 0.0).all():
        raise BadArray(
            f"t is {plain(repr(t), 60)}.",
            "A duration, (beginning, end), or at least two increasing times was expected.",
        )
    return (float(times[0]), float(times[-1])), times
