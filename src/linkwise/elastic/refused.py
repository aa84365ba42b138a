"""What a robot offers and one with elastic joints does not: refused with a way out, not with an AttributeError."""

from ..calls.refusal import refusal

LINKS = "ask the rigid robot, `elastic.robot`, or its links without rotors, `elastic.links`."
FIRST = "compose the rigid robot, `elastic.robot`, and give the result elastic joints."
STEPS = "use elastic.simulate, run by run."

_refused = refusal("elastic joints", "Coordinates are x = (q, q_M), and forces act on the motors only.")


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
    fastest_along = _refused("fastest_along", LINKS)
    pose_motion = _refused("pose_motion", LINKS)
    reaction_wrenches = _refused("reaction_wrenches", LINKS)
    couplings = _refused("couplings", LINKS)
    formula = _refused("formula", LINKS)
    listing = _refused("listing", LINKS)
    verify = _refused("verify", LINKS)
    center_of_mass = _refused("center_of_mass", LINKS)
    momentum = _refused("momentum", LINKS)
    momentum_matrix = _refused("momentum_matrix", LINKS)
    bounds = _refused("bounds", LINKS)
    parameter_derivatives = _refused("parameter_derivatives", LINKS)
    with_frame = _refused("with_frame", FIRST)
    with_tip = _refused("with_tip", FIRST)
    with_base = _refused("with_base", FIRST)
    attach = _refused("attach", FIRST)
    subchain = _refused("subchain", FIRST)
