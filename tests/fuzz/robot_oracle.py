"""What an accepted robot must agree on with the tests' own reading of its file, and that its dynamics are finite."""

import math
import random
from pathlib import Path
from typing import Any

import numpy as np

from linkwise.calls.direct import ask
from linkwise.errors import LinkwiseError, NoInertia, NoMass
from linkwise.model import Closure, Model
from linkwise.model.rewrite import without_closures
from linkwise.readers import LoadReport, reader
from linkwise.robot import Robot
from tests.tolerances import AGREEMENT, CANCELLATION

from . import NotStrict, Wrong, strict_toml, strict_urdf
from .reference import Reference, norm

LARGEST_ANSWER = 1e290
"""Beyond this a bound says nothing about what a double can hold."""


def judge(path: Path) -> str:
    """ "accepted" or "refused"; raises Wrong, or whatever foreign exception linkwise lets out."""
    suffix = next(ending for ending in (".urdf", ".xacro", ".toml", ".xml") if path.name.endswith(ending))
    try:
        model, report = reader(suffix)(path)
    except LinkwiseError as error:
        _check_message(error)
        return "refused"
    str(report), repr(model), model.text
    if report.of("misspelt") and _accepted(path, suffix, strict=True):
        raise Wrong("strict=True accepts what the report calls misspelt")
    with np.errstate(all="ignore"):
        _check(path, suffix, model, report)
    return "accepted"


def _accepted(path: Path, suffix: str, strict: bool) -> bool:
    try:
        reader(suffix)(path, strict=strict)
    except LinkwiseError:
        return False
    return True


def _check_message(error: LinkwiseError) -> None:
    """Errors are for people: printable, and not endless however long what they quote."""
    if not str(error).strip() or len(str(error)) > 40_000:
        raise Wrong(f"a message of {len(str(error))} characters")


def _check(path: Path, suffix: str, model: Model, report: LoadReport) -> None:
    reference: Any
    model, closed = without_closures(model), model  # dynamics are those of the tree: tests/loops has the rest
    if model.groups:  # no reference has these coordinates: tests/peers/test_several.py compares such robots
        return check_dynamics(model)
    try:
        if suffix == ".xml":
            from .mjcf_oracle import NoReference, check_against_mujoco

            try:
                reference = check_against_mujoco(path, model, closed)
            except NoReference:
                return check_dynamics(model)
        elif suffix == ".toml":
            check_against(reference := strict_toml.read(path.read_bytes()), model)
            _check_ties(reference, closed)
        else:
            check_against(reference := strict_urdf.read(_urdf_text(path, suffix)), model)
    except NotStrict as error:
        raise Wrong(f"accepted, though: {error}") from None
    notes = "\n".join(str(note) for note in report.notes)
    for name in reference.must_name:
        if name not in notes and repr(name)[1:-1][:40] not in notes:
            raise Wrong(f"nothing in the load report names {name[:60]!r}")
    check_dynamics(model)


def _urdf_text(path: Path, suffix: str) -> bytes:
    if suffix == ".urdf":
        return path.read_bytes()
    from linkwise.readers import xacro

    return xacro.expand(path).encode()


def state(names: Any, seed: int = 0) -> tuple[np.ndarray, ...]:
    """Positions, velocities and accelerations of order one, the same for the same number of coordinates."""
    rng = random.Random(seed + len(names))
    return tuple(np.array([rng.uniform(-1.5, 1.5) for _ in names]) for _ in range(3))


def close(ours: Any, theirs: Any, scale: float, what: str) -> None:
    """Raise unless two arrays agree up to rounding, relative to what was added up in them."""
    ours, theirs = np.asarray(ours, float), np.asarray(theirs, float)
    if not math.isfinite(scale) or scale > LARGEST_ANSWER:
        return  # no double holds the answer, and check_dynamics asks whether ours is finite
    if np.any(np.isnan(theirs)):
        return
    off = np.abs(ours - theirs).max(initial=0.0)
    if not off <= AGREEMENT * (scale + np.abs(theirs).max(initial=0.0)):
        raise Wrong(f"{what}: off by {off:.3g}, with terms of size {scale:.3g}")


def check_against(reference: Reference, model: Model) -> None:
    """Raise unless names, masses, limits, poses and torques are those of the reference."""
    names = reference.coordinates()
    if sorted(names) != sorted(model.joint_names):
        raise Wrong(f"coordinates {model.joint_names[:9]}, not {names[:9]}")
    mass = model.base_inertia.m + sum(body.inertia.m for body in model.bodies)
    close(mass, reference.mass, reference.mass, "total mass")
    _check_limits(reference, model)
    q, qd, qdd = (dict(zip(model.joint_names, x.tolist(), strict=True)) for x in state(names))
    _check_poses(reference, model, q)
    if not names:
        return
    τ, bound = reference.torques(q, qd, qdd)
    try:
        ours = ask(Robot(model).tree, "inverse_dynamics", tuple(list(x.values()) for x in (q, qd, qdd)))
    except NoMass:
        if any(np.any(link.I) or link.m or link.rotor for link in reference.links if link.moves):
            raise
        return
    close(ours, [τ[name] for name in model.joint_names], bound, "torques")


def _check_ties(reference: Reference, model: Model) -> None:
    """Raise unless the loops are those of the reference."""
    ours = [
        (c.name, c.frame, c.other, c.along, c.about)
        if isinstance(c, Closure)
        else (c.name, c.joint, c.of, c.coefficients, None)
        for c in model.closures
    ]
    if ours != reference.ties or model.actuated != reference.actuated:
        raise Wrong(f"loops {ours[:3]} driven by {model.actuated[:3]}, not {reference.ties[:3]}")


def _check_limits(reference: Reference, model: Model) -> None:
    theirs = {link.joint: link.limits for link in reference.links if link.moves}
    for body in model.bodies:
        if body.joint.name in theirs:
            limits = body.joint.limits
            ours = np.array((limits.lower, limits.upper, limits.velocity, limits.effort), float)
            if not np.allclose(ours, theirs[body.joint.name], rtol=AGREEMENT, atol=0.0):
                raise Wrong(f"limits {ours}, not {theirs[body.joint.name]}")


def _check_poses(reference: Reference, model: Model, q: dict[str, float]) -> None:
    poses = reference.poses(q)
    reach = sum(norm(link.p) + norm(link.named[1]) + abs(link.offset) + 2.0 for link in reference.links)
    reach *= reference.turned(q)
    tree = Robot(model).tree
    u = [q[name] for name in model.joint_names]
    wanted = {link.name: (k, *link.named) for k, link in enumerate(reference.links)}
    for name, (k, R, p) in reference.frames.items():
        R_link, p_link = reference.links[k].named if k >= 0 else (np.eye(3), np.zeros(3))
        wanted[name] = k, R_link @ R, R_link @ p + p_link
    for name in {*list(wanted)[-2:], *list(wanted)[:1]}:
        k, R, p = wanted[name]
        R_k, p_k = poses[k] if k >= 0 else (np.eye(3), np.zeros(3))
        ours = ask(tree, "forward_kinematics", (u,), frame=name) if model.n else None
        if ours is not None and np.all(np.isfinite(R_k)):
            close(ours[:3, 3], R_k @ p + p_k, reach + norm(p), f"position of {name[:40]!r}")
            close(ours[:3, :3], R_k @ R, 1.0 + reach, f"rotation of {name[:40]!r}")


def check_dynamics(model: Model) -> None:
    """Raise unless torques, the inertia matrix and accelerations are finite and fit together."""
    tree = Robot(model).tree
    if not model.n:
        return
    q, qd, qdd = state(model.joint_names)
    try:
        M, τ = ask(tree, "mass_matrix", (q,)), ask(tree, "inverse_dynamics", (q, qd, qdd))
    except NoMass:
        return
    bias = ask(tree, "inverse_dynamics", (q, qd, 0.0 * qdd))
    for what, numbers in (("torques", τ), ("inertia matrix", M), ("bias", bias)):
        if not np.all(np.isfinite(numbers)):
            raise Wrong(f"the {what} is not finite: {np.asarray(numbers).ravel()[:6]}")
    close(M @ qdd + bias, τ, (norm(M) + norm(bias)) * len(q), "M q̈ + bias")
    if np.linalg.eigvalsh(M / (norm(M) or 1.0))[0] < -CANCELLATION * len(q):
        raise Wrong("the inertia matrix has a negative eigenvalue")
    try:
        made = ask(tree, "forward_dynamics", (q, qd, τ))
    except NoInertia:
        return
    if not np.all(np.isfinite(made)):
        raise Wrong(f"accelerations are not finite: {made[:6]}, with M {M.ravel()[:4]}")
    diagonal = np.sqrt(np.diag(M))
    if np.all(diagonal > 0.0):
        scaled = M / np.outer(diagonal, diagonal)
        condition = np.linalg.cond(scaled)
        size = norm(diagonal * qdd) + norm(bias / diagonal)
        if np.isfinite(condition) and condition < 1e6 and np.isfinite(size) and diagonal.min() > 1e-140:
            close(diagonal * made, diagonal * qdd, condition * size * len(q), "accelerations")
