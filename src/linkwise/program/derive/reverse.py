"""Reverse mode: from each output back, carry the derivatives of that output with respect to each value."""

from .graph import Graph, Row, add


def reverse(graph: Graph) -> list[Row]:
    """The derivatives of each output.

    >>> reverse(Graph([{}, {0: 2.0}, {1: 3.0}], [0], (2,)))
    [{0: 6.0}]
    """
    rows = []
    for output in graph.outputs:
        weights: Row = {output: 1.0} if isinstance(output, int) else {}
        for i in range(output if isinstance(output, int) else -1, -1, -1):
            if i in weights:
                for a, partial in graph.partials[i].items():
                    add(weights, a, partial * weights[i])
        rows.append({source: weights[source] for source in graph.sources if source in weights})
    return rows
