"""The loop over steps and tiles, and the module that holds it.

    void rollout(i64 tiles, ptr blocks, ptr ended, ptr records, i64 slots, ptr same, ptr timed,
                 i64 first, i64 last, i64 every, i64 finish, double h, ptr scratch)

with `i64 period, i64 delay` at the end where forces are held, does the steps from `first` to `last` of all tiles, block
by block in place. `ended` holds −1 for each rollout under way, else twice the step at which it ended plus the reason.
States and outputs at the start of steps divisible by `every` (none if it is 0) go to the `slots` records of a tile one
after the other, with `finish` also those at the end.
"""

from ....program import Rollout
from ..lanes import Shape
from ..module import finished
from ..tile import tile
from . import explicit, implicit
from .look import look
from .sample import sample
from .writing import NAMES, SAMPLING, Rooms, Writing


def rollout_module(rollout: Rollout, shape: Shape) -> tuple[str, int]:
    """The module as LLVM text, and how many numbers of scratch memory it needs."""
    functions, scratch = [], 0
    for name, (program, signature) in rollout.programs.items():
        body = tile(program, signature, shape, "lanes", name)
        functions.append(body.text)
        scratch = max(scratch, -(-body.scratch // 16) * 16)
    rooms = Rooms(rollout, shape, scratch)
    by = implicit if rollout.tableau.implicit else explicit
    parts = {"step": by.step}
    parts |= {"enter": implicit.enter} if rollout.tableau.implicit else {}
    parts |= {"look": look} if rollout.watch is not None else {}
    parts |= {"sample": sample} if rollout.memory.holds else {}
    for name, write in parts.items():
        w = Writing(rollout, shape, rooms)
        write(w)
        functions.append(w.text(name, NAMES + SAMPLING if name == "sample" else NAMES))
    functions.append(_loop(rollout, shape, rooms))
    return finished(functions, shape.dtype), rooms.size


def _loop(rollout: Rollout, shape: Shape, rooms: Rooms) -> str:
    T, lanes, size = shape.number, shape.lanes, shape.bytes
    record, state = rollout.recorded * lanes, rollout.state * lanes
    rest = (record - state) * size
    looks = rollout.watch is not None
    always = looks and bool(rollout.reductions)
    at_end = NAMES.replace("%k", "%last")
    holds = rollout.memory.holds

    def kept(slot: str, name: str) -> list[str]:
        copies = [
            f"  %{name}.off = mul i64 {slot}, {record}",
            f"  %{name}.to = getelementptr {T}, ptr %record, i64 %{name}.off",
            f"  call void @llvm.memcpy.p0.p0.i64(ptr %{name}.to, ptr %block, i64 {state * size}, i1 false)",
        ]
        if looks:
            copies += [
                f"  %{name}.y = getelementptr {T}, ptr %{name}.to, i64 {state}",
                f"  call void @llvm.memcpy.p0.p0.i64(ptr %{name}.y, ptr %y, i64 {rest}, i1 false)",
            ]
        return copies

    return "\n".join(
        [
            "define void @rollout(i64 %tiles, ptr %blocks, ptr %every.ended, ptr %records, i64 %slots, ptr %same, "
            "ptr %timed, i64 %first, i64 %last, i64 %every, i64 %finish, double %h, ptr %scratch"
            f"{SAMPLING if holds else ''}) #1 {{",
            "entry:",
            f"  %y = getelementptr {T}, ptr %scratch, i64 {rooms.at['y']}",
            f"  %room = mul i64 %slots, {record}",
            "  %keeps = icmp ne i64 %every, 0",
            "  %divisor = select i1 %keeps, i64 %every, i64 1",
            "  %begins = icmp eq i64 %first, 0",
            "  %ends = icmp ne i64 %finish, 0",
            "  %any = icmp ult i64 %first, %last",
            "  br label %tiles.loop",
            "tiles.loop:",
            "  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]",
            f"  %block.off = mul i64 %i, {rollout.columns * lanes}",
            f"  %block = getelementptr {T}, ptr %blocks, i64 %block.off",
            f"  %ended.off = mul i64 %i, {lanes}",
            "  %ended = getelementptr i64, ptr %every.ended, i64 %ended.off",
            "  %record.off = mul i64 %i, %room",
            f"  %record = getelementptr {T}, ptr %records, i64 %record.off",
            "  br i1 %begins, label %enter, label %ready",
            "enter:",
            *([f"  call void @enter({NAMES.replace('%k', '0')})"] if rollout.tableau.implicit else []),
            "  br label %ready",
            "ready:",
            "  br i1 %any, label %steps, label %done",
            "steps:",
            "  %k = phi i64 [ %first, %ready ], [ %k.next, %on ]",
            "  %slot = phi i64 [ 0, %ready ], [ %slot.next, %on ]",
            *([f"  call void @sample({NAMES}{SAMPLING})"] if holds else []),
            *([f"  call void @look({NAMES})"] if always else []),
            "  %left = urem i64 %k, %divisor",
            "  %whole = icmp eq i64 %left, 0",
            "  %hit = and i1 %keeps, %whole",
            "  br i1 %hit, label %keep, label %on",
            "keep:",
            *([f"  call void @look({NAMES})"] if looks and not always else []),
            *kept("%slot", "kept"),
            "  %slot.more = add i64 %slot, 1",
            "  br label %on",
            "on:",
            "  %slot.next = phi i64 [ %slot, %steps ], [ %slot.more, %keep ]",
            f"  call void @step({NAMES})",
            "  %k.next = add i64 %k, 1",
            "  %k.more = icmp ult i64 %k.next, %last",
            "  br i1 %k.more, label %steps, label %done",
            "done:",
            "  %slot.end = phi i64 [ 0, %ready ], [ %slot.next, %on ]",
            "  br i1 %ends, label %end, label %next",
            "end:",
            *([f"  call void @sample({at_end}{SAMPLING})"] if holds else []),
            *([f"  call void @look({at_end})"] if looks else []),
            *kept("%slot.end", "last"),
            "  br label %next",
            "next:",
            "  %i.next = add i64 %i, 1",
            "  %i.more = icmp ult i64 %i.next, %tiles",
            "  br i1 %i.more, label %tiles.loop, label %exit",
            "exit:",
            "  ret void",
            "}",
        ]
    )
