"""`linkwise couplings`."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ..errors import shown
from ..load import load
from ..readers.numbers import RULE, number
from ..structure import Couplings, Decoupling, InertiaShares
from ..view import picture
from .options import Allow, Arg, Deg, Json, Q, Source, Strict, arguments, names
from .output import console, print_json, print_warnings, printable
from .output_file import check_writable
from .states import joint_numbers

Hold = Annotated[
    list[str] | None,
    typer.Option(
        "--hold",
        metavar="JOINTS",
        show_default=False,
        help="Joints to hold still, such as joint5,joint6 or joint5=0.3; may be repeated.",
    ),
]
Shares = Annotated[
    bool, typer.Option("--shares", help="With --q: what rotation and translation of each link add to the inertias.")
]
Decouple = Annotated[
    bool,
    typer.Option(
        "--decouple",
        help="What makes the inertia matrix of up to three joints constant and diagonal: counterweights and motors.",
    ),
]
Distance = Annotated[
    float | None,
    typer.Option(
        "--distance",
        metavar="METRES",
        show_default=False,
        help="With --decouple: how far the weights are from their joints. [default: half the robot's length]",
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", show_default=False, help="Draw who couples with whom: .png, .svg or .pdf."),
]


def couplings(
    robot: Source,
    q: Q = None,
    hold: Hold = None,
    shares: Shares = False,
    decouple: Decouple = False,
    distance: Distance = None,
    plot: Plot = None,
    deg: Deg = False,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Tell which couplings between joints vanish, and why.

    Inertias D_ik, centrifugal and Coriolis coefficients h_ikm and loads c_i of gravity are zero by their indices, by
    the robot's geometry, by its masses, or at one configuration, --q; of the others the largest values are printed.
    """
    if shares and q is None:
        raise typer.BadParameter("the shares are those at a configuration: give --q", param_hint="--shares")
    if distance is not None and not decouple:
        raise typer.BadParameter("it is used with --decouple only", param_hint="--distance")
    if plot is not None:
        check_writable(picture.require(plot))
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    arm = arm.lock(_held(hold)) if hold else arm
    found = arm.couplings(None if q is None else joint_numbers("q", q, arm))
    parts = arm.inertia_shares(found.q) if shares and found.q is not None else None
    design = arm.decoupling(distance=distance) if decouple else None
    if plot is not None:
        found.plot(plot)
    if json:
        print_json(_data(found, parts, design))
        return
    console().print(printable("\n\n".join(str(x) for x in (found, parts, design) if x is not None)), soft_wrap=True)


def _held(options: list[str]) -> dict[str, float]:
    """Joints with their values, from texts such as joint5,joint6=0.3."""
    held = {}
    for word in names(options):
        joint, equals, text = (part.strip() for part in word.partition("="))
        value = number(text) if equals else 0.0
        if value is None:
            raise typer.BadParameter(f"{shown(text)} is not a number: write {RULE}", param_hint="--hold")
        held[joint] = value
    return held


def _data(found: Couplings, shares: InertiaShares | None, design: Decoupling | None) -> dict[str, Any]:
    return {
        "robot": found.robot,
        "joints": found.joints,
        "counts": found.counts,
        "inertia": {"zero_by": found.matrix.tolist(), "largest": found.matrix_size},
        "velocity": {"zero_by": found.velocity.tolist(), "largest": found.velocity_size},
        "gravity": {"zero_by": found.gravity.tolist(), "largest": found.gravity_size},
        "doubt": found.doubt,
        "shares": None if shares is None else {"rotation": shares.rotation, "translation": shares.translation},
        "decoupling": None if design is None else _design(design),
    }


def _design(design: Decoupling) -> dict[str, Any]:
    possible = not design.impossible
    return {
        "constant": [equation.left for equation in design.constant],
        "diagonal": [equation.left for equation in design.diagonal],
        "impossible": [equation.left for equation in design.impossible],
        "counterweights": [weight._asdict() for weight in design.counterweights],
        "ratios": design.ratios if possible else None,
        "inertias": design.inertias[0].diagonal() if possible else None,
        "residual": design.residual if possible else None,
    }
