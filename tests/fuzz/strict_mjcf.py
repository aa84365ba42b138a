"""MJCF as MuJoCo itself understands it: its own dynamics, and lxml for what its compiler lets through."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from lxml import etree

from . import NotStrict
from .reference import Array, Follow
from .strict_urdf import parsed, refuse

UNUSED_OPTIONS = ("timestep", "integrator")
"""Attributes of <option> that say nothing about dynamics: the report names them."""


JOINT, CONNECT, WELD = (int(getattr(mujoco.mjtEq, f"mjEQ_{kind}")) for kind in ("JOINT", "CONNECT", "WELD"))
"""Constraints between joints, and between bodies or sites."""


@contextmanager
def _quiet() -> Iterator[None]:
    """What MuJoCo says here, where a matrix is nearly singular, is not said by linkwise."""
    mujoco.set_mju_user_warning(lambda message: None)
    try:
        yield
    finally:
        mujoco.set_mju_user_warning(None)


class NoReference(Exception):
    """MuJoCo refuses the file for something that linkwise does not use."""


class MujocoReference:
    """A file compiled by MuJoCo, with the questions that a reference answers."""

    def __init__(self, path: Path):
        self.must_name: list[str] = []
        self._check_text(path)
        try:
            with _quiet():
                self.model = mujoco.MjModel.from_xml_path(str(path))
        except ValueError as error:
            if any(word in str(error) for word in ("texture", "mjData", "Error opening file")):
                raise NoReference from None  # linkwise reads few files, and leaves no room for a simulation's data
            raise NotStrict(f"MuJoCo: {error}") from None
        m = self.model
        one_way = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))
        refuse(any(int(kind) not in one_way for kind in m.jnt_type), "a joint with more than one degree of freedom")
        refuse(np.any(~(m.jnt_stiffness >= 0.0)) and not _off(m, "SPRING"), "springs that push away")
        refuse(m.opt.density or m.opt.viscosity, "a medium")
        refuse(m.nflex or m.nplugin, "what is not rigid")
        numbers = (m.body_pos, m.body_mass, m.body_inertia, m.body_ipos, m.dof_armature, m.dof_damping, m.opt.gravity)
        refuse(not all(np.all(np.isfinite(array)) for array in numbers), "numbers that are not finite")
        refuse(np.any(m.body_mass < 0.0) or np.any(m.body_inertia < 0.0), "a negative mass or moment")
        refuse(any(low > high for (low, high), on in zip(m.jnt_range, m.jnt_limited, strict=True) if on), "limits")
        self.ties: list[int] = []
        self.follows, self.held = self._constraints()
        m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
        self.data = mujoco.MjData(m)

    def _check_text(self, path: Path) -> None:
        root = parsed(path.read_bytes())
        refuse(root.tag != "mujoco", "not <mujoco>")
        for element in root.iter(etree.Element):
            for key, value in element.attrib.items():
                is_text = element.tag == "text" or key in ("name", "class", "childclass", "file", "model")
                words = [] if is_text else value.lower().split()
                refuse(any(word in ("nan", "-nan", "+nan") for word in words), f"nan in {key}")
        for option in root.iter("option"):
            self.must_name += [key for key in UNUSED_OPTIONS if key in option.attrib]

    def _constraints(self) -> tuple[dict[int, tuple[int, float, float]], dict[int, float]]:
        """Joints that follow others, q_i = c q_j + b, and joints that are held; all other constraints are `ties`.

        A tie between joints keeps both as coordinates, so that linear constraints on them are ties as well.
        """
        m = self.model
        active = range(0 if _off(m, "EQUALITY") or _off(m, "CONSTRAINT") else m.neq)
        linear: dict[int, tuple[int, int, float, float]] = {}
        for e in (e for e in active if m.eq_active0[e]):
            kind, i, j = int(m.eq_type[e]), int(m.eq_obj1id[e]), int(m.eq_obj2id[e])
            refuse(kind not in (JOINT, CONNECT, WELD), "an equality of something else")
            if kind == JOINT and not (j >= 0 and np.any(m.eq_data[e][2:5])):
                c0, c1 = m.eq_data[e][:2].tolist()
                linear[e] = (i, j, c1, c0) if j >= 0 and c1 != 0.0 else (i, -1, 0.0, c0)
            else:
                self.ties.append(e)
        while apart := self._apart(linear):
            self.ties += apart
            linear = {e: row for e, row in linear.items() if e not in apart}
        self.ties.sort()
        q0 = m.qpos0
        follows = {i: (j, c1, q0[i] + c0 - c1 * q0[j]) for i, j, c1, c0 in linear.values() if j >= 0}
        return follows, {i: q0[i] + c0 for i, j, _, c0 in linear.values() if j < 0}

    def _apart(self, linear: dict[int, tuple[int, int, float, float]]) -> list[int]:
        """Linear constraints on joints that are tied, constrained twice, or follow themselves."""
        joints = [e for e in self.ties if self.model.eq_type[e] == JOINT]
        tied = {int(side[e]) for e in joints for side in (self.model.eq_obj1id, self.model.eq_obj2id)}
        firsts = [i for i, *_ in linear.values()]
        leader = {i: j for i, j, *_ in linear.values() if j >= 0}
        found = [e for e, (i, *_) in linear.items() if i in tied or firsts.count(i) > 1]
        for e, (i, j, *_) in linear.items():
            steps = 0
            while j in leader and j != i and steps < len(leader):
                j, steps = leader[j], steps + 1
            if e not in found and (j == i or j in leader):
                found.append(e)
        return found

    def residuals(self, u: Array) -> list[tuple[str, Array]]:
        """How far each tie is from being kept: its rows of MuJoCo's constraints, by kind of tie in the file's order."""
        m, d = self.model, self.data
        self.set(u, np.zeros_like(u), np.zeros_like(u))
        flags, m.opt.disableflags = m.opt.disableflags, 0
        with _quiet():
            mujoco.mj_fwdPosition(m, d)
        m.opt.disableflags = flags
        rows = d.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY
        kinds = ["joints" if m.eq_type[e] == JOINT else "bodies" for e in self.ties]
        offs = [d.efc_pos[rows & (d.efc_id == e) & (not self._rounded(e))].copy() for e in self.ties]
        return list(zip(kinds, offs, strict=True))

    def _rounded(self, e: int) -> bool:
        """Whether MuJoCo takes a site within a millionth of its body's frame for that frame."""
        m = self.model
        if m.eq_objtype[e] != int(mujoco.mjtObj.mjOBJ_SITE):
            return False
        ends = [int(m.eq_obj1id[e]), int(m.eq_obj2id[e])]
        return any(0.0 < np.abs([*m.site_pos[s], *m.site_quat[s][1:]]).max() < 1e-5 for s in ends)

    def reach_of_anchors(self) -> float:
        """How far anchors and sites are from their bodies at most."""
        return float(np.max(np.abs(self.model.eq_data), initial=0.0) + np.max(np.abs(self.model.site_pos), initial=0.0))

    @property
    def mass(self) -> float:
        return float(np.sum(self.model.body_mass[1:]))

    def free(self) -> list[int]:
        """The joints that are coordinates."""
        return [j for j in range(self.model.njnt) if j not in self.follows and j not in self.held]

    def resolved(self, joint: int) -> Follow | tuple[int, float, float]:
        factor, shift = 1.0, 0.0
        while joint in self.follows:
            leader, multiplier, offset = self.follows[joint]
            shift += factor * offset
            factor *= multiplier
            joint = leader
        return (joint, factor, shift) if joint not in self.held else (-1, 0.0, shift + factor * self.held[joint])

    def _all_joints(self, u: Array, shifted: bool) -> tuple[Array, Array]:
        """The variables of all joints, and the matrix that maps coordinates to them."""
        columns = {j: k for k, j in enumerate(self.free())}
        B, b = np.zeros((self.model.njnt, len(columns))), np.zeros(self.model.njnt)
        for j in range(self.model.njnt):
            leader, factor, shift = self.resolved(j)
            if leader in columns:
                B[j, columns[leader]] = factor
            b[j] = shift
        return B @ u + (b if shifted else 0.0), B

    def set(self, u: Array, ud: Array, udd: Array) -> Array:
        self.data.qpos[:], B = self._all_joints(u, True)
        self.data.qvel[:], self.data.qacc[:] = B @ ud, B @ udd
        return B

    def torques(self, u: Array, ud: Array, udd: Array) -> tuple[Array, float]:
        """MuJoCo's inverse dynamics with dry friction, and how large what it adds up is."""
        m, d, B = self.model, self.data, self.set(u, ud, udd)
        with _quiet():
            mujoco.mj_inverse(m, d)
        loss = np.zeros(m.nv) if _off(m, "FRICTIONLOSS") else m.dof_frictionloss
        τ = d.qfrc_inverse + loss * np.sign(d.qvel)
        spread = float(np.max(np.abs(m.body_pos), initial=1.0) + np.max(np.abs(m.body_ipos), initial=0.0)) * m.nbody
        speed = float(np.max(np.abs(d.qvel), initial=1.0)) * max(1, m.njnt)
        push = (
            (1.0 + spread) * (1.0 + speed) ** 2
            + float(np.max(np.abs(d.qacc), initial=0.0))
            + float(np.abs(m.opt.gravity).max())
        )
        bound = (float(np.sum(m.body_mass)) * spread + float(np.sum(m.body_inertia))) * push * (1.0 + spread)
        bound += float(np.max(np.abs(d.qfrc_inverse), initial=0.0)) + float(np.max(np.abs(d.qfrc_passive), initial=0.0))
        return B.T @ τ, bound * float(np.max(np.abs(B), initial=1.0)) * max(1, m.nv) * self.turned()

    def turned(self) -> float:
        """One more than the largest angle, in radians, by whose rounding errors lengths are multiplied."""
        return 1.0 + float(np.max(np.abs(self.data.qpos), initial=0.0) + np.max(np.abs(self.model.qpos0), initial=0.0))

    def poses(self, u: Array) -> dict[str, tuple[Array, Array]]:
        """Where the named bodies are."""
        self.set(u, np.zeros_like(u), np.zeros_like(u))
        mujoco.mj_kinematics(self.model, self.data)
        names = ((i, self.model.body(i).name) for i in range(1, self.model.nbody))
        return {name: (self.data.xmat[i].reshape(3, 3), self.data.xpos[i].copy()) for i, name in names if name}


def _off(model: Any, name: str) -> bool:
    return bool(model.opt.disableflags & int(getattr(mujoco.mjtDisableBit, f"mjDSBL_{name}", 0)))
