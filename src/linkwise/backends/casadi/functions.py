"""Programs as functions of CasADi: matrices in, matrices out, with the zeros of the answers left out."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import casadi

from ...program import Port, Program, Signature
from .operations import expressions


def function(name: str, program: Program, signature: Signature, options: Mapping[str, Any] | None = None) -> Any:
    """A `casadi.Function` whose inputs and outputs have the names of the arrays; a vector is a column."""
    inputs = [casadi.SX.sym(port.name, *size(port)) for port in signature.takes]
    entries = iter(expressions(program, [x for each in inputs for x in by_rows(each)]))
    outputs = [matrix(*size(port), [next(entries) for _ in range(port.size)]) for port in signature.gives]
    takes, gives = ([port.name for port in ports] for ports in (signature.takes, signature.gives))
    return casadi.Function(name, inputs, outputs, takes, gives, dict(options or {}))


def size(port: Port) -> tuple[int, int]:
    """The rows and columns of the matrix that stands for an array.

    >>> size(Port("q", (7,))), size(Port("M", (7, 7))), size(Port("E", ()))
    ((7, 1), (7, 7), (1, 1))
    """
    return (port.shape[0], prod(port.shape[1:])) if port.shape else (1, 1)


def by_rows(matrix: Any) -> list[Any]:
    """The entries of a matrix, row after row; CasADi counts them column after column."""
    return [matrix[i, j] for i in range(matrix.size1()) for j in range(matrix.size2())]


def matrix(rows: int, columns: int, entries: Sequence[Any]) -> Any:
    """A matrix of expressions, given row after row; those that are always 0 have no place in it."""
    kept = [k for k, entry in enumerate(entries) if not (isinstance(entry, float) and entry == 0.0)]
    found = casadi.SX(rows, columns)
    for k in kept:
        found[k // columns, k % columns] = entries[k]
    return found
