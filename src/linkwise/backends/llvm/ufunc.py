"""The inner loop of a NumPy generalized ufunc.

    void loop(char **args, npy_intp const *dims, npy_intp const *steps, void *)

State after state, each gathered by its strides, so that any view of any array will do.
"""

from ...program import Port, Signature
from .lanes import Lanes, Shape


def loop(signature: Signature, shape: Shape) -> str:
    """The text of the function; it calls @one."""
    f = Lanes(shape)
    ports = [*signature.takes, *signature.gives]
    rooms = [f.put(f"alloca {shape.number}, i64 {max(port.size, 1)}, align 64") for port in ports]
    count = f.put("load i64, ptr %dims")
    bases = [f.put(f"load ptr, ptr {f.put(f'getelementptr ptr, ptr %args, i64 {g}')}") for g in range(len(ports))]
    outer = [_step(f, g) for g in range(len(ports))]
    inner, at = [], len(ports)
    for port in ports:
        inner.append([_step(f, at + axis) for axis in range(len(port.shape))])
        at += len(port.shape)
    f.do(f"br i1 {f.put(f'icmp sgt i64 {count}, 0')}, label %states, label %exit")
    f.block("states")
    f.lines.append("  %i = phi i64 [ 0, %begin ], [ %next, %done ]")
    here = [
        f.put(f"getelementptr i8, ptr {base}, i64 {f.put(f'mul i64 %i, {step}')}")
        for base, step in zip(bases, outer, strict=True)
    ]
    block = "states"
    for g in range(len(signature.takes)):
        block = _copy(f, ports[g], here[g], inner[g], rooms[g], f"take{g}", block, True)
    f.do(f"call void @one({', '.join(f'ptr {room}' for room in rooms)})")
    for g in range(len(signature.takes), len(ports)):
        block = _copy(f, ports[g], here[g], inner[g], rooms[g], f"give{g}", block, False)
    f.do("br label %done")
    f.block("done")
    f.lines.append("  %next = add i64 %i, 1")
    f.do(f"br i1 {f.put(f'icmp slt i64 %next, {count}')}, label %states, label %exit")
    f.block("exit")
    f.do("ret void")
    head = "define void @loop(ptr %args, ptr %dims, ptr %steps, ptr %data) #1 {"
    return "\n".join([head, "begin:", *f.lines, "}"])


def _step(f: Lanes, k: int) -> str:
    return f.put(f"load i64, ptr {f.put(f'getelementptr i64, ptr %steps, i64 {k}')}")


def _copy(f: Lanes, port: Port, base: str, steps: list[str], room: str, name: str, before: str, inwards: bool) -> str:
    """Copy one state of an array between its place and a contiguous one: a loop over its flat index."""
    kind = f"{f.shape.number}"
    f.do(f"br label %{name}")
    f.block(name)
    f.lines.append(f"  %{name}.k = phi i64 [ 0, %{before} ], [ %{name}.next, %{name} ]")
    rest, offset = f"%{name}.k", "0"
    for axis in reversed(range(len(port.shape))):
        index = f.put(f"urem i64 {rest}, {port.shape[axis]}")
        rest = f.put(f"udiv i64 {rest}, {port.shape[axis]}")
        offset = f.put(f"add i64 {offset}, {f.put(f'mul i64 {index}, {steps[axis]}')}")
    there = f.put(f"getelementptr i8, ptr {base}, i64 {offset}")
    mine = f.put(f"getelementptr {kind}, ptr {room}, i64 %{name}.k")
    source, target = (there, mine) if inwards else (mine, there)
    f.do(f"store {kind} {f.put(f'load {kind}, ptr {source}')}, ptr {target}")
    f.lines.append(f"  %{name}.next = add i64 %{name}.k, 1")
    f.do(f"br i1 {f.put(f'icmp ult i64 %{name}.next, {port.size}')}, label %{name}, label %{name}.end")
    f.block(f"{name}.end")
    return f"{name}.end"
