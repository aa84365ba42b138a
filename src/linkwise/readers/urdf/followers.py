"""A model's coordinates as mimic joints, as far as URDF can express them."""

from ...errors import shown
from ...model import Model
from ..mimic import Follow


def followers(model: Model) -> tuple[dict[str, Follow], list[str]]:
    """The joints that follow another, and a list of what mimic joints cannot express.

    >>> from linkwise.model import Model
    >>> followers(Model("post", ()))
    ({}, [])
    """
    coordinates = model.coordinates
    own = coordinates.followers(model.moving_joint_names)
    following = {joint for joint, _, _ in own}
    independent = set(model.moving_joint_names) - following
    leaders = {k: name for k, name in enumerate(coordinates.names) if name in independent}
    losses = [
        f"coordinate {shown(name)} is not the variable of a joint of that name"
        for k, name in enumerate(coordinates.names)
        if k not in leaders
    ]
    follows: dict[str, Follow] = {}
    for joint, row, offset in own:
        if len(row) > 1:
            losses.append(f"joint {shown(joint)} follows several coordinates")
        elif not row and not leaders:
            losses.append(f"joint {shown(joint)} is held at {offset!r}, and there is no moving joint for it to follow")
        elif not row or row[0][0] in leaders:  # otherwise its coordinate is among the losses already
            k, factor = row[0] if row else (min(leaders), 0.0)
            follows[joint] = leaders[k], factor, offset
    return follows, losses
