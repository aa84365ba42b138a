"""`linkwise bounds`."""

from typing import Annotated

import typer

from ..errors import shown
from ..load import load
from ..structure import bounds as bounds_of
from .options import Allow, Arg, Json, Source, Strict, arguments, defaults
from .output import console, plain, print_json, print_table, print_warnings, printable

DEFAULT = defaults(bounds_of)

Range = Annotated[
    list[str] | None,
    typer.Option(
        "--range",
        metavar="JOINT=LOW:HIGH",
        help="Where a joint moves, instead of within its limits, such as joint3=0:0.5; may be repeated.",
        show_default=False,
    ),
]
CellCount = Annotated[
    int,
    typer.Option(
        "--cells", metavar="N", min=1, max=10_000_000, help="Cells into which the ranges are cut: more, and sharper."
    ),
]


def bounds(
    robot: Source,
    ranges: Range = None,
    cells: CellCount = DEFAULT.cells,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Bound M, C and the gravity forces over the joints' ranges.

    Certified bounds, which are never exceeded, and the largest values found.

    Over the ranges of the joints, and for every q as in property g of Khalil & Dombre: |M| <= a1 + a2 |q| + a3 |q|^2,
    |C| <= |qd| (a4 + a5 |q| + a8 |q|^2), |Q| <= a6 + a7 |q|, in spectral norms.
    """
    given = dict(_range(text) for text in ranges or ())
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    found = bounds_of(arm, given or None, cells=cells, progress=True)
    if json:
        print_json(found.data)
        return
    screen = console()
    heads = ("", "bound", "found", "ratio", "at")
    print_table(screen, f"{plain(arm.name)}: bounds over the ranges of its joints", heads, found.rows, heads[1:4])
    typer.echo(printable(str(found)).partition("For every q:")[2].join(("For every q:", "")))


def _range(text: str) -> tuple[str, list[float]]:
    """ "joint3=0:0.5" as the name and the two positions."""
    name, _, pair = text.rpartition("=")
    low, _, high = pair.partition(":")
    try:
        return name, [float(low), float(high)]
    except ValueError:
        raise typer.BadParameter(f"--range {shown(text)}: JOINT=LOW:HIGH was expected, such as joint3=0:0.5.") from None
