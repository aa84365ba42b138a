"""Generated LLVM text, for a machine of four lanes: the same on every machine."""


def llvm_of_kernel(kernel):
    from linkwise.calls.compiled import Compiled

    code = Compiled(kernel.task, kernel.result, 4)
    cases = [("float64", "single"), ("float64", "rows"), ("float32", "rows"), ("float64", "columns")]
    return [code.wanted(*case).text for case in cases]


def llvm_of_long_chain(robot, question):
    from linkwise.calls.long_chains import LongKernel

    kernel = LongKernel(robot.tree, question, width=4)
    names = {"mass_matrix": "mass_column"}
    return [kernel.unit(names.get(question, question)).wanted.text]


def llvm_of_rollouts(kernel):
    from linkwise.backends.llvm import Shape
    from linkwise.backends.llvm.rollout_module import rollout_module

    return rollout_module(kernel.problem.rollout, Shape(4, kernel.dtype))[0]
