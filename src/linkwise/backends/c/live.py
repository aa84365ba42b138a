"""How many values a program holds at once."""

from ...program import Program


def most_alive(program: Program) -> int:
    """The largest number of values that are needed later, over all steps; outputs leave as soon as they are made.

    >>> from linkwise.program import trace
    >>> most_alive(trace(lambda x: (x[0] + x[1]) * (x[0] - x[1]), {"x": 2}))
    3
    """
    last: dict[int, int] = {}
    for i, step in program.numbered():
        for a in step.args:
            if isinstance(a, int):
                last[a] = i
    alive = most = sum(i in last for i in range(len(program.inputs)))
    for i, step in program.numbered():
        alive -= sum(last[a] == i for a in {a for a in step.args if isinstance(a, int)})
        alive += 1  # a result may take the place of an argument that is needed no more
        most = max(most, alive)
        alive -= i not in last
    return most
