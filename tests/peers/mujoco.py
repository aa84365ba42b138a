"""MuJoCo."""

from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy as np

from linkwise.algebra import Inertia, Transform
from linkwise.model import BASE, Body, Model

from .peer import AbstractPeer, Array

OFF = mujoco.mjtDisableBit
QUIET = OFF.mjDSBL_CONSTRAINT | OFF.mjDSBL_CONTACT | OFF.mjDSBL_SPRING | OFF.mjDSBL_DAMPER
"""Nothing but rigid bodies: no limits, dry friction or contacts (constraints to MuJoCo), no springs and dampers."""


def quaternion(R: Array) -> Array:
    quat = np.zeros(4)
    mujoco.mju_mat2Quat(quat, np.ascontiguousarray(R).ravel())
    return quat


def _stand(element: mujoco.MjsBody | mujoco.MjsSite, T: Transform) -> None:
    element.pos, element.quat = np.array(T.p.components), quaternion(np.array(T.R.rows))


def _weigh(body: mujoco.MjsBody, I: Inertia) -> None:
    """Principal axes found here: MuJoCo's own search stops at products of inertia below 1e-12, which is too coarse."""
    moments, axes = np.linalg.eigh(np.array(I.I_com.full.rows))
    axes[:, 2] *= np.linalg.det(axes)
    body.mass, body.ipos, body.explicitinertial = float(I.m), np.array(I.com.components), True
    body.inertia, body.iquat = moments, quaternion(axes)


def _hinge(body: mujoco.MjsBody, ours: Body, seen_from: Transform) -> None:
    """Our joint on their body, whose frame stands at `seen_from` in our body's frame."""
    kind = mujoco.mjtJoint.mjJNT_SLIDE if ours.joint.kind == "prismatic" else mujoco.mjtJoint.mjJNT_HINGE
    R, p = np.array(seen_from.R.rows), np.array(seen_from.p.components)
    body.add_joint(
        name=ours.joint.name,
        type=kind,
        axis=R.T @ np.array(ours.joint.axis.components),
        pos=-R.T @ p,
        armature=ours.joint.rotor.reflected,
        damping=[ours.joint.friction.viscous, 0.0, 0.0],
    )


def built(model: Model) -> mujoco.MjModel:
    """The robot through MuJoCo's own calls."""
    return specified(model).compile()


def specified(model: Model) -> mujoco.MjSpec:
    """The robot as MuJoCo is told of it, fixed links as bodies of their own.

    MuJoCo refuses moving bodies without mass; such a link and the only one it carries are one body with two joints.
    """
    spec = mujoco.MjSpec()
    spec.compiler.fusestatic, spec.compiler.balanceinertia = False, False
    spec.option.gravity = np.array(model.gravity.components)
    made = {BASE: spec.worldbody}
    skipped: dict[int, Body] = {}
    for i, body in enumerate(model.bodies):
        if body.joint.moves and not any(body.inertia.parameters):
            skipped[i] = body
            continue
        before = skipped.get(body.parent)
        on, placement = (before.parent, before.placement @ body.placement) if before else (body.parent, body.placement)
        made[i] = made[on].add_body(name=body.name)
        _stand(made[i], placement)
        _weigh(made[i], body.inertia)
        if before:
            _hinge(made[i], before, body.placement)
        if body.joint.moves:
            _hinge(made[i], body, Transform.identity())
    for frame in model.frames:
        if frame.body in made:
            _stand(made[frame.body].add_site(name=frame.name), frame.placement)
    return spec


def imported(path: Path) -> mujoco.MjModel:
    """A URDF file by MuJoCo's own reader, without the shapes that dynamics does not need.

    Position limits, constraints that are switched off, go too: MuJoCo writes a log file about those it finds odd.
    """
    root = ElementTree.parse(path).getroot()
    for element in [*root.iter("link"), *root.iter("joint")]:
        for part in [*element.findall("visual"), *element.findall("collision"), *element.findall("limit")]:
            element.remove(part)
    extension = ElementTree.SubElement(root, "mujoco")
    options = {"fusestatic": "false", "discardvisual": "true", "balanceinertia": "false", "strippath": "true"}
    ElementTree.SubElement(extension, "compiler", options)
    spec = mujoco.MjSpec.from_string(ElementTree.tostring(root, encoding="unicode"))
    for body in spec.bodies:
        body.add_site(name=body.name)
    return spec.compile()


class MuJoCo(AbstractPeer):
    """A robot in MuJoCo; `joints` names its joints in our order, `offsets` are added to their variables."""

    def __init__(self, peer: mujoco.MjModel, joints: tuple[str, ...], offsets: Array):
        assert peer.nv == len(joints), "both sides count the same joints"
        self.model, self.data, self.offsets = peer, mujoco.MjData(peer), offsets
        peer.opt.disableflags |= QUIET
        peer.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
        self.v = np.array([peer.joint(name).dofadr[0] for name in joints], dtype=int)
        self.frames = frozenset(peer.site(k).name for k in range(peer.nsite))

    @staticmethod
    def of_model(model: Model) -> "MuJoCo":
        joints = [model.bodies[i].joint for i in model.moving]
        return MuJoCo(built(model), model.moving_joint_names, np.array([joint.offset for joint in joints]))

    @staticmethod
    def of_urdf(path: Path, model: Model) -> "MuJoCo":
        return MuJoCo(imported(path), model.moving_joint_names, np.zeros(len(model.moving)))

    def _set(self, q: Array, qd: Array) -> None:
        self.data.qpos[self.v] = q + self.offsets
        self.data.qvel[self.v] = qd
        mujoco.mj_fwdPosition(self.model, self.data)
        mujoco.mj_fwdVelocity(self.model, self.data)

    def inverse_dynamics(self, q: Array, qd: Array, qdd: Array) -> Array:
        self._set(q, qd)
        self.data.qacc[self.v] = qdd
        mujoco.mj_inverse(self.model, self.data)
        return self.data.qfrc_inverse[self.v].copy()

    def mass_matrix(self, q: Array) -> Array:
        self._set(q, np.zeros(len(q)))
        M = np.zeros((self.model.nv, self.model.nv))
        mujoco.mj_fullM(self.model, self.data, M)
        return M[np.ix_(self.v, self.v)]

    def forward_dynamics(self, q: Array, qd: Array, tau: Array) -> Array:
        self._set(q, qd)
        self.data.qfrc_applied[self.v] = tau
        mujoco.mj_forward(self.model, self.data)
        return self.data.qacc[self.v].copy()

    def energies(self, q: Array, qd: Array) -> tuple[float, float]:
        self._set(q, qd)
        mujoco.mj_energyPos(self.model, self.data)
        mujoco.mj_energyVel(self.model, self.data)
        U, E = self.data.energy
        still = self.model.body_weldid == 0  # MuJoCo counts what is fixed to the world, too
        U += self.model.body_mass[still] @ self.data.xipos[still] @ self.model.opt.gravity
        return float(E), float(U)

    def place(self, q: Array, qd: Array, frame: str) -> tuple[Array, Array, Array]:
        self._set(q, qd)
        site = self.model.site(frame)
        T, J, Jd = np.eye(4), np.zeros((6, self.model.nv)), np.zeros((6, self.model.nv))
        T[:3, :3], T[:3, 3] = self.data.site_xmat[site.id].reshape(3, 3), self.data.site_xpos[site.id]
        mujoco.mj_jacSite(self.model, self.data, J[3:], J[:3], site.id)
        mujoco.mj_jacDot(self.model, self.data, Jd[3:], Jd[:3], T[:3, 3], site.bodyid[0])
        return T, J[:, self.v], Jd[:, self.v] @ qd
