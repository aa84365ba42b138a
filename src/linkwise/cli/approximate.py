"""`linkwise approximate`."""

from typing import Annotated, Any

import typer

from ..approximate import METHODS, Comparison, Report, compare
from ..load import load
from ..program import Count
from ..robot import Robot
from .named import names
from .options import Allow, Json, Source, Strict
from .output import console, document, lay_out, plain, remark, report

HEADS = ("worst", "rms", "wrong sign", "x", "+", "sin,cos", "bytes", "fill [ms]")
"""The columns with numbers."""

MEANS = (
    "worst, rms: the largest and the root-mean-square error of the joint forces, relative to the joint's largest exact "
    "force; wrong sign: the share of the states in which a force has the opposite sign; of all joints the most. "
    "x, +, sin,cos: operations for one state, on average where coefficients are held (finding the place in a table is "
    "not counted). bytes, fill: memory of tables and held coefficients, and the time to fill the tables. Friction and "
    "rotors are exact everywhere."
)
"""What the numbers are."""

Methods = Annotated[
    list[str] | None,
    typer.Option(
        "--method",
        metavar="NAME",
        show_default=False,
        help=f"What to try; may be repeated: {', '.join(METHODS)}. [default: all]",
    ),
]
Significance = Annotated[
    float,
    typer.Option(
        "--significance", metavar="SHARE", help="pruned: terms below this share of the joint's largest force go."
    ),
]
Points = Annotated[
    int, typer.Option("--points", metavar="N", help="tabulated, aldon: positions of each joint in the table.")
]
Interpolation = Annotated[
    str, typer.Option("--interpolation", metavar="NAME", help="tabulated, aldon: linear or nearest.")
]
Every = Annotated[
    int,
    typer.Option(
        "--every", metavar="TICKS", max=1_000_000, help="multirate: ticks of 1 ms until coefficients are renewed."
    ),
]
Number = Annotated[int, typer.Option("--states", metavar="N", max=1_000_000, help="How many states to try.")]
Speed = Annotated[
    float | None,
    typer.Option(
        "--speed",
        metavar="RAD_S",
        show_default=False,
        help="The greatest velocity of the joints, rad/s or m/s, in place of their limits.",
    ),
]


def approximate(
    robot: Source,
    method: Methods = None,
    significance: Significance = 0.01,
    points: Points = 5,
    interpolation: Interpolation = "linear",
    every: Every = 10,
    states: Number = 2000,
    speed: Speed = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """Try the approximations of inverse dynamics that recursions replaced: their errors next to their cost.

    They are tried along smooth motions between random postures within the joints' limits.
    """
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    found = compare(
        arm,
        names(method) or None,
        significance=significance,
        points=points,
        interpolation=interpolation,
        every=every,
        states=states,
        speed=speed,
    )
    remark(f"{found.states} states along motions between random postures, as fast as joints go")
    if json:
        document(
            {
                "robot": arm.name,
                "joints": arm.joint_names,
                "states": found.states,
                "box": vars(found.box),
                "exact": vars(found.exact),
                "methods": [_facts(each) for each in found.reports],
                "refused": found.refused,
            }
        )
    else:
        _print(arm, found)


def _facts(each: Report) -> dict[str, Any]:
    cost = each.cost
    return {
        "method": each.method,
        "setting": each.setting,
        "largest": each.largest,
        "worst": each.worst,
        "rms": each.rms,
        "relative_worst": each.relative_worst,
        "relative_rms": each.relative_rms,
        "wrong_sign": each.wrong_sign,
        "each": vars(cost.each),
        "renewal": vars(cost.renewal),
        "every": cost.every,
        "operations": cost.operations,
        "bytes": cost.bytes,
        "seconds": cost.seconds,
    }


def _print(arm: Robot, found: Comparison) -> None:
    screen = console()
    rows = [("exact", "", "", "0", "0", "0", *(f"{n:d}" for n in _three(found.exact)), "0", "0")]
    rows += [_row(each) for each in found.reports]
    heads = ("method", "setting", "worst joint", *HEADS)
    lay_out(screen, f"{plain(arm.name)}: approximate inverse dynamics", heads, rows, HEADS)
    for name, why in found.refused.items():
        screen.print(f"{name}: {plain(why, 300)}", soft_wrap=True)
    m, a, pairs = _three(found.exact)
    screen.print(
        f"The exact program (compiled) costs {m + a} operations for a state ({m} multiplications, {a} additions) and "
        f"{pairs} sines with their cosines, and needs no table.",
        soft_wrap=True,
    )
    screen.print(MEANS, soft_wrap=True)


def _row(each: Report) -> tuple[str, ...]:
    worst, cost = each.relative_worst, each.cost
    shares = (worst.max(), each.relative_rms.max(), each.wrong_sign.max())
    operations = (cost.multiplications, cost.additions, cost.mean("sincos"))
    return (
        each.method,
        each.setting,
        plain(each.joints[int(worst.argmax())]),
        *map(_percent, shares),
        *(f"{n:.4g}" if n < 1000 else f"{n:.0f}" for n in operations),
        f"{cost.bytes:,}",
        f"{1e3 * cost.seconds:.1f}",
    )


def _percent(share: float) -> str:
    return "0" if share == 0 else f"{100 * share:.2g} %" if share < 1 else f"{100 * share:.0f} %"


def _three(count: Count) -> tuple[int, int, int]:
    return count.multiplications, count.additions, count.sincos
