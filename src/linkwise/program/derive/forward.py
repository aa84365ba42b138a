"""Forward mode: carry the derivatives of each value with respect to the sources, value by value."""

from .graph import Graph, Row, add


def forward(graph: Graph) -> list[Row]:
    """The derivatives of each output.

    >>> forward(Graph([{}, {0: 2.0}, {1: 3.0}], [0], (2,)))
    [{0: 6.0}]
    """
    slopes: list[Row] = []
    for i, partials in enumerate(graph.partials):
        total: Row = {i: 1.0} if i in graph.sources else {}
        for a, partial in partials.items():
            for source, slope in slopes[a].items():
                add(total, source, partial * slope)
        slopes.append(total)
    return [slopes[output] if isinstance(output, int) else {} for output in graph.outputs]
