"""What a robot offers and one with a transmission does not: refused with a way out, not with an AttributeError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ..errors import NotForThisRobot, shown

JOINTS = "ask the robot in its joints' coordinates, `arm.robot`, at `arm.joints(q_m)`."
STEPS = "use arm.simulate, run by run."


def _refused(name: str, way_out: str) -> Callable[..., NoReturn]:
    def refuse(arm: Any, *arguments: Any, **options: Any) -> NoReturn:
        raise NotForThisRobot(
            f"robot {shown(arm.name)} has a transmission: it has no {name}.",
            "Coordinates are the motors' positions, which joints follow in no fixed proportion.",
            way_out,
        )

    refuse.__name__, refuse.__doc__ = name, f"Refused: {way_out}"
    return refuse


class AbstractRefused:
    """Methods of a robot that raise `NotForThisRobot` here."""

    rollouts = _refused("rollouts", STEPS)
    compile_rollouts = _refused("compile_rollouts", STEPS)
    sweep = _refused("sweep", STEPS)
    regressor = _refused("regressor", f"{JOINTS} Its rows times J_qm are the motors'.")
    parameters = _refused("parameters", JOINTS)
    base_parameters = _refused("base_parameters", JOINTS)
    mass_matrix_inverse = _refused("mass_matrix_inverse", "np.linalg.inv(arm.mass_matrix(q_m)) is small enough.")
    task_space = _refused("task_space", JOINTS)
    fastest_uniform = _refused("fastest_uniform", JOINTS)
    formula = _refused("formula", JOINTS)
    listing = _refused("listing", JOINTS)
    verify = _refused("verify", JOINTS)
