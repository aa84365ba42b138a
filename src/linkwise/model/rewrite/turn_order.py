"""Another order of the turns of a floating joint or a ball: the same robot in other coordinates, singular elsewhere."""

from dataclasses import replace

from ...errors import InvalidModel, UnknownName, listed, shown
from ..body import Body
from ..coordinates import Coordinates
from ..field_types import expect_model
from ..joint_group import JointGroup
from ..joints import Continuous, Fixed, Prismatic
from ..model import Model
from .freed import ORDERS, freed


def with_turn_order(model: Model, order: str, joint: str | None = None) -> Model:
    """The robot whose floating joint or ball, the only one unless named, has its three turns in this order.

    >>> import linkwise
    >>> satellite = linkwise.load("planar2r").with_floating_base().model
    >>> with_turn_order(satellite, "yxz").joint_names[3:6]
    ('base_ry', 'base_rx', 'base_rz')
    """
    expect_model(model)
    known = {group.name: group for group in model.groups if len(group.turns) == 3}
    name = next(iter(known)) if joint is None and len(known) == 1 else joint
    if not known:
        raise InvalidModel(
            f"robot {shown(model.name)} has no joint of three turns.", "A floating joint or a ball was expected."
        )
    if name is None:
        raise InvalidModel(
            f"robot {shown(model.name)} has {len(known)} joints of three turns: {listed(known)}.",
            "The name of one of them was expected.",
            f"joint={next(iter(known))!r}, say.",
        )
    if not isinstance(name, str) or name not in known:
        raise UnknownName("joint of three turns", name, f"robot {shown(model.name)}", known)
    if not isinstance(order, str) or order not in ORDERS:
        raise UnknownName("order", order, "three turns", ORDERS)
    group = known[name]
    return freed(welded(model, group), name, group.kind, order)


def welded(model: Model, group: JointGroup) -> Model:
    """The robot with a joint of several degrees of freedom fixed where its coordinates are 0: the inverse of `freed`.

    >>> import linkwise
    >>> cart = linkwise.load("planar2r").with_mobile_base().model
    >>> welded(cart, cart.groups[0]).joint_names
    ('joint1', 'joint2')
    """
    i = next(i for i, body in enumerate(model.bodies) if body.joint.name == group.joints[0])
    more = len(group.joints) - 1
    chain, u = model.bodies[i : i + more + 1], model.coordinates
    rows = dict(zip(model.moving_joint_names, zip(u.rows, u.offsets, strict=True), strict=True))
    own = [rows[name] == (((u.names.index(name), 1.0),), 0.0) for name in group.joints if name in u.names]
    others = [b.parent for b in model.bodies[i + more + 1 :]] + [
        f.body for f in model.frames if f.name not in _names(chain)
    ]
    if len(own) <= more or not all(own) or not _plain(chain, group) or any(i <= k < i + more for k in others):
        raise InvalidModel(
            f"the joints of {shown(group.name)} have been changed since they were made.",
            "Turns without friction, rotors, springs, limits, couplings or loads of their own were expected.",
            "choose the order of turns first, then add these.",
        )
    last, at = chain[-1], {u.names.index(name) for name in group.joints}
    placement = chain[0].placement.tagged(None, None)
    for body in chain[1:]:
        placement = placement @ body.placement.tagged(None, None)
    placement = placement.tagged(chain[0].placement.to, last.name)
    weld = Body(last.name, chain[0].parent, placement, Fixed(group.name), last.inertia)
    bodies = [
        *model.bodies[:i],
        weld,
        *(replace(b, parent=_back(b.parent, i, more)) for b in model.bodies[i + more + 1 :]),
    ]
    kept = {k: new for new, k in enumerate(k for k in range(len(u.names)) if k not in at)}
    left = [rows[name] for name in model.moving_joint_names if name not in group.joints]
    coordinates = Coordinates(
        tuple(u.names[k] for k in kept),
        tuple(tuple((kept[k], c) for k, c in row) for row, _ in left),
        tuple(offset for _, offset in left),
    )
    frames = tuple(
        replace(frame, body=_back(frame.body, i, more)) for frame in model.frames if not i <= frame.body < i + more
    )
    groups = tuple(each for each in model.groups if each != group)
    return replace(model, bodies=tuple(bodies), frames=frames, coordinates=coordinates, groups=groups)


def _names(chain: tuple[Body, ...]) -> set[str]:
    return {body.name for body in chain}


def _plain(chain: tuple[Body, ...], group: JointGroup) -> bool:
    """Whether these are the group's joints, and have nothing but an axis."""
    kinds = {True: Prismatic, False: Continuous}
    return tuple(b.joint.name for b in chain) == group.joints and all(
        b.joint == kinds[b.joint.slides](b.joint.name, b.joint.axis) for b in chain
    )


def _back(index: int, i: int, more: int) -> int:
    return index - more if index >= i + more else index
