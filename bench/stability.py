"""Residuals and errors of forward dynamics: recursive methods against those that solve, on arms of 2 to 30 links.

    python -m bench.stability [--quick] [--arms 8] [--figure docs/stability.svg]

Medians over random arms and states, every formulation in doubles held to 50
digits (tests/oracle). Takes some minutes.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
from tests.oracle.stability import FAMILIES, FORCES, RECURSIVE, WITHOUT_D, cases
from tests.tolerances import EPS

from . import recorded
from .recorded import Table

SIZES = (2, 3, 5, 7, 10, 15, 20, 30)
SHOWN = {"alike": "links alike", "masses rise": "masses rise 10⁶ times", "nearly singular": "nearly singular"}
"""The families of the figure."""

GROUPS = {"articulated": "C0", "solving with D": "C3", "solving without D": "C2"}
"""The colours of the figure's lines."""


def measured(arms: int) -> list[dict[str, Any]]:
    """One row for each family, size, kind of forces and formulation: median and worst residual and error."""
    rows = []
    for family in FAMILIES:
        for n in SIZES:
            if family == "nearly singular" and n < 3:  # its third joint from the tip is the light one
                continue
            found: dict[tuple[str, str], list[tuple[float, float]]] = {}
            κ = []
            for seed in range(arms):
                for kind, case in cases(family, n, seed).items():
                    κ.append(case.condition)
                    for name, *off in case.outcomes():
                        found.setdefault((kind, name), []).append((off[0], off[1]))
            for (kind, name), off in found.items():
                middle, worst = np.median(off, axis=0).tolist(), np.max(off, axis=0).tolist()
                head = {"family": family, "n": n, "forces": kind, "formulation": name}
                rows.append({**head, "condition": float(np.median(κ)), "median": middle, "worst": worst})
            print(f"{family}, {n} links", file=sys.stderr, flush=True)
    return rows


def group(formulation: str) -> str:
    """How a formulation solves."""
    return list(GROUPS)[0 if formulation in RECURSIVE else 2 if formulation in WITHOUT_D else 1]


def tables(rows: list[dict[str, Any]], n: int = 10) -> dict[str, Table]:
    """Residual and error of each formulation on arms of n links, one table for each kind of forces."""
    parts = {}
    for kind in FORCES:
        some = [row for row in rows if row["forces"] == kind and row["n"] == n]
        κ = {row["family"]: row["condition"] for row in some}
        names = sorted({row["formulation"] for row in some}, key=lambda name: (list(GROUPS).index(group(name)), name))
        by = {(row["formulation"], row["family"]): row["median"] for row in some}
        body = [
            [f"`{name}`", *(f"{by[name, f][0]:.0e}; {by[name, f][1]:.0e}" for f in FAMILIES if (name, f) in by)]
            for name in names
        ]
        head = [f"forces {kind}", *(f"{family}, κ = {κ[family]:.0e}" for family in FAMILIES if family in κ)]
        parts[kind.replace(" ", "_")] = Table(head, body)
    return parts


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """Residuals above, errors below, against the number of links, under any forces."""
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.hashsalt": "linkwise", "svg.fonttype": "none"})  # the same file for the same figures
    figure, axes = pyplot.subplots(2, len(SHOWN), figsize=(10.0, 6.0), sharex=True, sharey=True, layout="constrained")
    for column, (family, title) in zip(axes.T, SHOWN.items(), strict=True):
        some = [row for row in rows if row["family"] == family and row["forces"] == "any"]
        for k, axis in enumerate(column):
            for name in {row["formulation"]: None for row in some}:
                line = [(row["n"], row["median"][k]) for row in some if row["formulation"] == name]
                axis.semilogy(*zip(*line, strict=True), color=GROUPS[group(name)], lw=1.2, alpha=0.8)
        κ = {row["n"]: row["condition"] for row in some}
        column[1].semilogy(list(κ), [EPS / 2 * x for x in κ.values()], color="black", lw=0.8, ls=":")
        column[0].set_title(title)
        column[1].set_xlabel("links")
    axes[0][0].set_ylabel("residual / |τ|")
    axes[1][0].set_ylabel("error of q̈ / |q̈|")
    lines = [pyplot.Line2D([], [], color=colour) for colour in GROUPS.values()]
    dots = pyplot.Line2D([], [], color="black", lw=0.8, ls=":")
    axes[1][0].legend([*lines, dots], [*GROUPS, "κ(D) u"], loc="upper left", fontsize=8)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure, keep the tables, draw."""
    parser = recorded.options(__doc__)
    parser.add_argument("--arms", type=int, default=8)
    parser.add_argument("--figure", type=Path)
    asked = parser.parse_args()
    rows = measured(1 if asked.quick else asked.arms)
    if asked.figure:
        draw(rows, asked.figure)
    recorded.keep("stability", "python -m bench.stability", tables(rows), asked)


if __name__ == "__main__":
    main()
