"""Generated LLVM text, for a machine of four lanes: the same on every machine."""

from dataclasses import replace

from linkwise.backends import BACKENDS
from linkwise.calls.kernel_modules import KernelModules
from linkwise.calls.long_chains import LongKernel

LLVM = BACKENDS["llvm"]


def llvm_of_kernel(kernel):
    modules = KernelModules(kernel.traceable, LLVM, kernel.result, 4)
    cases = [("float64", "single"), ("float64", "rows"), ("float32", "rows"), ("float64", "columns")]
    return [LLVM.source(modules.spec(*case)) for case in cases]


def llvm_of_long_chain(robot, question):
    loops = LongKernel(robot.tree, question, width=4).equations.loops
    return [LLVM.source(loops.spec(question, "rows"))]


def llvm_of_rollouts(kernel):
    return LLVM.source(replace(kernel._spec, width=4))
