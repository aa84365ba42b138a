"""Parts of the entry from Python, as LLVM text: arguments put in order, arrays and lists copied into one piece."""

from string import Template

from .objects import ITEMS, LENGTH, NAMES, OFFSETS, OUTSIDE, PRECISIONS, VALUE, place, row


def gathering(count: int) -> str:
    """The functions below, for a program that takes so many arrays."""
    words = {name: f"getelementptr (ptr, ptr @outside, i64 {k})" for k, name in enumerate(OUTSIDE)}
    words |= {dtype: row(dtype) for dtype in PRECISIONS}
    words |= {f"{name}_at": offset for name, offset in OFFSETS.items()}
    names = f"getelementptr (ptr, ptr @outside, i64 {NAMES})"
    text = ARRANGED + SHAPES + LISTS + GATHERED
    single = f"getelementptr (ptr, ptr @outside, i64 {place('float32')})"
    return Template(text).substitute(
        words, count=count, names=names, single=single, LENGTH=LENGTH, ITEMS=ITEMS, VALUE=VALUE
    )


ARRANGED = """
; Arguments by position and by name in the order of the arrays, then `out` or null; whether all of the arrays are there,
; nothing twice and nothing else.
define internal i1 @arranged(ptr %args, i64 %nargs, ptr %kwnames, ptr %given) {
begin:
  %few = icmp ule i64 %nargs, $count
  br i1 %few, label %fill, label %no
fill:
  %i = phi i64 [ 0, %begin ], [ %i1, %fill.next ]
  %positional = icmp ult i64 %i, %nargs
  br i1 %positional, label %fill.copy, label %fill.next
fill.copy:
  %from = getelementptr ptr, ptr %args, i64 %i
  %x = load ptr, ptr %from
  br label %fill.next
fill.next:
  %filling = phi ptr [ %x, %fill.copy ], [ null, %fill ]
  %to = getelementptr ptr, ptr %given, i64 %i
  store ptr %filling, ptr %to
  %i1 = add i64 %i, 1
  %filled = icmp ugt i64 %i1, $count
  br i1 %filled, label %named, label %fill
named:
  %none = icmp eq ptr %kwnames, null
  br i1 %none, label %check, label %names
names:
  %length.at = getelementptr i8, ptr %kwnames, i64 $LENGTH
  %length = load i64, ptr %length.at
  %items = getelementptr i8, ptr %kwnames, i64 $ITEMS
  br label %name
name:
  %j = phi i64 [ 0, %names ], [ %j1, %put ]
  %some = icmp ult i64 %j, %length
  br i1 %some, label %look, label %check
look:
  %word.at = getelementptr ptr, ptr %items, i64 %j
  %word = load ptr, ptr %word.at
  br label %search
search:
  %k = phi i64 [ 0, %look ], [ %k1, %other ]
  %known = icmp ule i64 %k, $count
  br i1 %known, label %compare, label %no
compare:
  %own.at = getelementptr ptr, ptr $names, i64 %k
  %own = load ptr, ptr %own.at
  %same = icmp eq ptr %own, %word
  br i1 %same, label %take, label %other
other:
  %k1 = add i64 %k, 1
  br label %search
take:
  %slot = getelementptr ptr, ptr %given, i64 %k
  %before = load ptr, ptr %slot
  %free = icmp eq ptr %before, null
  br i1 %free, label %put, label %no
put:
  %at = add i64 %nargs, %j
  %value.at = getelementptr ptr, ptr %args, i64 %at
  %value = load ptr, ptr %value.at
  store ptr %value, ptr %slot
  %j1 = add i64 %j, 1
  br label %name
check:
  %c = phi i64 [ 0, %named ], [ 0, %name ], [ %c1, %there ]
  %c.at = getelementptr ptr, ptr %given, i64 %c
  %last = icmp eq i64 %c, $count
  br i1 %last, label %out, label %checking
checking:
  %array = load ptr, ptr %c.at
  %has = icmp ne ptr %array, null
  br i1 %has, label %there, label %no
there:
  %c1 = add i64 %c, 1
  br label %check
out:
  %target = load ptr, ptr %c.at
  %the.none = load ptr, ptr $none
  %is.none = icmp eq ptr %target, %the.none
  %kept = select i1 %is.none, ptr null, ptr %target
  store ptr %kept, ptr %c.at
  ret i1 true
no:
  ret i1 false
}
"""

SHAPES = """
define internal i64 @product(ptr %lengths, i32 %axes) {
begin:
  br label %axis
axis:
  %k = phi i32 [ 0, %begin ], [ %k1, %next ]
  %product = phi i64 [ 1, %begin ], [ %times, %next ]
  %some = icmp slt i32 %k, %axes
  br i1 %some, label %next, label %end
next:
  %at = getelementptr i64, ptr %lengths, i32 %k
  %length = load i64, ptr %at
  %times = mul i64 %product, %length
  %k1 = add i32 %k, 1
  br label %axis
end:
  ret i64 %product
}

define internal i1 @alike(ptr %a, ptr %b, i32 %axes) {
begin:
  br label %axis
axis:
  %k = phi i32 [ 0, %begin ], [ %k1, %next ]
  %some = icmp slt i32 %k, %axes
  br i1 %some, label %next, label %yes
next:
  %a.at = getelementptr i64, ptr %a, i32 %k
  %b.at = getelementptr i64, ptr %b, i32 %k
  %x = load i64, ptr %a.at
  %y = load i64, ptr %b.at
  %same = icmp eq i64 %x, %y
  %k1 = add i32 %k, 1
  br i1 %same, label %axis, label %no
yes:
  ret i1 true
no:
  ret i1 false
}

define internal void @copied_lengths(ptr %from, ptr %to, i32 %axes) {
begin:
  br label %axis
axis:
  %k = phi i32 [ 0, %begin ], [ %k1, %next ]
  %some = icmp slt i32 %k, %axes
  br i1 %some, label %next, label %end
next:
  %from.at = getelementptr i64, ptr %from, i32 %k
  %to.at = getelementptr i64, ptr %to, i32 %k
  %length = load i64, ptr %from.at
  store i64 %length, ptr %to.at
  %k1 = add i32 %k, 1
  br label %axis
end:
  ret void
}

; The row of the precision of some arrays: float32 if one of them is.
define internal ptr @precision(ptr %arrays, i64 %count) {
begin:
  %ndarray = load ptr, ptr $ndarray
  %single = load ptr, ptr $single
  br label %each
each:
  %k = phi i64 [ 0, %begin ], [ %k1, %next ]
  %some = icmp ult i64 %k, %count
  br i1 %some, label %look, label %double
look:
  %at = getelementptr ptr, ptr %arrays, i64 %k
  %x = load ptr, ptr %at
  %type.at = getelementptr i8, ptr %x, i64 $type_at
  %type = load ptr, ptr %type.at
  %is.array = icmp eq ptr %type, %ndarray
  br i1 %is.array, label %array, label %next
array:
  %descr.at = getelementptr i8, ptr %x, i64 $descr_at
  %descr = load ptr, ptr %descr.at
  %is.single = icmp eq ptr %descr, %single
  br i1 %is.single, label %float, label %next
next:
  %k1 = add i64 %k, 1
  br label %each
float:
  ret ptr $float32
double:
  ret ptr $float64
}

; The axes of an array before its own; none for a list or tuple; -1 for anything else.
define internal i32 @batch_axes(ptr %x, i32 %own, ptr %descr, i32 %uniform) {
begin:
  %type.at = getelementptr i8, ptr %x, i64 $type_at
  %type = load ptr, ptr %type.at
  %ndarray = load ptr, ptr $ndarray
  %is.array = icmp eq ptr %type, %ndarray
  br i1 %is.array, label %array, label %other
array:
  %descr.at = getelementptr i8, ptr %x, i64 $descr_at
  %found = load ptr, ptr %descr.at
  %nd.at = getelementptr i8, ptr %x, i64 $nd_at
  %nd = load i32, ptr %nd.at
  %more = sub i32 %nd, %own
  %fits = icmp eq ptr %found, %descr
  %any = icmp eq i32 %uniform, 0
  %none = icmp eq i32 %more, 0
  %few = or i1 %any, %none
  %fine = and i1 %fits, %few
  %axes = select i1 %fine, i32 %more, i32 -1
  ret i32 %axes
other:
  %list = load ptr, ptr $list
  %tuple = load ptr, ptr $tuple
  %is.list = icmp eq ptr %type, %list
  %is.tuple = icmp eq ptr %type, %tuple
  %is.either = or i1 %is.list, %is.tuple
  %zero = select i1 %is.either, i32 0, i32 -1
  ret i32 %zero
}
"""

LISTS = """
; The numbers of a list or tuple of this length: floats, NumPy's too, and whole numbers. Whether there is nothing else.
define internal i1 @unpacked(ptr %x, ptr %numbers, i64 %count) {
begin:
  %overflow = alloca i32
  %type.at = getelementptr i8, ptr %x, i64 $type_at
  %type = load ptr, ptr %type.at
  %length.at = getelementptr i8, ptr %x, i64 $LENGTH
  %length = load i64, ptr %length.at
  %items.at = getelementptr i8, ptr %x, i64 $ITEMS
  %items.list = load ptr, ptr %items.at
  %list = load ptr, ptr $list
  %is.list = icmp eq ptr %type, %list
  %items = select i1 %is.list, ptr %items.list, ptr %items.at
  %float = load ptr, ptr $float
  %scalar = load ptr, ptr $float_scalar
  %int = load ptr, ptr $int
  %as.integer = load ptr, ptr $as_integer
  %right = icmp eq i64 %length, %count
  br i1 %right, label %each, label %no
each:
  %k = phi i64 [ 0, %begin ], [ %k1, %store ]
  %some = icmp ult i64 %k, %count
  br i1 %some, label %look, label %yes
look:
  %item.at = getelementptr ptr, ptr %items, i64 %k
  %item = load ptr, ptr %item.at
  %kind.at = getelementptr i8, ptr %item, i64 $type_at
  %kind = load ptr, ptr %kind.at
  %is.float = icmp eq ptr %kind, %float
  %is.scalar = icmp eq ptr %kind, %scalar
  %is.either = or i1 %is.float, %is.scalar
  br i1 %is.either, label %real, label %other
real:
  %value.at = getelementptr i8, ptr %item, i64 $VALUE
  %value = load double, ptr %value.at
  br label %store
other:
  %is.int = icmp eq ptr %kind, %int
  br i1 %is.int, label %whole, label %no
whole:
  %n = call i64 %as.integer(ptr %item, ptr %overflow)
  %over = load i32, ptr %overflow
  %small = icmp eq i32 %over, 0
  %rounded = sitofp i64 %n to double
  br i1 %small, label %store, label %no
store:
  %number = phi double [ %value, %real ], [ %rounded, %whole ]
  %to = getelementptr double, ptr %numbers, i64 %k
  store double %number, ptr %to
  %k1 = add i64 %k, 1
  br label %each
yes:
  ret i1 true
no:
  ret i1 false
}
"""

GATHERED = """
; Numbers some steps apart, along so many axes, copied to neighbouring places; the address after the last.
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
define internal ptr @gathered(ptr %x, ptr %room, i32 %axes, ptr %lead, i32 %core, ptr %own, ptr %row, i64 %size,
                              ptr %numbers) {
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
  %is.double = icmp eq ptr %row, $float64
  %may = and i1 %is.vector, %is.double
  br i1 %may, label %unpack, label %no
unpack:
  %count = load i64, ptr %own
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
"""
