"""A robot as plain data: what `linkwise show --json` prints and `linkwise show` puts into tables."""

from typing import Any

from ..model import BASE, AbstractFriction, Body, Closure, Frame, Friction, JointRelation, Model
from ..model.rewrite import near_misses
from ..model.rewrite.dh_gauge import gauged
from ..model.rewrite.snap import CONSTANTS
from ..readers import LoadReport
from ..readers.closure_tables import meaning
from ..robot import Robot


def describe(robot: Robot, tolerance: float) -> dict[str, Any]:
    """Everything `show` says about a robot; `tolerance` is that of `rewrite.snap`.

    >>> import linkwise
    >>> describe(linkwise.load("planar2r"), 1e-6)["joints"]
    ('joint1', 'joint2')
    """
    model = robot.model
    return {
        "name": model.name,
        "n": model.n,
        "joints": model.joint_names,
        "base": model.base,
        "tip": model.tip,
        "gravity": model.gravity.components,
        "mass": {
            "moving": sum(body.inertia.m for body in robot.tree.bodies),
            "total": model.base_inertia.m + sum(body.inertia.m for body in model.bodies),
        },
        "links": [_link(model, body) for body in model.bodies],
        "followers": _followers(model),
        "actuated": model.actuated,
        "closures": [_closure(closure) for closure in model.closures],
        "frames": [_frame(model, frame) for frame in model.frames if not _is_link_frame(model, frame)],
        "dh": _dh_table(model),
        "snap": {
            "tolerance": tolerance,
            "would_be_exact": near_misses(model, tolerance),
            "constants": CONSTANTS * len(model.bodies),
        },
        "waivers": model.waivers,
        "report": _notes(robot.report),
    }


def _link(model: Model, body: Body) -> dict[str, Any]:
    joint, inertia = body.joint, body.inertia
    limits, rotor = joint.limits, joint.rotor
    return {
        "name": body.name,
        "parent": model.tag(body.parent),
        "joint": joint.name,
        "type": joint.kind,
        "axis": joint.axis.components,
        "offset": joint.offset,
        "xyz": body.placement.p.components,
        "rpy": body.placement.R.angles,
        "mass": inertia.m,
        "com": inertia.com.components,
        "inertia_at_com": inertia.I_com.components,
        "limits": {"lower": limits.lower, "upper": limits.upper, "velocity": limits.velocity, "effort": limits.effort},
        "rotor": {"inertia": rotor.inertia, "gear_ratio": rotor.gear_ratio, "reflected": rotor.reflected},
        "friction": _friction(joint.friction),
    }


def _friction(law: AbstractFriction) -> dict[str, Any]:
    """The parameters of a friction law by name; of the standard law, Coulomb friction backwards, too."""
    return {**law.data, "backward": law.holding()[1]} if isinstance(law, Friction) else law.data


def _followers(model: Model) -> list[dict[str, Any]]:
    """The joints that follow others: q = Σ multiplier · (another joint's q) + offset."""
    names = model.coordinates.names
    return [
        {"joint": name, "follows": [{"joint": names[k], "multiplier": c} for k, c in row], "offset": offset}
        for name, row, offset in model.coordinates.followers(model.moving_joint_names)
    ]


def _closure(closure: Closure | JointRelation) -> dict[str, Any]:
    """What closes a loop, with what it says in a sentence."""
    kind = "closure" if isinstance(closure, Closure) else "relation"
    return {"type": kind, **vars(closure), "meaning": meaning(closure)}


def _is_link_frame(model: Model, frame: Frame) -> bool:
    """Whether a frame is a link's own, which need not be listed."""
    T = frame.placement
    return (
        frame.name == model.tag(frame.body)
        and not any(T.p.components)
        and T.R.rows == ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    )


def _frame(model: Model, frame: Frame) -> dict[str, Any]:
    return {
        "name": frame.name,
        "link": model.tag(frame.body),
        "xyz": frame.placement.p.components,
        "rpy": frame.placement.R.angles,
    }


def _dh_table(model: Model) -> list[dict[str, Any]]:
    """The Denavit–Hartenberg table in Khalil and Kleinfinger's six parameters and Hayati's beta."""
    arm, rows = gauged(model)
    return [
        {
            "joint": body.joint.name,
            "parent": "" if row.parent == BASE else arm.bodies[row.parent].joint.name,
            "sigma": row.sigma,
            "gamma": row.gamma,
            "b": row.b,
            "alpha": row.alpha,
            "d": row.d,
            "beta": row.beta,
            "theta": row.theta,
            "r": row.r,
        }
        for body, row in zip(arm.bodies, rows, strict=True)
    ]


def _notes(report: LoadReport) -> dict[str, Any]:
    """The load report as data."""
    notes = [
        {"kind": note.kind, "where": note.where, "text": note.text, "loud": note.is_warning} for note in report.notes
    ]
    return {"source": report.source, "format": report.format, "summary": report.summary, "notes": notes}
