"""The run: step by step until its time is over, changing the equations where joints stick, slide or strike."""

from collections.abc import Callable

import numpy as np

from ..calls.arrays import Array
from ..errors import Singular, shown
from .bounds import Bounds
from .breaks import Breaks
from .compiled_steps import CompiledSteps
from .events import Watch
from .fixed_steps import NotConverged
from .held import bring_to_rest
from .mode_changes import Change, first_changes
from .plant import Plant
from .quiet_steps import Outlook
from .record import Record
from .resting import margins
from .samples import after_samples
from .stepping import Failed, Fixed, Stepper
from .stops import Stops
from .unheld import held_fast

CROWDED = 100
"""Changes of the equations allowed at one instant, beyond the number of joints: more than that never end."""

CRAWL, PACE, LEFT = 2_000, 1e-6, 100_000
"""A run is given up if its last CRAWL steps took less than PACE seconds on average and LEFT more of them would remain:
a force jumps back and forth. Fixed steps are as short as the caller wants them."""

_FAST = (
    "A force may jump back and forth with the state, or something is very fast: give friction a Smooth law, "
    'controllers a smooth sign, or use method="Radau" or fixed steps.'
)
"""What may be wrong with a run that gets nowhere."""

_SAMPLED = "If the controller is sampled too seldom for its gains, a shorter sample= or lower gains help."
"""And what, if its controller is sampled."""

Ending = tuple[str, str]
"""Status and message."""


class Run:
    """One run; its rows go to the record, its events to the watch."""

    def __init__(
        self,
        plant: Plant,
        stepper: Stepper,
        record: Record,
        watch: Watch,
        stops: Stops,
        bounds: Bounds,
        breaks: Breaks,
    ):
        self.plant, self.stepper, self.record, self.watch = plant, stepper, record, watch
        self.stops, self.bounds, self.breaks = stops, bounds, breaks
        self.fixed = isinstance(getattr(stepper, "otherwise", stepper), Fixed)

    def __call__(self, span: tuple[float, float], y: Array, advance: Callable[[float], None]) -> Ending:
        """Make the run; if it ends before its time, the last row is the last good state."""
        self.t, self.y, self.begun = span[0], y, 0
        try:
            ending = self._through(span, advance)
        except NotConverged as error:
            ending = "failed", f"an implicit step at t = {error.args[0]:.9g} was not solved: reduce the step."
        except np.linalg.LinAlgError:
            ending = "failed", f"the inertia matrix is singular at t = {self.t:.9g}: some joint moves no inertia there."
        except Singular as error:
            if not self.record.blocks:
                raise
            ending = "failed", f"{error.what} That is at t = {self.t:.9g} or soon after."
        except Failed as error:
            ending = self._failed(*error.args)
        if ending[0] != "finished" and self.record.blocks:
            self.record.last(self.t, self.y)
        return ending

    def _through(self, span: tuple[float, float], advance: Callable[[float], None]) -> Ending:
        plant, trouble = self.plant, self.plant.inputs.trouble
        self.breaks.enter(self.t)
        self._sample()
        self.stops.begin(plant, self.y)
        plant.settle(self.t, self.y)
        self.record.begin(self.t, self.y)
        self.watch.begin(self.t, self.y)
        if trouble.text:
            return "not finite", f"{trouble.text}; the run did not begin."
        self.stepper.restart(self.t, self.y, self.breaks.until)
        crowded, steps, milestone = 0, 0, self.t
        if ending := self._held_fast(self.y):
            return ending
        while self.t < span[1]:
            before = self.t
            earlier, taken = self.y, self._together(span[0], CRAWL - steps % CRAWL)
            changes, ending = ([], None) if taken else self._one()
            if ending := ending or self._held_fast(earlier):
                return ending
            crowded = crowded + 1 if changes and self.t - before <= 1e-12 * (1.0 + abs(before)) else 0
            if crowded > CROWDED + plant.n:
                if not plant.dry.laws:
                    return "failed", f"joints strike their stops without end at t = {self.t:.9g}; stops=0.0 holds them."
                return "failed", f"joints stick and slip without end at t = {self.t:.9g}; a Smooth law would not."
            steps += max(taken, 1)
            if steps % CRAWL == 0 and not self.fixed:
                pace, milestone = (self.t - milestone) / CRAWL, self.t
                if pace < PACE and span[1] - self.t > LEFT * pace:
                    return "failed", f"steps have shrunk to {pace:.1e} s at t = {self.t:.9g}. {self._hint()}"
            exceeded = self.bounds.exceeded(span[0], self.t, max(taken - self.begun, 1))
            if exceeded is not None and self.t < span[1]:
                why = f"the run was ended at t = {self.t:.9g}: {exceeded}."
                return "unfinished", f"{why} {self._hint()} If it is only slow, raise the bound."
            advance(self.t - before)
        if self._sample():
            self.record.again(self.t, self.y)
        return "finished", ""

    def _together(self, t0: float, most: int) -> int:
        """The next steps in which nothing happens, if several lie ahead: how many."""
        if not isinstance(self.stepper, CompiledSteps):
            return 0
        ahead, size = self.stepper.ahead(), self.plant.size
        count = min(len(ahead), most, self.bounds.room(t0, self.t))
        if count:
            self.plant.inputs.trouble.text = ""  # whatever a trial step ran into, these were fine
        count = self.stops.quiet(ahead[:count, 1 : 1 + size]) if count else 0
        count = Outlook(self.plant, self.stops, self.stepper).quiet(count) if count and self.plant.sticks else count
        count = self.watch.quiet(ahead[:count, 0], ahead[:count, 1 : 1 + size]) if count else 0
        if count:
            ends = np.unique(np.append(self.t, ahead[:count, 0]))
            self.begun = count + 1 - len(ends)  # samples taken at the ends of steps
            self.record.together(self.stepper, count)
            self.t, self.y = self.stepper.t, self.stepper.y
            self._changed([])
        return count

    def _held_fast(self, before: Array) -> Ending | None:
        """The ending, where steps with error control cannot go on: friction holds what does not stick."""
        why = "" if self.fixed else held_fast(self.plant, self.t, before, self.y)
        return ("failed", why) if why else None

    def _hint(self, hint: str = _FAST) -> str:
        return hint if self.plant.inputs.sampler is None else f"{hint} {_SAMPLED}"

    def _sample(self) -> bool:
        """Let a sampled controller do whatever is due; whether anything was."""
        after = after_samples(self.plant, self.t, self.y)
        if after is None:
            return False
        self.y = after
        self.record.renew()
        return True

    def _one(self) -> tuple[list[Change], Ending | None]:
        """One step, up to the first change of the equations in it: what changed, and the ending if the run is over."""
        plant, stepper, watch, step = self.plant, self.stepper, self.watch, self.stepper.step()
        if not np.isfinite(step.y1).all():
            return [], self._not_finite(step.y1)
        narrowed = None
        if plant.sticks and isinstance(stepper, CompiledSteps) and not stepper.handed_over:
            narrowed = Outlook(plant, self.stops, stepper).narrowed
        end, changes = first_changes(plant, self.stops, step, narrowed) or (step.t1, [])
        plant.inputs.trouble.text = ""  # whatever a trial step ran into, this one was fine
        over = watch.look(step, end)
        if plant.inputs.trouble.text:
            return [], self._not_finite(self.y)
        end = end if over is None else over[0]
        self.t, self.y = end, step.y1 if end == step.t1 else step.at(end)
        if over is None:
            bring_to_rest(plant, self.y, [each.k for each in changes if each.kind == "rest"])  # exactly 0
        self.record.step(step, self.t, self.y)
        if over is not None:
            return [], ("event", f"event {shown(over[1])} ended the run at t = {end:.9g}.")
        stop = next((each for each in changes if each.kind == "stop"), None)
        if stop is not None and self.stops.does == "stop":
            name = plant.system.joint_names[stop.k]
            watch.note(self.t, f"stop of {name}", self.y)
            return [], ("stopped", f"joint {shown(name)} came to its stop, {self.y[stop.k]:.6g}, at t = {self.t:.9g}.")
        self._changed(changes)
        return changes, None

    def _changed(self, changes: list[Change]) -> None:
        """After a step: go on with other equations if something changed, or if inputs jump here."""
        at_break = self.t >= self.breaks.until and self.t < self.breaks.end
        if at_break:
            self.breaks.enter(self.t)
            self._sample()
        if changes or at_break:
            self._change(changes)

    def _change(self, changes: list[Change]) -> None:
        """Let joints rest, break loose or bounce, and restart the stepper; at a break nothing else may happen."""
        plant, y, held, before = self.plant, self.y.copy(), self.plant.held, self.plant.modes.copy()
        known = margins(plant, self.t, y, [each.k for each in changes if each.kind == "rest"])
        for each in changes:
            if each.kind == "stop":
                y = self.stops.strike(plant, self.t, y, each.k)
        self.y = y
        plant.settle(self.t, y, known)
        torn = set(np.flatnonzero(held & ~plant.held).tolist()) - {each.k for each in changes}
        for each in [*changes, *(Change("loose", k) for k in sorted(torn))]:
            slides_on = each.kind == "rest" and plant.modes[each.k] == before[each.k]
            held_once_more = each.kind == "loose" and plant.held[each.k]  # at the very limit, by rounding
            if not slides_on and not held_once_more:
                self.watch.note(self.t, _event_name(plant, each), y)
        self.record.again(self.t, y)
        self.stepper.restart(self.t, y, self.breaks.until)

    def _failed(self, t: float, why: str) -> Ending:
        if self.plant.inputs.trouble.text:
            return self._not_finite(self.y)
        why = f"{why} at t = {t:.9g}".replace("Required step size", "the required step size").replace(
            "numbers. at", "numbers at"
        )
        if "not finite" in why:
            return "not finite", f"{why}; {_last_good(self.t)}"
        other = "" if getattr(self.stepper, "name", "") == "Radau" else 'method="Radau", '
        hint = f"a force that jumps, or is very stiff: try {other}a Smooth friction law, or fixed steps."
        return "failed", f"{why}; {self._hint(hint)}"

    def _not_finite(self, broken: Array) -> Ending:
        names, trouble = self.plant.system.joint_names, self.plant.inputs.trouble.text
        wrong = [*np.flatnonzero(~np.isfinite(broken)).tolist(), len(broken)][0]
        parts = [
            *(f"joint {shown(name)}" for name in names),
            *(f"the velocity of joint {shown(name)}" for name in names),
        ]
        what = trouble or f"{parts[wrong] if wrong < len(parts) else 'a work or companion'} is not finite"
        hint = " The step may be too long: reduce it." if self.fixed and not trouble else ""
        return "not finite", f"{what}; {_last_good(self.t)}{hint}"


def _event_name(plant: Plant, change: Change) -> str:
    """What happened to a joint, in words."""
    name, mode = plant.dry.names[change.k], plant.modes[change.k]
    if change.kind == "stop":
        return f"impact on {name}"
    if plant.held[change.k]:
        return f"{name} sticks"
    if change.kind == "loose":
        return (
            f"{name} slips {'forward' if mode == 1 else 'backward'}" if mode in (1, -1) else f"{name} leaves its stop"
        )
    return f"{name} turns back"


def _last_good(t: float) -> str:
    return f"the last good state is the one at t = {t:.9g}, the last row."
