"""The module of an iteration: as many rows under way as there are lanes.

    void iterate(i64 rows, ptr table, ptr same, i64 most, ptr scratch)

improves the rows of a table in place. A lane whose row is done takes the next one at once, so that no lane waits for
its neighbours; what a row becomes does not depend on them.
"""

from ...program import Iteration
from .lanes import Shape
from .module import finished
from .tile import tile


def iteration_module(iteration: Iteration, shape: Shape) -> tuple[str, int]:
    """The module as LLVM text, and how many numbers of scratch memory it needs."""
    body = tile(iteration.fused, iteration.signature, shape, "lanes", "step")
    functions = [body.text, _taken(iteration, shape), _loop(iteration, shape, body.scratch)]
    lanes = shape.lanes
    size = -(-body.scratch // 16) * 16 + lanes * (iteration.columns + iteration.state) + 2 * lanes * 8 // shape.bytes
    return finished(functions, shape.dtype), size + 64


def _taken(iteration: Iteration, shape: Shape) -> str:
    """The function that copies a row of the table into a lane of the block."""
    T, lanes = shape.number, shape.lanes
    return "\n".join(
        [
            "define internal void @taken(ptr %table, i64 %row, ptr %block, i64 %lane) #0 {",
            "entry:",
            f"  %off = mul i64 %row, {iteration.columns}",
            f"  %from = getelementptr {T}, ptr %table, i64 %off",
            f"  %to = getelementptr {T}, ptr %block, i64 %lane",
            "  br label %copy",
            "copy:",
            "  %k = phi i64 [ 0, %entry ], [ %k.next, %copy ]",
            f"  %a = getelementptr {T}, ptr %from, i64 %k",
            f"  %x = load {T}, ptr %a, align {shape.bytes}",
            f"  %k.off = mul i64 %k, {lanes}",
            f"  %b = getelementptr {T}, ptr %to, i64 %k.off",
            f"  store {T} %x, ptr %b, align {shape.bytes}",
            "  %k.next = add i64 %k, 1",
            f"  %more = icmp ult i64 %k.next, {iteration.columns}",
            "  br i1 %more, label %copy, label %done",
            "done:",
            "  ret void",
            "}",
        ]
    )


def _loop(iteration: Iteration, shape: Shape, scratch: int) -> str:
    T, lanes, m = shape.number, shape.lanes, iteration.state
    block = -(-scratch // 16) * 16
    new = block + lanes * iteration.columns
    counters = new + lanes * m
    counters += counters * shape.bytes % 8 // shape.bytes  # whole numbers of eight bytes
    return "\n".join(
        [
            "define void @iterate(i64 %rows, ptr %table, ptr %same, i64 %most, ptr %scratch) #1 {",
            "entry:",
            f"  %block = getelementptr {T}, ptr %scratch, i64 {block}",
            f"  %own = getelementptr {T}, ptr %block, i64 {lanes * m}",
            f"  %new = getelementptr {T}, ptr %scratch, i64 {new}",
            f"  %done.at = getelementptr {T}, ptr %new, i64 {lanes * (m - 1)}",
            f"  %row = getelementptr {T}, ptr %scratch, i64 {counters}",
            f"  %count = getelementptr i64, ptr %row, i64 {lanes}",
            "  %last = sub i64 %rows, 1",
            "  br label %fill",
            "fill:",  # lanes without a row of their own repeat the last one, and are never written back
            "  %f = phi i64 [ 0, %entry ], [ %f.next, %fill ]",
            "  %has = icmp ult i64 %f, %rows",
            "  %f.row = select i1 %has, i64 %f, i64 %last",
            "  call void @taken(ptr %table, i64 %f.row, ptr %block, i64 %f)",
            "  %f.own = select i1 %has, i64 %f, i64 -1",
            "  %f.at = getelementptr i64, ptr %row, i64 %f",
            "  store i64 %f.own, ptr %f.at, align 8",
            "  %f.count = getelementptr i64, ptr %count, i64 %f",
            "  store i64 0, ptr %f.count, align 8",
            "  %f.next = add i64 %f, 1",
            f"  %f.more = icmp ult i64 %f.next, {lanes}",
            "  br i1 %f.more, label %fill, label %steps",
            "steps:",
            f"  %next = phi i64 [ {lanes}, %fill ], [ %next.end, %stepped ]",
            "  %open = phi i64 [ %rows, %fill ], [ %open.end, %stepped ]",
            f"  call void @step(ptr %block, ptr %own, ptr %same, ptr %new, i64 {lanes}, i64 {lanes}, ptr %scratch)",
            f"  call void @llvm.memcpy.p0.p0.i64(ptr %block, ptr %new, i64 {lanes * m * shape.bytes}, i1 false)",
            "  br label %look",
            "look:",
            "  %l = phi i64 [ 0, %steps ], [ %l.next, %on ]",
            "  %next.here = phi i64 [ %next, %steps ], [ %next.on, %on ]",
            "  %open.here = phi i64 [ %open, %steps ], [ %open.on, %on ]",
            f"  %done.l = getelementptr {T}, ptr %done.at, i64 %l",
            f"  %done = load {T}, ptr %done.l, align {shape.bytes}",
            f"  %is.done = fcmp une {T} %done, {Shape(1, shape.dtype).const(0.0)}",
            "  %count.l = getelementptr i64, ptr %count, i64 %l",
            "  %count.old = load i64, ptr %count.l, align 8",
            "  %count.new = add i64 %count.old, 1",
            "  store i64 %count.new, ptr %count.l, align 8",
            "  %tired = icmp uge i64 %count.new, %most",
            "  %row.l = getelementptr i64, ptr %row, i64 %l",
            "  %r = load i64, ptr %row.l, align 8",
            "  %taken = icmp sge i64 %r, 0",
            "  %over = or i1 %is.done, %tired",
            "  %ends = and i1 %over, %taken",
            "  br i1 %ends, label %end, label %on, !prof !0",
            "end:",
            f"  %r.off = mul i64 %r, {iteration.columns}",
            f"  %r.to = getelementptr {T}, ptr %table, i64 %r.off",
            f"  %r.from = getelementptr {T}, ptr %block, i64 %l",
            "  br label %back",
            "back:",
            "  %k = phi i64 [ 0, %end ], [ %k.next, %back ]",
            f"  %k.off = mul i64 %k, {lanes}",
            f"  %k.from = getelementptr {T}, ptr %r.from, i64 %k.off",
            f"  %x = load {T}, ptr %k.from, align {shape.bytes}",
            f"  %k.to = getelementptr {T}, ptr %r.to, i64 %k",
            f"  store {T} %x, ptr %k.to, align {shape.bytes}",
            "  %k.next = add i64 %k, 1",
            f"  %k.more = icmp ult i64 %k.next, {m}",
            "  br i1 %k.more, label %back, label %written",
            "written:",
            "  %open.less = sub i64 %open.here, 1",
            "  %left = icmp ult i64 %next.here, %rows",
            "  %r.next = select i1 %left, i64 %next.here, i64 -1",
            "  store i64 %r.next, ptr %row.l, align 8",
            "  store i64 0, ptr %count.l, align 8",
            "  br i1 %left, label %refill, label %on",
            "refill:",
            "  call void @taken(ptr %table, i64 %next.here, ptr %block, i64 %l)",
            "  %next.more = add i64 %next.here, 1",
            "  br label %on",
            "on:",
            "  %next.on = phi i64 [ %next.here, %look ], [ %next.here, %written ], [ %next.more, %refill ]",
            "  %open.on = phi i64 [ %open.here, %look ], [ %open.less, %written ], [ %open.less, %refill ]",
            "  %l.next = add i64 %l, 1",
            f"  %l.more = icmp ult i64 %l.next, {lanes}",
            "  br i1 %l.more, label %look, label %stepped",
            "stepped:",
            "  %next.end = phi i64 [ %next.on, %on ]",
            "  %open.end = phi i64 [ %open.on, %on ]",
            "  %some = icmp ne i64 %open.end, 0",
            "  br i1 %some, label %steps, label %exit",
            "exit:",
            "  ret void",
            "}",
        ]
    )
