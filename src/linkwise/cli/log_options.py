"""The options that say how logs are read, and the logs that they give."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from ..errors import Fault, ReadError, label, listed, shown
from ..identify import Filter, Log, estimate_lag, read_log
from ..robot import Robot
from .output import plain, remark


def _option(flag: str, metavar: str, what: str) -> Any:
    return typer.Option(flag, metavar=metavar, help=what, show_default=False)


Columns = Annotated[
    list[str] | None,
    _option(
        "--column",
        "WHAT=NAMES",
        "Which columns are time, q, qd, qdd, tau or i (currents), where headers do not say: time=stamp, q=p1,p2,… in "
        "the robot's order, or tau=effort_{}, where {} is the joint or its number; may be repeated.",
    ),
]
Units = Annotated[
    list[str] | None,
    _option("--unit", "WHAT=UNIT", "Units that are not SI: time=ms, q=deg, qd=deg/s, tau=mNm; may be repeated."),
]
Gains = Annotated[
    list[str] | None,
    _option("--gain", "JOINT=NUMBER", "N m for each ampere of a joint's motor current; may be repeated."),
]
Rate = Annotated[float | None, _option("--rate", "HZ", "Samples per second, of logs without times.")]
Topic = Annotated[str | None, _option("--topic", "NAME", "Which topic of a recording of ROS 2.")]
Ratios = Annotated[
    str | None,
    _option("--ratios", "NUMBERS", 'Logs are of motors; their gear ratios, one per joint, such as "100 100 -51".'),
]
Coupling = Annotated[
    Path | None,
    _option(
        "--coupling",
        "FILE",
        "Logs are of motors: a .toml with the matrix coupling, q_motor = coupling (q - zero), and where needed "
        "torque_coupling, tau = torque_coupling tau_motor, and zero, one position per joint.",
    ),
]
Unwrap = Annotated[
    bool,
    typer.Option("--unwrap", help="Undo leaps by whole turns, of angles between -pi and pi."),
]
Lag = Annotated[
    str | None,
    _option("--lag", "SECONDS", 'How much later torques come than positions; "auto" estimates it for each log.'),
]
Filters = Annotated[
    list[str] | None,
    typer.Option(
        "--filter",
        metavar="NAME=VALUE",
        help="position=HZ, order=N, derivative=central|savgol|spline, measured=yes|no (velocities), slowest=SPEED "
        "(leaves out what is slower), rate=N (samples for each period of the cut-off); may be repeated.",
        show_default=False,
    ),
]
Drives = Annotated[
    list[str] | None,
    typer.Option(
        "--drive",
        metavar="NAME=JOINT:RATIO,…",
        help="A drive that several joints share, such as m6=joint_5:1,joint_6:1; its inertia and friction are "
        "estimated; may be repeated.",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class LogOptions:
    """How logs are read, as the options say."""

    columns: dict[str, str | list[str]] | None
    units: dict[str, str]
    gains: dict[str, float]
    rate: float | None
    topic: str | None
    motors: dict[str, Any] | None
    unwrap: bool
    lag: float | str | None

    @staticmethod
    def of(
        columns: Sequence[str] | None,
        units: Sequence[str] | None,
        gains: Sequence[str] | None,
        rate: float | None,
        topic: str | None,
        ratios: str | None,
        coupling: Path | None,
        unwrap: bool,
        lag: str | None,
    ) -> LogOptions:
        """The options as they were given.

        >>> LogOptions.of(["q=a,b", "tau=t_{}"], None, ["elbow=11.5"], None, None, "50 60", None, False, "auto").gains
        {'elbow': 11.5}
        """
        named = pairs(columns, "--column")
        split: dict[str, str | list[str]] = {k: v.split(",") if "," in v else v for k, v in named.items()}
        if ratios is not None and coupling is not None:
            raise typer.BadParameter("--ratios and --coupling are two ways to say the same.")
        motors = None if ratios is None else {"coupling": [_number(x, "--ratios") for x in ratios.split()]}
        return LogOptions(
            split or None,
            pairs(units, "--unit"),
            {joint: _number(x, "--gain") for joint, x in pairs(gains, "--gain").items()},
            rate,
            topic,
            motors if coupling is None else read_coupling(coupling),
            unwrap,
            lag if lag in (None, "auto") else _number(lag, "--lag"),
        )

    def read(self, path: str | Path, robot: Robot) -> Log:
        """A log, read and changed as the options say; what was estimated is remarked."""
        for joint in self.gains:
            if joint not in robot.joint_names:
                raise typer.BadParameter(f"{shown(joint)} is none of the joints {listed(robot.joint_names)}.")
        log = read_log(
            path,
            robot,
            columns=self.columns,
            units=self.units,
            gains=self.gains or None,
            rate=self.rate,
            topic=self.topic,
        )
        if self.motors is not None:
            log = log.at_joints(**self.motors)
        log = log.unwrapped() if self.unwrap else log
        if self.lag is None:
            return log
        lag = estimate_lag(log, robot) if isinstance(self.lag, str) else self.lag
        if isinstance(self.lag, str):
            remark(f"{plain(log.name)}: torques come {1000.0 * lag:.3g} ms later than positions")
        return log.without_lag(lag)


def read_coupling(path: Path) -> dict[str, Any]:
    """The arguments of `Log.at_joints` in a .toml."""
    source = str(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        known = ("coupling", "torque_coupling", "zero")
        odd = [name for name in data if name not in known]
        if odd or "coupling" not in data:
            rule = "this key is unknown" if odd else "there is no matrix coupling"
            raise ReadError(source, [Fault(label(source), odd[0] if odd else "", f"{rule}: keys are {listed(known)}")])
        return {name: np.array(value, dtype=float) for name, value in data.items()}
    except ReadError:
        raise
    except OSError as error:
        raise ReadError(source, [Fault(label(source), "", f"cannot be read: {error.strerror}")]) from None
    except (ValueError, TypeError) as error:
        raise ReadError(source, [Fault(label(source), "", f"not a TOML of matrices: {error}")]) from None


def filter_of(cutoff: float, texts: Iterable[str] | None) -> Filter:
    """The filter that --cutoff and --filter ask for.

    >>> filter_of(10.0, ["slowest=0.05", "measured=no"])
    Filter(parallel=10.0, position=None, order=4, derivative='central', measured=False, slowest=0.05, rate=10.0)
    """
    given: dict[str, Any] = {}
    names = [field.name for field in fields(Filter) if field.name != "parallel"]
    for name, text in pairs(texts, "--filter").items():
        if name not in names:
            raise typer.BadParameter(f"{shown(name)} is none of {listed(names)}", param_hint="--filter")
        if name == "derivative":
            given[name] = text
        elif name == "measured":
            if text not in ("yes", "no"):
                raise typer.BadParameter(f"measured is {shown(text)}, not yes or no", param_hint="--filter")
            given[name] = text == "yes"
        else:
            value = _number(text, "--filter")
            given[name] = int(value) if name == "order" and value == int(value) else value
    return Filter(parallel=cutoff or None, **given)


def drives_of(texts: Iterable[str] | None) -> dict[str, dict[str, float]] | None:
    """The drives that --drive names.

    >>> drives_of(["m6=joint_5:1,joint_6:1"])
    {'m6': {'joint_5': 1.0, 'joint_6': 1.0}}
    """
    drives: dict[str, dict[str, float]] = {}
    for name, text in pairs(texts, "--drive").items():
        rows = [part.rpartition(":") for part in text.split(",")]
        drives[name] = {joint: _number(ratio, "--drive") for joint, _, ratio in rows}
    return drives or None


def pairs(texts: Iterable[str] | None, flag: str) -> dict[str, str]:
    """What NAME=VALUE options say, by name.

    >>> pairs(["q=a,b", "time=stamp"], "--column"), pairs(None, "--column")
    ({'q': 'a,b', 'time': 'stamp'}, {})
    """
    found: dict[str, str] = {}
    for text in texts or ():
        name, sign, value = text.partition("=")
        if not (sign and name.strip() and value.strip()):
            raise typer.BadParameter(f"{shown(text)} is not of the form NAME=VALUE", param_hint=flag)
        if name.strip() in found:
            raise typer.BadParameter(f"{shown(name.strip())} is given twice", param_hint=flag)
        found[name.strip()] = value.strip()
    return found


def _number(text: str, flag: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not np.isfinite(value):
        raise typer.BadParameter(f"{shown(text)} is not a number", param_hint=flag)
    return value
