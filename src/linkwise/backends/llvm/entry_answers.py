"""The arrays that an entry from Python (entry.py) fills: new ones, or those the caller gives."""

from collections.abc import Sequence

from ...program import Port, Signature
from .lanes import Lanes
from .objects import (
    ALIGNED,
    CONTIGUOUS,
    ITEMS,
    LENGTH,
    WRITEABLE,
    all_hold,
    at,
    go_on,
    member,
    of_row,
    outside,
    require,
)


def made(f: Lanes, gives: Sequence[Port], places: str, dims: str) -> str:
    """New arrays for the answers; the array, or the arrays in a tuple of the result's type."""
    f.do("br i1 %is.one, label %make.all, label %make.batch")
    f.block("make.batch")
    f.do(f"call void {outside(f, 'copied_lengths')}(ptr %over, ptr {dims}, i32 %more)")
    f.do("br label %make.all")
    f.block("make.all")
    arrays: list[str] = []
    own, typenum = f.put(f"getelementptr i64, ptr {dims}, i32 %more"), of_row(f, "%kind", "typenum")
    kind = f.put(f"ptrtoint ptr {typenum} to i32")
    for k, port in enumerate(gives):
        for axis, length in enumerate(port.shape):
            f.do(f"store i64 {length}, ptr {at(f, own, axis, 'i64')}")
        nd = f.put(f"add i32 %more, {len(port.shape)}")
        arguments = f"ptr {outside(f, 'ndarray')}, i32 {nd}, ptr {dims}, i32 {kind}"
        new = f"call ptr {outside(f, 'new')}({arguments}, ptr null, ptr null, i32 0, i32 0, ptr null)"
        arrays.append(f.put(new))
        _unless(f, f.put(f"icmp eq ptr {arrays[-1]}, null"), f"made.{k}", arrays[:-1])
        f.do(f"store ptr {member(f, arrays[-1], 'data')}, ptr {at(f, places, k)}")
    if len(arrays) == 1:
        return arrays[0]
    result = f.put(f"call ptr {outside(f, 'alloc')}(ptr {outside(f, 'result')}, i64 {len(arrays)})")
    _unless(f, f.put(f"icmp eq ptr {result}, null"), "made.tuple", arrays)
    for k, array in enumerate(arrays):
        f.put(f"call i32 {outside(f, 'set_item')}(ptr {result}, i64 {k}, ptr {array})")
    return result


def _unless(f: Lanes, failed: str, label: str, made: list[str]) -> None:
    """Go on unless something failed; then release what was made, and return with the error Python has set."""
    f.do(f"br i1 {failed}, label %{label}.not, label %{label}")
    f.block(f"{label}.not")
    for array in made:
        f.do(f"call void {outside(f, 'decref')}(ptr {array})")
    f.do("ret ptr null")
    f.block(label)


def filled(f: Lanes, signature: Signature, places: list[str]) -> None:
    """The caller's arrays: contiguous, writeable, apart from all inputs and from each other."""
    arrays, descr = ["%out"], of_row(f, "%kind", "descr")
    if len(signature.gives) > 1:
        kind = member(f, "%out", "type")
        plain, named = (f.put(f"icmp eq ptr {kind}, {outside(f, which)}") for which in ("tuple", "result"))
        go_on(f, f.put(f"or i1 {plain}, {named}"), "fill.tuple")
        length = f.put(f"load i64, ptr {f.put(f'getelementptr i8, ptr %out, i64 {LENGTH}')}")
        go_on(f, f.put(f"icmp eq i64 {length}, {len(signature.gives)}"), "fill.each")
        items = f.put(f"getelementptr i8, ptr %out, i64 {ITEMS}")
        arrays = [f.put(f"load ptr, ptr {at(f, items, k)}") for k, _ in enumerate(signature.gives)]
    size = f.put(f"ptrtoint ptr {of_row(f, '%kind', 'size')} to i64")
    ends: list[tuple[str, str]] = []
    for k, port in enumerate(signature.takes):
        ends.append(_stretch(f, f.put(f"load ptr, ptr {at(f, places[0], k)}"), port, size))
    for k, (array, port) in enumerate(zip(arrays, signature.gives, strict=True)):
        flags = CONTIGUOUS | ALIGNED | WRITEABLE
        require(f, f"fill.{k}", array, port, "%more", descr, flags, "slow", "%over")
        data = member(f, array, "data")
        start, end = _stretch(f, data, port, size)
        apart = [
            f.put(f"or i1 {f.put(f'icmp uge i64 {start}, {last}')}, {f.put(f'icmp uge i64 {first}, {end}')}")
            for first, last in ends
        ]
        go_on(f, all_hold(f, apart), f"fill.{k}.apart")
        f.do(f"store ptr {data}, ptr {at(f, places[1], k)}")
        ends.append((start, end))


def _stretch(f: Lanes, data: str, port: Port, size: str) -> tuple[str, str]:
    """The addresses where a contiguous array begins and ends."""
    start, count = f.put(f"ptrtoint ptr {data} to i64"), "1" if port.uniform else "%many"
    length = f.put(f"mul i64 {f.put(f'mul i64 {count}, {port.size}')}, {size}")
    return start, f.put(f"add i64 {start}, {length}")
