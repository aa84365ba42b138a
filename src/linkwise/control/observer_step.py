"""One step of the momentum observer, for motor forces that are held from one sample to the next.

Between samples 0 and 1, a time dt apart, τ is constant, and the rest of ṗ = τ + β + τ_ext and ṙ = K (τ_ext − r) is
taken by the trapezoidal rule:

    r₁ = [(1 − ½ dt K) r₀ + K (p₁ − p₀ − dt τ − ½ dt (β₀ + β₁))] / (1 + ½ dt K):

right to the second order in dt, stable for any, and without a sum that grows. The state holds (p, β, r). It begins with
a step of length 0 and gain 0 from zeros, which gives (p, β, 0).
"""

from typing import Any

from ..calls.function_program import FunctionProgram
from ..robot import Robot
from .momentum import momentum


def step_law(robot: Robot) -> FunctionProgram:
    """(state, q, qd, tau, dt, gain) → next and residual; q and qd are those at the end of the step, tau that within it.

    >>> import linkwise
    >>> print(step_law(linkwise.load("pendulum")).title)
    observer_step of 'pendulum': state(3), q(1), qd(1), tau(1), dt(), gain(1) -> next(3), residual(1)
    """
    n = robot.n

    def law(eq: Any, state: Any, q: Any, qd: Any, tau: Any, dt: Any, K: Any) -> dict[str, Any]:
        half = 0.5 * dt[0]
        p, β = momentum(eq, q, qd)
        r = []
        for k in range(n):
            p0, β0, r0 = state[k], state[n + k], state[2 * n + k]
            gained = p[k] - p0 - dt[0] * tau[k] - half * (β0 + β[k])
            r.append(((1.0 - half * K[k]) * r0 + K[k] * gained) / (1.0 + half * K[k]))
        return {"next": [*p, *β, *r], "residual": r}

    takes = {"state": (3 * n,), "q": (n,), "qd": (n,), "tau": (n,), "dt": (), "gain": (n,)}
    return FunctionProgram(robot.tree, law, takes, {"next": (3 * n,), "residual": (n,)}, "observer_step")
