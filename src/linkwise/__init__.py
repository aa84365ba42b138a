"""linkwise: robot-manipulator dynamics for Python.

    import linkwise
    robot = linkwise.load("panda")                     # or a URDF, MJCF, DH table or screw-axes file
    tau = robot.inverse_dynamics(q, qd, qdd)           # arrays in, arrays out; leading axes are a batch

Robots          load, save, catalog, Robot, RobotBuilder, JointLimits, LoadReport
Models          Model, Body, Frame, Inertia, Friction, Rotor, Limits
Settings        threads, how many share a large batch
Errors          LinkwiseError, the base of all (linkwise.errors has the tree)

Packages, imported on first use
  motion        trajectories, simulate, rollouts, sweep, control, contact
  models        parameters, identify, linearize, taskspace, elastic, transmission, loops, structure, sizing, formulas
  truth         verify, doctor, compare, approximate, costs
"""

import importlib as _importlib
from typing import TYPE_CHECKING as _TYPE_CHECKING

from .errors import LinkwiseError


def _refuse_sub_interpreters() -> None:
    """Refuse to be imported anywhere but in the main interpreter of a process."""
    try:
        from ctypes import c_int64, c_void_p, pythonapi

        pythonapi.PyInterpreterState_Get.restype = c_void_p
        identity = pythonapi.PyInterpreterState_GetID
        identity.argtypes, identity.restype = [c_void_p], c_int64
        main = identity(pythonapi.PyInterpreterState_Get()) == 0
    except (ImportError, AttributeError):  # another Python; or one whose sub-interpreters have no ctypes, nor NumPy
        return
    if not main:
        raise LinkwiseError(
            "linkwise was imported in a sub-interpreter.",
            "The main interpreter was expected: NumPy and the compiler exist once in a process.",
            "use threads or processes; with mod_wsgi, set WSGIApplicationGroup %{GLOBAL}.",
        )


_refuse_sub_interpreters()  # before NumPy is imported, which says less

from .algebra import Inertia  # noqa: E402
from .calls.thread_count import threads  # noqa: E402
from .load import load, save  # noqa: E402
from .model import Body, Frame, Friction, Limits, Model, Rotor  # noqa: E402
from .readers import LoadReport  # noqa: E402
from .robot import JointLimits, Robot  # noqa: E402

if _TYPE_CHECKING:
    from .readers.catalog.entries import catalog as catalog
    from .robot.builder import RobotBuilder as RobotBuilder

__version__ = "0.1.0"

_ROOMS = (
    "approximate",
    "compare",
    "contact",
    "control",
    "costs",
    "doctor",
    "elastic",
    "formulas",
    "identify",
    "linearize",
    "loops",
    "parameters",
    "rollouts",
    "simulate",
    "sizing",
    "structure",
    "sweep",
    "taskspace",
    "trajectories",
    "transmission",
    "verify",
)

_ON_FIRST_USE = {"RobotBuilder": "robot.builder", "catalog": "readers.catalog.entries"}
"""Names that not every program needs, and where they are."""

__all__ = [
    "Body",
    "Frame",
    "Friction",
    "Inertia",
    "JointLimits",
    "Limits",
    "LinkwiseError",
    "LoadReport",
    "Model",
    "Robot",
    "RobotBuilder",
    "Rotor",
    "catalog",
    "load",
    "save",
    "threads",
]


def __getattr__(name: str) -> object:
    """Import a package on first use, so that `import linkwise` stays light."""
    if name in _ROOMS:
        return _importlib.import_module(f".{name}", __name__)
    if name in _ON_FIRST_USE:
        return getattr(_importlib.import_module(f".{_ON_FIRST_USE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_ROOMS, "algebra", "errors", "model", "__version__"})
