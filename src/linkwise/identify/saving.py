"""Writes a fit as JSON, or its robot as a file that robots are loaded from."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import WriteError, shown
from ..load import save as save_robot
from ..model import EARTH, AbstractFriction, Friction, Smooth
from ..robot import Robot

if TYPE_CHECKING:
    from .fit import Fit

ENDINGS = (".json", ".toml", ".urdf")


def save(fit: Fit, path: str | os.PathLike[str]) -> None:
    """Write a fit, in the format of the file's ending."""
    if not isinstance(path, str | os.PathLike):
        raise WriteError(f"{shown(repr(path))} is not a path.", "A str or Path was expected.")
    target = Path(path)
    ending = target.suffix.lower()
    if ending == ".json":
        text = json.dumps(_finite(fit.data), indent=1, ensure_ascii=False) + "\n"
        try:
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            raise WriteError(f"{shown(target)} cannot be written: {error.strerror}.") from None
    elif ending == ".urdf":
        save_robot(for_urdf(fit.robot), target, lossy=True)
    elif ending == ".toml":
        save_robot(fit.robot, target)
    else:
        raise WriteError(
            f"a fit is not written to {shown(target.name)}.",
            f"A name ending in one of {', '.join(ENDINGS)} was expected.",
        )


def for_urdf(robot: Robot) -> Robot:
    """The robot with the viscous and Coulomb friction of its laws, which is all that URDF holds of them, and level.

    >>> import linkwise
    >>> from linkwise.model import DriveFriction
    >>> arm = linkwise.load("pendulum").with_friction(DriveFriction(viscous=0.5, coulomb=1.0, offset=0.2))
    >>> for_urdf(arm).friction_forces([2.0])
    array([2.])
    """
    laws = {body.joint.name: plain(body.joint.friction) for body in robot.tree.bodies}
    return robot.with_friction(laws).with_gravity(np.array(EARTH.components))


def left_out(fit: Fit) -> list[str]:
    """What a fit found and URDF has no room for.

    >>> import linkwise
    >>> from linkwise.identify import simulated_log
    >>> arm = linkwise.load("pendulum")
    >>> left_out(arm.identify(simulated_log(arm, duration=5.0), friction=["viscous", "offset"], estimator="ols"))
    ['offset of friction']
    """
    request = fit.regressor.request
    found = [f"{kind} of friction" for kind in request.friction if kind not in ("viscous", "coulomb")]
    return found + ["the tilt of the base"] * request.tilt


def plain(law: AbstractFriction) -> AbstractFriction:
    """Viscous and Coulomb friction alone, neither below 0.

    >>> from linkwise.model import DriveFriction
    >>> plain(DriveFriction(viscous=-0.1, coulomb=1.0))
    Friction(viscous=0.0, coulomb=1.0, backward=None)
    """
    own = law.law if isinstance(law, Smooth) else law
    viscous, coulomb = own.sizes or (0.0, 0.0)
    return Friction(max(float(viscous), 0.0), max(float(coulomb), 0.0))


def _finite(data: Any) -> Any:
    """The data with numbers that are not finite as text, which JSON has no numbers for."""
    if isinstance(data, dict):
        return {key: _finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_finite(value) for value in data]
    return str(data) if isinstance(data, float) and not np.isfinite(data) else data
