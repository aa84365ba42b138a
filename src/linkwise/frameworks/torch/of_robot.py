"""`robot.torch`: the answer to a question as a function of PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ...calls.question_checks import Frames
from ...calls.thread_count import ThreadCount
from ...errors import MissingExtra
from ...formulations import Columns

if TYPE_CHECKING:
    from ...robot import Robot
    from .function import TorchFunction


def torch(
    robot: Robot,
    *questions: str,
    formulation: str | None = None,
    parameters: Sequence[str] = (),
    wrenches: Sequence[str] = (),
    frame: Frames = None,
    columns: Columns | None = None,
    base: Sequence[str] = (),
    packed: bool = False,
    threads: ThreadCount = None,
) -> TorchFunction:
    """One or several questions as a function of PyTorch: tensors in, tensors out, with our derivatives.

    The options are those of `robot.compile`. Tensors on the processor are answered by machine code, tensors on an
    NVIDIA GPU by CUDA kernels, both without copies if they are contiguous. Gradients of any order, `torch.func` and
    `torch.compile` work. See docs/torch.md.

    >>> import linkwise
    >>> from importlib.util import find_spec
    >>> robot = linkwise.load("pendulum")
    >>> weight = robot.torch("gravity_forces") if find_spec("torch") else robot.compile("gravity_forces")
    >>> print(weight)
    """
    if find_spec("torch") is None:
        raise MissingExtra("robot.torch", "torch")
    from .function import TorchFunction

    kernel = robot.compile(
        *questions,
        formulation=formulation,
        parameters=parameters,
        wrenches=wrenches,
        frame=frame,
        columns=columns,
        base=base,
        packed=packed,
    )
    return TorchFunction(kernel.traceable, threads)
