"""What MuJoCo's model can hold and ours cannot: refused if it acts on the joints, otherwise noted."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...errors import listed, shown
from ..findings import Findings
from ..numbers import LARGEST
from ..waivers import DECLARATION
from .drives import array, disabled
from .names import names_in_file

WAIVERS = {
    "stiffness-polynomial": "springs that are not linear in the position",
    "damping-polynomial": "damping that is not linear in the velocity",
    "tendon": "tendons with stiffness, damping, armature or friction loss",
    "equality": "equality constraints of tendons and deformable bodies",
    "several": "armature, damping, friction or stiffness of balls and free joints",
    "fluid": "forces of a surrounding medium",
    "actuator": "armature or damping of actuators that do not act on one joint",
    "flex": "deformable bodies",
    "plugin": "plugins, which may add forces",
    DECLARATION: "blank space before <?xml …?>, or a version of XML that does not exist: skipped",
}
"""What `allow` can name: things that act on the joints in MuJoCo and have no place in a model."""


_TURNED = {"body": ("body_quat", "body_iquat"), "site": ("site_quat",)}

_SIZED = {
    "body": ("body_mass", "body_inertia", "body_ipos", "body_pos"),
    "joint": ("jnt_pos",),
    "dof": ("dof_armature", "dof_damping", "dof_frictionloss"),
    "site": ("site_pos",),
}


UNIT = 1e-9
"""How far the length of a quaternion that MuJoCo has scaled may be from 1."""


def refuse(findings: Findings[str], name: str, elements: Sequence[str], hint: str) -> None:
    """Refuse elements that act on the joints, if there are any, unless the caller waives the rule `name`."""
    if elements:
        rule = f"{WAIVERS[name]}: {listed(elements)}; a linkwise model has no place for their forces"
        findings.waivable(name, "", "", rule, hint)


def check(findings: Findings[str], mujoco: Any, model: Any) -> None:
    """Refuse (or note, if waived) each kind of thing that acts on joints; note everything else."""
    for kind, sized in _SIZED.items():
        beyond = _names(mujoco, model, kind, *(~(np.abs(array(model, name)) <= LARGEST) for name in sized))
        if beyond:
            rule = f"masses, inertias or lengths beyond {LARGEST:g}, which overflow in the dynamics: {listed(beyond)}"
            findings.fault("", "", rule, "check the units and sizes, also of geoms without a mass of their own")
    for kind, turned in _TURNED.items():
        lengths = [np.linalg.norm(array(model, name), axis=-1) for name in turned]
        wrong = _names(mujoco, model, kind, *(~(np.abs(length - 1.0) <= UNIT) for length in lengths))
        if wrong:
            rule = f"quaternions too short for MuJoCo to scale to length 1: {listed(wrong)}"
            findings.fault("", "", rule, "give quaternions of length 1")
    springs = not disabled(mujoco, model, "SPRING", "PASSIVE")
    dampers = not disabled(mujoco, model, "DAMPER", "PASSIVE")
    if springs:
        polynomial = _nonzero(mujoco, model, "joint", "jnt_stiffnesspoly")
        refuse(findings, "stiffness-polynomial", polynomial, "give stiffness as one number")
    elif np.any(model.jnt_stiffness):
        findings.note("ignored", "", "joint springs, which a flag switches off")
    if dampers:
        polynomial = _nonzero(mujoco, model, "dof", "dof_dampingpoly")
        refuse(findings, "damping-polynomial", polynomial, "give damping as one number")
    arrays = ["tendon_armature", "tendon_frictionloss"]
    arrays += ["tendon_stiffness", "tendon_stiffnesspoly"] if springs else []
    arrays += ["tendon_damping", "tendon_dampingpoly"] if dampers else []
    refuse(findings, "tendon", _nonzero(mujoco, model, "tendon", *arrays), "set these to 0")
    medium = [name for name in ("density", "viscosity") if getattr(model.opt, name)]
    refuse(findings, "several", _loaded_several(mujoco, model), "set these to 0")
    refuse(findings, "fluid", medium, 'set density="0" viscosity="0" in <option>')
    refuse(findings, "actuator", _loose_actuators(mujoco, model), "move the armature and damping to the joints")
    refuse(findings, "flex", names_in_file(mujoco, model, "flex", model.nflex), "delete them")
    refuse(findings, "plugin", names_in_file(mujoco, model, "plugin", model.nplugin), "delete them")
    _note_rest(findings, mujoco, model)


def _nonzero(mujoco: Any, model: Any, kind: str, *arrays: str) -> list[str]:
    """The names of the elements for which one of these arrays is not zero."""
    return _names(mujoco, model, kind, *(array(model, name) for name in arrays))


def _names(mujoco: Any, model: Any, kind: str, *rows: Any) -> list[str]:
    """The names of the elements for which one of these rows is not zero or false."""
    marked = [{int(i) for i in np.nonzero(row)[0]} for row in rows if len(row)]
    which = sorted(set().union(*marked))
    if kind == "dof":
        kind, which = "joint", sorted({int(model.dof_jntid[i]) for i in which})
    names = names_in_file(mujoco, model, kind, max(which, default=-1) + 1)
    return [names[i] or f"{kind} {i}" for i in which]


def _loaded_several(mujoco: Any, model: Any) -> list[str]:
    """Balls and free joints with something at their degrees of freedom, which are not those of a chain of turns."""
    kinds = (int(mujoco.mjtJoint.mjJNT_BALL), int(mujoco.mjtJoint.mjJNT_FREE))
    loaded = {*_nonzero(mujoco, model, "dof", "dof_armature", "dof_damping", "dof_frictionloss")}
    loaded |= {*_nonzero(mujoco, model, "joint", "jnt_stiffness")}
    names = [name or f"joint {j}" for j, name in enumerate(names_in_file(mujoco, model, "joint", model.njnt))]
    resisting = set(_nonzero(mujoco, model, "actuator", *_RESISTING))
    drives = names_in_file(mujoco, model, "actuator", len(model.actuator_trntype))
    for k, drive in enumerate(drives):
        if (drive or f"actuator {k}") in resisting and model.actuator_trntype[k] in _on_joint(mujoco):
            loaded.add(names[int(model.actuator_trnid[k][0])])
    return [name for j, name in enumerate(names) if int(model.jnt_type[j]) in kinds and name in loaded]


_RESISTING = ("actuator_armature", "actuator_damping")


def _on_joint(mujoco: Any) -> tuple[int, int]:
    """The transmissions of actuators that act on one joint."""
    return int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT)


def _loose_actuators(mujoco: Any, model: Any) -> list[str]:
    """Actuators with armature or damping that act on something other than one joint, or with polynomial damping."""
    on_joint = _on_joint(mujoco)
    loaded = set(_nonzero(mujoco, model, "actuator", *_RESISTING))
    names = names_in_file(mujoco, model, "actuator", len(model.actuator_trntype))
    loose = [name or f"actuator {k}" for k, name in enumerate(names) if model.actuator_trntype[k] not in on_joint]
    polynomial = set(_nonzero(mujoco, model, "actuator", "actuator_dampingpoly"))
    return [name for name in loose if name in loaded and name not in polynomial] + sorted(polynomial)


_REST = (
    ("actuator", "actuator", "drives are modelled only by armature, damping and limits"),
    ("tendon", "tendon", "without stiffness, damping, armature or friction loss a tendon exerts no force"),
    ("geom", "geom", "shapes count only for the inertias inferred from them; there is no contact"),
    ("pair", "pair", "there is no contact"),
    ("exclude", "exclude", "there is no contact"),
    ("sensor", "sensor", ""),
    ("camera", "cam", ""),
    ("light", "light", ""),
    ("keyframe", "key", ""),
    ("skin", "skin", ""),
    ("numeric", "numeric", ""),
    ("text", "text", ""),
    ("tuple", "tuple", ""),
)
"""Elements linkwise does not use: the tag, the end of its counter's name, and why they do not matter."""


def _note_rest(findings: Findings[str], mujoco: Any, model: Any) -> None:
    for what, counter, why in _REST:
        count = len(model.actuator_trntype) if what == "actuator" else int(getattr(model, f"n{counter}", 0))
        if count:
            kind = {"keyframe": "key"}.get(what, what)
            names = [name for name in names_in_file(mujoco, model, kind, count) if name]
            examples = f" ({listed(names, 6)})" if names else ""
            findings.note("ignored", "", f"{count} × <{what}>{examples}" + (f": {why}" if why else ""))
    if np.any(model.opt.wind) or np.any(model.opt.magnetic != (0.0, -0.5, 0.0)):
        findings.note("ignored", "", "wind and magnetic field")
    for name in _nonzero(mujoco, model, "joint", "jnt_actgravcomp"):
        findings.note("ignored", f"joint {shown(name)}", "actuatorgravcomp")
