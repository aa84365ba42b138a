"""What Pinocchio and MuJoCo find in a robot file, read by their own readers, beside what linkwise found in it.

Inverse dynamics is compared at random states. Joints of several degrees of freedom have other velocities there than
here: v = T(q) q̇ (tests/peers/several_in_pinocchio.py). Closed loops are left open, dry friction and contacts left out.
"""

import contextlib
import io
import math
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tests.peers.peer import coupling
from tests.tolerances import AGREEMENT

import linkwise
from linkwise.calls.direct import ask
from linkwise.errors import NoMass
from linkwise.model import Model

Array = NDArray[np.float64]
STATES = 3
LEAVES = 5
"""How many outermost links' poses are compared where a robot has no mass."""


class Compared(NamedTuple):
    """What the peer says: "" or why it does not read the file, how many joints it has, and how far it is from us.

    `off` is the largest difference of torques relative to the largest torque; `what` is where, or why there is none.
    """

    refused: str
    joints: int = 0
    off: float = math.nan
    what: str = ""


def with_pinocchio(text: str, robot: linkwise.Robot | None) -> Compared:
    """A URDF text read by Pinocchio (and urdfdom), and its torques beside ours."""
    import pinocchio as pin  # type: ignore[import-untyped, unused-ignore]

    try:
        with _quiet():
            peer = pin.buildModelFromXML(text)
    except Exception as error:  # whatever the binding raises
        return Compared(_line(error))
    if robot is None:
        return Compared("", peer.nv)
    robot = robot.without_friction().without_rotors()
    model = _open(robot.tree)
    try:
        torques = _in_pinocchio(pin, peer, model)
    except LookupError as error:
        return Compared("", peer.nv, math.inf, f"the peer has no joint {error}")
    try:
        found = _compared(peer.nv, model, torques)
    except NoMass:
        return _poses_compared(pin, peer, robot)
    return found if found.off <= AGREEMENT else found._replace(what=f"{found.what}; {_third(text, robot)}")


def _third(text: str, robot: linkwise.Robot) -> str:
    """What MuJoCo's own reader of URDF says where Pinocchio and linkwise differ."""
    import tempfile

    from tests.peers.mujoco import MuJoCo

    with tempfile.NamedTemporaryFile("w", suffix=".urdf", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        try:
            third = MuJoCo.of_urdf(Path(file.name), robot.tree)
        except Exception as error:  # whatever MuJoCo raises
            return f"MuJoCo does not read it: {_line(error)[:80]}"
    B, b = coupling(robot.tree)
    found = _compared(0, robot.tree, lambda u, ud, udd: B.T @ third.inverse_dynamics(B @ u + b, B @ ud, B @ udd))
    return f"MuJoCo's differ from ours by {found.off:.1e}"


def with_mujoco(path: Path, robot: linkwise.Robot | None) -> Compared:
    """An MJCF file read by MuJoCo, and its torques beside ours; what deforms is counted as refused.

    Forces that the caller waived are left out there too.
    """
    import mujoco

    try:
        with _quiet():
            peer = mujoco.MjModel.from_xml_path(str(path))
    except Exception as error:  # ValueError, FatalError
        return Compared(_line(error))
    if peer.nflex or peer.nplugin:
        return Compared("flexible bodies or plugins")
    if robot is None:
        return Compared("", peer.njnt)
    _waive(mujoco, peer, robot.model.waivers)
    return _compared(peer.njnt, _open(robot.tree), _in_mujoco(mujoco, peer, _open(robot.tree)))


def _waive(mujoco: Any, peer: Any, waived: tuple[str, ...]) -> None:
    """Switch off in MuJoCo's model what `allow` left out of ours."""
    if "fluid" in waived:
        peer.opt.density = peer.opt.viscosity = 0.0
    arrays = {
        "tendon": ("stiffness", "stiffnesspoly", "damping", "dampingpoly", "armature", "frictionloss"),
        "actuator": ("armature", "damping", "dampingpoly"),
    }
    for kind, names in arrays.items():
        for name in names if kind in waived else ():
            if hasattr(peer, f"{kind}_{name}"):
                getattr(peer, f"{kind}_{name}")[:] = 0.0
    if "several" in waived:
        for j in range(peer.njnt):
            if int(peer.jnt_type[j]) in (int(mujoco.mjtJoint.mjJNT_FREE), int(mujoco.mjtJoint.mjJNT_BALL)):
                first = int(peer.jnt_dofadr[j])
                count = 6 if int(peer.jnt_type[j]) == int(mujoco.mjtJoint.mjJNT_FREE) else 3
                peer.jnt_stiffness[j] = 0.0
                for name in ("armature", "damping", "frictionloss"):
                    getattr(peer, f"dof_{name}")[first : first + count] = 0.0
    peer.jnt_actgravcomp[:] = 0  # the report says that linkwise ignores who carries the weight
    mujoco.mj_setConst(peer, mujoco.MjData(peer))  # bodies that move freely have their inertia from there


def _open(model: Model) -> Model:
    return replace(model, closures=(), actuated=()) if model.closures or model.actuated else model


def _compared(joints: int, model: Model, torques: Any) -> Compared:
    worst, what = 0.0, ""
    rng = np.random.default_rng(1)
    for _ in range(STATES):
        u, ud, udd = rng.uniform(-1.0, 1.0, (3, model.n))
        ours, theirs = np.asarray(ask(model, "inverse_dynamics", (u, ud, udd))), torques(u, ud, udd)
        ours = ours - _dry(model, ud)
        off = np.abs(ours - theirs)
        size = float(np.max(np.abs(theirs), initial=0.0))
        largest = float(np.max(off, initial=0.0))
        relative = largest / size if size else largest
        if not relative <= worst:
            k = int(np.argmax(off))
            worst, what = relative, f"{model.coordinates.names[k]}: {ours[k]:.6g}, the peer {theirs[k]:.6g}"
    return Compared("", joints, worst, what)


def _dry(model: Model, ud: Array) -> Array:
    """Bᵀ F_c sign q̇: a constraint in MuJoCo."""
    B, _ = coupling(model)
    qd = B @ ud
    laws = [model.bodies[i].joint.friction for i in model.moving]
    return np.asarray(B.T @ np.array([law.coulomb * np.sign(v) for law, v in zip(laws, qd, strict=True)]))


class _Joint(NamedTuple):
    """A joint of the file: its name, its kind if it has several degrees of freedom, and which of our joints it is."""

    name: str
    kind: str
    order: str
    own: list[int]


def _joints(model: Model) -> Iterator[_Joint]:
    groups = {joint: group for group in model.groups for joint in group.joints}
    place = {model.bodies[i].joint.name: k for k, i in enumerate(model.moving)}
    for name, k in place.items():
        group = groups.get(name)
        if group is None:
            yield _Joint(name, "", "", [k])
        elif name == group.joints[0]:
            yield _Joint(group.name, group.kind, group.order, [place[each] for each in group.joints])


def _poses_compared(pin: Any, peer: Any, robot: linkwise.Robot) -> Compared:
    """Poses of outermost links, of a robot without mass."""
    model, tree = robot.model, _open(robot.tree)
    place = _in_pinocchio(pin, peer, tree, "place")
    data, rng, worst, what = peer.createData(), np.random.default_rng(1), 0.0, "no mass: poses"
    carriers = {body.parent for body in model.bodies}
    for body in [body for i, body in enumerate(model.bodies) if i not in carriers][:LEAVES]:
        u = rng.uniform(-1.0, 1.0, model.n)
        pin.framesForwardKinematics(peer, data, place(u))
        theirs = data.oMf[peer.getFrameId(body.name)].homogeneous
        off = float(np.abs(np.asarray(ask(tree, "forward_kinematics", (u,), frame=body.name)) - theirs).max())
        off /= float(np.abs(theirs).max())
        if not off <= worst:
            worst, what = off, f"no mass: the pose of {body.name}"
    return Compared("", peer.nv, worst, what)


def _in_pinocchio(pin: Any, peer: Any, model: Model, what: str = "torques") -> Any:
    """Pinocchio's torques at our coordinates, or its configuration ("place")."""
    from tests.peers.several_in_pinocchio import KINDS

    joints = list(_joints(model))
    for joint in joints:
        if not peer.existJointName(joint.name):
            raise LookupError(joint.name)
    ids = [peer.getJointId(joint.name) for joint in joints]
    data, (B, b) = peer.createData(), coupling(model)

    def state(u: Array, ud: Array, udd: Array) -> tuple[Array, ...]:
        x, xd, xdd = B @ u + b, B @ ud, B @ udd
        q, v, a = pin.neutral(peer), np.zeros(peer.nv), np.zeros(peer.nv)
        T = np.zeros((peer.nv, len(x)))
        for joint, i in zip(joints, ids, strict=True):
            theirs, own = peer.joints[i], joint.own
            rows, at = slice(theirs.idx_v, theirs.idx_v + theirs.nv), slice(theirs.idx_q, theirs.idx_q + theirs.nq)
            if joint.kind:
                q[at] = KINDS[joint.kind].place(joint.order, x[own])
                map_, rate = KINDS[joint.kind].map(joint.order, x[own], xd[own])
            else:
                angle = float(x[own[0]])
                q[at] = [angle] if theirs.nq == 1 else [math.cos(angle), math.sin(angle)]
                map_, rate = np.ones((1, 1)), np.zeros((1, 1))
            T[rows, own] = map_
            v[rows] = map_ @ xd[own]
            a[rows] = map_ @ xdd[own] + rate @ xd[own]
        return T, q, v, a

    def torques(u: Array, ud: Array, udd: Array) -> Array:
        T, *at = state(u, ud, udd)
        return np.asarray(B.T @ T.T @ pin.rnea(peer, data, *at))

    return torques if what == "torques" else lambda u: state(u, 0 * u, 0 * u)[1]


def _in_mujoco(mujoco: Any, peer: Any, model: Model) -> Any:
    from tests.peers.several_in_pinocchio import attitude, turning

    peer.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data, (B, b) = mujoco.MjData(peer), coupling(model)
    joints = list(_joints(model))
    assert len(joints) == peer.njnt, "both have the same joints in the same order"

    def torques(u: Array, ud: Array, udd: Array) -> Array:
        x, xd, xdd = B @ u + b, B @ ud, B @ udd
        T = np.zeros((peer.nv, len(x)))
        v, a = np.zeros(peer.nv), np.zeros(peer.nv)
        for j, joint in enumerate(joints):
            at, row, own = int(peer.jnt_qposadr[j]), int(peer.jnt_dofadr[j]), joint.own
            count = len(own)
            map_, rate = np.eye(count), np.zeros((count, count))
            if joint.kind:
                turns = own[-3:]
                quaternion = np.zeros(4)
                mujoco.mju_mat2Quat(quaternion, attitude(joint.order, x[turns]).ravel())
                data.qpos[at : at + count + 1] = [*x[own[:-3]], *quaternion]
                map_[-3:, -3:], rate[-3:, -3:] = turning(joint.order, x[turns], xd[turns])
            else:
                data.qpos[at] = x[own[0]]
            rows = slice(row, row + count)
            T[rows, own] = map_
            v[rows] = map_ @ xd[own]
            a[rows] = map_ @ xdd[own] + rate @ xd[own]
        data.qvel[:], data.qacc[:] = v, a
        mujoco.mj_inverse(peer, data)
        return np.asarray(B.T @ T.T @ data.qfrc_inverse)

    return torques


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Without what the peers' C++ prints."""
    sys.stderr.flush()
    kept = [os.dup(1), os.dup(2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            yield
    finally:
        for stream, copy in zip((1, 2), kept, strict=True):
            os.dup2(copy, stream)
            os.close(copy)
        os.close(nowhere)
