"""The part of a generated file that tests it: states with known answers, and a main function."""

from ...program import Port
from .known_answers import SLACK, KnownAnswers
from .literals import double
from .plan import Plan
from .spelling import DOUBLE, FLOAT, Precision
from .wrap import wrapped

_HEAD = """\
#ifdef LINKWISE_SELFTEST
/* Compile with -DLINKWISE_SELFTEST and run: 0 is returned where all answers are right. They were computed by the
   interpreter of linkwise, in doubles. */
#include <stdio.h>

enum {{ {name}_states = {states} }};

/* How far an answer may be off, in units of the largest answer and of the precision's epsilon: {slack} times what
   roundings did to this program when it was run in single precision, for other machines round otherwise. */
static const double {name}_roundings = {roundings};
static const double {name}_largest = {largest};

"""

_ERROR = """\
static double {name}_error(double found, double known)
{{
    const double off = fabs(found - known) / {name}_largest;
    if (found == known || (found != found && known != known))
        return 0.0;
    return off == off ? off : HUGE_VAL;
}}

"""

_MAIN = """\
int main(void)
{{
{checks}
    return {verdict} ? 0 : 1;
}}
#endif
"""


def selftest(plan: Plan, answers: KnownAnswers, batch: bool) -> str:
    """The C text of the self-test."""
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
    text += "\n" + (_ERROR.format(name=name) if any(port.size for _, port in plan.outputs) else "")
    tried = [DOUBLE, FLOAT] if answers.fits_floats else [DOUBLE]
    text += "".join(_worst(plan, precision, batch) for precision in tried)
    checks = [] if answers.fits_floats else ["    /* Values of this program are too large for floats: not tried. */"]
    for precision in tried:
        worst = f"worst{precision.ours}"
        checks += [f"    const double {worst} = {name}_worst{precision.ours}();"]
        checks += [f"    const double most{precision.ours} = {name}_roundings * {double(precision.epsilon)};"]
    for precision in tried:
        message = f'"{name}{precision.ours}: worst error %.2e of the largest output, %.2e allowed\\n"'
        checks += [f"    printf({message}, worst{precision.ours}, most{precision.ours});"]
    verdict = " && ".join(f"worst{p.ours} <= most{p.ours}" for p in tried)
    return text + _MAIN.format(checks="\n".join(checks), verdict=verdict)


def table(name: str, rows: list[tuple[float, ...]]) -> str:
    """A static array of numbers; nothing where rows are empty."""
    if not rows[0]:
        return ""
    lines = ",\n".join(wrapped("    " + ", ".join(double(x) for x in row)) for row in rows)
    return f"static const double {name}[{len(rows) * len(rows[0])}] = {{\n{lines}\n}};\n"


def _worst(plan: Plan, precision: Precision, batch: bool) -> str:
    """The function that runs every state alone, and all of them as a batch, and returns the largest error."""
    name, real = plan.name, precision.type
    lines = ["double worst = 0.0;"]
    for array, port in (*plan.inputs, *plan.outputs):
        lines += [f"static {real} {array}[{port.size} * {name}_states];"] if port.size else []
    for array, port in plan.inputs:
        if port.size:
            lines += [f"for (size_t j = 0; j < {port.size} * {name}_states; ++j)"]
            lines += [f"    {array}[j] = ({real}){name}_given_{array}[j];"]
    every = [*plan.inputs, *plan.outputs]
    row = ", ".join(_argument(array, port, f" + lane * {port.size}") for array, port in every)
    lines += [f"for (size_t lane = 0; lane < {name}_states; ++lane)", f"    {name}{precision.ours}({row});"]
    lines += _compared(plan)
    if batch:
        whole = ", ".join([f"{name}_states", *(_argument(array, port, "") for array, port in every)])
        for array, port in plan.outputs:
            lines += _forgotten(array, port, name)
        lines += [f"{name}_batch{precision.ours}({whole});", *_compared(plan)]
    body = "\n".join(f"    {line}" for line in [*lines, "return worst;"])
    return f"static double {name}_worst{precision.ours}(void)\n{{\n{body}\n}}\n\n"


def _argument(array: str, port: Port, offset: str) -> str:
    return f"{array}{offset}" if port.size else "NULL"


def _forgotten(array: str, port: Port, name: str) -> list[str]:
    """Loops that overwrite an output with NaN, so that the batch cannot pass with what the single calls left there."""
    return [f"for (size_t j = 0; j < {port.size} * {name}_states; ++j)", f"    {array}[j] = NAN;"] if port.size else []


def _compared(plan: Plan) -> list[str]:
    """Loops that compare every output with its known value."""
    lines = []
    for array, port in plan.outputs:
        if port.size:
            lines += [f"for (size_t j = 0; j < {port.size} * {plan.name}_states; ++j)"]
            lines += [f"    worst = fmax(worst, {plan.name}_error({array}[j], {plan.name}_known_{array}[j]));"]
    return lines
