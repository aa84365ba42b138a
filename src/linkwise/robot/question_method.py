"""Methods that become machine code: a question's method, as a robot has it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from types import MethodType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..backends import BACKENDS, default_backend

if TYPE_CHECKING:
    from ..calls.kernel_cache import AbstractKernel

Method = TypeVar("Method", bound=Callable[..., Any])


class QuestionMethod:
    """A method that each robot replaces by a faster function of the same name.

    When it is first looked up, the robot gets a function that goes on to the method; when the question's kernel has
    answered, that function goes straight to the kernel's machine code, for those too who have held it since before.
    """

    def __init__(self, method: Callable[..., Any]):
        functools.update_wrapper(cast(Any, self), method)
        self.method = method

    def __get__(self, robot: Any, owner: type | None = None) -> Any:
        if robot is None:
            return self.method
        bound, name = MethodType(self.method, robot), self.method.__name__
        if getattr(type(robot), name) is not self.method:
            return bound  # a subclass's own method comes first
        relay = BACKENDS[default_backend()].relay(bound, robot, name, self.text)
        if relay is None:
            return bound
        _, relay = robot._relays.setdefault(name, (bound, relay))  # threads that look it up at once get the same
        return vars(robot).setdefault(name, relay.function)

    def install(self, robot: Any, kernel: AbstractKernel) -> None:
        """Make the robot's function, and the one it had before, go straight to the kernel's machine code."""
        name = self.method.__name__
        bound, relay = robot._relays.pop(name, (None, None))
        if relay is not None:  # the first of several threads installs it
            fast = kernel.function(bound, robot, name, self.text)
            vars(robot)[name] = fast
            relay.replace(fast)

    @functools.cached_property
    def text(self) -> str:
        """The docstring, with the signature in front as Python's own functions have it."""
        parameters = list(inspect.signature(self.method).parameters.values())[1:]
        shown = inspect.Signature([each.replace(annotation=each.empty) for each in parameters])
        return f"{self.method.__name__}{shown}\n--\n\n{inspect.getdoc(self.method)}"


def question(method: Method) -> Method:
    """The method, as that of a question; type checkers see the method itself."""
    return cast(Method, QuestionMethod(method))
