"""How fast are functions of JAX, by operations and by machine code?"""

import itertools
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwise.backends import BACKENDS
from linkwise.formulations import QUESTIONS

from .states import DTYPES, WAYS, off, states

STATES = {"gpu": 2**21, "cpu": 2**12}
"""States of a batch, by the platform."""

PACKED, GRADIENT, LOOKED_AT = "M packed", "∇ Σ τ²", 64

QUANTITIES = {
    "τ": "inverse_dynamics",
    PACKED: "mass_matrix",
    "q̈": "forward_dynamics",
    "∂τ": "inverse_dynamics_derivatives",
}

MOST = {"float64": 1e-10, "float32": 1e-2}
"""How far answers may be off: a Panda's accelerations are among them, and its mass matrix amplifies what is rounded."""

CALLS, ROUNDS = 10, 5
"""Calls that are timed together, and how often: the shortest time counts."""


def measured(function: Callable[..., Any], arrays: list[Any]) -> tuple[dict[str, float], Any]:
    """Seconds to compile, and of one call; and its answer."""
    import jax

    begin = time.perf_counter()
    compiled = jax.jit(function).lower(*arrays).compile()
    ready = time.perf_counter() - begin
    answer = jax.block_until_ready(compiled(*arrays))
    best = np.inf
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        for _ in range(CALLS):
            answer = compiled(*arrays)
        jax.block_until_ready(answer)
        best = min(best, (time.perf_counter() - begin) / CALLS)
    return {"compile": ready, "call": best}, answer


KEY = ("of", "dtype", "layout", "way")
"""What tells one measurement from another."""


def speeds(robot: Any, platform: str, until: float, known: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each precision and layout, quantity and way, in order, those that are known as they are; answers to the first
    states are compared with the interpreter's."""
    import jax
    from jax import numpy as jnp

    count, ways, found = STATES[platform], [way for way in WAYS if not BACKENDS[way].missing()], []
    before = {tuple(x[name] for name in KEY): x for x in known}
    given = states(count, 3, robot.n)
    truths = {
        name: robot.compile(question, backend="interpreter", packed=name == PACKED)(*(x[:LOOKED_AT] for x in some))
        for name, question in QUANTITIES.items()
        for some in [given[: len(QUESTIONS[question].takes)]]
    }
    truths[GRADIENT] = np.einsum("ni,nij->nj", 2.0 * truths["τ"], truths["∂τ"][0])

    def first(answer: Any, layout: str) -> Any:
        if isinstance(answer, tuple):
            return tuple(first(part, layout) for part in answer)
        return answer[:LOOKED_AT] if layout == "rows" else jnp.moveaxis(answer[..., :LOOKED_AT], -1, 0)

    for dtype, layout in itertools.product(DTYPES, ("columns", "rows")):
        arrays = [jnp.asarray(x if layout == "rows" else x.T.copy(), dtype) for x in given]
        for (name, question), way in itertools.product([*QUANTITIES.items(), (GRADIENT, "inverse_dynamics")], ways):
            key = (name, dtype, layout, way)
            if key in before:
                found.append(before[key])
                continue
            begin = time.perf_counter()
            if begin > until:
                continue
            kernel = robot.compile(question, backend=way, dtype=dtype, layout=layout, packed=name == PACKED)
            if name == GRADIENT:
                slope = jax.grad(lambda q, tau=kernel, rest=tuple(arrays[1:]): (tau(q, *rest) ** 2).sum())
                figures, answer = measured(slope, arrays[:1])
            else:
                figures, answer = measured(kernel, arrays[: len(kernel.signature.takes)])
            figures |= {"made": time.perf_counter() - begin, "off": off(first(answer, layout), truths[name])}
            found.append({**dict(zip(KEY, key, strict=True)), **figures})
            shown = f"{count / figures['call'] / 1e9:.3f} G/s, off by {figures['off']:.0e}"
            made = f"{figures['compile']:.1f} of {figures['made']:.1f} s to compile"
            print(f"  {name} {dtype} {layout} {WAYS[way]}: {shown}, {made}", flush=True)
    return found


def overhead(robot: Any) -> dict[str, float]:
    """Microseconds of a step of a loop with one state."""
    import jax

    found = {}
    for way in WAYS:
        if not BACKENDS[way].missing():
            tau = robot.compile("inverse_dynamics", backend=way)
            loop = jax.jit(lambda q, tau=tau: jax.lax.fori_loop(0, 1000, lambda k, x: 0.9 * x + 1e-9 * tau(x, x, x), q))
            found[way] = 1e3 * measured(loop, [jax.numpy.ones(robot.n)])[0]["call"]
    return found
