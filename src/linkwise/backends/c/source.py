"""A program as C99: a self-contained source file and its header."""

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from ...errors import WriteError, shown
from ...program import Port, Program, Signature, count
from .entries import LANES, batch_head, single_head, tile_size
from .entries import batch as batch_function
from .entries import single as single_function
from .float_errors import FloatErrors, in_words
from .known_answers import known_answers
from .plan import Plan
from .selftest import selftest
from .sines import CHOICE, sincos
from .spelling import DOUBLE, FAST_FMA, FLOAT
from .steps import INLINE, functions


@dataclass(frozen=True, repr=False)
class CSource:
    """The texts of NAME.h and NAME.c; NAME is also the function's name.

    >>> CSource("/* h */", "/* c */\\n", "arm")
    CSource(arm: arm.h of 1 lines, arm.c of 1 lines)
    """

    header: str
    code: str
    name: str

    def __repr__(self) -> str:
        lines = [len(text.splitlines()) for text in (self.header, self.code)]
        return f"CSource({self.name}: {self.name}.h of {lines[0]} lines, {self.name}.c of {lines[1]} lines)"

    def write(self, folder: str | PathLike[str]) -> tuple[Path, Path]:
        """Write header and code into a folder, which is created if it does not exist; returns their paths.

        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     [path.name for path in CSource("/* h */", "/* c */", "arm").write(folder)]
        ['arm.h', 'arm.c']
        """
        try:
            there = Path(folder)
            there.mkdir(parents=True, exist_ok=True)
            paths = there / f"{self.name}.h", there / f"{self.name}.c"
            for path, text in zip(paths, (self.header, self.code), strict=True):
                path.write_text(text, encoding="ascii", newline="\n")
        except (OSError, TypeError, ValueError) as error:
            raise WriteError(
                f"{shown(self.name)} cannot be written into {shown(folder, 200)}: {error}.",
                "A folder with write access was expected.",
                "name another folder.",
            ) from None
        return paths


def source(
    program: Program,
    signature: Signature,
    *,
    prefix: str | None = None,
    batch: bool = True,
    states: Sequence[Sequence[float]] | None = None,
    errors: FloatErrors | None = None,
) -> CSource:
    """A program as C: NAME and NAME_f for doubles and floats, NAME_batch and NAME_batch_f unless `batch` is False.

    NAME is `prefix`_program, spelled in ASCII. The self-test runs `states`, each a row of all inputs; by default a few
    are chosen. The arrays of one state may overlap; those of a batch must not. The header states `errors`, of floats.

    >>> from linkwise.program import Port, Signature, trace
    >>> program = trace(lambda q: [q[0] * q[1]], {"q": 2}, "product")
    >>> made = source(program, Signature((Port("q", (2,)),), (Port("y", (1,)),)), prefix="my")
    >>> made.name, "void my_product_f(const float q[2], float y[1]);" in made.header
    ('my_product', True)
    """
    plan = Plan.of(program, signature, prefix)
    precisions = (DOUBLE, FLOAT)
    code = [_comment(plan, batch), f'#include "{plan.name}.h"\n\n#include <math.h>\n#include <stddef.h>\n']
    has_sines = any(step.op in ("sin", "cos") for step in plan.program.steps)
    code += [FAST_FMA, INLINE, *([CHOICE] if has_sines else []), *([LANES] if batch else [])]
    for precision in precisions:
        inner = functions(plan, precision)
        code += [sincos(f"{plan.name}_sincos{precision.ours}", precision)] if has_sines else []
        code += [function.text for function in inner]
        code += [single_function(plan, precision, inner)]
        code += [batch_function(plan, precision, inner)] if batch else []
    uniform = [port.uniform for port in signature.takes for _ in range(port.size)]
    answers = known_answers(plan.program, states, uniform)
    code += [selftest(plan, answers, batch and answers.one_batch)]
    return CSource(_header(plan, batch, errors), "\n".join(code), plan.name)


def _header(plan: Plan, batch: bool, errors: FloatErrors | None) -> str:
    guard = f"LINKWISE_{plan.name}_H"
    heads = [single_head(plan, precision) for precision in (DOUBLE, FLOAT)]
    heads += [batch_head(plan, precision) for precision in (DOUBLE, FLOAT)] if batch else []
    cpp = '#ifdef __cplusplus\nextern "C" {\n#endif\n', "#ifdef __cplusplus\n}\n#endif\n"
    parts = [
        _comment(plan, batch, in_words(plan, errors) if errors else []),
        f"#ifndef {guard}\n#define {guard}\n\n#include <stddef.h>\n",
        cpp[0],
    ]
    return "\n".join([*parts, *(f"{head};" for head in heads), "", cpp[1], f"#endif /* {guard} */\n"])


def _comment(plan: Plan, batch: bool, more: Sequence[str] = ()) -> str:
    """What the file computes, its cost, `more`; in identifiers and numbers only: names could end a comment."""
    cost, alive = count(plan.program), most_alive(plan.program)
    fused = sum(step.op in ("fma", "fms", "fnma") for step in plan.program.steps)
    lines = [f"{plan.name}({', '.join(plan.takes)}) -> {', '.join(plan.gives)}", ""]
    lines += [f"  in   {name}: {_shape(port)}{_sharing(port, batch)}" for name, port in plan.inputs]
    lines += [f"  out  {name}: {_shape(port)}" for name, port in plan.outputs]
    lines += ["", "Matrices are row-major. SI units, where the program has any. Functions ending in _f work on floats."]
    lines += ["The arrays of one state may overlap: all inputs are read before an output is written."]
    if batch:
        lines += ["A batch takes n states, one after the other in each array; its arrays must not overlap."]
    lines += [
        "",
        f"Operations: {cost.multiplications} multiplications, {cost.additions} additions ({fused} of each fused), "
        f"{cost.divisions} divisions,",
        f"  {cost.square_roots} square roots, {cost.signs} signs, {cost.sincos} pairs of sine and cosine"
        f"{cost.further}.",
        f"Stack of optimised code, estimated: {8 * (alive + len(plan.slots))} bytes for a state in doubles, "
        "half of it in floats" + (";" if batch else "."),
    ]
    lines += [f"  a batch at most {8 * (tile_size(plan) + alive)} bytes times LINKWISE_LANES."] if batch else []
    lines += [
        "No branches but for huge angles, no allocation, no state; needs libm. Not for -ffast-math.",
        "Batches become SIMD code at -O3.",
    ]
    lines += ["", *more] if more else []
    return "/* " + "\n".join(f"   {line}".rstrip() for line in lines).lstrip() + "\n\n   Made by linkwise. */\n"


def most_alive(program: Program) -> int:
    """The most values that are held at once; an output is gone as soon as it is stored.

    >>> from linkwise.program import trace
    >>> most_alive(trace(lambda x: (x[0] + x[1]) * (x[0] - x[1]), {"x": 2}))
    3
    """
    last_use: dict[int, int] = {}
    for i, step in program.numbered():
        for a in step.args:
            if isinstance(a, int):
                last_use[a] = i
    alive = most = sum(i in last_use for i in range(len(program.inputs)))
    for i, step in program.numbered():
        alive -= sum(last_use[a] == i for a in {a for a in step.args if isinstance(a, int)})
        alive += 1  # a result may take the place of an argument that is no longer needed
        most = max(most, alive)
        alive -= i not in last_use
    return most


def _sharing(port: Port, batch: bool) -> str:
    return ", the same for all states of a batch" if port.uniform and batch else ""


def _shape(port: Port) -> str:
    return " x ".join(map(str, port.shape)) if port.shape else "a number"
