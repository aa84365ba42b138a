"""The tip: the frame meant where none is named."""

from collections.abc import Collection, Iterable


def only_leaf(links: Iterable[str], carriers: Collection[str]) -> str:
    """The only link that carries no other, or "" where there are several: the tip of a file that names none.

    >>> only_leaf(("upper", "lower"), {"base", "upper"}), only_leaf(("left", "right"), {"base"})
    ('lower', '')
    """
    leaves = [link for link in links if link not in carriers]
    return leaves[0] if len(leaves) == 1 else ""
