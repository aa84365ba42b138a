"""What a robot offers and one with a transmission does not: refused with a way out, not with an AttributeError."""

from ..calls.refusal import refusal

JOINTS = "ask the robot in its joints' coordinates, `arm.robot`, at `arm.joints(q_m)`."
FIRST = "compose the robot in its joints' coordinates, `arm.robot`, and give the result a transmission."
STEPS = "use arm.simulate, run by run."

_refused = refusal(
    "a transmission", "Coordinates are the motors' positions, which joints follow in no fixed proportion."
)


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
    fastest_along = _refused("fastest_along", JOINTS)
    pose_motion = _refused("pose_motion", JOINTS)
    reaction_wrenches = _refused("reaction_wrenches", JOINTS)
    center_of_mass = _refused("center_of_mass", JOINTS)
    momentum = _refused("momentum", JOINTS)
    momentum_matrix = _refused("momentum_matrix", JOINTS)
    bounds = _refused("bounds", JOINTS)
    couplings = _refused("couplings", JOINTS)
    parameter_derivatives = _refused("parameter_derivatives", JOINTS)
    formula = _refused("formula", JOINTS)
    listing = _refused("listing", JOINTS)
    verify = _refused("verify", JOINTS)
    with_frame = _refused("with_frame", FIRST)
    with_tip = _refused("with_tip", FIRST)
    with_base = _refused("with_base", FIRST)
    attach = _refused("attach", FIRST)
    subchain = _refused("subchain", FIRST)
