"""Joints, with the inertia, friction, springs and limits of their drives.

MuJoCo's mass matrix has armature on its diagonal, and gear² times the armature of each actuator of the joint; passive
forces are −damping q̇ (and −gear² damping q̇ from actuators). Its frictionloss is the magnitude of dry friction.
"""

import math
from typing import Any

import numpy as np

from ...algebra import Vec3
from ...errors import shown
from ...model import NO_SPRING, AbstractJoint, Continuous, Friction, Limits, Prismatic, Revolute, Rotor, Spring
from ..findings import Findings
from ..numbers import LARGEST
from ..several import Several, as_chain


def floats(values: Any) -> list[float]:
    """Plain floats from an array.

    >>> floats(np.array([1, 2]))
    [1.0, 2.0]
    """
    return [float(value) for value in values]


def vector(values: Any) -> Vec3:
    """A vector from an array of three.

    >>> vector(np.array([1, 2, 3]))
    Vec3(x=1.0, y=2.0, z=3.0, frame=None)
    """
    x, y, z = floats(values)
    return Vec3(x, y, z)


def array(model: Any, name: str) -> Any:
    """An array of the compiled model; empty if this version of MuJoCo does not have it."""
    return getattr(model, name, np.zeros(0))


def disabled(mujoco: Any, model: Any, *names: str) -> bool:
    """Whether the file's flags switch off one of these effects."""
    flags = [getattr(mujoco.mjtDisableBit, f"mjDSBL_{name}", None) for name in names]
    return any(flag is not None and model.opt.disableflags & int(flag) for flag in flags)


Gears = dict[int, list[tuple[int, float]]]
"""For each joint that has actuators: their indices and gears."""


def joint_of(findings: Findings[str], mujoco: Any, model: Any, gears: Gears, j: int, name: str) -> AbstractJoint:
    """Joint j; a ball or free joint is one of several degrees of freedom. Negative armature, damping or friction is a
    fault."""
    place, kind = f"joint {shown(name)}", mujoco.mjtJoint(model.jnt_type[j])
    if kind not in (mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE):
        several = Several(name, degrees="ball" if kind == mujoco.mjtJoint.mjJNT_BALL else "floating")
        findings.note("converted", place, as_chain(several))
        if model.jnt_limited[j]:
            findings.note("ignored", place, "the range of a ball: limits are those of single joints")
        return several
    dof, limited = int(model.jnt_dofadr[j]), bool(model.jnt_limited[j])
    actuators = gears.get(j, [])
    armature = float(model.dof_armature[dof]) + _reflected(model, "actuator_armature", actuators)
    damping = float(model.dof_damping[dof]) + _reflected(model, "actuator_damping", actuators)
    loss = float(model.dof_frictionloss[dof])
    _check_resistance(findings, f"element <joint> {shown(name)}", model, dof, [k for k, _ in actuators])
    if damping and disabled(mujoco, model, "DAMPER", "PASSIVE"):
        findings.note("converted", place, f"a flag switches off damping {damping:g}: no viscous friction")
        damping = 0.0
    if loss and disabled(mujoco, model, "FRICTIONLOSS"):
        findings.note("converted", place, f"a flag switches off frictionloss {loss:g}: no Coulomb friction")
        loss = 0.0
    for what, value in (("armature", armature), ("damping", damping)):
        if value > LARGEST:
            rule = f"the joint's {what}, with that of its actuators times the square of their gear, exceeds {LARGEST:g}"
            findings.fault(place, f"{value:g}", rule, "check the gears")
    spring = _spring(findings, mujoco, model, j, place)
    ends = floats(model.jnt_range[j]) if limited else (-math.inf, math.inf)
    most = min(_joint_effort(findings, place, model, j), _actuator_effort(mujoco, model, actuators))
    lower, upper, effort = (_unlimited(findings, place, limit) for limit in (*ends, most))
    hinge: type[AbstractJoint] = Revolute if limited else Continuous
    joint_type = hinge if kind == mujoco.mjtJoint.mjJNT_HINGE else Prismatic
    return joint_type(
        name,
        vector(model.jnt_axis[j]),
        offset=0.0 - float(model.qpos0[model.jnt_qposadr[j]]),
        limits=Limits(lower, upper, effort=effort),
        rotor=Rotor(armature),
        friction=Friction(damping, loss),
        spring=spring,
    )


def _spring(findings: Findings[str], mujoco: Any, model: Any, j: int, place: str) -> Spring:
    """The spring of a joint; none if a flag switches springs off."""
    stiffness, rest = float(model.jnt_stiffness[j]), float(model.qpos_spring[model.jnt_qposadr[j]])
    if not stiffness or disabled(mujoco, model, "SPRING", "PASSIVE"):
        return NO_SPRING
    if not 0.0 < stiffness <= LARGEST:
        rule = f"a stiffness from 0 to {LARGEST:g} was expected: a negative one drives the joint away from its rest"
        findings.fault(f"element <joint> {place}", f"{stiffness:g}", rule, "give 0 or more")
        return NO_SPRING
    return Spring(stiffness, rest)


def _unlimited(findings: Findings[str], place: str, value: float) -> float:
    """The limit; infinity if it is so large that it means none."""
    if abs(value) < LARGEST or math.isinf(value):
        return value
    findings.note("converted", place, f"{value:g} is read as no limit")
    return math.copysign(math.inf, value)


def _check_resistance(findings: Findings[str], place: str, model: Any, dof: int, actuators: list[int]) -> None:
    for what in ("armature", "damping", "frictionloss"):
        of_actuators = array(model, f"actuator_{what}")
        values = [array(model, f"dof_{what}")[dof], *(of_actuators[k] for k in actuators if len(of_actuators))]
        if min(values) < 0.0:
            rule = f"a negative {what} of the joint or its actuator would drive the motion it should resist"
            findings.fault(place, f"{min(values):g}", rule, "give 0 or more")


def gears_of(mujoco: Any, model: Any) -> Gears:
    """The actuators that act on a single joint, with their gears."""
    on_joint = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    gears: Gears = {}
    for k, kind in enumerate(model.actuator_trntype):
        if kind in on_joint:
            gears.setdefault(int(model.actuator_trnid[k][0]), []).append((k, float(model.actuator_gear[k][0])))
    return gears


def _reflected(model: Any, name: str, gears: list[tuple[int, float]]) -> float:
    values = array(model, name)
    return math.fsum(gear**2 * float(values[k]) for k, gear in gears) if len(values) else 0.0


def _actuator_effort(mujoco: Any, model: Any, gears: list[tuple[int, float]]) -> float:
    """The largest effort of a joint's actuators together, infinite if it has none.

    Each contributes |gear| times the larger end of its forcerange, or of its ctrlrange if its control is the force.
    """
    motor = (int(mujoco.mjtGain.mjGAIN_FIXED), int(mujoco.mjtBias.mjBIAS_NONE), int(mujoco.mjtDyn.mjDYN_NONE))
    total = 0.0 if gears else math.inf
    for k, gear in gears:
        kinds = tuple(int(getattr(model, f"actuator_{what}type")[k]) for what in ("gain", "bias", "dyn"))
        most = math.inf
        if model.actuator_ctrllimited[k] and kinds == motor:
            most = abs(float(model.actuator_gainprm[k][0])) * max(map(abs, floats(model.actuator_ctrlrange[k])))
        if model.actuator_forcelimited[k]:
            most = min(most, max(map(abs, floats(model.actuator_forcerange[k]))))
        total += abs(gear) * most if gear else 0.0
    return total


def _joint_effort(findings: Findings[str], place: str, model: Any, j: int) -> float:
    if not model.jnt_actfrclimited[j]:
        return math.inf
    low, high = floats(model.jnt_actfrcrange[j])
    if low != -high:
        text = f"actuatorfrcrange {low:g} to {high:g}: the larger magnitude becomes the effort limit"
        findings.note("converted", place, text)
    return max(abs(low), abs(high))
