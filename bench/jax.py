"""Programs as functions of JAX: `PYTHONPATH=src python3 -m bench.jax`, on a machine with JAX and, best, an NVIDIA GPU.

First answers and gradients are compared with the interpreter's, inside all that JAX does with functions; then states a
second are measured, by JAX's operations and by machine code behind a call. The results are written into
bench/results/jax.json and jax.md.
"""

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import linkwise
from linkwise.backends import BACKENDS, ModuleSpec
from linkwise.formulations import QUESTIONS as ALL

from .machine import machine
from .tables import table

RESULTS = Path(__file__).parent / "results"
STATES = {"gpu": 2**21, "cpu": 2**12}
"""States of a batch, by the platform."""

QUANTITIES = {
    "τ": "inverse_dynamics",
    "M packed": "mass_matrix",
    "q̈": "forward_dynamics",
    "∂τ": "inverse_dynamics_derivatives",
}
WAYS = {"jax_operations": "operations", "jax": "machine code"}
DTYPES = ("float32", "float64")
AGREED = {"float64": 1e-14, "float32": 2e-6}
"""How far answers may be off, relative to the largest entry; a hundred times that where they are solved for."""

CALLS, ROUNDS = 10, 5
"""Calls that are timed together, and how often: the shortest time counts."""


def off(found: Any, truth: Any) -> float:
    """The largest difference relative to the largest entry, of arrays or of tuples of them."""
    pairs = zip(found, truth, strict=True) if isinstance(truth, tuple) else [(found, truth)]
    return max(float(np.abs(np.asarray(a, float) - b).max() / np.abs(b).max()) for a, b in pairs)


def states(count: int, way: int = 3, n: int = 7) -> list[np.ndarray]:
    """Positions, velocities, accelerations or torques."""
    rng = np.random.default_rng(7)
    return [rng.uniform(-1.0, 1.0, (count, n)) for _ in range(way)]


def agreement(robot: Any, backend: str) -> dict[str, float]:
    """How far the answers to every question are off, by question and precision."""
    found = {}
    for question, row in ALL.items():
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


def measured(function: Callable[..., Any], arrays: list[Any]) -> dict[str, float]:
    """Seconds to compile, and of one call."""
    import jax

    begin = time.perf_counter()
    compiled = jax.jit(function).lower(*arrays).compile()
    ready = time.perf_counter() - begin
    jax.block_until_ready(compiled(*arrays))
    best = np.inf
    for _ in range(ROUNDS):
        begin, answer = time.perf_counter(), None
        for _ in range(CALLS):
            answer = compiled(*arrays)
        jax.block_until_ready(answer)
        best = min(best, (time.perf_counter() - begin) / CALLS)
    return {"compile": ready, "call": best}


def speeds(robot: Any, platform: str, until: float) -> list[dict[str, Any]]:
    """Each quantity, precision, layout and way; then a gradient."""
    import jax
    from jax import numpy as jnp

    count, found = STATES[platform], []
    for dtype in DTYPES:
        rows = [jnp.asarray(x, dtype) for x in states(count)]
        columns = [jnp.array(x.T) for x in rows]
        cases = [(name, question, layout, way) for name, question in QUANTITIES.items()
                 for layout in ("columns", "rows") for way in WAYS if not BACKENDS[way].missing()]  # fmt: skip
        for name, question, layout, way in cases:
            if time.perf_counter() > until:
                break
            packed = name == "M packed"
            begin = time.perf_counter()
            kernel = robot.compile(question, backend=way, dtype=dtype, layout=layout, packed=packed)
            given = (rows if layout == "rows" else columns)[: len(kernel.signature.takes)]
            figures = measured(kernel, given)
            made = time.perf_counter() - begin
            found.append({"of": name, "dtype": dtype, "layout": layout, "way": way, "made": made, **figures})
            print(f"  {name} {dtype} {layout} {WAYS[way]}: {count / figures['call'] / 1e9:.3f} G/s, "
                  f"compiled in {figures['compile']:.1f} s", flush=True)  # fmt: skip
        for way in WAYS:
            if BACKENDS[way].missing() or time.perf_counter() > until:
                continue
            tau = robot.compile("inverse_dynamics", backend=way, dtype=dtype)
            slope = jax.grad(lambda q, tau=tau, rows=rows: (tau(q, *rows[1:]) ** 2).sum())
            figures = measured(slope, rows[:1])
            found.append({"of": "∇ Σ τ²", "dtype": dtype, "layout": "rows", "way": way, "made": 0.0, **figures})
            print(f"  gradient {dtype} {WAYS[way]}: {count / figures['call'] / 1e9:.3f} G/s", flush=True)
    return found


def overhead(robot: Any) -> dict[str, float]:
    """Microseconds of a step of a loop with one state."""
    import jax

    found = {}
    for way in WAYS:
        if not BACKENDS[way].missing():
            tau = robot.compile("inverse_dynamics", backend=way)
            loop = jax.jit(lambda q, tau=tau: jax.lax.fori_loop(0, 1000, lambda k, x: 0.9 * x + 1e-9 * tau(x, x, x), q))
            found[way] = 1e3 * measured(loop, [jax.numpy.ones(7)])["call"]
    return found


def page(figures: dict[str, Any]) -> str:
    """The figures as Markdown."""
    heads = ["", "", "", "by", "compiled in [s]", "10⁹ states/s"]
    rows = [
        [x["of"], x["dtype"], x["layout"], WAYS[x["way"]], f"{x['compile']:.1f}",
         f"{figures['states'] / x['call'] / 1e9:.3g}"]
        for x in figures["speeds"]
    ]  # fmt: skip
    loop = ", ".join(f"{WAYS[way]} {time:.1f} µs" for way, time in figures["loop"].items())
    worst = {
        WAYS[way]: {d: f"{max(v for k, v in found.items() if k.endswith(d)):.1e}" for d in DTYPES}
        for way, found in figures["agreement"].items()
    }
    return (
        f"# A Franka Panda in JAX\n\n{', '.join(figures['devices'])}; JAX {figures['machine']['jax']}, "
        f"{figures['machine']['date']}. {figures['states']} states, no friction. Largest difference from the "
        f"interpreter, every question, relative to the largest entry: {worst}. A step of a loop with one state: "
        f"{loop}.\n\n{table(heads, rows)}\n"
    )


def main() -> int:
    """Everything; 1 if something is wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=400.0, help="no new timing starts after so many")
    asked.add_argument("--quick", action="store_true", help="no timing")
    options = asked.parse_args()
    begin = time.perf_counter()
    os.environ["JAX_ENABLE_X64"] = "1"
    import jax

    platform = jax.default_backend()
    robot = linkwise.load("panda").without_friction()
    figures: dict[str, Any] = {"machine": machine(), "devices": [str(x.device_kind) for x in jax.devices()]}
    figures |= {"states": STATES[platform], "agreement": {}, "used": {}, "speeds": [], "loop": {}}
    print(figures["machine"], jax.devices(), flush=True)
    wrong = []
    for way in WAYS:
        if why := BACKENDS[way].missing():
            print(f"{way}: {why}")
            continue
        print(f"{way}: {BACKENDS[way].about()}", flush=True)
        found = figures["used"][way] = used(robot, way)
        wrong += [f"{way} {name}: {said}" for name, said in found.items() if said != "right"]
        found = figures["agreement"][way] = agreement(linkwise.load("planar2r"), way)
        wrong += [f"{way} {name}: {distance:.1e}" for name, distance in found.items() if too_far(name, distance)]
        print(f"  {time.perf_counter() - begin:.0f} s; wrong so far: {wrong}", flush=True)
    if not options.quick:
        figures["loop"] = overhead(robot)
        figures["speeds"] = speeds(robot, platform, begin + options.seconds)
    figures["wrong"] = wrong
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / "jax.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    (RESULTS / "jax.md").write_text(page(figures), encoding="utf-8")
    print(page(figures), f"{time.perf_counter() - begin:.0f} s; wrong: {wrong or 'nothing'}", sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
