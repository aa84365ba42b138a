"""A C function that answers a call which a frame describes, with the function of driver.py."""

from collections.abc import Iterator

from ...program import Port
from ..fast_calls import FrameEntry, FrameLayout
from .compiled_module import STREAM, CompiledModule
from .fast_entry import kept


def frame_entry(module: CompiledModule, layout: FrameLayout, otherwise: int) -> FrameEntry:
    """The function for a module, and its code."""
    spec = module.spec
    table, which = (module.code.address("batch"), otherwise), repr((spec.signature, spec.dtype, spec.layout, layout))
    code = kept("frame entry", f"{which} {module.memory}", table, lambda: "\n".join(_text(module, layout)))
    return FrameEntry(code.address("answered"), (module, code))


def _text(module: CompiledModule, at: FrameLayout) -> Iterator[str]:
    signature, columns = module.spec.signature, module.spec.layout == "columns"
    taken, given = (module.bytes * sum(port.size for port in side) for side in (signature.takes, signature.gives))
    first = signature.gives[0]
    yield f"""@outside = global [2 x ptr] zeroinitializer
declare ptr @malloc(i64)
declare void @free(ptr)
define ptr @answered(ptr %frame) {{
begin:
  %in = alloca ptr, i64 {len(signature.takes)}
  %out = alloca ptr, i64 {len(signature.gives)}
  %extension.at = getelementptr i8, ptr %frame, i64 {at.extension}
  %extension = load ptr, ptr %extension.at
  %stage.at = getelementptr i8, ptr %frame, i64 {at.stage}
  %stage = load i32, ptr %stage.at
  %is.usual = icmp eq ptr %extension, null
  br i1 %is.usual, label %usual, label %otherwise
usual:
  %is.asked = icmp eq i32 %stage, {at.execute}
  br i1 %is.asked, label %asked, label %nothing
nothing:
  ret ptr null
asked:
  %room = call ptr @malloc(i64 {module.memory + 64})
  %has.room = icmp ne ptr %room, null
  br i1 %has.room, label %read, label %otherwise
otherwise:
  %other = load ptr, ptr getelementptr (ptr, ptr @outside, i64 1)
  %said = call ptr %other(ptr %frame)
  ret ptr %said
read:"""
    yield from _places("in", signature.takes, at.takes, at)
    yield from _places("out", signature.gives, at.gives, at)
    # as CompiledModule.run decides whether answers go past the caches
    places = [f"%out{k}.number" for k in range(len(signature.gives))]
    yield f"""  %lengths.at = getelementptr i8, ptr %out0, i64 {at.lengths}
  %lengths = load ptr, ptr %lengths.at
  %count.at = getelementptr i64, ptr %lengths, i64 {len(first.shape) if columns else 0}
  %count = load i64, ptr %count.at
  %taken = mul i64 %count, {taken}
  %given = mul i64 %count, {given}
  %is.more = icmp ugt i64 %given, %taken
  %is.large = icmp uge i64 %given, {STREAM}
  %length = mul i64 %count, {module.bytes if columns else 64}
  %bits.0 = or i64 %length, 0"""
    for k, place in enumerate(places):
        yield f"  %bits.{k + 1} = or i64 %bits.{k}, {place}"
    yield f"""  %odd = and i64 %bits.{len(places)}, 63
  %is.even = icmp eq i64 %odd, 0
  %is.worth = and i1 %is.more, %is.large
  %streams = and i1 %is.worth, %is.even
  %stream = zext i1 %streams to i64
  %room.number = ptrtoint ptr %room to i64
  %room.after = add i64 %room.number, 63
  %room.line = and i64 %room.after, -64
  %memory = inttoptr i64 %room.line to ptr
  %batch = load ptr, ptr @outside
  call void %batch(i64 %count, i64 %count, ptr %in, ptr %out, i64 %stream, ptr %memory)
  call void @free(ptr %room)
  ret ptr null
}}"""


def _places(side: str, ports: tuple[Port, ...], offset: int, at: FrameLayout) -> Iterator[str]:
    """Where the arrays of a side are."""
    yield f"""  %{side}.at = getelementptr i8, ptr %frame, i64 {offset}
  %{side}.all = load ptr, ptr %{side}.at"""
    for k, _ in enumerate(ports):
        name = f"%{side}{k}"
        yield f"""  {name}.at = getelementptr ptr, ptr %{side}.all, i64 {k}
  {name} = load ptr, ptr {name}.at
  {name}.data.at = getelementptr i8, ptr {name}, i64 {at.data}
  {name}.data = load ptr, ptr {name}.data.at
  {name}.number = ptrtoint ptr {name}.data to i64
  {name}.to = getelementptr ptr, ptr %{side}, i64 {k}
  store ptr {name}.data, ptr {name}.to"""
