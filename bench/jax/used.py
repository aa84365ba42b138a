"""Are the numbers right, for every question and inside all that JAX does with functions?"""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.formulations import QUESTIONS

from .states import DTYPES, off, states

AGREED = {"float64": 1e-14, "float32": 2e-6}
"""How far answers may be off, relative to the largest entry; a hundred times that where they are solved for."""


def agreement(robot: Any, backend: str) -> dict[str, float]:
    """How far the answers to every question are off, by question and precision."""
    found = {}
    for question, row in QUESTIONS.items():
        given = states(50, len(row.takes), robot.n)
        options = {"frame": robot.frames[-1]} if row.frame else {}
        truth = robot.compile(question, backend="interpreter", **options)(*given)
        for dtype in DTYPES:
            kernel = robot.compile(question, backend=backend, dtype=dtype, **options)
            found[f"{question} {dtype}"] = off(kernel(*given), truth)
    return found


def too_far(name: str, distance: float) -> bool:
    """Whether an answer is off by more than rounding."""
    question, dtype = name.split()
    solves = question.startswith("forward_dynamics") or question == "mass_matrix_inverse"
    return not distance <= AGREED[dtype] * (100.0 if solves else 1.0)


def used(robot: Any, backend: str) -> dict[str, str]:
    """What JAX does with functions, each with the same numbers as without it."""
    import jax
    from jax import numpy as jnp

    tau, given = robot.compile("inverse_dynamics", backend=backend), states(64)
    truth = robot.compile("inverse_dynamics", backend="interpreter")(*given)
    program, ports = tau.traceable.derivatives()
    spec = ModuleSpec("program", "derivatives", lambda: program, ports)
    slopes = BACKENDS["interpreter"].module(spec).answers(given, 64)

    def square(*some: Any) -> Any:
        return (tau(*some) ** 2).sum()

    gradients = tuple(np.einsum("ni,nij->nj", 2.0 * truth, slope) for slope in slopes)

    def twice(q: Any) -> Any:
        return tau(jnp.sin(tau(q, *given[1:])), *given[1:]) + 1.0

    def by_numpy(q: Any) -> Any:
        own = robot.compile("inverse_dynamics", backend="interpreter")
        return own(np.sin(own(q, *given[1:])), *given[1:]) + 1.0

    def steps(q: Any) -> Any:
        return jax.lax.fori_loop(0, 50, lambda k, x: jnp.sin(x + 1e-3 * tau(x, *given[1:])), q)

    def at_once() -> Any:
        found: list[Any] = [None] * 4
        functions = [jax.jit(lambda q, k=k: tau(q, *given[1:]) + k) for k in range(4)]
        threads = [
            threading.Thread(target=lambda k=k: found.__setitem__(k, [functions[k](given[0]) for _ in range(20)]))
            for k in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return tuple(np.asarray(x) - k for k, several in enumerate(found) for x in several)

    by_hand = given[0]
    for _ in range(50):
        by_hand = np.sin(by_hand + 1e-3 * robot.compile("inverse_dynamics", backend="interpreter")(by_hand, *given[1:]))
    e, one = 1e-5 * np.eye(7), [x[0] for x in given[1:]]
    own = robot.compile("inverse_dynamics_derivatives", backend="interpreter")
    bent = np.stack(
        [(own(given[0][0] + d, *one)[0][3] - own(given[0][0] - d, *one)[0][3]) / 2e-5 for d in e]
    )  # fmt: skip
    cases: dict[str, tuple[Callable[[], Any], Any, float]] = {
        "outside jit": (lambda: tau(*given), truth, 1e-14),
        "jit": (lambda: jax.jit(tau)(*given), truth, 1e-14),
        "vmap": (lambda: jax.jit(jax.vmap(tau))(*given), truth, 1e-14),
        "vmap of some": (
            lambda: jax.vmap(tau, (0, None, None))(given[0], given[1][0], given[2][0]),
            robot.compile("inverse_dynamics", backend="interpreter")(given[0], given[1][0], given[2][0]),
            1e-14,
        ),
        "grad": (lambda: jax.jit(jax.grad(square, (0, 1, 2)))(*given), gradients, 1e-12),
        "jacfwd of vmap": (lambda: jax.vmap(jax.jacfwd(tau, (0, 1, 2)))(*given), tuple(slopes), 1e-13),
        "jacrev of vmap": (lambda: jax.vmap(jax.jacrev(tau, (0, 1, 2)))(*given), tuple(slopes), 1e-13),
        "second derivatives": (
            lambda: jax.jit(jax.jacfwd(jax.jacrev(lambda q: tau(q, *one)[3])))(given[0][0]).T,
            bent,
            1e-7,
        ),
        "between operations": (lambda: jax.jit(twice)(given[0]), by_numpy(given[0]), 1e-13),
        "in a loop": (lambda: jax.jit(steps)(given[0]), by_hand, 1e-11),
        "donated": (lambda: jax.jit(lambda q: q + tau(q, *given[1:]), donate_argnums=0)(jnp.array(given[0])),
                    given[0] + truth, 1e-14),
        "four threads": (at_once, (truth,) * 80, 1e-13),
    }  # fmt: skip
    found = {}
    for name, (function, expected, most) in cases.items():
        try:
            distance = off(function(), expected)
            found[name] = "right" if distance <= most else f"off by {distance:.1e}"
        except Exception as error:
            found[name] = f"{type(error).__name__}: {str(error)[:300]}"
        print(f"  {name}: {found[name]}", flush=True)
    return found
