"""Functions on the precision and the lengths of arrays, as LLVM text; `gathering` fills in the words with a $."""

LENGTHS = """
define i64 @product(ptr %lengths, i32 %axes) {
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

define i1 @alike(ptr %a, ptr %b, i32 %axes) {
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

define void @copied_lengths(ptr %from, ptr %to, i32 %axes) {
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
define internal ptr @precision(ptr %arrays, i64 %count, ptr %rows) {
begin:
  %ndarray = load ptr, ptr $ndarray
  %single.row = getelementptr ptr, ptr %rows, i64 $ROW
  %single = load ptr, ptr %single.row
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
  ret ptr %single.row
double:
  ret ptr %rows
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
