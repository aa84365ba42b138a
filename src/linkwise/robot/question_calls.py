"""How a robot's methods reach machine code: the fast function of each form of call, made when it is first used."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..calls import thread_count
from ..calls.dispatch import answer
from ..calls.kernel_cache import KernelKey
from ..calls.question_checks import frame_names, hashable
from ..formulations import QUESTIONS
from .question_method import QuestionMethod

if TYPE_CHECKING:
    from collections.abc import Hashable

    from numpy.typing import ArrayLike

    from ..calls.direct import Base, Wrenches
    from ..calls.kernel_cache import KernelCache
    from ..calls.question_checks import Frames
    from ..calls.thread_count import ThreadCount
    from ..formulations import Columns, Reactions
    from ..model import Model


class AbstractQuestionCalls(ABC):
    """Asks questions about a tree of moving joints, with the kernels made so far."""

    @property
    @abstractmethod
    def tree(self) -> Model:
        """The model the formulations see: without fixed joints."""

    @property
    @abstractmethod
    def kernels(self) -> KernelCache:
        """The kernels of the questions asked so far."""

    @cached_property
    def _relays(self) -> dict[str, tuple[Any, Any]]:
        """The methods that were looked up and whose kernels have not answered yet."""
        return {}

    def _ask(
        self,
        question: str,
        states: tuple[ArrayLike, ...],
        formulation: str | None = None,
        *,
        wrenches: Wrenches = None,
        frame: Frames = None,
        columns: Columns | None = None,
        base: Base = None,
        reactions: Reactions | None = None,
        tree: Model | None = None,
        out: Any = None,
        threads: ThreadCount = None,
    ) -> Any:
        """The answer: by the fast function of these frames if there is one, else by the long way, which makes it. The
        tree is the robot's own unless fixed joints are to be joints."""
        if threads is not None:
            more = {"columns": columns, "base": base, "reactions": reactions, "tree": tree, "out": out}
            with thread_count.threads(threads):
                return self._ask(question, states, formulation, wrenches=wrenches, frame=frame, **more)
        if formulation is None and columns is None and (wrenches is None or type(wrenches) is dict):
            try:
                acting = () if wrenches is None else tuple(wrenches)
                about = tuple(frame) if type(frame) is list else frame
                if base is None and reactions is None:
                    fast = self.kernels.functions.get((question, acting, about))
                elif base is None or type(base) is dict:
                    moving = () if base is None else tuple(base)
                    fast = self.kernels.functions.get((question, acting, reactions or about, moving))
                else:
                    fast = None
            except TypeError:  # a frame that is not a name and cannot be hashed
                fast = None
            if fast is not None:
                given = states if wrenches is None else (*states, *wrenches.values())
                given = given if base is None else (*given, *base.values())
                return fast(*given) if out is None else fast(*given, out=out)
        beside: dict[str, Any] = {"wrenches": wrenches, "frame": frame, "columns": columns, "base": base, "out": out}
        model = self.tree if tree is None else tree
        result = answer(model, self.kernels, question, states, formulation, reactions=reactions, **beside)
        if formulation is None and columns is None:
            self._add_function(model, question, tuple(wrenches or ()), hashable(frame), tuple(base or ()), reactions)
        return result

    def _add_function(
        self,
        tree: Model,
        question: str,
        acting: tuple[str, ...],
        frame: str | tuple[str, ...] | None,
        moving: tuple[str, ...],
        reactions: Reactions | None,
    ) -> None:
        """Store the fast function of a kernel that has answered; what it cannot read takes the long way again."""
        name = frame_names(tree, frame) if QUESTIONS[question].frame else None
        kernel, count = (
            self.kernels.get(KernelKey(question, acting, name, reactions, moving)),
            len(QUESTIONS[question].takes),
        )
        if kernel is None:
            return  # the formulation itself answered, or the base's inputs came in another order

        def fallback(*given: Any, out: Any = None) -> Any:
            end = count + len(acting)
            beside: dict[str, Any] = {
                "wrenches": dict(zip(acting, given[count:end], strict=True)) or None,
                "base": dict(zip(moving, given[end:], strict=True)) or None,
                "frame": frame,
                "reactions": reactions,
            }
            return answer(tree, self.kernels, question, given[:count], out=out, **beside)

        fast = kernel.function(fallback, kernel, "__call__")
        about: Hashable = reactions or frame
        if fast is not fallback:
            key = (question, acting, about) if reactions is None and not moving else (question, acting, about, moving)
            self.kernels.functions[key] = fast
        method = next(vars(kind)[question] for kind in type(self).__mro__ if question in vars(kind))
        if not acting and about is None and not moving and isinstance(method, QuestionMethod):
            method.install(self, kernel)
