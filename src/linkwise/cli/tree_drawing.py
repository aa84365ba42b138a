"""A tree drawn beside a list: a chain runs straight down, only a branch is indented, so long arms stay narrow."""

from collections.abc import Mapping, Sequence

DEEPEST = 20
"""Branches within branches that are drawn; deeper ones keep this indent."""


def branches(names: Sequence[str], links: Sequence[Mapping[str, str]], encoding: str = "utf-8") -> list[str]:
    """What stands before the name of each link; `names` are those of the base and the links, parents first.

    >>> pairs = [("palm", "base"), ("left", "palm"), ("right", "palm")]
    >>> branches(["base", "palm", "left", "right"], [{"name": link, "parent": parent} for link, parent in pairs])
    ['', '├ ', '└ ']
    """
    tee, corner, bar = ("├ ", "└ ", "│ ") if encoding.lower().startswith("utf") else ("|-", "`-", "| ")
    waiting = dict.fromkeys(names, 0)
    for link in links:
        waiting[link["parent"]] += 1
    many = {name for name, count in waiting.items() if count > 1}
    below = {names[0]: ""}  # what stands before the children of a link that has only one
    guides = []
    for link in links:
        name, parent = link["name"], link["parent"]
        waiting[parent] -= 1
        own = onward = below[parent]
        if parent in many and len(own) < 2 * DEEPEST:
            own, onward = (own + tee, own + bar) if waiting[parent] else (own + corner, own + "  ")
        guides.append(own)
        below[name] = onward
    return guides
