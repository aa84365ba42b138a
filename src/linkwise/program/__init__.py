"""What a machine can run, as data: programs, loops over links, rollouts over time, iterations, integrations.

program, signature     straight-line, single-assignment; the arrays behind its inputs and outputs
loop, rollout          a recursion over links; a motion over time, by one of the tableaus, with a memory
iteration              a state improved again and again until it is good enough
integration, embedded  one motion from step to step, with error control too
ops, trace, trace_raw    what programs are made of, and how a function becomes one
check, text, count     whether it is one, how it reads, what it costs
schedule               its critical path, and its steps on several processors
passes/, derive/       rewrites that keep its answers; its derivatives
"""

from . import functions as _functions  # registers those of traced values
from .check import check
from .count import Count, count, count_of_each_output
from .derive import jacobian
from .embedded import DOP853, Embedded
from .integration import Integration, Task, check_integration
from .iteration import Iteration, check_iteration, iteration_signature
from .loop import Loop, Sweep, check_loop
from .memory import Memory
from .ops import OPS, Op
from .passes import fused, needed_values, without_dead_code
from .passes.cut import Cut, Place
from .program import Const, Operand, Program, Step
from .rollout import Input, Reduction, Rollout, Span, check_rollout
from .signature import Port, Signature
from .tableaus import TABLEAUS, Tableau
from .text import parse, to_text
from .trace import trace
from .trace_raw import trace_raw

del _functions
__all__ = [
    "DOP853",
    "OPS",
    "TABLEAUS",
    "Const",
    "Count",
    "Cut",
    "Embedded",
    "Input",
    "Integration",
    "Iteration",
    "Loop",
    "Memory",
    "Op",
    "Operand",
    "Place",
    "Port",
    "Program",
    "Reduction",
    "Rollout",
    "Signature",
    "Span",
    "Step",
    "Sweep",
    "Tableau",
    "Task",
    "check",
    "check_integration",
    "check_iteration",
    "check_loop",
    "check_rollout",
    "count",
    "count_of_each_output",
    "fused",
    "iteration_signature",
    "jacobian",
    "needed_values",
    "parse",
    "to_text",
    "trace",
    "trace_raw",
    "without_dead_code",
]
