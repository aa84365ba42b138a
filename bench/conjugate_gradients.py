"""Steps that plain conjugate gradients take, and the steps they may take to be cheaper than solving.

    python -m bench.conjugate_gradients [--quick] [--arms 8] [--figure docs/conjugate_gradients.svg]

Arms of alike links (tests/oracle), along motions of some rad/s.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from tests.oracle.robots import robot

from linkwise.costs.ledger.arms import ARMS
from linkwise.costs.ledger.cost import cost_of
from linkwise.costs.ledger.fit import Polynomial, fit
from linkwise.formulations import answer_by, terms
from linkwise.formulations.newton_euler import khalil_dombre
from linkwise.formulations.newton_euler.conjugate_gradients import conjugate_gradients
from linkwise.model import Model, Rotor
from linkwise.program import trace

from . import recorded
from .recorded import Table

SIZES = (3, 6, 12, 20, 30)
TOLERANCES = (1e-3, 1e-6, 1e-10)
STARTS = {"0": None, "q̈ 10 ms ago": 1e-2, "q̈ 1 ms ago": 1e-3}
ROTORS = {"no rotors": 0.0, "rotors 0.3 D": 0.3, "rotors 3 D": 3.0}
"""The inertia of the rotors, as a share of the diagonal of D at q = 0."""


def costs() -> dict[str, Polynomial]:
    """Multiplications and additions together, as polynomials in n, on the general arm."""
    total: dict[str, dict[int, int]] = {}
    for n in range(3, 10):
        model, takes = ARMS["general"].model(n), dict.fromkeys(("q", "qd", "tau"), n)
        for steps in (1, 2):
            warm = lambda q, qd, tau, s, k=steps, m=model: conjugate_gradients(m, q, qd, tau, start=s, steps=k).qdd  # noqa: E731
            cold = lambda q, qd, tau, k=steps, m=model: conjugate_gradients(m, q, qd, tau, steps=k).qdd  # noqa: E731
            total.setdefault(f"cold {steps}", {})[n] = sum(cost_of(trace(cold, takes).steps).plain)
            total.setdefault(f"warm {steps}", {})[n] = sum(cost_of(trace(warm, {**takes, "s": n}).steps).plain)
        for name in ("composite.direct_solve", "articulated.khalil_dombre"):
            by = answer_by("forward_dynamics", name, model)
            solve = lambda q, qd, tau, m=model, by=by: by(m, q, qd, tau)  # noqa: E731
            total.setdefault(name, {})[n] = sum(cost_of(trace(solve, takes).steps).plain)
    found = {name: fit(counts) for name, counts in total.items()}
    assert all(found.values())
    return {name: polynomial for name, polynomial in found.items() if polynomial is not None}


def break_even(by: dict[str, Polynomial], n: int, start: str) -> int:
    """The most steps with which conjugate gradients take fewer operations than solving with D; 0 if one is too many."""
    first, each = by[f"{start} 1"](n), by[f"{start} 2"](n) - by[f"{start} 1"](n)
    return max(0, 1 + (by["composite.direct_solve"](n) - first) // each)


def with_rotors(model: Model, share: float, q: list[float]) -> Model:
    """The arm with rotors in proportion to the diagonal of D at q, some other posture."""
    D = answer_by("mass_matrix", None)(model, q)
    bodies = (
        replace(body, joint=replace(body.joint, rotor=Rotor(share * D[i][i], 1.0)))
        for i, body in enumerate(model.bodies)
    )
    return replace(model, bodies=tuple(bodies), frames=())


def steps(n: int, share: float, arms: int) -> Iterator[dict[tuple[float, str, str], int]]:
    """For each arm, the steps by tolerance, start and preconditioner."""
    for seed in range(arms):
        model, draw = robot(f"arm {n}", 1000 * n + seed, n), np.random.default_rng(seed)
        size, rate, phase = draw.uniform(0.3, 1.5, n), draw.uniform(1.0, 4.0, n), draw.uniform(0.0, 6.28, n)

        def motion(t: float, s: np.ndarray = size, w: np.ndarray = rate, p: np.ndarray = phase) -> list[list[float]]:
            at = w * t + p
            return [x.tolist() for x in (s * np.sin(at), s * w * np.cos(at), -s * w * w * np.sin(at))]

        q, qd, qdd = motion(0.0)
        model = with_rotors(model, share, [0.0] * n) if share else model
        tau = terms.inverse_dynamics(model, khalil_dombre.inverse_dynamics, q, qd, qdd, {})
        D = terms.mass_matrix(model, answer_by("mass_matrix", None), q)
        kinds = {"none": None, "D": [D[i][i] for i in range(n)]}
        if share:
            kinds["rotors"] = [body.joint.rotor.reflected for body in model.bodies]
        yield {
            (tolerance, start, kind): conjugate_gradients(
                model,
                q,
                qd,
                tau,
                start=None if ago is None else motion(-ago)[2],
                tolerance=tolerance,
                preconditioner=diagonal,
            ).iterations
            for tolerance in TOLERANCES
            for start, ago in STARTS.items()
            for kind, diagonal in kinds.items()
        }


def medians(n: int, share: float, arms: int) -> dict[tuple[float, str, str], int]:
    """The middle one of the steps on some arms."""
    each = list(steps(n, share, arms))
    return {key: int(np.median([one[key] for one in each])) for key in each[0]}


def draw(
    by: dict[str, Polynomial], found: dict[tuple[str, int], dict[tuple[float, str, str], int]], path: Path
) -> None:
    """Steps against the number of joints, and the steps that pay."""
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.hashsalt": "linkwise", "svg.fonttype": "none"})
    figure, axes = pyplot.subplots(1, 2, figsize=(9.0, 4.0), sharey=True, layout="constrained")
    for axis, title, share, kind in (
        (axes[0], "no rotors, no preconditioner", "no rotors", "none"),
        (axes[1], "rotors 3 D, which are the preconditioner", "rotors 3 D", "rotors"),
    ):
        for colour, tolerance in zip(("C0", "C1", "C3"), TOLERANCES, strict=True):
            for start, style in zip(STARTS, ("-", "--", ":"), strict=True):
                y = [found[share, n][tolerance, start, kind] for n in SIZES]
                axis.plot(SIZES, y, style, color=colour, marker=".", label=f"{tolerance:.0e}, from {start}")
        sizes = range(2, 31)
        axis.fill_between(
            sizes, [break_even(by, n, "cold") for n in sizes], color="0.85", label="pays, from 0", step="mid"
        )
        axis.set_title(title, fontsize=10)
        axis.set_xlabel("joints")
    axes[0].set_ylabel("steps")
    axes[0].set_ylim(0, 60)
    axes[0].legend(fontsize=7, loc="upper left")
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure, keep the tables, draw."""
    parser = recorded.options(__doc__)
    parser.add_argument("--arms", type=int, default=8)
    parser.add_argument("--figure", type=Path)
    asked = parser.parse_args()
    by, arms = costs(), 1 if asked.quick else asked.arms
    sizes = (6, 9, 12, 14, 20, 30, 50, 100)
    pays = [[f"steps that pay, {start}", *(str(break_even(by, n, start)) for n in sizes)] for start in ("cold", "warm")]
    found = {(name, n): medians(n, share, arms) for name, share in ROTORS.items() for n in SIZES}
    steps = [
        [name, f"{tolerance:.0e}", start, kind, *(str(found[name, n][tolerance, start, kind]) for n in SIZES)]
        for name in ROTORS
        for tolerance in TOLERANCES
        for start in STARTS
        for kind in ("none", "rotors", "D")
        if (tolerance, start, kind) in found[name, SIZES[0]]
    ]
    tables = {
        "costs": Table(["multiplications and additions", "n joints"], [[name, str(by[name])] for name in by]),
        "pays": Table(["n", *map(str, sizes)], pays),
        "steps": Table(["arm", "tolerance", "start", "preconditioner", *(f"n = {n}" for n in SIZES)], steps),
    }
    recorded.keep("conjugate_gradients", "python -m bench.conjugate_gradients", tables, asked)
    if asked.figure:
        draw(by, found, asked.figure)


if __name__ == "__main__":
    main()
