"""Forward mode: carry the derivatives of each value with respect to the sources, value by value."""

from .graph import Graph, Row, total


def forward(graph: Graph) -> list[Row]:
    """The derivatives of each output.

    >>> forward(Graph([{}, {0: 2.0}, {1: 3.0}], [0], (2,)))
    [{0: 6.0}]
    """
    slopes: list[Row] = []
    for i, partials in enumerate(graph.partials):
        slopes.append(total(i, partials, slopes, graph.sources))
    return [slopes[output] if isinstance(output, int) else {} for output in graph.outputs]
