"""`linkwise approximate`."""

from typing import Annotated, Any

import typer

from ..approximate import METHODS, Comparison, Report, compare
from ..load import load
from ..program import Count
from ..robot import Robot
from .options import Allow, Arg, Json, Source, Strict, arguments, defaults, names
from .output import console, plain, print_json, print_table, print_warnings, remark

DEFAULT = defaults(compare)

NUMBERS = ("worst", "rms", "wrong sign", "x", "+", "sin,cos", "bytes", "fill [ms]")
"""The columns with numbers."""

LEGEND = (
    "worst, rms: the largest and the root-mean-square error of a joint's torque, relative to its largest exact torque; "
    "wrong sign: the share of states in which a torque has the wrong sign; each for the joint where it is largest. "
    "x, +, sin,cos: operations for one state, averaged where coefficients are reused (table look-up is not counted). "
    "bytes, fill: memory of tables, weights and kept coefficients, and the time to fill or learn them. Friction and "
    "rotors are computed exactly everywhere."
)
"""What the columns mean."""

Methods = Annotated[
    list[str] | None,
    typer.Option(
        "--method",
        metavar="NAME",
        show_default=False,
        help=f"An approximation to try; may be repeated: {', '.join(METHODS)}. [default: all]",
    ),
]
Significance = Annotated[
    float,
    typer.Option(
        "--significance", metavar="SHARE", help="pruned: drop terms below this share of the joint's largest torque."
    ),
]
Points = Annotated[
    int, typer.Option("--points", metavar="N", help="tabulated, aldon, state_space: table points per joint.")
]
Interpolation = Annotated[
    str,
    typer.Option(
        "--interpolation", metavar="NAME", help="tabulated, aldon, state_space: how to interpolate, linear or nearest."
    ),
]
Memory = Annotated[int, typer.Option("--memory", metavar="N", max=10_000_000, help="cmac: weights for each joint.")]
Samples = Annotated[
    int, typer.Option("--samples", metavar="N", max=10_000_000, help="cmac: states at which it learns.")
]
Every = Annotated[
    int,
    typer.Option(
        "--every", metavar="TICKS", max=1_000_000, help="multirate: recompute coefficients every TICKS ticks of 1 ms."
    ),
]
Number = Annotated[int, typer.Option("--states", metavar="N", max=1_000_000, help="Number of states to try.")]
Speed = Annotated[
    float | None,
    typer.Option(
        "--speed",
        metavar="RAD_S",
        show_default=False,
        help="The largest joint velocity, rad/s or m/s, instead of the velocity limits.",
    ),
]


def approximate(
    robot: Source,
    method: Methods = None,
    significance: Significance = DEFAULT.significance,
    points: Points = DEFAULT.points,
    interpolation: Interpolation = DEFAULT.interpolation,
    memory: Memory = DEFAULT.memory,
    samples: Samples = DEFAULT.samples,
    every: Every = DEFAULT.every,
    states: Number = DEFAULT.states,
    speed: Speed = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Try historical approximations of inverse dynamics.

    It prints their errors next to their cost, for smooth motions between random postures within the joints' limits.
    """
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    comparison = compare(
        arm,
        names(method) or None,
        significance=significance,
        points=points,
        interpolation=interpolation,
        memory=memory,
        samples=samples,
        every=every,
        states=states,
        speed=speed,
        progress=True,
    )
    remark(f"{comparison.states} states along motions between random postures, as fast as the joints allow")
    if json:
        print_json(
            {
                "robot": arm.name,
                "joints": arm.joint_names,
                "states": comparison.states,
                "box": vars(comparison.box),
                "exact": vars(comparison.exact),
                "methods": [_data(report) for report in comparison.reports],
                "refused": comparison.refused,
            }
        )
    else:
        _print(arm, comparison)


def _data(report: Report) -> dict[str, Any]:
    cost = report.cost
    return {
        "method": report.method,
        "setting": report.setting,
        "largest": report.largest,
        "worst": report.worst,
        "rms": report.rms,
        "relative_worst": report.relative_worst,
        "relative_rms": report.relative_rms,
        "wrong_sign": report.wrong_sign,
        "each": vars(cost.each),
        "renewal": vars(cost.renewal),
        "every": cost.every,
        "operations": cost.operations,
        "bytes": cost.bytes,
        "seconds": cost.seconds,
    }


def _print(arm: Robot, comparison: Comparison) -> None:
    screen = console()
    rows = [("exact", "", "", "0", "0", "0", *(f"{n:d}" for n in _three(comparison.exact)), "0", "0")]
    rows += [_row(report) for report in comparison.reports]
    heads = ("method", "setting", "worst joint", *NUMBERS)
    print_table(screen, f"{plain(arm.name)}: approximate inverse dynamics", heads, rows, NUMBERS)
    for name, why in comparison.refused.items():
        screen.print(f"{name}: {plain(why, 300)}", soft_wrap=True)
    m, a, pairs = _three(comparison.exact)
    screen.print(
        f"The exact program (compiled) costs {m + a} operations for a state ({m} multiplications, {a} additions) and "
        f"{pairs} sines with their cosines, and needs no table.",
        soft_wrap=True,
    )
    screen.print(LEGEND, soft_wrap=True)


def _row(report: Report) -> tuple[str, ...]:
    worst, cost = report.relative_worst, report.cost
    shares = (worst.max(), report.relative_rms.max(), report.wrong_sign.max())
    operations = (cost.multiplications, cost.additions, cost.mean("sincos"))
    return (
        report.method,
        report.setting,
        plain(report.joints[int(worst.argmax())]),
        *map(_percent, shares),
        *(f"{n:.4g}" if n < 1000 else f"{n:.0f}" for n in operations),
        f"{cost.bytes:,}",
        f"{1e3 * cost.seconds:.1f}",
    )


def _percent(share: float) -> str:
    return "0" if share == 0 else f"{100 * share:.2g} %" if share < 1 else f"{100 * share:.0f} %"


def _three(count: Count) -> tuple[int, int, int]:
    return count.multiplications, count.additions, count.sincos
