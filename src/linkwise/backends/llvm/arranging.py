"""Arguments put in order, and the numbers of lists, as LLVM text; `gathering` fills in the words with a $."""

ARRANGED = """
; Arguments by position and by name in the order of the arrays, then `out` or null; whether all of the arrays are there,
; nothing twice and nothing else.
define i1 @arranged(ptr %args, i64 %nargs, ptr %kwnames, ptr %given, i64 %count, ptr %own.names) {
begin:
  %few = icmp ule i64 %nargs, %count
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
  %filled = icmp ugt i64 %i1, %count
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
  %known = icmp ule i64 %k, %count
  br i1 %known, label %compare, label %no
compare:
  %own.at = getelementptr ptr, ptr %own.names, i64 %k
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
  %last = icmp eq i64 %c, %count
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

UNPACKED = """
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

RELAYED = """
; Calls what `self` holds, which may be replaced meanwhile.
define ptr @relayed(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) {
begin:
  %offset = load i64, ptr $fallback
  %target.at = getelementptr i8, ptr %self, i64 %offset
  %target = load ptr, ptr %target.at
  %vectorcall = load ptr, ptr $vectorcall
  %answer = call ptr %vectorcall(ptr %target, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %answer
}
"""
