"""Depth and width of programs: chains of 8 to 256 links, and arms of six and seven joints on several processors.

    python -m bench.parallel [--quick] [--figure docs/parallel.svg]

Counts, no times: the same on every machine, after some minutes.
"""

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import linkwise
from linkwise.costs.ledger.arms import ARMS
from linkwise.formulations import QUESTIONS, answer_by
from linkwise.program import Program, trace
from linkwise.program.schedule import CYCLES, parallelism, schedules

from . import recorded
from .recorded import Table

LENGTHS = (8, 16, 32, 64, 128, 256)
CHAINS = {
    "newton_euler.luh_walker_paul": "recursion in link frames",
    "newton_euler.milicevic_base": "recursion in base coordinates",
    "newton_euler.lee_chang": "recursive doubling",
}
MATRICES = {
    "composite.walker_orin": "mass_matrix",
    "composite.balafoutis_patel_62": "mass_matrix",
    "composite.direct_solve": "forward_dynamics",
    "articulated.khalil_dombre": "forward_dynamics",
}
PROCESSORS = (1, 2, 4, 6, 8, 16, 32, 64, 128)
CURVES = (
    ("panda", "inverse_dynamics", "newton_euler.balafoutis_patel_56"),
    ("panda", "inverse_dynamics", "newton_euler.luh_walker_paul"),
    ("panda", "inverse_dynamics", "newton_euler.lee_chang"),
    ("puma560", "inverse_dynamics", "newton_euler.balafoutis_patel_56"),
    ("panda", "mass_matrix", "composite.balafoutis_patel_62"),
    ("panda", "forward_dynamics", "composite.direct_solve"),
    ("panda", "forward_dynamics", "articulated.khalil_dombre"),
)


def chain_program(formulation: str, question: str, n: int) -> Program:
    """The program of one formulation on the ledger's general arm."""
    model = ARMS["general"].model(n)
    by = answer_by(question, formulation, model)
    return trace(lambda *x: by(model, *x), dict.fromkeys(QUESTIONS[question].takes, n))


def of_chains(lengths: Sequence[int]) -> list[dict[str, Any]]:
    """Work, depth and the time on n processors, by formulation and length."""
    rows = []
    for n in lengths:
        for name in CHAINS:
            program = chain_program(name, "inverse_dynamics", n)
            offers, found = parallelism(program), schedules(program, [n])[0]
            cycles = parallelism(program, CYCLES).depth
            rows.append({"n": n, "by": name, "offers": offers, "on n": found, "cycles": cycles})
            print(n, name, file=sys.stderr, flush=True)
    return rows


def draw(chains: list[dict[str, Any]], path: Path) -> None:
    """Depth against length, and speed-up against processors."""
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.hashsalt": "linkwise", "svg.fonttype": "none"})
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10.0, 4.4), layout="constrained")
    for name, label in CHAINS.items():
        some = [row for row in chains if row["by"] == name]
        depths = [row["offers"].depth for row in some]
        left.loglog([row["n"] for row in some], depths, "o-", ms=3, base=2, label=label)
    left.set_xlabel("links")
    left.set_ylabel("depth")
    left.legend(fontsize=8, frameon=False)
    for robot, question, by in CURVES:
        program = linkwise.load(robot).without_friction().compile(question, formulation=by).program
        found = schedules(program, PROCESSORS)
        right.loglog(PROCESSORS, [each.speedup for each in found], "o-", ms=3, lw=1.2, base=2, label=f"{robot}: {by}")
    right.plot([1, 128], [1, 128], color="0.85", lw=0.8, zorder=0)
    right.set_xlabel("processors")
    right.set_ylabel("speed-up")
    for axis in (left.xaxis, left.yaxis, right.xaxis, right.yaxis):
        axis.set_major_formatter(lambda x, _: f"{x:g}")
    right.legend(fontsize=7, frameon=False)
    figure.savefig(path, metadata={"Date": None})


def arms() -> tuple[Table, float]:
    """The arms on several processors, and the longest list schedule over its bound."""
    rows, worst = [], 1.0
    for robot, question, by in CURVES:
        program = linkwise.load(robot).without_friction().compile(question, formulation=by).program
        offers, found = parallelism(program), schedules(program, PROCESSORS)
        worst = max(worst, *(each.length / each.bound for each in found))
        gains = [f"{each.speedup:.3g}" for each in found if each.processors in (2, 6, 16, 64)]
        cycles = parallelism(program, CYCLES).depth
        rows.append([robot, question, f"`{by}`", str(offers.work), str(offers.depth), str(cycles), *gains])
    heads = ["robot", "question", "formulation", "work", "depth", "cycles", "p = 2", "6", "16", "64"]
    return Table(heads, rows), worst


def main() -> None:
    """Count, keep the tables, draw."""
    parser = recorded.options(__doc__)
    parser.add_argument("--figure", type=Path)
    asked = parser.parse_args()
    lengths = LENGTHS[:2] if asked.quick else LENGTHS
    chains = of_chains(lengths)
    heads = ["n", *(f"{label}: {what}" for label in CHAINS.values() for what in ("work", "depth", "on n processors"))]
    body = []
    for n in lengths:
        cells = [str(n)]
        for row in chains:
            if row["n"] == n:
                cells += [str(row["offers"].work), str(row["offers"].depth), str(row["on n"].length)]
        body.append(cells)
    matrices = []
    for name, question in MATRICES.items():
        each = [parallelism(chain_program(name, question, n)) for n in (4, 8, 16, 32)]
        matrices.append([f"`{name}`", question, *(f"{one.work}; {one.depth}" for one in each)])
    of_arms, worst = arms()
    tables = {
        "arms": of_arms,
        "chains": Table(heads, body),
        "matrices": Table(["formulation", "question", "n = 4: work; depth", "8", "16", "32"], matrices),
    }
    depths = [row["offers"].depth / math.log2(row["n"]) for row in chains if row["by"] == "newton_euler.lee_chang"]
    note = f"Longest list schedule over its bound: {worst:.3f}. Depth of doubling over log2 n: "
    note += f"{', '.join(f'{x:.1f}' for x in depths)}."
    recorded.keep("parallel", "python -m bench.parallel", tables, asked, note=note)
    if asked.figure:
        draw(chains, asked.figure)


if __name__ == "__main__":
    main()
