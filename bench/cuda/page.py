"""The figures as Markdown."""

from typing import Any

from ..tables import table
from .quantities import DTYPES, QUANTITIES
from .speeds import shape_of


def page(figures: dict[str, Any]) -> str:
    """The figures as Markdown."""
    rows = []
    for key, both in figures["speeds"].items():
        name, _, layout = key.partition("@")
        quantity = QUANTITIES[name]
        for k, dtype in enumerate(DTYPES):
            if dtype in both:
                x = both[dtype]
                shape = str(shape_of(x))
                rows.append(
                    [
                        f"{quantity.letters} {layout}".strip(),
                        dtype,
                        f"{x['G']:.2f}",
                        f"{quantity.marks[k]:g}",
                        f"{x['TB/s']:.2f}",
                        f"{x['share']:.0%}",
                        shape,
                        str(x["registers"]),
                        str(x["local"]),
                        f"{x['off']:.1e}",
                    ]
                )
    heads = ["", "", "G/s", "mark", "TB/s", "of copying", "blocks / spilled / parts", "registers", "local", "off"]
    where, worst = figures["device"], figures["agreement"]["worst"]
    return (
        f"# Programs of a Franka Panda on a GPU\n\n{where['device']}, driver {where['driver']}, "
        f"{where['compiler']}, {figures['machine']['date']}. {figures['states']} states, no friction; a copy kernel "
        f"moves {1e-12 * figures['copy']:.2f} TB/s. Off: relative to the largest entry; every question of two robots "
        f"({figures['agreement']['kernels']} kernels): {worst['float64']['off']:.1e} in float64, "
        f"{worst['float32']['off']:.1e} in float32; failed: {len(figures['agreement']['failed'])}.\n\n"
        f"{table(heads, rows)}\n{under_marks(figures)}"
    )


def page_of_rollouts(figures: dict[str, Any]) -> str:
    """The figures of rollouts and sweeps as Markdown."""
    where, rows = figures["device"], []
    for name, x in figures["speeds"].get("steps", {}).items():
        times = f"{x['times one core']:.0f}" if x["times one core"] else "-"
        rows.append([name, f"{x['G']:.3g}", times, x.get("shape", "-"), str(x.get("registers")), str(x.get("local"))])
    heads = ["method", "10⁹ steps/s", "times one core", "blocks / spilled / parts", "registers", "local"]
    core = figures["speeds"].get("one core", {}).get("machine", {})
    off = figures["agreement"]["off"]
    calls = [[name, f"{seconds:.2f}"] for name, seconds in figures["calls"].items()]
    swept = [[dtype, f"{x['seconds']:.2f}"] for dtype, x in figures["sweeps"].items()]
    parts = [
        [dtype, name, f"{1e3 * s:.1f}"]
        for dtype, x in figures["sweeps"].items()
        for name, s in x["parts of a block"].items()
    ]
    return "\n\n".join(
        [
            "# Rollouts and sweeps of a Franka Panda on a GPU",
            f"{where['device']}, driver {where['driver']}, {where['compiler']}, {figures['machine']['date']}. "
            "A spring and a damper at each joint, no friction. Kernels alone, 262,144 rollouts; one core: "
            f"{core.get('processor')}, {core.get('date')}. Off, relative to the largest number, after 50 steps: "
            + ", ".join(f"{name} {x:.1e}" for name, x in off.items())
            + f"; statistics of a sweep {figures['statistics']['worst']:.1e}. Means and squares made on the device are "
            f"{figures['tallies']['worst']:.2f} of what rounding allows from the host's.",
            table(heads, rows),
            "Seconds of 1,048,576 rollouts of 1,000 steps (classical Runge–Kutta method), NumPy's arrays in and out:",
            table(["chunks", "s"], calls),
            "Seconds of a sweep as large, in which 22 numbers are drawn for each rollout:",
            table(["precision", "s"], swept),
            "Milliseconds of one block of 32,768 rollouts, in a process that does nothing else:",
            table(["precision", "part", "ms"], parts),
            f"Interrupted: {figures['interrupted']}.\n",
        ]
    )


def under_marks(figures: dict[str, Any]) -> str:
    """What is slower than its mark, and what the profiler says of it."""
    lines = []
    for key, both in figures["speeds"].items():
        name, _, layout = key.partition("@")
        for dtype, mark in zip(DTYPES, QUANTITIES[name].marks, strict=True):
            if dtype in both and both[dtype]["G"] < mark:
                x = both[dtype]
                said = ", ".join(f"{what} {value}" for what, value in x.get("profile", {}).items())
                what = f"{QUANTITIES[name].letters} {layout}".strip()
                lines.append(f"- {what}, {dtype}: {x['G'] / mark:.0%} of its mark. {said or 'Not profiled'}.")
    if not lines:
        return ""
    what = "Under their marks, with the profiler's figures, in percent of the most where nothing else is said"
    return f"\n{what}:\n\n" + "\n".join(lines) + "\n"
