"""Every kind of result that linkwise prints for people, of a robot whose names no terminal but a modern one can show.

`python -m tests.house.printed_results` prints them all.
"""

import warnings
from dataclasses import replace

import numpy as np

import linkwise
from linkwise import approximate, compare, control, doctor, linearize, sweep, trajectories
from linkwise.backends import BACKENDS
from linkwise.costs.measure import speeds
from linkwise.errors import LinkwiseError
from linkwise.formulations import FORMULATIONS
from linkwise.formulations.newton_euler.conjugate_gradients import conjugate_gradients
from linkwise.model import Model
from linkwise.program.schedule import parallelism, schedule


def named(source):
    """A built-in robot with Greek and Cyrillic names."""
    robot = linkwise.load(source)
    model = robot.model
    bodies = []
    for k, body in enumerate(model.bodies):
        name = f"звено{k}τ"
        parent = "base" if body.parent < 0 else bodies[body.parent].name
        bodies.append(
            replace(
                body,
                name=name,
                joint=replace(body.joint, name=f"ручка{k}θ"),
                placement=body.placement.tagged(parent, name),
                inertia=body.inertia.seen_from(name),
            )
        )
    renamed = Model("манипулятор…", tuple(bodies), "base", gravity=model.gravity)
    return linkwise.Robot(renamed, replace(robot.report, source="робот.toml"))


def results():
    """Pairs of a kind and a result of it."""
    arm, q = named("planar2r"), [0.1, 0.9]
    yield "robot", arm
    yield "catalog", linkwise.catalog()
    yield "catalog entry", linkwise.catalog()["tx40"]
    yield "model", arm.model
    yield "link", arm.model.bodies[0]
    program = arm.compile("gravity_forces").program
    yield "parallelism", parallelism(program)
    yield "schedule", schedule(program, 2)
    yield "iterated", conjugate_gradients(arm.tree, q, q, q)
    yield "limits", arm.limits
    yield "load report", linkwise.load("puma560").report
    yield "load report with names", arm.report
    certificate = arm.verify(states=1)
    yield "certificate", certificate
    yield "verdict", certificate.laws[3]
    examination = doctor.examine(arm.with_gravity([0, 0, 9.81]))
    yield "examination", examination
    yield "finding", examination.findings[0]
    yield "infeasible", doctor.examine(linkwise.load("puma560"))
    differences = doctor.differences(arm, arm.with_payload(0.5, (0.2, 0, 0)))
    yield "differences", differences
    yield "joint difference", differences.joints[0]
    yield "workspace", examination.workspace
    comparison = compare.compare(arm, ["gravity_forces"], time=False, states=2)
    yield "comparison", comparison
    yield "compared question", comparison.questions[0]
    yield "compared formulation", comparison.questions[0].rows[0]
    yield "parameters", arm.parameters()
    yield "base parameters", arm.base_parameters()
    yield "base parameters of many", linkwise.load("panda").base_parameters()
    yield "listing", arm.listing("mass_matrix")
    listing = linkwise.load("planar2r").listing("mass_matrix")  # strings, for files: they keep the names they have
    for language in ("text", "python", "c", "matlab", "latex"):
        yield f"listing in {language}", getattr(listing, language)
    yield "formula", arm.formula("gravity_forces")
    kernel = arm.compile("mass_matrix")
    yield "kernel", kernel
    yield "program", kernel.program
    yield "count", kernel.count
    yield "source", kernel.source
    run = arm.simulate(q, t=0.05)
    yield "simulation", run
    yield "energies", run.energies
    yield "events", run.events
    yield "rollouts", arm.rollouts(q, step=1e-3, steps=3)
    yield "rollout kernel", arm.compile_rollouts()
    swept = arm.sweep(8, {"q0": sweep.Normal(q, 0.01)}, step=1e-3, steps=3)
    yield "sweep", swept
    model = arm.linearize(q)
    yield "linear model", model
    yield "discrete model", model.discrete(0.01)
    yield "task space", arm.task_space(q, rows=["x", "y"])
    yield "inverse kinematics", arm.inverse_kinematics(arm.forward_kinematics(q))
    yield "ellipsoid", arm.task_space(q, rows=["x", "y"]).velocity_ellipsoid()
    yield "regulator", linearize.lqr(model, np.eye(4), np.eye(2))
    yield "sensitivity", linearize.Sensitivity(arm, ["M1"])
    soft = arm.with_elastic_joints(1e3, rotors=0.1)
    yield "elastic robot", soft
    yield "springs", soft.springs
    yield "equilibrium", soft.equilibrium(q)
    yield "elastic model", soft.linearize([*q, *q])
    there = trajectories.Quintic([0, 0], [1, 1], 1.0)
    yield "controller", control.pd(arm, q, 1.0, 1.0)
    yield "adaptive controller", control.adaptive(arm, there, 1.0, 1.0, 1.0)
    yield "observer", control.MomentumObserver(arm, 10.0)
    bounds = trajectories.MotionLimits(velocity=[1.0, 1.0], effort=[99.0, 99.0])
    yield "trajectory", there
    yield "samples", there.sampled(0.5)
    yield "limit report", there.check(arm, limits=bounds)
    yield "peak", there.check(arm, limits=bounds).peaks[0]
    yield "plan", trajectories.plan(arm, [[0, 0], [1, 1]], duration=2.0, limits=bounds)
    yield "fastest", arm.fastest_uniform(there, velocity=[1.0, 1.0], effort=[99.0, 99.0])
    yield "approximations", approximate.compare(arm, states=20)
    yield "speed", speeds(arm, ("gravity_forces",), 0.001)[0]
    yield "installation", doctor.examine_installation(seconds=0.001, backends=["python"])
    coupled = arm.couplings(q, samples=5)
    yield "couplings", coupled
    yield "coefficient", next(iter(coupled))
    yield "inertia shares", arm.inertia_shares(q)
    decoupled = arm.decoupling()
    yield "decoupling", decoupled
    yield "counterweight", decoupled.counterweights[0]
    yield "design equation", decoupled.constant[0]
    yield "backends", BACKENDS
    yield "formulations", FORMULATIONS
    try:
        arm.lock({"нет…": 0.0})
    except LinkwiseError as error:
        yield "error", error


if __name__ == "__main__":
    warnings.simplefilter("error")
    for kind, result in results():
        print(f"---- {kind}")
        print(result)
        print([result])  # a list prints what its entries are in a prompt
