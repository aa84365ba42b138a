"""`linkwise identify`."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from ..calls.progress import working_shown
from ..errors import WriteError, shown
from ..identify import ESTIMATORS, KINDS, Fit
from ..identify.identifying import FRICTION
from ..identify.saving import left_out
from ..load import load
from .log_options import (
    Columns,
    Coupling,
    Drives,
    Filters,
    Gains,
    Lag,
    LogOptions,
    Rate,
    Ratios,
    Topic,
    Units,
    Unwrap,
    drives_of,
    filter_of,
)
from .options import Allow, Arg, Digits, Json, Strict, arguments, names
from .output import console, format_number, plain, print_json, print_warnings, printable, remark
from .output_file import check_writable
from .tables import print_table


def _option(flag: str, metavar: str, what: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=what, show_default=False)


Logs = Annotated[
    list[Path],
    typer.Argument(
        metavar="LOG...",
        help="A .csv, .npz or .parquet with columns such as t, q_JOINT, tau_JOINT, qd_JOINT, or a recording of ROS 2 "
        "(.mcap, .db3, or its folder).",
        show_default=False,
    ),
]
RobotOf = Annotated[str, _option("--robot", "ROBOT", "The robot: a file, or a built-in robot such as panda.")]
Validate = Annotated[
    list[str] | None,
    _option("--validate", "LOG", 'A log to predict, or "blocks": parts of the logs held out in turn; may be repeated.'),
]
FrictionOf = Annotated[
    list[str] | None,
    _option("--friction", "KINDS", f"Friction, of {', '.join(KINDS)}; none for none. [default: {', '.join(FRICTION)}]"),
]
Width = Annotated[
    float, typer.Option("--width", metavar="SPEED", min=0.0, help="Coulomb friction is tanh(qd/SPEED); 0 is sign(qd).")
]
Estimator = Annotated[str, typer.Option("--estimator", metavar="NAME", help=f"One of {', '.join(ESTIMATORS)}.")]
Physical = Annotated[bool, typer.Option("--physical", help="Parameters that bodies can have; the default estimator.")]
Prior = Annotated[float, typer.Option("--prior", metavar="X", help="How strongly these stay near the robot's own.")]
Cutoff = Annotated[
    float, typer.Option("--cutoff", metavar="HZ", min=0.0, help="Of the low-pass on columns and torques; 0 for none.")
]
Rotors = Annotated[bool, typer.Option("--rotors", help="Estimate the inertias of rotors.")]
Tilt = Annotated[bool, typer.Option("--tilt", help="Estimate how the base is tilted.")]
Accept = Annotated[list[str] | None, _option("--accept", "FAULT", "Let this fault of a log pass; may be repeated.")]
FrictionOnly = Annotated[bool, typer.Option("--friction-only", help="Keep the links as they are in the robot's file.")]
Deviations = Annotated[
    str,
    typer.Option(
        "--deviations", metavar="WAY", help="Of standard deviations: correlated, blocks, bootstrap, white or auto."
    ),
]
Checkpoint = Annotated[
    Path | None,
    _option("--checkpoint", "FOLDER", "Keep the sums of long logs there; after an interruption the fit resumes."),
]
Report = Annotated[Path | None, _option("--report", "FILE", "Write all of it as one .html page, replacing the file.")]
Output = Annotated[
    Path | None,
    _option("-o", "FILE", "Write the robot as .urdf or .toml, or the results as .json, replacing the file."),
]


def identify(
    logs: Logs,
    robot: RobotOf,
    validate: Validate = None,
    friction: FrictionOf = None,
    width: Width = 0.02,
    estimator: Estimator = "physical",
    physical: Physical = False,
    prior: Prior = 1e-6,
    cutoff: Cutoff = 5.0,
    filters: Filters = None,
    rotors: Rotors = False,
    drives: Drives = None,
    tilt: Tilt = False,
    friction_only: FrictionOnly = False,
    deviations: Deviations = "auto",
    accept: Accept = None,
    columns: Columns = None,
    units: Units = None,
    gains: Gains = None,
    rate: Rate = None,
    topic: Topic = None,
    ratios: Ratios = None,
    coupling: Coupling = None,
    unwrap: Unwrap = False,
    lag: Lag = None,
    checkpoint: Checkpoint = None,
    report: Report = None,
    output: Output = None,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Estimate a robot's parameters and friction from logs.

    Faults of the logs that would spoil the estimate are named and refused. The errors are those of predicted torques,
    filtered as the measured ones, on the logs and on those of --validate.
    """
    if physical and estimator != "physical":
        raise typer.BadParameter(f"--physical is another estimator than --estimator {estimator}.")
    if validate and "blocks" in validate and len(validate) > 1:
        raise typer.BadParameter('--validate is "blocks", or names logs.')
    if output is not None:
        check_writable(output)
    if report is not None:
        if report.suffix.lower() != ".html":
            raise WriteError(f"{shown(report)} is not the name of a report.", "A name ending in .html was expected.")
        check_writable(report)
    reading = LogOptions.of(columns, units, gains, rate, topic, ratios, coupling, unwrap, lag)
    processing, shared = filter_of(cutoff, filters), drives_of(drives)
    arm = load(robot, strict=strict, allow=tuple(allow or ()), arguments=arguments(arg))
    print_warnings(arm.report)
    kinds = FRICTION if friction is None else [kind for kind in names(friction) if kind != "none"]
    with working_shown("reading logs"):
        read = [reading.read(each, arm) for each in logs]
        held: Any = "blocks" if validate == ["blocks"] else [reading.read(each, arm) for each in validate or ()] or None
    with working_shown("fitting") if checkpoint is None else nullcontext():
        fit = arm.identify(
            read,
            friction=kinds,
            width=width or None,
            filter=processing,
            estimator=estimator,
            prior=prior,
            rotors=rotors or None,
            drives=shared,
            tilt=tilt,
            links=not friction_only,
            gains=reading.unknown or None,
            validate=held,
            deviations=deviations,
            accept=accept or (),
            checkpoint=checkpoint,
            progress=checkpoint is not None,
        )
    if json:
        print_json(fit.data)
    else:
        _print(fit)
    if output is not None:
        fit.save(output)
        remark(f"wrote {plain(str(output), 200)}")
        if output.suffix.lower() == ".urdf" and (lost := left_out(fit)):
            remark(f"URDF has no room for {', '.join(lost)}; a .toml file has")
    if report is not None:
        with working_shown("writing the report"):
            fit.report(report)
        remark(f"wrote {plain(str(report), 200)}")


def _print(fit: Fit) -> None:
    """Errors, parameters, choices, notes."""
    screen = console()
    heads = ("joint", *(text for each in fit.errors for text in (f"rms, {plain(each.on)}", "%")))
    joints = fit.prior.joint_names
    rows = [
        (plain(joint), *(cell for each in fit.errors for cell in _cells(each.rms[j], each.relative[j])))
        for j, joint in enumerate(joints)
    ]
    print_table(screen, f"{plain(fit.prior.name)}: errors of predicted torques", heads, rows, heads[1:])
    values = zip(fit.names, fit.values.tolist(), fit.sigma.tolist(), strict=True)
    cells = [(name, format_number(value), format_number(sigma, 2)) for name, value, sigma in values]
    print_table(screen, "parameters", ("name", "value", "deviation"), cells, ("value", "deviation"))
    for each in fit.errors:
        screen.print(f"{plain(each.on)}: {format_number(100.0 * each.total, 3)} % of the torques", soft_wrap=True)
    if fit.regressor.request.tilt:
        screen.print(f"tilt of the base: {', '.join(format_number(x) for x in fit.tilt.tolist())} rad", soft_wrap=True)
    screen.print(f"condition number: {format_number(fit.condition, 3)}", soft_wrap=True)
    for name, choice in fit.choices.items():
        screen.print(printable(f"{name}: {choice}"), soft_wrap=True, markup=False)
    for note in fit.notes:
        screen.print(printable(f"note: {note}"), soft_wrap=True, markup=False)


def _cells(rms: float, relative: float) -> tuple[str, str]:
    return format_number(float(rms)), format_number(100.0 * float(relative), 3)
