"""Joints that follow others, as a linear map of coordinates: q_j = multiplier · q_leader + offset."""

from collections.abc import Mapping, Sequence

from ..model import Coordinates

Follow = tuple[str, float, float]
"""The leader's name, the multiplier, the offset."""


def cyclic_followers(follows: Mapping[str, Follow]) -> list[str]:
    """The joints whose chain of leaders never reaches a joint that moves on its own.

    >>> cyclic_followers({"a": ("b", 1.0, 0.0), "b": ("a", 1.0, 0.0), "c": ("d", 1.0, 0.0)})
    ['a', 'b']
    """
    free: set[str] = set()
    stuck: set[str] = set()
    for joint in follows:
        path: dict[str, None] = {}
        while joint in follows and joint not in path and joint not in stuck and joint not in free:
            path[joint] = None
            joint = follows[joint][0]
        (stuck if joint in path or joint in stuck else free).update(path)
    return [joint for joint in follows if joint in stuck]


def coordinates(moving: Sequence[str], follows: Mapping[str, Follow]) -> Coordinates:
    """The map from the joints that move on their own to all moving joints, with chains of followers resolved.

    >>> coordinates(("a", "b"), {"b": ("a", -1.0, 0.5)}).positions([2.0])
    [2.0, -1.5]
    """
    independent = {name: k for k, name in enumerate(name for name in moving if name not in follows)}
    known: dict[str, tuple[int, float, float]] = {name: (k, 1.0, 0.0) for name, k in independent.items()}
    for joint in moving:
        path = []
        while joint not in known:
            path.append(joint)
            joint = follows[joint][0]
        for follower in reversed(path):
            leader, multiplier, offset = follows[follower]
            k, slope, shift = known[leader]
            known[follower] = k, multiplier * slope, multiplier * shift + offset
    rows = tuple(((known[name][0], known[name][1]),) for name in moving)
    return Coordinates(tuple(independent), rows, tuple(known[name][2] for name in moving))
