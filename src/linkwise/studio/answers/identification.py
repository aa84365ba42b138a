"""A fit of the robot's parameters to a log: errors, values, and torques as measured and as predicted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ...calls.progress import working_shown
from ...errors import Fault, ReadError
from ...identify import ESTIMATORS, Filter, read_log, simulated_log
from ...identify.identifying import FRICTION
from ...identify.logs.reading import TABLES
from ...robot import Robot
from ..opening import uploaded

SHOWN = 600
"""Samples of each curve."""

SIMULATED: dict[str, Any] = {"duration": 10.0, "noise": 0.02, "seed": 1}
"""The log that is simulated where there is none: ten seconds with two percent of noise."""


UNITS = {
    **dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "ZZ", "Ia"), "kg m²"),
    **dict.fromkeys(("MX", "MY", "MZ"), "kg m"),
    **dict.fromkeys(("FC", "FO"), "N m"),
    "M": "kg",
    "FV": "N m s/rad",
}
"""Units of parameters, by their letters."""


def fit(
    robot: Robot,
    file: Any = None,
    estimator: str = "physical",
    friction: Sequence[str] = FRICTION,
    cutoff: float = 10.0,
) -> dict[str, Any]:
    """The fit to a log that was uploaded, or to a simulated one.

    >>> import linkwise
    >>> found = fit(linkwise.load("pendulum"), estimator="ols")
    >>> found["log"], bool(found["errors"][0]["total"] < 0.1)
    ('simulated', True)
    """
    log = simulated_log(robot, **SIMULATED) if file is None else _read(robot, file)
    with working_shown("fitting"):
        found = robot.identify([log], estimator=estimator, friction=list(friction), filter=Filter(parallel=cutoff))
    _, time, measured, predicted = found.residuals()[0]
    every = max(1, len(time) // SHOWN)
    values = zip(found.names, found.values.tolist(), found.sigma.tolist(), strict=True)
    return {
        "log": log.name,
        "samples": len(log.time),
        "remarks": list(log.remarks),
        "estimators": list(ESTIMATORS),
        "errors": [
            {"on": each.on, "rms": each.rms, "relative": each.relative, "total": each.total} for each in found.errors
        ],
        "values": [
            {"name": name, "value": value, "sigma": sigma, "unit": unit_of(name)} for name, value, sigma in values
        ],
        "condition": found.condition,
        "notes": list(found.notes),
        "curves": {
            "t": time[::every],
            "measured": np.transpose(measured[::every]),
            "predicted": np.transpose(predicted[::every]),
        },
    }


def unit_of(name: str) -> str:
    """The unit of a parameter of a joint that turns, by its letters; of others there is none to show.

    >>> unit_of("ZZR1"), unit_of("MX2"), unit_of("FV3"), unit_of("G1")
    ('kg m²', 'kg m', 'N m s/rad', '')
    """
    return UNITS.get(name.rstrip("0123456789").removesuffix("R"), "")


def _read(robot: Robot, file: Any) -> Any:
    """The log in a table that a page sent, by way of a file of our own name."""
    called, data = uploaded(file)
    ending = Path(called).suffix.lower()
    if ending not in TABLES:
        raise ReadError(called, [Fault("file name", called, f"the name must end in one of {', '.join(TABLES)}")])
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"log{ending}"
        path.write_bytes(data)
        return read_log(path, robot)
