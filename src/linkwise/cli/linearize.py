"""`linkwise linearize`."""

import json as json_format
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..calls.arrays import Array
from ..errors import BadArray, WriteError, shown
from ..linearize import AbstractStateSpace, lqr
from ..load import load
from ..readers.numbers import number
from ..taskspace import TASKS
from ..view import picture
from ..view.poles import draw_poles
from .options import Allow, Arg, Deg, Digits, Json, Q, Qd, Qdd, Source, Strict, arguments, frame_option, numbers_option
from .output import (
    console,
    format_number,
    format_numbers,
    jsonable,
    plain,
    print_json,
    print_matrix,
    print_table,
    print_warnings,
)
from .output_file import check_writable, write_text, writing
from .states import states_from

FORMATS = (".npz", ".json")
"""The files a model can be written to."""

Tau = Annotated[str | None, numbers_option("--tau", "Joint torques and forces, instead of --qdd", "those of --qdd")]
Cartesian = Annotated[
    str | None,
    typer.Option(
        "--cartesian",
        metavar="ORIENTATION",
        show_default=False,
        help="Express the model in the pose of a frame; its orientation is zyx, zyz, rotation_vector or geometric.",
    ),
]
Frame = Annotated[str | None, frame_option("With --cartesian: the frame.")]
Rows = Annotated[
    str | None,
    typer.Option(
        "--rows",
        metavar="ROWS",
        show_default=False,
        help='With --cartesian: pose, position, orientation, planar, or coordinates such as "x y". [default: pose]',
    ),
]
Discrete = Annotated[
    float | None,
    typer.Option("--discrete", metavar="STEP", help="A model sampled every STEP seconds.", show_default=False),
]
Method = Annotated[
    str | None,
    typer.Option("--method", metavar="METHOD", help="With --discrete: exact, euler or tustin. [default: exact]"),
]
Lqr = Annotated[bool, typer.Option("--lqr", help="Also compute the gain K of a linear-quadratic regulator.")]
_WEIGHTS = "one number for all, or one for each in quotes. [default: 1]"
StateWeight = Annotated[
    str | None, typer.Option("--Q", metavar="NUMBERS", help=f"With --lqr: weights of the states, {_WEIGHTS}")
]
ForceWeight = Annotated[
    str | None, typer.Option("--R", metavar="NUMBERS", help=f"With --lqr: weights of the torques, {_WEIGHTS}")
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        show_default=False,
        help="Write the model to an .npz or .json, replacing the file.",
    ),
]
Plot = Annotated[
    Path | None,
    typer.Option("--plot", metavar="FILE", show_default=False, help="Plot the poles: .png, .svg or .pdf."),
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
    deg: Deg = False,
    digits: Digits = None,
    json: Json = False,
    strict: Strict = False,
    allow: Allow = None,
    arg: Arg = None,
) -> None:
    """Linearize the dynamics about a state.

    It prints D, V, P of dtau = D dqdd + V dqd + P dq, the matrices A and B of the state space, and the eigenvalues.
    """
    _require("--cartesian", cartesian is not None, {"--frame": frame, "--rows": rows})
    _require("--discrete", discrete is not None, {"--method": method})
    _require("--lqr", with_lqr, {"--Q": state_weight, "--R": force_weight})
    if q is None:
        raise typer.BadParameter("the state to linearize about is missing: give --q", param_hint="--q")
    if qdd is not None and tau is not None:
        raise typer.BadParameter("one follows from the other: give only one of --qdd and --tau", param_hint="--tau")
    if out is not None:
        if out.suffix.lower() not in FORMATS:
            raise WriteError(f"a model cannot be written to {shown(out, 200)}.", "An .npz or .json was expected.")
        check_writable(out)
    if plot is not None:
        check_writable(picture.require(plot))
    arm = load(robot, strict=strict, allow=allow or (), arguments=arguments(arg))
    print_warnings(arm.report)
    options = {"q": q, "qd": qd} | ({"qdd": qdd} if tau is None else {"tau": tau})
    at = states_from(arm, options, None)
    in_joints = arm.linearize(at["q"], at["qd"], qdd=at.get("qdd"), tau=at.get("tau"))
    model: AbstractStateSpace = in_joints
    if cartesian is not None:
        chosen = "pose" if rows is None else rows if rows in TASKS else rows.split()
        model = in_joints.cartesian(cartesian, frame=frame, rows=chosen)
    final = model if discrete is None else model.discrete(discrete, method or "exact")
    data: dict[str, Any] = {
        "robot": arm.name,
        "states": final.states,
        "inputs": final.inputs,
        "step": discrete,
        "tau": model.tau,
        "D": model.D,
        "V": model.V,
        "P": model.P,
        "A": final.A,
        "B": final.B,
        "eigenvalues": _real_and_imaginary(final.eigenvalues),
    }
    if with_lqr:
        regulator = lqr(final, _weights("--Q", state_weight), _weights("--R", force_weight))
        data |= {"K": regulator.K, "S": regulator.S, "poles": _real_and_imaginary(regulator.poles)}
    if out is not None:
        _write(out, data)
    if plot is not None:
        _draw(plot, f"{arm.name} near q = {np.array2string(model.q, precision=3)}", data)
    if json:
        print_json(data if out is None else {"robot": arm.name, "out": str(out)})
    elif out is None:
        _print(data, closed=final.A - final.B @ data["K"] if with_lqr else None)


def _require(flag: str, present: bool, others: dict[str, str | None]) -> None:
    """Refuse options that go with a flag which is absent."""
    for name, value in others.items():
        if value is not None and not present:
            raise typer.BadParameter(f"this option goes with {flag}", param_hint=name)


def _weights(flag: str, text: str | None) -> float | list[float]:
    words = ["1"] if text is None else text.split()
    values = [value for value in map(number, words) if value is not None]
    if not values or len(values) != len(words):
        raise BadArray(f"{flag} {shown(text)} is not made of numbers.", "Numbers separated by spaces were expected.")
    return values[0] if len(values) == 1 else values


def _real_and_imaginary(values: Any) -> Array:
    """Complex numbers as rows (real, imaginary), the fastest growing first."""
    ordered = values[np.lexsort((values.imag, -values.real))]
    return np.stack([ordered.real, ordered.imag], axis=-1)


def _print(data: dict[str, Any], closed: Array | None) -> None:
    """The matrices with the names of their rows and columns, then the poles; `closed` is A − B K."""
    screen = console()
    states, inputs = ([plain(name) for name in data[key]] for key in ("states", "inputs"))
    positions, velocities = states[: len(inputs)], states[len(inputs) :]
    accelerations = [name.replace("d:", "dd:", 1) for name in velocities]
    equation = "dx/dt = A x + B u" if data["step"] is None else "x(t + step) = A x(t) + B u(t)"
    matrices = {
        "D": ("D = d force / d acceleration", inputs, accelerations),
        "V": ("V = d force / d velocity", inputs, velocities),
        "P": ("P = d force / d position", inputs, positions),
        "A": (f"A of {equation}", states, states),
        "B": (f"B of {equation}", states, inputs),
        "K": ("K of u = -K x", inputs, states),
    }
    torques = list(zip(inputs, format_numbers(data["tau"]), strict=True))
    print_table(screen, "", ("force", "tau"), torques, ("tau",))
    for letter, (title, down, across) in matrices.items():
        if letter in data:
            print_matrix(screen, title, letter, down, across, data[letter])
    heads = ("real", "imaginary")
    for key, matrix in (("eigenvalues", data["A"]), ("poles", closed)):
        if key in data and matrix is not None:
            print_table(screen, key.capitalize(), heads, _pairs(matrix), heads)


def _pairs(matrix: Array) -> list[tuple[str, ...]]:
    """The eigenvalues of a matrix as (real, imaginary), with 0 where a part is no larger than its error from rounding.

    To first order that error is the rounding of the matrix times the condition number of the eigenvalue, 1 / |yᴴ x|
    of its unit eigenvectors; two that coincide are known to half of the digits.
    """
    from scipy.linalg import eig  # takes a while to load, and few commands need it

    λ, left, right = eig(matrix, left=True, right=True)
    rounding = len(matrix) * float(np.finfo(float).eps)
    size = float(np.linalg.norm(matrix))
    with np.errstate(divide="ignore"):
        condition = 1.0 / np.abs(np.sum(left.conj() * right, axis=0))
    error = np.minimum(rounding * condition, np.sqrt(rounding)) * size
    order = np.lexsort((λ.imag, -λ.real))
    return [
        tuple(format_number(x, rounding=e) for x in (z.real, z.imag))
        for z, e in zip(λ[order], error[order], strict=True)
    ]


def _draw(path: Path, title: str, data: dict[str, Any]) -> None:
    names = {"eigenvalues": "without feedback", "poles": "with the regulator"}
    sets = {names[key]: data[key] @ np.array([1.0, 1.0j]) for key in names if key in data}
    with writing(path):
        picture.save(draw_poles(sets, data["step"] is not None, title), path)


def _write(path: Path, data: dict[str, Any]) -> None:
    if path.suffix.lower() == ".json":
        write_text(path, json_format.dumps(jsonable(data), indent=1, allow_nan=False) + "\n")
        return
    arrays = {name: np.asarray(value) for name, value in data.items() if value is not None}
    with writing(path), path.open("wb") as file:
        np.savez(file, **arrays)  # type: ignore[arg-type]  # the stubs take any keyword for allow_pickle
