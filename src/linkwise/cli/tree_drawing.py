"""A tree drawn beside a list: a chain runs straight down, only a branch is indented, so long arms stay narrow."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

DEEPEST = 20
"""Branches within branches that are drawn; deeper ones keep this indent."""

Link = Mapping[str, Any]
"""A link as `describe.facts` tells of it: it has a name and a parent."""


def drawn(base: str, links: Sequence[Link], encoding: str = "utf-8") -> Iterator[tuple[str, Link]]:
    """Each link with the lines that stand before its name; a link's children follow it, branch after branch.

    >>> tree = [("palm", "base"), ("left", "palm"), ("right", "palm"), ("left_tip", "left")]
    >>> links = [{"name": name, "parent": parent} for name, parent in tree]
    >>> [lines + link["name"] for lines, link in drawn("base", links)]
    ['palm', '├ left', '│ left_tip', '└ right']
    """
    tee, corner, bar = ("├ ", "└ ", "│ ") if encoding.lower().startswith("utf") else ("|-", "`-", "| ")
    children: dict[str, list[Link]] = {base: []}
    for link in links:
        children[link["name"]] = []
        children[link["parent"]].append(link)
    waiting: list[tuple[str, str, Link]] = []
    opened, before = base, ""
    while True:
        every = children[opened]
        for k, link in reversed(list(enumerate(every))):
            own = onward = before
            if len(every) > 1 and len(before) < 2 * DEEPEST:
                own, onward = (before + tee, before + bar) if k < len(every) - 1 else (before + corner, before + "  ")
            waiting.append((own, onward, link))
        if not waiting:
            return
        own, before, link = waiting.pop()
        opened = link["name"]
        yield own, link
