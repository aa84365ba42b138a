"""Listings read back: Python run as it is, C compiled, and small readers of the text, of MATLAB and of LaTeX."""

import ast
import math
import re
from functools import cache

import numpy as np

import linkwise
from linkwise.backends.listing import listing
from linkwise.calls.question_program import QuestionProgram

SPACE = {
    "sin": math.sin,
    "cos": math.cos,
    "sqrt": math.sqrt,
    "sign": lambda x: float(np.sign(x)),
    "exp": math.exp,
    "log": math.log,
    "minimum": lambda a, b: float(np.minimum(a, b)),
    "maximum": lambda a, b: float(np.maximum(a, b)),
}
"""The functions that expressions call."""


@cache
def asked(name, question):
    """The program of a question to a catalog robot, its signature and its listing."""
    task = QuestionProgram(linkwise.load(name).tree, (question,))
    return task.program, task.signature, listing(task.program, task.signature, title=task.title, prefix=name)


class _Squares(ast.NodeTransformer):
    """x**2 as x*x: `pow` of the C library may round a square differently."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow):
            assert node.right.value == 2
            return ast.copy_location(ast.BinOp(node.left, ast.Mult(), node.left), node)
        return node


def function_of(text, exact=True):
    """The one public function of a Python listing; `exact`: its squares round as the program's do."""
    module = ast.parse(text)
    public = [node.name for node in module.body if isinstance(node, ast.FunctionDef) and node.name not in SPACE]
    assert len(public) == 1
    for node in ast.walk(module):
        assert not isinstance(node, ast.Import)
        assert not isinstance(node, ast.ImportFrom) or node.module == "math"
    space = {}
    exec(compile(ast.fix_missing_locations(_Squares().visit(module)) if exact else module, "listing", "exec"), space)
    return space[public[0]]


def groups(takes, row):
    """A flat state as nested lists."""
    at, found = 0, []
    for port in takes:
        found.append(np.reshape(row[at : at + port.size], port.shape).tolist())
        at += port.size
    return found


def flat(result):
    if isinstance(result, list | tuple):
        return [x for part in result for x in flat(part)]
    return [] if result is None else [result]


def inputs_of(made, row):
    """The inputs of a listing by name."""
    return {made.page.plain(i): x for i, x in enumerate(row)}


def text_values(made, row):
    """All variables of a listing's text, and its results, which stand at the end as nested lists."""
    space = SPACE | inputs_of(made, row)
    body = made.text[made.text.index("Operations:") :].split("\n", 1)[1]
    statements = re.split(r"\n(?! )", body)
    names = [array.name.rstrip("_") for array in made.page.gives]
    results = [line for line in statements if " = " in line][-len(names) :] if names else []
    for line in statements:
        if " = " in line and line not in results:
            name, expression = line.split(" = ", 1)
            assert name not in space, f"{name} is defined twice"
            space[name] = _evaluated(expression, space)
    return [x for line in results for x in flat(_evaluated(line.split(" = ", 1)[1], space))]


def _evaluated(expression, space):
    tree = ast.parse(expression.strip(), mode="eval")
    return eval(compile(ast.fix_missing_locations(_Squares().visit(tree)), "line", "eval"), {"__builtins__": {}}, space)


def matlab_results(text, arguments):
    """What a MATLAB function file gives: assignments, indices from 1, and matrices in brackets."""
    code = "\n".join(line.split("%")[0] for line in re.sub(r"\.\.\.[ ]*\n", " ", text).splitlines())
    head = re.match(r"function (\[.*?\]|\w+) = \w+\(\s*(.*?)\s*\)\n", code)
    takes = [name.strip() for name in head[2].split(",") if name.strip()]
    space = dict(SPACE)
    for name, value in zip(takes, arguments, strict=True):
        array = np.array(value, dtype=float)
        space[name] = (lambda a: lambda *index: float(a[tuple(k - 1 for k in index)]))(array) if array.ndim else value
    body, *below = re.split(r"\nend(?=\n|$)\s*(?=function|$)", code[head.end() :])  # minimum and maximum stand below
    assert below
    for statement in re.split(r";(?![^\[]*\])", body):
        if statement.strip():
            name, expression = (part.strip() for part in statement.split("=", 1))
            space[name] = _matlab(expression, space)
    gives = re.findall(r"\w+", head[1])
    return [x for name in gives for x in np.ravel(space[name]).tolist()]


def _matlab(expression, space):
    if expression.startswith("["):
        rows = [row.split(",") for row in expression.strip("[] ").split(";")]
        return np.array([[_matlab(entry, space) for entry in row] for row in rows])
    if expression.startswith("zeros("):
        return np.zeros(tuple(int(k) for k in re.findall(r"\d+", expression)))
    assert "**" not in expression
    return _evaluated(expression.replace("^", "**"), space)


def latex_equations(text):
    """Name and right side of each equation of a document, broken lines joined."""
    found = []
    for block in re.findall(r"\\begin\{align\*\}(.*?)\\end\{align\*\}", text, re.DOTALL):
        for equation in block.replace("\\\\\n&\\quad{}", " ").strip().split("\\\\\n"):
            name, right = equation.split("&=")
            found.append((name.strip(), right.strip()))
    return found


def latex_value(right, known):
    """A right side with the known symbols, longest first, put in."""
    order = sorted(known, key=len, reverse=True)
    for k, symbol in enumerate(order):
        right = right.replace(symbol, f" <{k}> ")
    right = right.replace(r"\operatorname{sign}", "sign").replace(r"\sin", "sin").replace(r"\cos", "cos")
    for spelled, name in ((r"\exp", "exp"), (r"\ln", "log"), (r"\min", "minimum"), (r"\max", "maximum")):
        right = right.replace(spelled, name)
    right = re.sub(r"\^\{(-?\d+)\}", r"**\1", right)
    while r"\frac{1}{" in right or r"\sqrt{" in right:
        right = re.sub(r"\\frac\{1\}\{([^{}]*)\}", r"(1/(\1))", right)
        right = re.sub(r"\\sqrt\{([^{}]*)\}", r"sqrt(\1)", right)
    right = right.replace(r"\,", "*").replace(r"\cdot", "*")
    leftover = re.sub(rf"\b({'|'.join(SPACE)})\(|<\d+>|\d+(\.\d+)?|[-+*/(), ]", "", right)
    assert leftover == "", f"{leftover!r} is not known in {right!r}"
    return eval(re.sub(r"<(\d+)>", r"(v[\1])", right), SPACE | {"v": [known[symbol] for symbol in order]})
