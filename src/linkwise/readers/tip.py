"""The tip: the frame that questions refer to when the caller names none."""

from collections.abc import Collection, Iterable


def only_leaf(links: Iterable[str], carriers: Collection[str]) -> str:
    """The only link that carries no other, or "" if there are several: the tip of a file that does not name one.

    >>> only_leaf(("upper", "lower"), {"base", "upper"}), only_leaf(("left", "right"), {"base"})
    ('lower', '')
    """
    leaves = [link for link in links if link not in carriers]
    return leaves[0] if len(leaves) == 1 else ""
