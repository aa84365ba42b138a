"""Seeded faults in source files: one small change of a function's text, applied to the running library.

A fault changes one place in the body of one function: a sign, a term, an order, an index, a bound, a digit. It is
applied by giving the functions that exist already the code of the changed text, so that it is met however they were
imported.
"""

import ast
import importlib
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

import linkwise

SOURCE = Path(linkwise.__file__).parent

WORDS = {"to_child": "to_parent", "to_parent": "to_child", "outward": "inward", "inward": "outward", "sin": "cos"}
WORDS |= {"cos": "sin", "ω": "v", "R": "T"}
"""Names that are taken for one another."""

DIGIT = 1e-9
"""How much a number is changed by, relative."""


class Fault(NamedTuple):
    """One change: the file below the library's folder, the function, the line, and what is done to which text."""

    file: str
    function: str
    line: int
    what: str
    text: str
    place: int
    variant: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.what} in `{self.text}`"


Change = Callable[[Any], ast.AST]


def changes(node: ast.AST) -> Iterator[tuple[str, Change]]:
    """What can be done to one node of a function's tree: a word for it, and the node that takes its place."""
    match node:
        case ast.BinOp(op=ast.Add() | ast.Sub() as op):
            other = ast.Sub() if isinstance(op, ast.Add) else ast.Add()
            yield "sign", lambda n: ast.BinOp(n.left, other, n.right)
            yield "term dropped", lambda n: n.left
            if isinstance(op, ast.Add):
                yield "other term dropped", lambda n: n.right
            else:
                yield "order", lambda n: ast.BinOp(n.right, n.op, n.left)
        case ast.BinOp(op=ast.Mult()):
            yield "factor dropped", lambda n: n.left
        case ast.BinOp(op=ast.Div()) | ast.BinOp(op=ast.MatMult()):
            yield "order", lambda n: ast.BinOp(n.right, n.op, n.left)
        case ast.UnaryOp(op=ast.USub()):
            yield "minus dropped", lambda n: n.operand
        case ast.Call(func=ast.Name(id="range"), args=[*_, last]) if last:
            yield "bound", lambda n: ast.Call(n.func, [*n.args[:-1], _less(n.args[-1])], n.keywords)
        case ast.Call(func=ast.Attribute(attr="cross" | "cross_force" | "dot"), args=[_]):
            yield "order", lambda n: ast.Call(ast.Attribute(n.args[0], n.func.attr, ast.Load()), [n.func.value], [])
        case ast.Call(args=[_, _, *_]):
            yield "arguments swapped", lambda n: ast.Call(n.func, [n.args[1], n.args[0], *n.args[2:]], n.keywords)
        case ast.Subscript(slice=ast.Name()) if isinstance(node.ctx, ast.Load):
            yield "index", lambda n: ast.Subscript(n.value, _less(n.slice), n.ctx)
        case ast.Subscript(slice=ast.Constant(value=int())) if isinstance(node.ctx, ast.Load):
            yield "index", lambda n: ast.Subscript(n.value, ast.Constant(1 - n.slice.value % 2), n.ctx)
        case ast.Attribute(attr="T", ctx=ast.Load()):
            yield "transposition dropped", lambda n: n.value
        case ast.Attribute(attr=name, ctx=ast.Load()) if name in WORDS:
            yield f"{name} → {WORDS[name]}", lambda n: ast.Attribute(n.value, WORDS[n.attr], n.ctx)
        case ast.Constant(value=float(x)) if x:
            yield "ninth digit", lambda n: ast.Constant(n.value * (1.0 + DIGIT))
        case ast.Compare(ops=[ast.Eq() | ast.NotEq() as op]):
            other = ast.NotEq() if isinstance(op, ast.Eq) else ast.Eq()
            yield "condition", lambda n: ast.Compare(n.left, [other], n.comparators)
        case ast.Compare(ops=[ast.Lt() | ast.LtE() as op]):
            other = ast.LtE() if isinstance(op, ast.Lt) else ast.Lt()
            yield "condition", lambda n: ast.Compare(n.left, [other], n.comparators)


def _less(node: ast.expr) -> ast.expr:
    return ast.BinOp(node, ast.Sub(), ast.Constant(1))


class Source:
    """A file of the library, and the faults that can be put into it."""

    def __init__(self, file: str):
        self.file, self.text = file, (SOURCE / file).read_text(encoding="utf-8")
        self.module = "linkwise." + file.removesuffix(".py").replace("/", ".")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    def faults(self) -> Iterator[Fault]:
        """All of them, in the order of the text."""
        for place, (function, node) in enumerate(_places(self.tree)):
            for variant, (what, _) in enumerate(changes(node)):
                text = " ".join((ast.get_source_segment(self.text, node) or "").split())
                yield Fault(self.file, function, node.lineno, what, text[:90], place, variant)

    def changed(self, fault: Fault) -> ast.Module:
        """The tree with the fault in it."""
        tree = deepcopy(self.tree)
        node = list(_places(tree))[fault.place][1]
        new = list(changes(node))[fault.variant][1](node)
        for parent in ast.walk(tree):
            for name, value in ast.iter_fields(parent):
                if value is node:
                    setattr(parent, name, new)
                elif isinstance(value, list) and any(one is node for one in value):
                    value[[one is node for one in value].index(True)] = new
        return ast.fix_missing_locations(tree)

    def unchanged(self, fault: Fault) -> bool:
        """Whether the text stays the same: two equal terms have changed places."""
        return ast.unparse(self.changed(fault)) == ast.unparse(self.tree)

    def apply(self, fault: Fault) -> None:
        """Put the fault into the library as it runs."""
        module = importlib.import_module(self.module)
        space = {"__name__": self.module, "__package__": module.__package__, "__file__": module.__file__}
        exec(compile(self.changed(fault), module.__file__, "exec"), space)
        ours, theirs = functions(vars(module), self.module), functions(space, self.module)
        if fault.function not in ours:
            raise LookupError(f"{fault}: no such function")
        for name, function in ours.items():
            function.__code__ = theirs[name].__code__


def _places(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """The nodes in the bodies of functions, each with the name of the outermost function."""
    for top in tree.body:
        for prefix, function in [("", top)] if not isinstance(top, ast.ClassDef) else _methods(top):
            if isinstance(function, ast.FunctionDef):
                for statement in function.body:
                    for node in _in_order(statement):
                        yield f"{prefix}{function.name}", node


def _methods(top: ast.ClassDef) -> list[tuple[str, ast.stmt]]:
    return [(f"{top.name}.", one) for one in top.body if getattr(one, "name", "") not in ("__repr__", "__str__")]


def _in_order(node: ast.AST) -> Iterator[ast.AST]:
    """A node and those below it, without annotations, messages of errors and assertions."""
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    yield node
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list", "ctx", "op", "ops"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _in_order(child)


def functions(space: dict[str, Any], module: str) -> dict[str, FunctionType]:
    """The functions a module defines, and the methods of its classes, by qualified name, without their wrappers."""
    found: dict[str, FunctionType] = {}
    for thing in space.values():
        if getattr(thing, "__module__", None) != module:
            continue
        for one in vars(thing).values() if isinstance(thing, type) else [thing]:
            plain = unwrapped(one)
            if plain is not None and plain.__module__ == module:
                found[plain.__qualname__] = plain
    return found


def unwrapped(thing: Any) -> FunctionType | None:
    """The function behind a property, a cache or a static method; None if there is none."""
    for name in ("fget", "func", "__func__", "__wrapped__"):
        inner = getattr(thing, name, None)
        if isinstance(inner, FunctionType):
            return inner
    return thing if isinstance(thing, FunctionType) else None


def chosen(files: list[str], count: int, seed: int) -> list[Fault]:
    """So many of all faults of some files, none from the same place."""
    every = [fault for file in files for fault in Source(file).faults()]
    picked: dict[tuple[str, int], Fault] = {}
    for fault in random.Random(seed).sample(every, len(every)):
        if Source(fault.file).unchanged(fault):
            continue
        picked.setdefault((fault.file, fault.place), fault)
        if len(picked) == count:
            break
    return list(picked.values())


def outermost(code: CodeType) -> str:
    """The name of the outermost function that a code object belongs to."""
    return code.co_qualname.partition(".<locals>")[0]
