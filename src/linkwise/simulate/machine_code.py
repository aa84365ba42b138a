"""Which runs are stepped by machine code, and by which."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..program.integration import Task
from .adaptive import HELD_STEP, Adaptive
from .breaks import Breaks
from .compiled_steps import CompiledSteps
from .motion_kernel import motion_kernel
from .plant import Plant
from .program_of_modes import slides_in_code
from .samples_in_code import MOST, SamplesInCode
from .scalar_inputs import scalar_inputs
from .stepping import Fixed, Stepper
from .stretches import stretches


def compiled_steps(
    plant: Plant,
    otherwise: Stepper,
    method: str,
    span: tuple[float, float],
    driven_by: tuple[Any, Any, Any],
    watched: bool,
    breaks: Breaks | None,
) -> Stepper:
    """The compiled stepper of a run, if there is one, or the other; it samples by itself, with the breaks of a run that
    nothing ends or changes on the way."""
    system, inputs = plant.system, plant.inputs
    if plant.onto is not None or inputs.companions or plant.driven != slice(0, plant.n):
        return otherwise
    if plant.dry.unheld:  # joints may be held fast
        return otherwise
    if getattr(system, "tree", None) is None or not isinstance(otherwise, Adaptive | Fixed):
        return otherwise
    tau, controller, wrenches = driven_by
    if inputs.sampler is not None:  # between samples torques are numbers
        if plant.sticks:
            return otherwise
        tau, controller = np.zeros(plant.n), None
    given = scalar_inputs(system, tau, controller, wrenches, inputs.most)
    if plant.sticks:
        slides = slides_in_code(plant)
        given = given.with_modes(slides, np.ones(plant.n)) if given is not None and slides is not None else None
    if inputs.sampler is None or (breaks is not None and len(breaks.times) >= MOST):
        breaks = None
    if given is not None and breaks is not None:
        given = replace(given, held=plant.n)
    kernel = motion_kernel(system, method, given)
    if given is None or kernel is None or (given.asks and inputs.sampler is not None):
        return otherwise
    if isinstance(otherwise, Fixed):
        task = Task(*span, otherwise.h, otherwise.steps)
    else:
        longest = min(otherwise.longest, HELD_STEP) if inputs.touching else otherwise.longest
        task = Task(*span, longest, 0, otherwise.rtol, otherwise.atol)
    table = stretches(given.values, span[0], () if breaks is None else breaks.times)
    samples_in_code = None if breaks is None else SamplesInCode(plant, table, breaks)
    return CompiledSteps(plant, kernel, table, task, otherwise, watched or plant.sticks, samples_in_code)
