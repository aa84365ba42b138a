"""What a compiled model holds and a model here does not: refused where it would act on the joints, else noted."""

from typing import Any

import numpy as np

from ...errors import listed, shown
from .drives import array, disabled
from .findings import Findings, given_names


def check(found: Findings, mujoco: Any, model: Any) -> None:
    """Refuse, or where the caller allows it note, each kind of thing that acts on joints; note all else."""
    springs = not disabled(mujoco, model, "SPRING", "PASSIVE")
    dampers = not disabled(mujoco, model, "DAMPER", "PASSIVE")
    if springs:
        named = _named(mujoco, model, "joint", "jnt_stiffness", "jnt_stiffnesspoly")
        _refuse(found, "stiffness", named, 'set stiffness="0"')
    elif np.any(model.jnt_stiffness):
        found.note("ignored", "", "joint springs, which a flag switches off")
    if dampers:
        _refuse(found, "damping-polynomial", _named(mujoco, model, "dof", "dof_dampingpoly"), "give damping one number")
    if not disabled(mujoco, model, "GRAVITY"):
        _refuse(found, "gravcomp", _named(mujoco, model, "body", "body_gravcomp"), 'set gravcomp="0"')
    tendons = ["tendon_armature", "tendon_frictionloss"]
    tendons += ["tendon_stiffness", "tendon_stiffnesspoly"] if springs else []
    tendons += ["tendon_damping", "tendon_dampingpoly"] if dampers else []
    _refuse(found, "tendon", _named(mujoco, model, "tendon", *tendons), "set these to 0")
    medium = [name for name in ("density", "viscosity") if getattr(model.opt, name)]
    _refuse(found, "fluid", medium, 'set density="0" viscosity="0" in <option>')
    _refuse(found, "actuator", _loose_actuators(mujoco, model), "give the armature and damping to the joints")
    _refuse(found, "flex", given_names(mujoco, model, "flex", model.nflex), "delete them")
    _refuse(found, "plugin", given_names(mujoco, model, "plugin", model.nplugin), "delete them")
    _note_rest(found, mujoco, model)


def _refuse(found: Findings, waiver: str, who: list[str], hint: str) -> None:
    if who:
        found.waivable(waiver, who, hint)


def _named(mujoco: Any, model: Any, kind: str, *arrays: str) -> list[str]:
    """The elements for which one of these arrays is not zero."""
    rows = [array(model, name) for name in arrays]
    marked = [{int(i) for i in np.nonzero(row)[0]} for row in rows if len(row)]
    which = sorted(set().union(*marked))
    if kind == "dof":
        kind, which = "joint", sorted({int(model.dof_jntid[i]) for i in which})
    given = given_names(mujoco, model, kind, max(which, default=-1) + 1)
    return [given[i] or f"{kind} {i}" for i in which]


def _loose_actuators(mujoco: Any, model: Any) -> list[str]:
    """Actuators with armature or damping that act on something else than one joint, or damp with a polynomial."""
    on_joint = (int(mujoco.mjtTrn.mjTRN_JOINT), int(mujoco.mjtTrn.mjTRN_JOINTINPARENT))
    loaded = set(_named(mujoco, model, "actuator", "actuator_armature", "actuator_damping"))
    given = given_names(mujoco, model, "actuator", len(model.actuator_trntype))
    loose = [name or f"actuator {k}" for k, name in enumerate(given) if model.actuator_trntype[k] not in on_joint]
    polynomial = set(_named(mujoco, model, "actuator", "actuator_dampingpoly"))
    return [name for name in loose if name in loaded and name not in polynomial] + sorted(polynomial)


_REST = (
    ("actuator", "actuator", "drives are not modelled beyond armature, damping and limits"),
    ("tendon", "tendon", "a tendon without stiffness, damping, armature or friction loss acts on nothing"),
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
"""Elements nothing here uses: what to call them, the end of their counter's name, and why they do not matter."""


def _note_rest(found: Findings, mujoco: Any, model: Any) -> None:
    for what, counter, why in _REST:
        count = len(model.actuator_trntype) if what == "actuator" else int(getattr(model, f"n{counter}", 0))
        if count:
            kind = {"keyframe": "key"}.get(what, what)
            names = [name for name in given_names(mujoco, model, kind, count) if name]
            who = f" ({listed(names, 6)})" if names else ""
            found.note("ignored", "", f"{count} × <{what}>{who}" + (f": {why}" if why else ""))
    if np.any(model.opt.wind) or np.any(model.opt.magnetic != (0.0, -0.5, 0.0)):
        found.note("ignored", "", "wind and magnetic field")
    for name in _named(mujoco, model, "joint", "jnt_actgravcomp"):
        found.note("ignored", f"joint {shown(name)}", "actuatorgravcomp")
