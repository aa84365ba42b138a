"""The ranges of a kernel's inputs: a robot's limits, usual values where it has none, or what the caller says."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..backends.backend import Ranges
from ..errors import BadArray, LinkwiseError, UnknownName, shown
from ..model import Model
from ..model.coordinate_limits import coordinate_limits
from ..program import Port, Signature
from .arrays import Array
from .checks import finite

FURTHEST, STRONGEST = 100.0, 1e5
"""Files often write a huge limit to mean none: beyond these (rad, m or their rates; N m or N) a limit is ignored."""

TURN, SLIDE, EFFORT = np.pi, 1.0, 100.0
"""Without limits: joints turn by ±π at up to π rad/s, slide by ±1 m at up to 1 m/s, and push with 100 N m or N."""

PER_SPEED = 10.0
"""The highest acceleration over the highest speed, in 1/s: full speed is reached in a tenth of a second."""

MOMENT, FORCE, GRAVITY = 10.0, 100.0, 9.81
"""The largest moment and force of a wrench, and gravity where the robot has none."""


def input_ranges(model: Model, signature: Signature, given: Mapping[str, Any] | None = None) -> Ranges:
    """The range of each input: as given, else by its name; inputs that have none are left out.

    Arrays named q, qd, qdd, tau, or ending in _q, _qd, _qdd, _tau, and having one entry per joint, are within the
    limits of the joints. `given` has pairs of numbers or arrays by name.

    >>> import linkwise
    >>> panda = linkwise.load("panda")
    >>> ranges = input_ranges(panda.tree, panda.compile("inverse_dynamics").signature, {"qdd": (-5.0, 5.0)})
    >>> [ranges[name][1].max().item() for name in ("q", "qd", "qdd")]
    [3.7525, 2.61, 5.0]
    """
    chosen = _checked(given, signature)
    usual = {port.name: _usual(model, port) for port in signature.takes}
    return {name: found for name in usual if (found := chosen.get(name, usual[name])) is not None}


def with_constants(constants: Mapping[str, Array], given: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Ranges that a caller gives, and before them the inputs whose values are known: from that value to itself.

    >>> with_constants({"kp": np.array(9.0)}, {"q": (-1.0, 1.0)})
    {'kp': (array(9.), array(9.)), 'q': (-1.0, 1.0)}
    """
    known = {name: (value, value) for name, value in constants.items()}
    if given is None:
        return known
    return {**known, **given} if isinstance(given, Mapping) else given  # which is refused where ranges are checked


def _usual(model: Model, port: Port) -> tuple[Array, Array] | None:
    kind = port.name.rpartition("_")[2]
    if kind in ("q", "qd", "qdd", "tau") and port.shape == (model.n,):
        return _of_joints(model)[kind]
    if port.name.startswith("wrench_") and port.size == 6:
        most = np.repeat([MOMENT, FORCE], 3)
        return -most, most
    if port.name == "gravity":
        most = np.full(3, float(model.gravity.dot(model.gravity)) ** 0.5 or GRAVITY)
        return -most, most
    return None


def _of_joints(model: Model) -> Ranges:
    lower, upper, velocity, effort = (np.array(column, dtype=float) for column in coordinate_limits(model))
    slides = {body.joint.name: body.joint.slides for body in model.bodies}
    half = np.where([slides.get(name, False) for name in model.joint_names], SLIDE, TURN)
    low, high = np.abs(lower) <= FURTHEST, np.abs(upper) <= FURTHEST
    first = np.where(low, lower, np.where(high, upper - 2.0 * half, -half))  # a joint with one limit moves away from it
    last = np.where(high, upper, first + 2.0 * half)
    fastest = np.where((velocity > 0.0) & (velocity <= FURTHEST), velocity, half)
    strongest = np.where((effort > 0.0) & (effort <= STRONGEST), effort, EFFORT)
    return {
        "q": (np.minimum(first, last), np.maximum(first, last)),  # a waiver lets limits out of order pass
        "qd": (-fastest, fastest),
        "qdd": (-PER_SPEED * fastest, PER_SPEED * fastest),
        "tau": (-strongest, strongest),
    }


def _checked(given: Mapping[str, Any] | None, signature: Signature) -> Ranges:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise LinkwiseError(
            f"the ranges are {shown(repr(given))}.",
            "A dict of pairs by the names of inputs was expected.",
            'ranges={"qdd": (-5.0, 5.0)}, say.',
        )
    ports = {port.name: port for port in signature.takes}
    unknown = next((name for name in given if name not in ports), None)
    if unknown is not None:
        raise UnknownName("input", unknown, "the kernel", tuple(ports))
    return {name: _pair(ports[name], value) for name, value in given.items()}


def _pair(port: Port, value: Any) -> tuple[Array, Array]:
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise BadArray(
            f"the range of {shown(port.name)} is {shown(repr(value))}.",
            "A pair was expected, the smallest and the largest value.",
            "(-5.0, 5.0), or two arrays.",
        )
    lower, upper = (_entries(f"the range of {port.name}", port, side) for side in value)
    if (lower > upper).any():
        raise BadArray(
            f"the range of {shown(port.name)} ends below its beginning.",
            "The smallest value was expected first.",
            "swap the two.",
        )
    return lower, upper


def _entries(name: str, port: Port, value: ArrayLike) -> Array:
    """One number for each entry of the array; a single number is that of all."""
    array = finite(name, value)
    if array.shape not in ((), port.shape):
        raise BadArray(
            f"{name} has shape {array.shape}.", f"A number, or an array of shape {port.shape}, was expected."
        )
    return np.broadcast_to(array, port.shape).astype(float).reshape(-1)
