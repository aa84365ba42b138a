"""Constrained dynamics against Pinocchio's: two frames in contact, in six directions or in three."""

from dataclasses import replace

import numpy as np
import pinocchio as pin
import pytest

from linkwise import Robot
from tests.loops.mechanisms import random_closed
from tests.peers.pinocchio import Pinocchio
from tests.tolerances import IN_A_TASK

CONTACTS = {"weld": pin.ContactType.CONTACT_6D, "point": pin.ContactType.CONTACT_3D}


def constrained(closed, kind, q, qd, tau, fext=None):
    """q̈, and the force of each contact in axes of its first frame, on that frame: Pinocchio's answers."""
    peer = Pinocchio.of_model(closed.cut.model)
    models = pin.StdVec_RigidConstraintModel()
    for closure in closed.closures:
        first, other = (peer.model.frames[peer.model.getFrameId(name)] for name in (closure.frame, closure.other))
        places = (first.parentJoint, first.placement, other.parentJoint, other.placement)
        models.append(pin.RigidConstraintModel(CONTACTS[kind], peer.model, *places, pin.ReferenceFrame.LOCAL))
    datas = pin.StdVec_RigidConstraintData()
    for each in models:
        datas.append(each.createData())
    pin.initConstraintDynamics(peer.model, peer.data, models, datas)
    settings = pin.ProximalSettings(1e-15, 0.0, 1)  # no regularisation: these closures have full rank
    state = (peer._q(q), peer._v(qd), peer._v(tau))
    qdd = pin.constraintDynamics(peer.model, peer.data, *state, models, datas, settings)[peer.v]
    return qdd, [np.concatenate([data.contact_force.angular, data.contact_force.linear]) for data in datas]


@pytest.mark.parametrize(
    ("seed", "kind", "loops"),
    [
        (0, "weld", 1),
        (1, "point", 2),
        *(
            pytest.param(seed, kind, loops, marks=pytest.mark.slow)
            for seed in (2,)
            for kind in CONTACTS
            for loops in (1, 2)
        ),
    ],
)
def test_accelerations_and_forces(seed, kind, loops):
    closed, start = random_closed(seed, kind, loops)
    rng = np.random.default_rng(seed)
    q = closed.close(start + 0.1 * rng.normal(size=(3, closed.n)), keep=[])
    qd = closed.project_velocity(q, rng.normal(size=q.shape))
    tau = 10.0 * rng.normal(size=q.shape)
    assert closed.rank == closed.equations.size  # nothing is redundant: the forces are unique
    for method in ("multipliers", "null_space"):
        qdd = closed.forward_dynamics(q, qd, tau, method=method)
        forces = closed.constraint_forces(q, qd, tau, method=method)
        for k in range(len(q)):
            theirs, contacts = constrained(closed, kind, q[k], qd[k], tau[k])
            assert np.max(np.abs(qdd[k] - theirs)) <= IN_A_TASK * np.max(np.abs(theirs))
            for closure, contact in zip(closed.closures, contacts, strict=True):
                ours = -forces[closure.name][k]  # ours acts on the other frame, theirs on the first
                assert np.max(np.abs(ours - contact)) <= IN_A_TASK * np.max(np.abs(contact))


def test_on_a_floating_base():
    """Loops of a robot that drifts: six more coordinates that no motor drives."""
    closed, start = random_closed(1, "point")
    hull = closed.robot.model.bodies[0].inertia.seen_from("base")
    afloat = Robot(replace(closed.robot.model, base_inertia=hull)).with_floating_base().closed()
    rng = np.random.default_rng(0)
    q = afloat.close(np.concatenate([0.3 * rng.normal(size=6), start]), keep=[])
    qd = afloat.project_velocity(q, rng.normal(size=afloat.n))
    tau = np.concatenate([np.zeros(6), rng.normal(size=closed.n)])
    theirs, (contact,) = constrained(afloat, "point", q, qd, tau)
    ours = afloat.forward_dynamics(q, qd, tau)
    assert afloat.degrees_of_freedom == closed.degrees_of_freedom + 6
    assert np.max(np.abs(ours - theirs)) <= IN_A_TASK * np.max(np.abs(theirs))
    force = -afloat.constraint_forces(q, qd, tau)["loop0"]
    assert np.max(np.abs(force - contact)) <= IN_A_TASK * np.max(np.abs(contact))
