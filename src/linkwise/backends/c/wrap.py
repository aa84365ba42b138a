"""Breaks long lines of generated code."""

_WIDTH = 116


def wrapped(line: str) -> str:
    """A line broken after commas where it is too long, the rest indented.

    >>> print(wrapped("f(" + "const int a, " * 9 + "b)"))
    f(const int a, const int a, const int a, const int a, const int a, const int a, const int a, const int a,
        const int a, b)
    """
    lines = [""]
    for piece in line.split(", "):
        if lines[-1].strip() and len(lines[-1]) + len(piece) > _WIDTH:
            lines.append("    ")
        lines[-1] += piece + ", "
    return "\n".join(line.rstrip() for line in lines).removesuffix(",")
