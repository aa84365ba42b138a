"""What a robot offers and one with closed loops does not: refused with a way out, not with an AttributeError."""

from ..calls.refusal import refusal

CUT = "ask the cut tree, `closed.cut`, which does not know the loops."
STEPS = "use closed.simulate, run by run."

_refused = refusal("closed loops", "Its coordinates are not independent, and forces act on the motors only.")


class AbstractRefused:
    """Methods of a robot that raise `NotForThisRobot` here."""

    compile = _refused("compile", "compile the questions of the cut tree, `closed.cut`.")
    coriolis_matrix = _refused("coriolis_matrix", "closed.bias_forces(q, qd) has its product with the velocities.")
    mass_matrix_inverse = _refused("mass_matrix_inverse", "np.linalg.inv(closed.mass_matrix(q)) is small enough.")
    inverse_dynamics_derivatives = _refused("inverse_dynamics_derivatives", CUT)
    forward_dynamics_derivatives = _refused("forward_dynamics_derivatives", CUT)
    reaction_wrenches = _refused(
        "reaction_wrenches", "closed.cut.reaction_wrenches(…) with closed.constraint_wrenches(…) among its wrenches."
    )
    kinetic_energy_regressor = _refused("kinetic_energy_regressor", CUT)
    potential_energy_regressor = _refused("potential_energy_regressor", CUT)
    momentum_regressor = _refused("momentum_regressor", CUT)
    formulations = _refused("formulations", CUT)
    rollouts = _refused("rollouts", STEPS)
    compile_rollouts = _refused("compile_rollouts", STEPS)
    sweep = _refused("sweep", STEPS)
    linearize = _refused("linearize", "difference closed.forward_dynamics(…) at closed states.")
    task_space = _refused("task_space", CUT)
    formula = _refused("formula", CUT)
    listing = _refused("listing", CUT)
    fastest_uniform = _refused("fastest_uniform", CUT)
    fastest_along = _refused("fastest_along", CUT)
    pose_motion = _refused("pose_motion", "use closed.simulate, with wrenches at the frame.")
    parameter_derivatives = _refused("parameter_derivatives", CUT)
    bounds = _refused("bounds", CUT)
    couplings = _refused("couplings", CUT)
    inertia_shares = _refused("inertia_shares", CUT)
    decoupling = _refused("decoupling", CUT)
    joint_loads = _refused("joint_loads", "closed.inverse_dynamics(q, qd, qdd) along the motion has the torques.")
    motor_loads = _refused("motor_loads", "closed.inverse_dynamics(q, qd, qdd) along the motion has the torques.")
    verify = _refused("verify", CUT)
    with_elastic_joints = _refused("with_elastic_joints", CUT)
    with_transmission = _refused("with_transmission", CUT)
    subchain = _refused(
        "subchain", "closed.robot.subchain(…) keeps loops within the chain, closed.cut.subchain(…) none."
    )
    with_motors = _refused("with_motors", "name the motors' joints: closed.with_closures([], actuated=[…]).")
