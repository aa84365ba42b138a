"""SciPy's integrators with error control: DOP853, of order 8, and Radau, implicit of order 5 for stiff friction.

Hairer, Nørsett & Wanner (1993), II.5; Hairer & Wanner (1996), IV.8.                      [hairer1993] [hairer1996]
"""

from typing import Any

import numpy as np

from ..calls.arrays import Array
from .held import pin
from .jacobian import jacobian
from .plant import Plant
from .stepping import Failed, Step

HELD_STEP = 0.01
"""The longest step, in seconds, while a joint is held and torques or wrenches vary: a state at rest says nothing about
how fast the forces on it change, so steps would grow and pass over the instant it breaks loose. The same holds for a
frame that may touch something on its way."""

LEAST_RTOL = 2.3e-14
"""The smallest rtol SciPy accepts: a hundred roundings."""

SAMPLES = 5
"""How many instants within a step are checked, for a robot whose joints can stick."""


class Adaptive:
    """A SciPy solver, restarted whenever the equations change; `longest` bounds its steps."""

    def __init__(self, plant: Plant, name: str, rtol: float, atol: float, longest: float):
        self.plant, self.name = plant, name
        # SciPy's norm is a mean over all of y: work terms and companions must not dilute the error of the motion
        share = float(np.sqrt(2 * plant.n / plant.size))
        self.rtol, self.atol, self.longest = max(share * rtol, LEAST_RTOL), share * atol, longest
        self.solver: Any = None
        plant.resolution = lambda y: atol + rtol * np.abs(y[: 2 * plant.n])

    def restart(self, t: float, y: Array, until: float) -> None:
        """Continue from a state."""
        from scipy import integrate  # takes a while to load

        if not np.isfinite(self.plant.rates(t, y)).all():
            raise Failed(t, "the accelerations are not finite")  # SciPy would look for a first step forever
        waiting = (self.plant.held.any() and not self.plant.inputs.constant) or self.plant.inputs.touching
        longest = min(self.longest, HELD_STEP) if waiting else self.longest
        options: dict[str, Any] = {"jac": lambda t, y: jacobian(self.plant, t, y)} if self.name == "Radau" else {}
        if self.plant.inputs.sampler is not None:  # most samples take one step
            options["first_step"] = min(until - t, longest)
        solver = getattr(integrate, self.name)
        self.solver = solver(self.plant.rates, t, y, until, rtol=self.rtol, atol=self.atol, max_step=longest, **options)

    def step(self) -> Step:
        """A step as long as accuracy allows."""
        solver, plant = self.solver, self.plant
        t, y = float(solver.t), solver.y
        message = solver.step()
        if solver.status == "failed":
            raise Failed(t, message)
        dense = solver.dense_output()
        if plant.onto is not None or plant.held.any():
            solver.y = pin(plant, solver.y, y)

        def at(s: float) -> Array:
            return pin(plant, dense(s), y)

        return Step(t, y, float(solver.t), solver.y, at, dense, SAMPLES if plant.sticks else 1)
