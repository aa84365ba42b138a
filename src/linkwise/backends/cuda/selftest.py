"""The part of a .cu file that tests it on the GPU: states with known answers, and a main function."""

from collections.abc import Sequence

from ..c.known_answers import SLACK, KnownAnswers
from ..c.literals import double
from ..c.plan import Plan
from ..c.selftest import table
from ..c.wrap import wrapped
from .source import PRECISIONS

_HEAD = """\
#ifdef LINKWISE_SELFTEST
/* Compile with -DLINKWISE_SELFTEST and run: 0 is returned where all answers are right. They were computed by the
   interpreter of linkwise, in doubles. */
#include <stdio.h>
#include <vector>

enum {{ {name}_states = {states} }};

/* How far an answer may be off, in units of the largest answer and of the precision's epsilon: {slack} times what
   roundings did to this program when it was run in single precision, for other machines round otherwise. */
static const double {name}_roundings = {roundings};
static const double {name}_largest = {largest};

"""

_TOOLS = """
template <class T> static T *{name}_given(const double *known, int size, bool uniform, bool columns)
{{
    const int states = uniform ? 1 : {name}_states;
    std::vector<T> numbers(size * states + 1);
    for (int s = 0; s < states; ++s)
        for (int k = 0; k < size; ++k)
            numbers[columns ? k * states + s : s * size + k] = (T)known[s * size + k];
    T *there = NULL;
    if (cudaMalloc(&there, numbers.size() * sizeof(T)) == cudaSuccess)
        cudaMemcpy(there, numbers.data(), numbers.size() * sizeof(T), cudaMemcpyHostToDevice);
    return there;
}}

template <class T> static T *{name}_room(int size)
{{
    T *there = NULL;
    if (cudaMalloc(&there, (size * {name}_states + 1) * sizeof(T)) == cudaSuccess)
        cudaMemset(there, 255, (size * {name}_states + 1) * sizeof(T));
    return there;
}}

template <class T> static double {name}_error(const T *there, const double *known, int size, bool columns)
{{
    std::vector<T> found(size * {name}_states);
    if (cudaMemcpy(found.data(), there, found.size() * sizeof(T), cudaMemcpyDeviceToHost) != cudaSuccess)
        return HUGE_VAL;
    double worst = 0.0;
    for (int s = 0; s < {name}_states; ++s)
        for (int k = 0; k < size; ++k) {{
            const double a = found[columns ? k * {name}_states + s : s * size + k];
            const double b = known[s * size + k];
            const double off = fabs(a - b) / {name}_largest;
            if (!(a == b || (a != a && b != b)))
                worst = fmax(worst, off == off ? off : HUGE_VAL);
        }}
    return worst;
}}

"""


def selftest(plan: Plan, answers: KnownAnswers, layouts: Sequence[str]) -> str:
    """The text of the self-test."""
    name, first_in, first_out = plan.name, 0, 0
    text = _HEAD.format(
        name=name,
        states=len(answers.inputs),
        roundings=double(answers.roundings),
        largest=double(answers.largest),
        slack=f"{SLACK:g}",
    )
    for array, port in plan.inputs:
        text += table(f"{name}_given_{array}", [row[first_in : first_in + port.size] for row in answers.inputs])
        first_in += port.size
    for array, port in plan.outputs:
        text += table(f"{name}_known_{array}", [row[first_out : first_out + port.size] for row in answers.outputs])
        first_out += port.size
    lines = ["int main(void)", "{", "    bool right = true;"]
    for layout in layouts:
        for dtype, precision in PRECISIONS.items():
            if dtype == "float64" or answers.fits_floats:
                lines += [f"    {line}" for line in _tried(plan, f"{layout}{precision.ours}", precision.type, layout)]
                most = f"{name}_roundings * {double(precision.epsilon)}"
                lines += [f"        const double most = {most};"]
                lines += [f'        printf("{name}_{layout}{precision.ours}: worst error %.2e of the largest output, "']
                lines += ['               "%.2e allowed\\n", worst, most);', "        right &= worst <= most;", "    }"]
    return text + _TOOLS.format(name=name) + "\n".join([*lines, "    return right ? 0 : 1;", "}", "#endif", ""])


def _tried(plan: Plan, kind: str, real: str, layout: str) -> list[str]:
    """A block, still open, that runs one function on the known states and has the worst error."""
    name, columns = plan.name, "true" if layout == "columns" else "false"
    lines = ["{"]
    for array, port in plan.inputs:
        uniform, known = "true" if port.uniform else "false", f"{name}_given_{array}" if port.size else "NULL"
        lines += [wrapped(f"    {real} *{array} = {name}_given<{real}>({known}, {port.size}, {uniform}, {columns});")]
    for array, port in plan.outputs:
        lines += [f"    {real} *{array} = {name}_room<{real}>({port.size});"]
    arrays = ", ".join([*plan.takes, *plan.gives])
    lines += [
        "    double worst = HUGE_VAL;",
        wrapped(f"    if ({name}_{kind}({name}_states, {arrays}, 0) == cudaSuccess)"),
    ]
    lines += ["        worst = 0.0;"]
    for array, port in plan.outputs:
        if port.size:
            known = f"{name}_known_{array}, {port.size}, {columns}"
            lines += [wrapped(f"    worst = fmax(worst, {name}_error<{real}>({array}, {known}));")]
    return [*lines, *(f"    cudaFree({array});" for array in (*plan.takes, *plan.gives))]
