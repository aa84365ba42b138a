"""Listings read back: Python run as it is, and small readers of the text, of MATLAB and of LaTeX."""

import ast
import math
import re
from functools import cache

import numpy as np

import linkwise
from linkwise.backends.listing import listing
from linkwise.calls.question_program import QuestionProgram


def quiet(function):
    """A function of `math` that gives NaN where it would raise, as machines do."""

    def total(*args):
        try:
            return function(*args)
        except ValueError:
            return math.nan

    return total


def quotient(a, b):
    return a / b if b else math.copysign(math.inf, b) * a


SPACE = {
    "sin": quiet(math.sin),
    "cos": quiet(math.cos),
    "sqrt": quiet(math.sqrt),
    "sign": lambda x: float(np.sign(x)),
    "exp": lambda x: math.exp(x) if x < 709.0 or x != x else math.inf,
    "log": lambda x: -math.inf if x == 0.0 else quiet(math.log)(x),
    "abs": abs,
    "tanh": math.tanh,
    "atan2": math.atan2,
    "minimum": lambda a, b: a if a < b or a != a else b,
    "maximum": lambda a, b: a if a > b or a != a else b,
}
"""The functions that expressions call, for every float."""

MATLABS_OWN = {name: f for name, f in SPACE.items() if name not in ("minimum", "maximum")} | {"double": float}
"""The functions of MATLAB's that a listing may call; all others must be in its file."""


@cache
def asked(name, question):
    """The program of a question to a catalog robot, its signature and its listing."""
    question_program = QuestionProgram(linkwise.load(name).tree, (question,))
    return (
        question_program.program,
        question_program.signature,
        listing(question_program.program, question_program.signature, title=question_program.title, prefix=name),
    )


class _Squares(ast.NodeTransformer):
    """x**2 as x*x: `pow` of the C library may round a square differently."""

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Pow):
            assert node.right.value == 2
            return ast.copy_location(ast.BinOp(node.left, ast.Mult(), node.left), node)
        return node


class _Quiet(_Squares):
    """Divisions by zero are infinite, and comparisons outside a condition are numbers."""

    def visit_BinOp(self, node):
        node = super().visit_BinOp(node)
        return _call("quotient", node.left, node.right) if isinstance(node.op, ast.Div) else node

    def visit_Compare(self, node):
        self.generic_visit(node)
        return _call("float", node)


def _call(name, *args):
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


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
    tree = ast.fix_missing_locations(_Quiet().visit(ast.parse(expression.strip(), mode="eval")))
    own = {"quotient": quotient, "float": float}
    return eval(compile(tree, "line", "eval"), {"__builtins__": {}}, space | own)


def matlab_results(text, arguments):
    """What a MATLAB function file gives: assignments, indices from 1, matrices in brackets, functions below."""
    code = "\n".join(line.split("%")[0] for line in re.sub(r"\.\.\.[ ]*\n", " ", text).splitlines())
    head = re.match(r"function (\[.*?\]|\w+) = \w+\(\s*(.*?)\s*\)\n", code)
    takes = [name.strip() for name in head[2].split(",") if name.strip()]
    body, *below = re.split(r"\nend(?=\n|$)\s*(?=function|$)", code[head.end() :])
    assert below
    space = MATLABS_OWN | dict(_matlab_function(text) for text in below if text)
    for name, value in zip(takes, arguments, strict=True):
        array = np.array(value, dtype=float)
        space[name] = (lambda a: lambda *index: float(a[tuple(k - 1 for k in index)]))(array) if array.ndim else value
    for statement in re.split(r";(?![^\[]*\])", body):
        if statement.strip():
            name, expression = (part.strip() for part in statement.split("=", 1))
            space[name] = _matlab(expression, space)
    gives = re.findall(r"\w+", head[1])
    return [x for name in gives for x in np.ravel(space[name]).tolist()]


def _matlab_function(text):
    """A function that decides between two assignments, by its name."""
    form = r"function (\w+) = (\w+)\((.*)\)\n\s*if (.*)\n\s*\1 = (.*);\n\s*else\n\s*\1 = (.*);\n\s*end"
    _, name, takes, test, yes, no = re.fullmatch(form, text).groups()
    test = test.replace("||", "or").replace("&&", "and").replace("~=", "!=")
    return name, eval(f"lambda {takes}: {yes} if {test} else {no}", {"isnan": math.isnan})


def _matlab(expression, space):
    if expression.startswith("["):
        rows = [row.split(",") for row in expression.strip("[] ").split(";")]
        return np.array([[_matlab(entry, space) for entry in row] for row in rows])
    if expression.startswith("zeros("):
        return np.zeros(tuple(int(k) for k in re.findall(r"\d+", expression)))
    assert not re.search(r"\*\*|!=| if ", expression)
    return _evaluated(expression.replace("^", "**").replace("~=", "!="), space)


def latex_equations(text):
    """Name and right side of each equation of a document, broken lines joined."""
    found = []
    for block in re.findall(r"\\begin\{align\*\}(.*?)\\end\{align\*\}", text, re.DOTALL):
        for equation in block.replace("\\\\\n&\\quad{}", " ").strip().split("\\\\\n"):
            name, right = equation.split("&=")
            found.append((name.strip(), right.strip()))
    return found


WORDS = {
    r"\operatorname{sign}": "sign",
    r"\operatorname{atan2}": "atan2",
    r"\sin": "sin",
    r"\cos": "cos",
    r"\tanh": "tanh",
    r"\exp": "exp",
    r"\ln": "log",
    r"\min": "minimum",
    r"\max": "maximum",
    r"\lvert": "abs(",
    r"\rvert": ")",
    r"\,": "*",
    r"\cdot": "*",
}
"""LaTeX's words as Python's."""

RELATIONS = {"<": "less", r"\le": "less_equal", r"\ne": "not_equal"}
CASES = r"\\begin\{cases\} (.*?) & \\text\{if \} (.*?) \\\\ (.*?) & \\text\{otherwise\} \\end\{cases\}"
FUNCTIONS = SPACE | {
    "less": lambda a, b: float(a < b),
    "less_equal": lambda a, b: float(a <= b),
    "not_equal": lambda a, b: float(a != b),
    "choose": lambda test, a, b: a if test else b,
    "quotient": quotient,
}
"""What a right side calls once it is Python."""


def latex_value(right, known):
    """A right side with the known symbols, longest first, put in."""
    order = sorted(known, key=len, reverse=True)
    for k, symbol in enumerate(order):
        right = right.replace(symbol, f" «{k}» ")
    right = re.sub(CASES, r"choose([\2], \1, \3)", right)
    compared = r"\[([^\[\]]*) (<|\\le|\\ne) ([^\[\]]*)\]"
    while re.search(compared, right):
        right = re.sub(compared, lambda found: f"{RELATIONS[found[2]]}({found[1]}, {found[3]})", right)
    for spelled, name in WORDS.items():
        right = right.replace(spelled, name)
    right = re.sub(r"\^\{(-?\d+)\}", r"**\1", right)
    while r"\frac{1}{" in right or r"\sqrt{" in right:
        right = re.sub(r"\\frac\{1\}\{([^{}]*)\}", r"quotient(1, \1)", right)
        right = re.sub(r"\\sqrt\{([^{}]*)\}", r"sqrt(\1)", right)
    leftover = re.sub(rf"\b({'|'.join(FUNCTIONS)})\(|«\d+»|\d+(\.\d+)?|[-+*/(), ]", "", right)
    assert leftover == "", f"{leftover!r} is not known in {right!r}"
    return eval(re.sub(r"«(\d+)»", r"(v[\1])", right), FUNCTIONS | {"v": [known[symbol] for symbol in order]})
