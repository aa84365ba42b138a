"""What a robot offers and one with elastic joints does not: refused with a way out, not with an AttributeError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ..errors import NotForThisRobot, shown

LINKS = "ask the rigid robot, `elastic.robot`, or its links without rotors, `elastic.links`."
STEPS = "use elastic.simulate, run by run."


def _refused(name: str, way_out: str) -> Callable[..., NoReturn]:
    def refuse(elastic: Any, *arguments: Any, **options: Any) -> NoReturn:
        raise NotForThisRobot(
            f"robot {shown(elastic.name)} has elastic joints: it has no {name}.",
            "Coordinates are x = (q, q_M), and forces act on the motors only.",
            way_out,
        )

    refuse.__name__, refuse.__doc__ = name, f"Refused: {way_out}"
    return refuse


class AbstractRefused:
    """Methods of a robot that raise `NotForThisRobot` here."""

    rollouts = _refused("rollouts", STEPS)
    compile_rollouts = _refused("compile_rollouts", STEPS)
    sweep = _refused("sweep", STEPS)
    regressor = _refused("regressor", LINKS)
    parameters = _refused("parameters", LINKS)
    base_parameters = _refused("base_parameters", LINKS)
    inverse_dynamics_derivatives = _refused("inverse_dynamics_derivatives", "elastic.linearize(x) has D, V and P.")
    mass_matrix_inverse = _refused("mass_matrix_inverse", "np.linalg.inv(elastic.mass_matrix(x)) is small enough.")
    task_space = _refused("task_space", LINKS)
    fastest_uniform = _refused("fastest_uniform", LINKS)
    formula = _refused("formula", LINKS)
    listing = _refused("listing", LINKS)
    verify = _refused("verify", LINKS)
    center_of_mass = _refused("center_of_mass", LINKS)
    momentum = _refused("momentum", LINKS)
    momentum_matrix = _refused("momentum_matrix", LINKS)
    bounds = _refused("bounds", LINKS)
    parameter_derivatives = _refused("parameter_derivatives", LINKS)
