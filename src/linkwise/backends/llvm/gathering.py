"""What the entry from Python does besides reading contiguous arrays, as LLVM text: it puts arguments in order
(arranging.py), and copies lists, arrays with gaps and arrays that broadcast into one piece.

These functions serve all entries. They are compiled once, without optimisation, which takes 2 ms instead of 40.
"""

from string import Template

from .arranging import ARRANGED, RELAYED, UNPACKED
from .lengths import LENGTHS
from .objects import ITEMS, LENGTH, MOST_AXES, OFFSETS, PORT, ROW, VALUE

OUTSIDE = ("ndarray", "list", "tuple", "float", "float_scalar", "int", "none", "as_integer", "vectorcall", "fallback")
"""What the table @outside holds: Python's and NumPy's types, None, the function that reads a whole
number and the one that calls; where `self` has its fallback, in bytes."""


def gathering() -> str:
    """The module of the functions."""
    words = {name: f"getelementptr (ptr, ptr @outside, i64 {k})" for k, name in enumerate(OUTSIDE)}
    words |= {f"{name}_at": str(offset) for name, offset in OFFSETS.items()}
    numbers = {"LENGTH": LENGTH, "ITEMS": ITEMS, "VALUE": VALUE, "ROW": len(ROW), "PORT": PORT, "MOST_AXES": MOST_AXES}
    numbers["size"] = ROW.index("size")
    table = f"@outside = global [{len(OUTSIDE)} x ptr] zeroinitializer"
    return table + Template(RELAYED + ARRANGED + UNPACKED + LENGTHS + GATHERED).substitute(words, **numbers)


GATHERED = """
; Copies numbers that lie apart, along each axis by its own step, side by side; gives the address after the last.
define internal ptr @copied(ptr %from, ptr %to, i32 %axes, ptr %lengths, ptr %steps, i64 %size) {
begin:
  %is.one = icmp eq i32 %axes, 0
  br i1 %is.one, label %number, label %axis
number:
  %after = getelementptr i8, ptr %to, i64 %size
  %is.double = icmp eq i64 %size, 8
  br i1 %is.double, label %double, label %float
double:
  %x = load i64, ptr %from, align 1
  store i64 %x, ptr %to, align 1
  ret ptr %after
float:
  %y = load i32, ptr %from, align 1
  store i32 %y, ptr %to, align 1
  ret ptr %after
axis:
  %length = load i64, ptr %lengths
  %step = load i64, ptr %steps
  %rest = sub i32 %axes, 1
  %lengths1 = getelementptr i64, ptr %lengths, i64 1
  %steps1 = getelementptr i64, ptr %steps, i64 1
  br label %each
each:
  %k = phi i64 [ 0, %axis ], [ %k1, %each ]
  %here = phi ptr [ %from, %axis ], [ %here1, %each ]
  %there = phi ptr [ %to, %axis ], [ %there1, %each ]
  %there1 = call ptr @copied(ptr %here, ptr %there, i32 %rest, ptr %lengths1, ptr %steps1, i64 %size)
  %here1 = getelementptr i8, ptr %here, i64 %step
  %k1 = add i64 %k, 1
  %some = icmp ult i64 %k1, %length
  br i1 %some, label %each, label %end
end:
  ret ptr %there1
}

@eight = internal constant i64 8

; An array or list of the shape `own`, repeated for the batch `lead`; the address after the last number, or null.
define internal ptr @gathered(ptr %x, ptr %room, i32 %axes, ptr %lead, i32 %core, ptr %own, i64 %size) {
begin:
  %lengths = alloca i64, i64 32
  %steps = alloca i64, i64 32
  %own.at = getelementptr i64, ptr %lengths, i32 %axes
  call void @copied_lengths(ptr %lead, ptr %lengths, i32 %axes)
  call void @copied_lengths(ptr %own, ptr %own.at, i32 %core)
  %all = add i32 %axes, %core
  %type.at = getelementptr i8, ptr %x, i64 $type_at
  %type = load ptr, ptr %type.at
  %ndarray = load ptr, ptr $ndarray
  %is.array = icmp eq ptr %type, %ndarray
  br i1 %is.array, label %array, label %list
array:
  %data.at = getelementptr i8, ptr %x, i64 $data_at
  %data = load ptr, ptr %data.at
  %nd.at = getelementptr i8, ptr %x, i64 $nd_at
  %nd = load i32, ptr %nd.at
  %dims.at = getelementptr i8, ptr %x, i64 $dims_at
  %dims = load ptr, ptr %dims.at
  %strides.at = getelementptr i8, ptr %x, i64 $strides_at
  %strides = load ptr, ptr %strides.at
  br label %align
list:
  %is.vector = icmp eq i32 %core, 1
  %is.double = icmp eq i64 %size, 8
  %may = and i1 %is.vector, %is.double
  br i1 %may, label %unpack, label %no
unpack:
  %count = load i64, ptr %own
  %numbers = alloca double, i64 %count
  %fine = call i1 @unpacked(ptr %x, ptr %numbers, i64 %count)
  br i1 %fine, label %align, label %no
align:
  %from = phi ptr [ %data, %array ], [ %numbers, %unpack ]
  %given = phi i32 [ %nd, %array ], [ 1, %unpack ]
  %given.lengths = phi ptr [ %dims, %array ], [ %own, %unpack ]
  %given.steps = phi ptr [ %strides, %array ], [ @eight, %unpack ]
  %missing = sub i32 %all, %given
  br label %each
each:
  %k = phi i32 [ 0, %align ], [ %k1, %put ]
  %some = icmp slt i32 %k, %all
  br i1 %some, label %look, label %copy
look:
  %j = sub i32 %k, %missing
  %is.missing = icmp slt i32 %j, 0
  br i1 %is.missing, label %put, label %compare
compare:
  %length.at = getelementptr i64, ptr %given.lengths, i32 %j
  %length = load i64, ptr %length.at
  %expected.at = getelementptr i64, ptr %lengths, i32 %k
  %expected = load i64, ptr %expected.at
  %same = icmp eq i64 %length, %expected
  br i1 %same, label %stepped, label %unit
stepped:
  %step.at = getelementptr i64, ptr %given.steps, i32 %j
  %step = load i64, ptr %step.at
  br label %put
unit:
  %is.unit = icmp eq i64 %length, 1
  %is.lead = icmp slt i32 %k, %axes
  %repeats = and i1 %is.unit, %is.lead
  br i1 %repeats, label %put, label %no
put:
  %put.step = phi i64 [ 0, %look ], [ %step, %stepped ], [ 0, %unit ]
  %put.at = getelementptr i64, ptr %steps, i32 %k
  store i64 %put.step, ptr %put.at
  %k1 = add i32 %k, 1
  br label %each
copy:
  %end = call ptr @copied(ptr %from, ptr %room, i32 %all, ptr %lengths, ptr %steps, i64 %size)
  ret ptr %end
no:
  ret ptr null
}

; The states of arrays that broadcast to the one with the most axes, 0 if they do not fit; in `found` the row of their
; precision, the lengths of the batch, and how many axes it has.
define i64 @measured(ptr %arrays, ptr %ports, i64 %count, ptr %rows, ptr %found) {
begin:
  %row = call ptr @precision(ptr %arrays, i64 %count, ptr %rows)
  %descr = load ptr, ptr %row
  store ptr %row, ptr %found
  br label %each
each:
  %k = phi i64 [ 0, %begin ], [ %k1, %fine ]
  %widest = phi i32 [ 0, %begin ], [ %wider, %fine ]
  %leader = phi ptr [ null, %begin ], [ %lead, %fine ]
  %some = icmp ult i64 %k, %count
  br i1 %some, label %look, label %end
look:
  %at = getelementptr ptr, ptr %arrays, i64 %k
  %x = load ptr, ptr %at
  %first = mul i64 %k, $PORT
  %port = getelementptr i64, ptr %ports, i64 %first
  %core = load i32, ptr %port
  %uniform.at = getelementptr i64, ptr %port, i64 1
  %uniform = load i32, ptr %uniform.at
  %axes = call i32 @batch_axes(ptr %x, i32 %core, ptr %descr, i32 %uniform)
  %few = icmp ult i32 %axes, $MOST_AXES
  br i1 %few, label %fine, label %no
fine:
  %more = icmp ugt i32 %axes, %widest
  %wider = select i1 %more, i32 %axes, i32 %widest
  %lead = select i1 %more, ptr %x, ptr %leader
  %k1 = add i64 %k, 1
  br label %each
end:
  %axes.at = getelementptr ptr, ptr %found, i64 2
  store i32 %widest, ptr %axes.at
  %is.one = icmp eq i32 %widest, 0
  br i1 %is.one, label %one, label %many
one:
  ret i64 1
many:
  %dims.at = getelementptr i8, ptr %leader, i64 $dims_at
  %dims = load ptr, ptr %dims.at
  %lead.at = getelementptr ptr, ptr %found, i64 1
  store ptr %dims, ptr %lead.at
  %product = call i64 @product(ptr %dims, i32 %widest)
  ret i64 %product
no:
  ret i64 0
}

; Copies of such arrays, one after the other; whether all have the right shape.
define i1 @assembled(ptr %arrays, ptr %ports, i64 %count, ptr %found, ptr %room, ptr %places) {
begin:
  %row = load ptr, ptr %found
  %size.at = getelementptr ptr, ptr %row, i64 $size
  %size = load i64, ptr %size.at
  %lead.at = getelementptr ptr, ptr %found, i64 1
  %lead = load ptr, ptr %lead.at
  %axes.at = getelementptr ptr, ptr %found, i64 2
  %axes = load i32, ptr %axes.at
  br label %each
each:
  %k = phi i64 [ 0, %begin ], [ %k1, %fine ]
  %to = phi ptr [ %room, %begin ], [ %end, %fine ]
  %some = icmp ult i64 %k, %count
  br i1 %some, label %look, label %yes
look:
  %place = getelementptr ptr, ptr %places, i64 %k
  store ptr %to, ptr %place
  %at = getelementptr ptr, ptr %arrays, i64 %k
  %x = load ptr, ptr %at
  %first = mul i64 %k, $PORT
  %port = getelementptr i64, ptr %ports, i64 %first
  %core = load i32, ptr %port
  %uniform.at = getelementptr i64, ptr %port, i64 1
  %uniform = load i32, ptr %uniform.at
  %lengths = getelementptr i64, ptr %port, i64 2
  %is.varied = icmp eq i32 %uniform, 0
  %over = select i1 %is.varied, i32 %axes, i32 0
  %end = call ptr @gathered(ptr %x, ptr %to, i32 %over, ptr %lead, i32 %core, ptr %lengths, i64 %size)
  %right = icmp ne ptr %end, null
  br i1 %right, label %fine, label %no
fine:
  %k1 = add i64 %k, 1
  br label %each
yes:
  ret i1 true
no:
  ret i1 false
}
"""
