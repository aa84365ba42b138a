"""`robot.casadi`: a robot's answers as functions of CasADi, for optimal control."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..backends import BACKENDS
from ..errors import UnsupportedByBackend, shown

if TYPE_CHECKING:
    from typing import Unpack

    from ..calls.kernel_options import KernelOptions
    from ..calls.traceable import AbstractTraceable
    from ..program import Port
    from ..robot import Robot

REFUSED = ("backend", "dtype", "layout", "width", "threads")
"""Options of kernels that functions of CasADi do not have."""

ALONG_DIRECTIONS = -1.0
"""Along one direction CasADi's own derivatives take as many operations as ours, and half of those of the Jacobian."""


def casadi(robot: Robot, *questions: str, **options: Unpack[KernelOptions]) -> Any:
    """The answer to one or several questions as a `casadi.Function`, for Opti, nlpsol, integrators and generated code.

    The options are those of `robot.compile`. Inputs and outputs have the names of the arrays; a vector is a column.
    Entries that are always 0 have no place in the answers, nor in their derivatives. The Jacobian is computed by
    linkwise's derivative program or by CasADi's own, whichever has fewer operations. See docs/casadi.md.

    >>> import linkwise
    >>> dynamics = linkwise.load("pendulum").casadi("forward_dynamics")
    >>> print(dynamics)
    forward_dynamics:(q,qd,tau)->(forward_dynamics) SXFunction
    >>> dynamics(1.5707963267948966, 0.0, 0.0)
    DM(-14.715)
    """
    BACKENDS["casadi"].require("program", "float64", "rows")
    from ..backends.casadi.functions import function

    for name in REFUSED:
        if name in options:
            what = f"a function of CasADi has no {shown(name)}."
            expected = "It takes one state, in double precision; f.map(N) takes a state in each column."
            raise UnsupportedByBackend(what, expected, f"leave {name} out.")
    traceable = robot.compile(*questions, **options).traceable
    for port in traceable.signature.gives:
        if len(port.shape) > 2:
            what = f"{port.name} has {len(port.shape)} axes."
            raise UnsupportedByBackend(what, "CasADi's matrices have two.", "ask for one frame at a time.")
    described = traceable.program_name, traceable.program, traceable.signature
    plain = function(*described)
    if plain.numel_out() > plain.numel_in():
        return plain  # forwards, as CasADi goes then, takes fewer operations than our derivative programs
    jacobian = _jacobian(traceable, plain.jacobian())
    if jacobian.n_instructions() >= plain.jacobian().n_instructions():
        return plain
    return function(*described, {"custom_jacobian": jacobian, "jac_penalty": ALONG_DIRECTIONS})


def _jacobian(traceable: AbstractTraceable, other: Any) -> Any:
    """Our derivative program, which takes and gives what CasADi's own Jacobian does."""
    import casadi

    from ..backends.casadi.functions import by_rows, matrix, size
    from ..backends.casadi.operations import expressions

    program, ports = traceable.derivatives()
    takes = [casadi.SX.sym(port.name, *size(port)) for port in ports.takes]
    entries = iter(expressions(program, [x for each in takes for x in by_rows(each)]))
    outputs = []
    for given in traceable.signature.gives:
        for taken in traceable.signature.takes:
            rows = [[next(entries) for _ in range(taken.size)] for _ in range(given.size)]
            ordered = [rows[i][k] for i in _by_columns(given) for k in _by_columns(taken)]
            outputs.append(matrix(given.size, taken.size, ordered))
    answers = [casadi.SX(*size(port)) for port in traceable.signature.gives]  # not read, so without entries
    return casadi.Function(other.name(), [*takes, *answers], outputs, other.name_in(), other.name_out())


def _by_columns(port: Port) -> list[int]:
    """The entries of an array, which are counted row after row, in the order in which CasADi counts them."""
    from ..backends.casadi.functions import size

    rows, columns = size(port)
    return [i * columns + j for j in range(columns) for i in range(rows)]
