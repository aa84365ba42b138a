"""The sweeps of a recursion as functions.

    void sweepK(ptr in_0 …, ptr out_0 …, i64 ldi, i64 ldo, ptr kept, ptr slots)

goes over all links and calls for each the function of its kind,

    void sweepK.kindJ(ptr in_0 …, ptr out_0 …, ptr number, ptr kept, ptr met, ptr before, ptr passed)

a separate function, so that the compiler does not carry constants around the loop in registers it does not have.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ....program import Operand, Signature
from ....program.loop import Sweep
from ....program.passes.cut import Cut, Part
from ..body import Body
from ..lanes import Lanes, Shape
from ..layout import Uniform
from .slots import Slots


def tables(
    kinds: Sequence[int], rows: Sequence[NDArray[Any]], cuts: Sequence[Cut], places: Sequence[Slots], dtype: str
) -> str:
    """The constant tables: @numbers holds a row for each link, @links its kind and, for each sweep, its places."""
    width = row_width(cuts)
    whole = np.zeros((len(kinds), width))
    for kind, table in enumerate(rows):
        whole[[i for i, k in enumerate(kinds) if k == kind], : table.shape[1]] = table
    one = Shape(1, dtype)
    entries = ", ".join(f"{one.number} {one.const(x)}" for x in whole.ravel().tolist())
    links = [
        [kind, *(p for s in places for p in (s.meets[i], s.before[i], s.passes[i]))] for i, kind in enumerate(kinds)
    ]
    indices = ", ".join(f"i64 {k}" for row in links for k in row)
    return "\n".join(
        [
            f"@numbers = internal constant [{whole.size} x {one.number}] [{entries}], align 64",
            f"@links = internal constant [{len(kinds) * len(links[0])} x i64] [{indices}], align 64",
        ]
    )


def row_width(cuts: Sequence[Cut]) -> int:
    """The distance from one link's row of the table to the next, in numbers."""
    return max(1, *(len(each.table.outputs) for each in cuts))


def sweep_over(k: int, sweep: Sweep, places: Slots, signature: Signature, cuts: Sequence[Cut], shape: Shape) -> str:
    """The functions of the k-th sweep, of one link of each kind and of all."""
    steps = [_step(f"sweep{k}.kind{j}", each.parts[k], signature, places.adds, shape) for j, each in enumerate(cuts)]
    return "\n".join([*steps, _all(k, sweep, places, signature, cuts, shape)])


def _arrays(signature: Signature) -> list[str]:
    return [f"in{g}" for g in range(len(signature.takes))] + [f"out{g}" for g in range(len(signature.gives))]


def _step(name: str, part: Part, signature: Signature, adds: bool, shape: Shape) -> str:
    f = Lanes(shape)
    uniform = Uniform(f, "%number")
    lanes = shape.lanes
    bases = {"kept": "%kept", "met": "%met", "passed": "%passed"}
    due: dict[Operand, list[int]] = {}
    for output, operand in enumerate(part.program.outputs):
        due.setdefault(operand, []).append(output)

    def load(i: int) -> str:
        room, index = part.reads[i]
        if room == "number":
            return uniform.load(index)
        return f.load(f"%in{index}" if room == "state" else f.at(bases[room], lanes * index))

    def stored(operand: Operand) -> None:
        for output in due.pop(operand, []):
            room, index = part.writes[output]
            value = body.value(operand)
            if room == "passed" and adds:
                value = f.op("fadd", f.load(f.at("%before", lanes * index)), value)
            f.store(value, f"%out{index}" if room == "answer" else f.at(bases[room], lanes * index))

    body = Body(f, part.program, load, stored)
    body.write()
    for operand in list(due):
        stored(operand)
    pointers = [*_arrays(signature), "number", "kept", "met"]
    named = ", ".join([*(f"ptr noalias nocapture %{p}" for p in pointers), "ptr %before", "ptr %passed"])
    head = [f"define internal void @{name}({named}) #0 {{", "entry:"]
    for room in ("angles", "sines", "cosines") if body.angles else ():
        head.append(f"  %{room} = alloca {shape.vector}, i64 {body.angles}, align {shape.bytes * lanes}")
    return "\n".join([*head, *f.lines, "  ret void", "}"])


def _all(k: int, sweep: Sweep, places: Slots, signature: Signature, cuts: Sequence[Cut], shape: Shape) -> str:
    f = Lanes(shape)
    outwards, start = sweep
    lanes, width, count, kept = shape.lanes, len(start), len(places.meets), max(each.kept for each in cuts)
    for j, x in enumerate(start):
        f.store(shape.const(x), f.at("%slots", lanes * (places.start * width + j)))
    f.do("br label %link")
    f.block("link")
    f.lines.append("  %k = phi i64 [ 0, %entry ], [ %next, %on ]")
    i = f.put("add i64 %k, 0" if outwards else f"sub i64 {count - 1}, %k")
    entry = f.put(f"mul i64 {i}, {1 + 3 * len(cuts[0].parts)}")

    def of_link(column: int) -> str:
        at = f.put(f"add i64 {entry}, {column}")
        return f.put(f"load i64, ptr {f.put(f'getelementptr i64, ptr @links, i64 {at}')}")

    def number_at(base: str, index: str, step: str | int) -> str:
        return f.at(base, f.put(f"mul i64 {index}, {step}"))

    kind = of_link(0)
    here = {name: number_at(f"%{name}", i, "%ldi" if name.startswith("in") else "%ldo") for name in _arrays(signature)}
    here["number"] = number_at("@numbers", i, row_width(cuts))
    here["kept"] = number_at("%kept", i, lanes * kept)
    for column, name in enumerate(("met", "before", "passed")):
        here[name] = number_at("%slots", of_link(1 + 3 * k + column), lanes * width)
    passed = ", ".join(f"ptr {name}" for name in here.values())
    others = " ".join(f"i64 {j}, label %kind{j}" for j in range(1, len(cuts)))
    f.do(f"switch i64 {kind}, label %kind0 [ {others} ]")
    for j in range(len(cuts)):
        f.block(f"kind{j}")
        f.do(f"call void @sweep{k}.kind{j}({passed})")
        f.do("br label %on")
    f.block("on")
    f.lines.append("  %next = add i64 %k, 1")
    f.do(f"br i1 {f.put(f'icmp ult i64 %next, {count}')}, label %link, label %exit")
    f.block("exit")
    f.do("ret void")
    arrays = ", ".join(f"ptr %{name}" for name in _arrays(signature))
    head = f"define internal void @sweep{k}({arrays}, i64 %ldi, i64 %ldo, ptr %kept, ptr %slots) #0 {{"
    return "\n".join([head, "entry:", *f.lines, "}"])
