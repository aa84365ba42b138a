"""A run as a table: columns by name, a polars DataFrame, an xarray Dataset."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..calls.arrays import Array
from ..errors import MissingExtra

if TYPE_CHECKING:
    from .simulation import Simulation

ENERGIES = (
    "kinetic",
    "potential",
    "work_of_tau",
    "work_of_wrenches",
    "lost_to_friction",
    "lost_at_stops",
)
"""The columns of energies and work."""


def columns(run: "Simulation") -> dict[str, Array]:
    """All columns of a run, by name.

    >>> import linkwise
    >>> list(columns(linkwise.load("pendulum").simulate([1.0], t=0.1)))[4:7]
    ['tau:joint1', 'energy:kinetic', 'energy:potential']
    """
    driven = run.joint_names[len(run.joint_names) - run.tau.shape[1] :]
    table = {"t": run.t}
    for name, array in (("q", run.q), ("qd", run.qd), ("qdd", run.qdd), ("tau", run.tau)):
        names = driven if name == "tau" else run.joint_names
        table |= {f"{name}:{joint}": array[:, k] for k, joint in enumerate(names)}
    table |= {f"energy:{name}": getattr(run.energies, name) for name in ENERGIES}
    for name, array in run.companions.items():
        table |= {f"along:{name}:{k}": array[:, k] for k in range(array.shape[1])}
    if run.sensitivities is not None:
        for name, array in (("dq", run.sensitivities.q), ("dqd", run.sensitivities.qd)):
            table |= {
                f"{name}:{joint}:{k}": array[:, i, k]
                for i, joint in enumerate(run.joint_names)
                for k in range(array.shape[2])
            }
    if run.saturated is not None:
        table |= {f"saturated:{joint}": run.saturated[:, k].astype(float) for k, joint in enumerate(driven)}
    return table


def to_polars(run: "Simulation") -> Any:
    """The run as a polars DataFrame."""
    try:
        import polars
    except ImportError:
        raise MissingExtra("to_polars", "frames") from None
    return polars.DataFrame({name: np.ascontiguousarray(column) for name, column in columns(run).items()})


def to_xarray(run: "Simulation") -> Any:
    """The run as an xarray Dataset over time and joints."""
    try:
        import xarray
    except ImportError:
        raise MissingExtra("to_xarray", "frames") from None
    driven = run.joint_names[len(run.joint_names) - run.tau.shape[1] :]
    data: dict[str, Any] = {name: (("time", "joint"), getattr(run, name)) for name in ("q", "qd", "qdd")}
    data["tau"] = (("time", "input"), run.tau)
    data |= {name: (("time",), getattr(run.energies, name)) for name in ENERGIES}
    data |= {f"along_{name}": (("time", f"state_{name}"), array) for name, array in run.companions.items()}
    return xarray.Dataset(
        data,
        coords={"time": run.t, "joint": list(run.joint_names), "input": list(driven)},
        attrs={"method": run.method, "status": run.status, "message": run.message},
    )
