"""Constrained dynamics against Pinocchio's: two frames in contact, in six directions or in three."""

import numpy as np
import pinocchio as pin
import pytest

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
            for seed in (2, 3)
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
