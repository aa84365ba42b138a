"""Random expressions over a few inputs, as nests of op names, input numbers and constants.

Only continuous operations: rounding may take a number to either side of a jump.
"""

from hypothesis import strategies as st

from linkwise.program import OPS

INPUTS = 5
"""So many inputs an expression may speak of."""

numbers = st.floats(-4, 4).map(lambda x: round(x, 3))
expressions = st.recursive(
    st.one_of(st.integers(0, INPUTS - 1), numbers.map(lambda c: ("const", c))),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from(["add", "sub", "mul", "min", "max"]), inner, inner),
        st.tuples(st.sampled_from(["neg", "sin", "cos"]), inner),
    ),
    max_leaves=20,
)


def value(expression, x):
    """The expression at x."""
    if isinstance(expression, int):
        return x[expression]
    if expression[0] == "const":
        return expression[1]
    return OPS[expression[0]].value(*(value(part, x) for part in expression[1:]))
