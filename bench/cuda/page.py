"""The tables of what is measured on a GPU."""

from typing import Any

import numpy as np

from ..recorded import Table
from .quantities import DTYPES, QUANTITIES
from .speeds import shape_of


def on(figures: dict[str, Any]) -> str:
    """The device and what compiled for it."""
    where = figures["device"]
    return f"{where['device']}, driver {where['driver']}, {where['compiler']}"


def of_programs(figures: dict[str, Any]) -> dict[str, Any]:
    """What is said of programs, and their tables."""
    worst = figures["agreement"]["worst"]
    note = (
        f"{figures['states']} states of a Franka Panda without friction, kernels alone; a copy kernel moves "
        f"{1e-12 * figures['copy']:.2f} TB/s. Off: relative to the largest entry; every question of two robots "
        f"({figures['agreement']['kernels']} kernels): {worst['float64']['off']:.1e} in float64, "
        f"{worst['float32']['off']:.1e} in float32; failed: {len(figures['agreement']['failed'])}."
    )
    tables = {"columns": _speeds(figures, ""), "rows": _speeds(figures, "rows"), "kernels": _kernels(figures)}
    return kept(figures, note, tables | {"under_marks": under_marks(figures)})


def kept(figures: dict[str, Any], note: str, tables: dict[str, Table]) -> dict[str, Any]:
    """Figures with what a result has beside them."""
    plain = {name: table._asdict() for name, table in tables.items()}
    return {**figures, "by": "python -m bench.cuda", "on": on(figures), "note": note, "tables": plain}


def _speeds(figures: dict[str, Any], of: str) -> Table:
    rows = []
    for key, both in figures["speeds"].items():
        name, _, layout = key.partition("@")
        if layout == of and both:
            some = next(iter(both.values()))
            numbers = 1e3 * some["TB/s"] / some["G"] / np.dtype(next(iter(both))).itemsize
            each = [both.get(dtype) for dtype in DTYPES]
            cells = [cell for x in each for cell in ((f"{x['G']:.2f}", f"{x['share']:.0%}") if x else ("–", "–"))]
            rows.append([QUANTITIES[name].letters, f"{numbers:.0f}", *cells])
    heads = ["10⁹ states per second", "numbers read and written", "float64", "of copying", "float32", "of copying"]
    return Table(heads, rows)


def _kernels(figures: dict[str, Any]) -> Table:
    rows = []
    for key, both in figures["speeds"].items():
        name, _, layout = key.partition("@")
        quantity = QUANTITIES[name]
        for k, dtype in enumerate(DTYPES):
            if dtype in both:
                x = both[dtype]
                cells = [f"{quantity.letters} {layout}".strip(), dtype, f"{x['G']:.2f}", f"{quantity.marks[k]:g}"]
                cells += [f"{x['TB/s']:.2f}", f"{x['share']:.0%}", str(shape_of(x)), str(x["registers"])]
                rows.append([*cells, str(x["local"]), f"{x['off']:.1e}"])
    heads = ["", "", "G/s", "mark", "TB/s", "of copying", "blocks / spilled / parts", "registers", "local", "off"]
    return Table(heads, rows)


def of_rollouts(figures: dict[str, Any]) -> dict[str, Any]:
    """What is said of rollouts and sweeps, and their tables."""
    steps, core = figures["speeds"].get("steps", {}), figures["speeds"].get("one core", {}).get("machine", {})
    kernels, speeds = [], []
    for name, x in steps.items():
        times = f"{x['times one core']:.0f}" if x["times one core"] else "–"
        shape = [x.get("shape", "–"), str(x.get("registers")), str(x.get("local"))]
        kernels.append([name, f"{x['G']:.3g}", times, *shape])
    for method in dict.fromkeys(name.split()[0] for name in steps):
        each = [steps.get(f"{method} {dtype}", {}) for dtype in DTYPES]
        cells = [cell for x in each for cell in (f"{x.get('G', 0):.3g}", f"{x.get('times one core') or 0:.0f}")]
        speeds.append([f"`{method}`", *cells])
    off = ", ".join(f"{name} {x:.1e}" for name, x in figures["agreement"]["off"].items())
    note = (
        "A Franka Panda without friction, a spring and a damper at each joint. Kernels alone, 262,144 rollouts; one "
        f"core: {core.get('processor')}, {core.get('date')}. Calls and sweeps: 1,048,576 rollouts of 1,000 steps of "
        "the classical Runge–Kutta method, NumPy's arrays in and out; for a sweep 22 numbers are drawn for each. Off, "
        f"relative to the largest number, after 50 steps: {off}; statistics of a sweep "
        f"{figures['statistics']['worst']:.1e}, tallies {figures['tallies']['worst']:.2f} of what rounding allows. "
        f"Interrupted: {figures['interrupted']}."
    )
    heads = ["10⁹ steps per second", "float64", "times one core", "float32", "times one core"]
    names = ["method", "10⁹ steps/s", "times one core", "blocks / spilled / parts", "registers", "local"]
    tables = {"speeds": Table(heads, speeds), "kernels": Table(names, kernels)}
    tables["calls"] = Table(["rollouts", "s"], [[name, f"{x:.2f}"] for name, x in figures["calls"].items()])
    swept = [[dtype, f"{x['seconds']:.2f}"] for dtype, x in figures["sweeps"].items()]
    parts = [
        [dtype, name, f"{1e3 * s:.1f}"]
        for dtype, x in figures["sweeps"].items()
        for name, s in x.get("parts of a block", {}).items()
    ]
    tables["sweeps"] = Table(["a sweep", "s"], swept)
    tables["blocks"] = Table(["", "a block of 32,768 rollouts", "ms"], parts)
    return kept(figures, note, tables)


def under_marks(figures: dict[str, Any]) -> Table:
    """What is slower than its mark, and the profiler's figures, in percent where nothing else is said."""
    rows = []
    for key, both in figures["speeds"].items():
        name, _, layout = key.partition("@")
        for dtype, mark in zip(DTYPES, QUANTITIES[name].marks, strict=True):
            if dtype in both and both[dtype]["G"] < mark:
                x = both[dtype]
                said = ", ".join(f"{what} {value}" for what, value in x.get("profile", {}).items())
                what = f"{QUANTITIES[name].letters} {layout}".strip()
                rows.append([what, dtype, f"{x['G'] / mark:.0%}", said or "not profiled"])
    return Table(["", "", "of its mark", "the profiler, in percent of the most where nothing else is said"], rows)
