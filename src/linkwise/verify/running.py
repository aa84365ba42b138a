"""One answer in three ways: by machine code, by the interpreter, by the plain formulation; and with 50 digits."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..calls.arrays import Array
from ..calls.direct import ask
from ..calls.kernel import Kernel
from ..calls.kernel_cache import KernelKey
from ..compare.agreement import relative_difference
from ..errors import MissingExtra, NoInertia
from ..formulations import QUESTIONS, answer_by, terms
from .law import Measurement
from .relative import largest, relative
from .sample import Sample

DIGITS = 50
"""Decimal digits of the reference arithmetic."""


def same_however_run(sample: Sample) -> Measurement:
    """How far the robot's answers are from the interpreted program and from the plain formulation, by question.

    >>> import linkwise
    >>> from linkwise.verify import sampled
    >>> bool(same_however_run(sampled(linkwise.load("pendulum"), 3)).figures.max() < 1e-14)
    True
    """
    questions, figures, times, interpreted = [], [], [], 0
    for question in filter(sample.compiled, QUESTIONS):
        sample.require_time()
        try:
            ours, others = _parts(sample.answer(question)), list(_other_ways(sample, question))
        except NoInertia:  # the law "mass matrix positive" reports that
            continue
        sizes = _terms(sample, question)
        figures.append(np.max([relative_difference(ours, other, sizes) for other in others], axis=0))
        times.append(sample.allowance(question))
        questions.append(question)
        interpreted += len(others) - 1
    detail = f"{len(questions)} questions, {interpreted} of them also by the interpreter"
    return Measurement(np.stack(figures, axis=1), np.stack(times, axis=1), (questions,), detail)


def _terms(sample: Sample, question: str) -> Sequence[Array | float]:
    """The sizes of the terms in an answer.

    J̇, ∂q̈/∂q and ∂q̈/∂q̇ may vanish although their terms, of the sizes of J q̇, q̈ and q̇, do not.
    """
    if question == "jacobian_dot":
        return [largest(sample.answer("jacobian")) * largest(sample.qd)]
    if question == "forward_dynamics_derivatives":
        return [largest(sample.answer("forward_dynamics")), largest(sample.qd), 0.0]
    return sample.sizes.terms(question)


def _other_ways(sample: Sample, question: str) -> Iterator[list[Array]]:
    """The same answer by the plain formulation, and by the interpreter if the robot has a compiled program."""
    robot, states = sample.robot, sample.states(question)
    frame = sample.frame if QUESTIONS[question].frame else None
    yield _parts(ask(robot.tree, question, states, frame=frame))
    kernel = robot.kernels.get(KernelKey(question, frame=frame))
    if isinstance(kernel, Kernel):
        yield _parts(Kernel(kernel.traceable, backend="interpreter")(*states))


def _parts(answer: Any) -> list[Array]:
    return list(answer) if isinstance(answer, tuple) else [answer]


def fifty_digits(sample: Sample) -> Measurement:
    """τ at the first state against the formulation run in 50-digit arithmetic, relative to the forces at the joints."""
    try:
        import mpmath  # type: ignore[import-untyped, unused-ignore]
    except ImportError:
        raise MissingExtra("arithmetic with 50 digits", "symbolic") from None
    tree, by = sample.robot.tree, answer_by("inverse_dynamics", None, sample.robot.tree)
    with mpmath.workdps(DIGITS):
        state = [[mpmath.mpf(x) for x in values[0].tolist()] for values in sample.states("inverse_dynamics")]
        q, qd, qdd = state
        true = terms.inverse_dynamics(tree, by, q, qd, qdd, {})
        ours = sample.answer("inverse_dynamics")[0].tolist()
        error = [float(abs(a - b)) for a, b in zip(ours, true, strict=True)]
        largest_force = float(max(map(abs, true)))
    digits = -np.log10(max(max(error) / largest_force, 10.0**-DIGITS)) if largest_force > 0.0 else DIGITS
    off = relative(np.array([error]), sample.driven[:1])
    return Measurement(off, axes=(sample.joints,), detail=f"{digits:.1f} digits of the largest torque are right")
