"""What a robot offers and one with elastic joints does not: refused with a way out, not with an AttributeError."""

from typing import ClassVar

from ..robot.refusing import AbstractRefusing

STEPS = "use elastic.simulate, run by run."

FIRST = "compose the rigid robot, `elastic.robot`, and give the result elastic joints."


class AbstractRefused(AbstractRefusing):
    """Methods of a robot that raise `NotForThisRobot` here."""

    HAS = "elastic joints"
    WHY = "Coordinates are x = (q, q_M), and forces act on the motors only."
    WAY_OUT = "ask the rigid robot, `elastic.robot`, or its links without rotors, `elastic.links`."
    WAYS_OUT: ClassVar = {
        "rollouts": STEPS,
        "compile_rollouts": STEPS,
        "sweep": STEPS,
        "inverse_dynamics_derivatives": "elastic.linearize(x) has D, V and P.",
        "mass_matrix_inverse": "np.linalg.inv(elastic.mass_matrix(x)) is small enough.",
        **dict.fromkeys(("with_frame", "with_tip", "with_base", "attach", "subchain"), FIRST),
    }
