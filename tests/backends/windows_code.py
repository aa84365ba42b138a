"""A program that runs linkwise on Linux with code compiled for Windows, and prints the bits of some answers.

`python -m tests.backends.windows_code panda` loads the objects that Windows would load; each call crosses between the
two conventions of passing arguments.
"""

import hashlib
import sys
from contextlib import closing

import numpy as np

import linkwise
from linkwise.backends.llvm import gathering, machine, target
from linkwise.backends.llvm.objects import OUTSIDE
from tests.golden.bits import chain

HERE = target.host()

OURS = {
    "batch": ("void", "i64 i64 ptr ptr i64 ptr"),
    "loop": ("void", "ptr ptr ptr ptr"),
    "rollout": ("void", "i64 ptr ptr ptr i64 ptr ptr i64 i64 i64 i64 double ptr"),
    "iterate": ("void", "i64 ptr ptr i64 ptr"),
    "entry": ("ptr", "ptr ptr i64 ptr"),
    "relayed": ("ptr", "ptr ptr i64 ptr"),
    "peak": ("double", "i64 double"),
}
"""Functions that Python calls, with what they return and take."""

THEIRS = {
    "new": ("ptr", "ptr i32 ptr i32 ptr ptr i32 i32 ptr"),
    "vectorcall": ("ptr", "ptr ptr i64 ptr"),
    "alloc": ("ptr", "ptr i64"),
    "set_item": ("i32", "ptr i64 ptr"),
    "decref": ("void", "ptr"),
    "incref": ("void", "ptr"),
    "as_integer": ("i64", "ptr ptr"),
    "sin": ("double", "double"),
    "memcpy": ("ptr", "ptr ptr i64"),
}
"""Functions that machine code calls."""

KEPT = []
"""What crossings are made of, one engine for each."""


def loaded(text):
    """The address of @f in LLVM text compiled for this machine."""
    llvm = target.binding()
    with closing(llvm.parse_assembly(text)) as module, closing(HERE.machine()) as compiler:
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), HERE.machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(compiler.emit_object(module)))
        engine.finalize_object()
    KEPT.append(engine)
    return engine.get_function_address("f")


def crossing(address, gives, takes, into_windows):
    """The address of a function of one convention that calls one of the other."""
    here, there = ("", "win64cc") if into_windows else ("win64cc", "")
    named = ", ".join(f"{kind} %a{k}" for k, kind in enumerate(takes.split()))
    call = f"call {there} {gives} inttoptr (i64 {address} to ptr)({named})"
    body = f"  {call}\n  ret void" if gives == "void" else f"  %r = {call}\n  ret {gives} %r"
    return loaded(f"define {here} {gives} @f({named}) nounwind {{\n{body}\n}}")


class Code(machine.Code):
    """Windows code that Linux can call."""

    back = {}  # noqa: RUF012

    def __init__(self, obj, outside, mark):
        names = gathering.OUTSIDE if len(outside) == len(gathering.OUTSIDE) else OUTSIDE
        if len(outside) >= len(names):
            super().__init__(obj, (0,) * len(outside), mark)
            self.table = Table(self.table, names)
            for k, value in enumerate(outside):
                self.table[k] = value
        else:
            super().__init__(obj, tuple(crossing(one, *THEIRS["sin"], False) for one in outside), mark)

    def address(self, name):
        raw = super().address(name)
        if name == "one" or name in OUTSIDE:  # only called from other code of Windows
            return raw
        made = crossing(raw, *OURS[name], True)
        self.back[made] = raw
        return made


class Table:
    """The table of a fast entry, or of what entries share; its names come first."""

    def __init__(self, table, names):
        self.table, self.names = table, names

    def __setitem__(self, k, value):
        name = self.names[k] if k < len(self.names) else ""
        value = crossing(value, *THEIRS[name], False) if name in THEIRS and value else Code.back.get(value, value)
        self.table[k] = value


def use_windows_code():
    """From here on all code is compiled for Windows."""
    llvm = target.binding()
    machine.Code = Code
    target.host = lambda: target.Target("x86_64-pc-windows-msvc", HERE.cpu, HERE.features, HERE.compiler)
    (memcpy,) = machine._addresses(None, "memcpy")
    llvm.add_symbol("memcpy", crossing(memcpy, *THEIRS["memcpy"], False))
    llvm.initialize_native_asmparser()
    probe = 'define void @f() naked {\n  call void asm sideeffect "ret", ""()\n  unreachable\n}'
    llvm.add_symbol("__chkstk", loaded(probe))  # Linux adds any page of a stack: there is nothing to do


def bits(name):
    """The bits of each answer, one line each."""
    return [
        f"{each.shape} {hashlib.sha256(np.ascontiguousarray(each).tobytes()).hexdigest()}" for each in answers(name)
    ]


def answers(name):
    """Answers of every kind of code."""
    robot, rng = linkwise.load(name), np.random.default_rng(3)
    q, qd, qdd = rng.uniform(-2.0, 2.0, (3, 19, robot.n))
    q[3] *= 1e7  # angles for the C library
    yield robot.inverse_dynamics(q, qd, qdd)
    for _ in range(2):  # the second time through the fast entry
        yield robot.inverse_dynamics(q[0], qd[0], qdd[0])
        yield robot.inverse_dynamics(q[3:8], qd[3:8], qdd[3:8])
    kernel = robot.compile("mass_matrix", "bias_forces")
    for _ in range(2):
        yield from kernel(q[1], qd[1])
        yield from kernel(q, qd)
    yield kernel.ufunc(q[::2], qd[::2])[0]
    yield robot.compile("forward_dynamics", dtype="float32")(*np.float32([q, qd, qdd]))
    yield robot.compile("regressor", layout="columns")(q.T.copy(), qd.T.copy(), qdd.T.copy())
    run = robot.rollouts(q, qd, step=1e-3, steps=20, method="rk4")
    yield from (run.q, run.qd)
    yield chain(70).inverse_dynamics(*rng.uniform(-1.0, 1.0, (3, 9, 70)))


if __name__ == "__main__":
    use_windows_code()
    print(*bits(sys.argv[1]), sep="\n")
    print(len(KEPT), "crossings")
