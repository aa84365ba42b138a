"""Which of the robot's joints a file means by its own names."""

from __future__ import annotations

from collections.abc import Sequence

from .words import EMPTY, parts

NUMBERED = "joints are numbered, taken in the robot's order"


def match(found: Sequence[str], joints: Sequence[str]) -> tuple[dict[str, int], str]:
    """The place of each of the robot's joints among the names in a file, and a remark where these are other names; {}
    where it is not clear which is which.

    Names count if they are the same, but for capitals or for a beginning and an end that all of them share; numbers
    from 0 or from 1 on are taken in the robot's order.

    >>> match(["hand", "elbow", "base"], ["base", "elbow"])
    ({'base': 2, 'elbow': 1}, '')
    >>> match(["fer_joint1", "fer_joint2"], ["panda_joint1", "panda_joint2"])[0]
    {'panda_joint1': 0, 'panda_joint2': 1}
    >>> match(["0", "1"], ["base", "elbow"])[0], match(["1", "2", "3"], ["base", "elbow"])[0]
    ({'base': 0, 'elbow': 1}, {})
    """
    if all(joint in found for joint in joints):
        return {joint: list(found).index(joint) for joint in joints}, ""
    small = [name.lower() for name in found]
    if all(small.count(joint.lower()) == 1 for joint in joints):
        return {joint: small.index(joint.lower()) for joint in joints}, "joints are named with other capitals"
    own = _without_what_all_share(joints)
    if len(set(own)) == len(own) and len(joints) > 1:
        for candidates in (range(len(found)), [k for k, name in enumerate(found) if name[-1:].isdigit()]):
            rest = _without_what_all_share([found[k] for k in candidates])
            if sorted(rest) == sorted(own):
                places = {joint: candidates[rest.index(name)] for joint, name in zip(joints, own, strict=True)}
                pairs = [f"{found[k]} is {joint}" for joint, k in places.items()]
                few = pairs if len(pairs) < 4 else [pairs[0], "…", pairs[-1]]
                return places, f"joints have other names: {', '.join(few)}"
    numbers = {k: number for k, name in enumerate(found) if (number := _number(name)) is not None}
    first = min(numbers.values(), default=0)
    if first in (0, 1) and sorted(numbers.values()) == list(range(first, first + len(joints))):
        order = sorted(numbers, key=lambda k: numbers[k])
        return dict(zip(joints, order, strict=True)), NUMBERED
    if len(joints) == 1 and len(found) == 1 and not found[0]:
        return {joints[0]: 0}, ""
    return {}, ""


def _number(name: str) -> int | None:
    """The number of a joint that has nothing but a number."""
    words = [word for word in parts(name) if word not in EMPTY]
    return int(words[0]) if len(words) == 1 and words[0].isdigit() and len(words[0]) < 4 else None


def _without_what_all_share(names: Sequence[str]) -> list[str]:
    """Names without the beginning and the end that all of them share."""
    small = [name.lower() for name in names]
    start = _shared(small)
    left = [name[start:] for name in small]
    end = _shared([name[::-1] for name in left])
    return [name[: len(name) - end] for name in left]


def _shared(names: Sequence[str]) -> int:
    """How many characters all of them begin with."""
    shortest = min(map(len, names), default=0)
    return next((k for k in range(shortest) if len({name[k] for name in names}) > 1), shortest)
