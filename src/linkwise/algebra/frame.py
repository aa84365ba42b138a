"""Frame tags: mixing quantities seen from different frames is an error.

A tag is the name of a frame, or None for a quantity that is the same in every frame it is used in (a zero, say). Tags
are checked while an algorithm runs on numbers, symbols or a tracer; compiled code carries none.
"""

from ..errors import FrameMismatch

Tag = str | None
"""The frame a quantity is seen from; None matches every frame."""


def same(a: Tag, b: Tag) -> Tag:
    """The common frame of two quantities; refuses two different ones.

    >>> same("link1", None)
    'link1'
    """
    if a is b or b is None:
        return a
    if a is None or a == b:
        return b
    raise FrameMismatch(
        f"a quantity in frame {a!r} was mixed with one in frame {b!r}.",
        "Both sides of a vector equation must be expressed in the same frame.",
        "transform one of them into the other's frame first.",
    )
