"""The order of the lines, and the sections they belong to.

Values with a name in the source keep the order they have there; a part of one comes just before it. So the sections
follow the recursion: link after link outward, then inward, as far as the labels show it.
"""

from itertools import groupby, pairwise

from .expression import Node, refs
from .roles import Roles

ANGLES, TOWARDS, RESULTS, OTHERS = "joint angles", "towards the results", "results", "variables"
"""The sections of values that belong to no link."""

FEW = 4
"""Up to this many lines of another link join the section around them, if that link has a section elsewhere."""

Place = tuple[int, str]
"""A value that has a line, and the section of the line."""


def ordered(roles: Roles, lines: dict[int, Node]) -> list[Place]:
    """The values that have lines, each after those it uses.

    >>> from linkwise.program import Port, Signature, parse
    >>> from linkwise.backends.listing.cutting import cut
    >>> text = "program f ( q1 )\\n    v1 = sin q1\\n    ω2x = mul v1 v1\\n    v3 = mul ω2x ω2x\\nreturn y=v3"
    >>> roles = Roles(parse(text), Signature((Port("q", (1,)),), (Port("y", ()),)))
    >>> ordered(roles, cut(roles, str))
    [(1, 'joint angles'), (2, 'link 2'), (3, 'results')]
    """
    return _Order(roles, lines).run()


class _Order:
    """Emits one named value after the other, each preceded by the parts it needs."""

    def __init__(self, roles: Roles, lines: dict[int, Node]):
        self.roles, self.lines = roles, lines
        self.made_by = {carrier: value for value, carrier in roles.carriers.items()}
        self.done: set[int] = set()
        self.section = self.sections()

    def run(self) -> list[Place]:
        roles = self.roles
        turns = sorted(roles.turns, key=lambda i: (roles.turns[i][1], roles.turns[i][0] == "C"))
        places = [(i, ANGLES) for turn in turns for i in self.emitted([turn])]
        for anchor in self.without_islands():
            places += [(i, self.section[anchor]) for i in self.emitted([anchor])]
        ends = sorted(roles.outputs, key=lambda i: roles.outputs[i])
        used = {i for node in self.lines.values() for i in refs(node)}
        places += [(i, TOWARDS) for i in self.emitted([*(used & set(ends))])]
        parts = [i for end in ends if end not in self.done for i in refs(self.lines[end])]
        places += [(i, TOWARDS) for i in self.emitted(parts)]
        return _with_directions(places) + [(i, RESULTS) for end in ends for i in self.emitted([end])]

    def position(self, i: int) -> int:
        """Where a value is computed: one that is written in place of another counts as that one."""
        return self.made_by.get(i, i)

    def emitted(self, values: list[int]) -> list[int]:
        """The lines still to be written until these values are known, in the program's order."""
        needed = self.needed(values, self.done)
        self.done |= needed
        return sorted(needed, key=self.position)

    def needed(self, values: list[int], known: set[int]) -> set[int]:
        """The lines that values depend on, without those already known."""
        needed: set[int] = set()
        waiting = list(values)
        while waiting:
            i = waiting.pop()
            if i in self.lines and i not in known and i not in needed:
                needed.add(i)
                waiting += refs(self.lines[i])
        return needed

    def sections(self) -> dict[int, str]:
        """The section of each labelled value, in the program's order.

        A pair of links belongs to the outer one. Two numbers without a component may be a link and an index: the
        section does not change there.
        """
        sections, here = {}, OTHERS
        for anchor in sorted(self.roles.labels, key=self.position):
            label = self.roles.labels[anchor][1]
            if label is None:
                here = OTHERS
            elif len(label.links) != 2 or label.axes:
                here = f"link {max(label.links) if label.axes else label.links[0]}"
            sections[anchor] = here
        return sections

    def without_islands(self) -> list[int]:
        """The labelled values in order: a few of one link amid those of another wait for their own link's section,
        unless they are needed earlier; then they join the section around them."""
        section = self.section
        runs = [list(run) for _, run in groupby(section, section.__getitem__)]
        for k in range(len(runs) - 2, 0, -1):
            here, around = section[runs[k][0]], section[runs[k - 1][0]]
            if k + 1 >= len(runs) or around != section[runs[k + 1][0]] or len(runs[k]) > FEW:
                continue
            others = [m for m, run in enumerate(runs) if section[run[0]] == here and m != k]
            own = next((m for m in others if m > k), None)
            if own is not None and not any(self.uses(run, runs[k]) for run in runs[k + 1 : own]):
                runs[own] = runs[k] + runs[own]
                runs[k] = []
            if others:
                section |= dict.fromkeys(runs[k], around)
                runs[k - 1 : k + 2] = [runs[k - 1] + runs[k] + runs[k + 1]]
        return [anchor for run in runs for anchor in run]

    def uses(self, run: list[int], others: list[int]) -> bool:
        return not self.needed(run, set()).isdisjoint(others)


def _with_directions(places: list[Place]) -> list[Place]:
    """The sections with "outward" or "inward" added, if links appear in both orders."""
    links = [int(name.removeprefix("link ")) if name.startswith("link ") else 0 for _, name in places]
    met = [link for link, _ in groupby(link for link in links if link)]
    if met in (sorted(met), sorted(met, reverse=True)):
        return places
    ways = [1 if met[1] > met[0] else -1, *(1 if b > a else -1 for a, b in pairwise(met))]
    directed, k, before = [], -1, 0
    for (i, name), link in zip(places, links, strict=True):
        if link and link != before:
            k, before = k + 1, link
        directed.append((i, f"{name}, {'outward' if ways[k] > 0 else 'inward'}" if link else name))
    return directed
