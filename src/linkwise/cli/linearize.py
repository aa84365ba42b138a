"""`linkwise linearize`."""

import json as json_format
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..errors import BadArray, WriteError, shown
from ..linearize import AbstractStateSpace, DiscreteModel, lqr
from ..load import load
from ..readers.numbers import number
from ..taskspace import TASKS
from .options import Allow, Frame, Json, Q, Qd, Qdd, Source, Strict, Tau
from .output import console, document, figure, jsonable, lay_out, plain, remark, report
from .states import gathered
from .target import check_target, write

FORMATS = (".npz", ".json")
"""The files a model can be written to."""

Cartesian = Annotated[
    str | None,
    typer.Option(
        "--cartesian",
        metavar="ORIENTATION",
        show_default=False,
        help="In the coordinates of a frame: zyx, zyz, rotation_vector or geometric.",
    ),
]
Rows = Annotated[
    str | None,
    typer.Option(
        "--rows",
        metavar="ROWS",
        show_default=False,
        help="Of a Cartesian model: pose, position, orientation or planar; or rows such as x y, separated by spaces.",
    ),
]
Discrete = Annotated[
    float | None, typer.Option("--discrete", metavar="STEP", help="Sampled every STEP seconds.", show_default=False)
]
Method = Annotated[str | None, typer.Option("--method", metavar="METHOD", help="exact, euler or tustin.")]
Lqr = Annotated[bool, typer.Option("--lqr", help="The gain of the linear-quadratic regulator, too.")]
Weight = "One number for all, or one for each, separated by spaces."
StateWeight = Annotated[
    str | None, typer.Option("--Q", metavar="NUMBERS", help=f"Its weights of the states. {Weight} [default: 1]")
]
ForceWeight = Annotated[
    str | None, typer.Option("--R", metavar="NUMBERS", help=f"Its weights of the forces. {Weight} [default: 1]")
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", show_default=False, help="Write all to an .npz or .json, replacing it."),
]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", show_default=False, help="Draw the poles: .png, .svg or .pdf."),
]


def linearize(
    robot: Source,
    q: Q = None,
    qd: Qd = None,
    qdd: Qdd = None,
    tau: Tau = None,
    cartesian: Cartesian = None,
    frame: Frame = None,
    rows: Rows = None,
    discrete: Discrete = None,
    method: Method = None,
    with_lqr: Lqr = False,
    state_weight: StateWeight = None,
    force_weight: ForceWeight = None,
    out: Out = None,
    plot: Plot = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
) -> None:
    """The linear model near a state: D, V, P of dtau = D dqdd + V dqd + P dq, the state space A, B and its poles."""
    _together("--cartesian", cartesian, {"--frame": frame, "--rows": rows})
    _together("--discrete", discrete, {"--method": method})
    _together("--lqr", with_lqr or None, {"--Q": state_weight, "--R": force_weight})
    if q is None:
        raise typer.BadParameter("a linear model is made around a state: give --q", param_hint="--q")
    if qdd is not None and tau is not None:
        raise typer.BadParameter("either says what the other is: give one of --qdd and --tau", param_hint="--tau")
    if out is not None:
        if out.suffix.lower() not in FORMATS:
            raise WriteError(f"a model cannot be written to {shown(out, 200)}.", "An .npz or .json was expected.")
        check_target(out)
    if plot is not None:
        from ..view.picture import require  # few models are drawn

        check_target(require(plot))
    arm = load(robot, strict=strict, allow=allow or ())
    report(arm.report)
    given = {"q": q, "qd": qd} | ({"qdd": qdd} if tau is None else {"tau": tau})
    model: AbstractStateSpace = arm.linearize(**gathered(arm, given, None))
    if cartesian is not None:
        chosen = "pose" if rows is None else rows if rows in TASKS else rows.split()
        model = model.cartesian(cartesian, frame=frame, rows=chosen)
    final = model if discrete is None else model.discrete(discrete, method or "exact")
    found: dict[str, Any] = {
        "tau": model.tau,
        "D": model.D,
        "V": model.V,
        "P": model.P,
        "A": final.A,
        "B": final.B,
        "eigenvalues": _pairs(final.eigenvalues),
    }
    if with_lqr:
        regulator = lqr(final, _numbers("--Q", state_weight), _numbers("--R", force_weight))
        found |= {"K": regulator.K, "S": regulator.S, "poles": _pairs(regulator.poles)}
    facts = {"robot": arm.name, "states": final.states, "inputs": final.inputs, "step": discrete, **found}
    if out is not None:
        _write(out, facts)
    if plot is not None:
        _draw(plot, f"{arm.name} near q = {np.array2string(model.q, precision=3)}", facts)
    if json:
        document(facts if out is None else {"robot": arm.name, "out": str(out)})
    elif out is None:
        _tables(final, facts)


def _tables(final: AbstractStateSpace | DiscreteModel, facts: dict[str, Any]) -> None:
    """Matrices with the names of their rows and columns, then the poles."""
    screen = console()
    states, inputs = ([plain(name) for name in names] for names in (final.states, final.inputs))
    n = len(inputs)
    half, rates = states[:n], states[n:]
    sides = {
        "D": (inputs, [f"d {name}" for name in rates]),
        "V": (inputs, rates),
        "P": (inputs, half),
        "A": (states, states),
        "B": (states, inputs),
        "K": (inputs, states),
    }
    lay_out(screen, "", ("force", "tau"), [(a, figure(x)) for a, x in zip(inputs, facts["tau"], strict=True)], ("tau",))
    for name, (down, across) in sides.items():
        if name in facts:
            body = [(a, *(figure(x) for x in row)) for a, row in zip(down, facts[name], strict=True)]
            lay_out(screen, "", (name, *across), body, across)
    for name in ("eigenvalues", "poles"):
        if name in facts:
            pairs = [(figure(re), figure(im)) for re, im in facts[name]]
            lay_out(screen, name.capitalize(), ("real", "imaginary"), pairs, ("real", "imaginary"))


def _draw(path: Path, title: str, facts: dict[str, Any]) -> None:
    from ..view.picture import save
    from ..view.poles import draw_poles

    names = {"eigenvalues": "without feedback", "poles": "with the regulator"}
    sets = {names[key]: facts[key] @ np.array([1.0, 1.0j]) for key in names if key in facts}
    save(draw_poles(sets, facts["step"] is not None, title), path)
    remark(f"wrote {plain(str(path), 200)}")


def _pairs(values: Any) -> Array:
    """Complex numbers as (real, imaginary), the fastest growing first."""
    ordered = values[np.lexsort((values.imag, -values.real))]
    return np.stack([ordered.real, ordered.imag], axis=-1)


def _numbers(flag: str, text: str | None) -> float | list[float]:
    words = ["1"] if text is None else text.split()
    values = [number(word) for word in words]
    if not values or None in values:
        raise BadArray(f"{flag} {shown(text)} holds no numbers.", "Numbers separated by spaces were expected.")
    found = [float(x) for x in values if x is not None]
    return found[0] if len(found) == 1 else found


def _together(flag: str, given: object, others: dict[str, object]) -> None:
    """Refuse options that belong to another which is not there."""
    for name, value in others.items():
        if value is not None and given is None:
            raise typer.BadParameter(f"this goes with {flag}, which is not given", param_hint=name)


def _write(path: Path, facts: dict[str, Any]) -> None:
    if path.suffix.lower() == ".json":
        write(path, json_format.dumps(jsonable(facts), indent=1, allow_nan=False) + "\n")
        return
    arrays = {name: np.asarray(value) for name, value in facts.items() if value is not None}
    try:
        with path.open("wb") as file:
            np.savez(file, **arrays)
    except OSError as error:
        raise WriteError(f"{shown(path, 200)} cannot be written: {error.strerror or error}.") from None
    remark(f"wrote {plain(str(path), 200)}")
