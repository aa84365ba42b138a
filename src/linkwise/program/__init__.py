"""Programs: a function of scalars traced once, then counted, differentiated and run."""

from . import functions as _functions  # registers those of traced values
from .check import check
from .count import Count, count, count_of_each_output
from .derive import jacobian
from .ops import OPS, Op
from .passes import fused, needed_values, without_dead_code
from .program import Const, Operand, Program, Step
from .signature import Port, Signature
from .text import parse, printed
from .trace import trace
from .written import written

del _functions
__all__ = [
    "OPS", "Const", "Count", "Op", "Operand", "Port", "Program", "Signature", "Step", "check", "count",
    "count_of_each_output", "fused", "jacobian", "needed_values", "parse", "printed", "trace",
    "without_dead_code", "written",
]  # fmt: skip
