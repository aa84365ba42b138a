"""The kernels a robot has made so far, and their keys."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from ..model import Model
    from .variant_family import VariantFamily


class AbstractKernel(ABC):
    """Something compiled for one robot: arrays in, answers out. If it `writes_out`, it takes the array to be filled."""

    __slots__ = ()
    writes_out: ClassVar[bool] = False

    @abstractmethod
    def __call__(self, *states: Any, **options: Any) -> Any:
        """The answers."""

    def function(self, fallback: "Callable[..., Any]", owner: Any, name: str, doc: str = "") -> "Callable[..., Any]":
        """A faster way to call it, which `owner` holds as `name` and which leaves to the fallback what it cannot do;
        the fallback itself if there is none."""
        return fallback


class AbstractOpenKernel(AbstractKernel):
    """A kernel that can leave numbers of its robot open, and takes those of each variant."""

    __slots__ = ()

    @abstractmethod
    def of_variant(
        self, tree: "Model", wrenches: tuple[str, ...] = (), frame: str | tuple[str, ...] | None = None
    ) -> AbstractKernel:
        """The kernel with the numbers of a variant, and with its frames on the same links."""


class KernelKey(NamedTuple):
    """What a kernel computes.

    `name` is the question, or a name chosen by the package that made the kernel; `wrenches` are the frames at which
    external wrenches act, `frame` is the frame, or the frames, the question is about; `options` hold whatever else
    distinguishes kernels: the columns of a regressor, say, or how rollouts were compiled; `base` says what is given of
    a base that moves.
    """

    name: str
    wrenches: tuple[str, ...] = ()
    frame: str | tuple[str, ...] | None = None
    options: Hashable = None
    base: tuple[str, ...] = ()


class KernelCache:
    """Kernels by what they answer; threads may share it. `family` is that of a robot made by changing another's
    payload or gravity: see `variant_family`.

    >>> cache = KernelCache()
    >>> len(cache), cache.get(KernelKey("mass_matrix"))
    (0, None)
    """

    def __init__(self, family: "VariantFamily | None" = None) -> None:
        self.family = family
        self._kernels: dict[KernelKey, AbstractKernel] = {}
        self.functions: dict[Hashable, Callable[..., Any]] = {}
        """Fast functions by the question, the frames of its wrenches, its frame, and what is given of a moving base."""

    def __len__(self) -> int:
        return len(self._kernels)

    def __contains__(self, key: KernelKey) -> bool:
        return key in self._kernels

    def __iter__(self) -> Iterator[KernelKey]:
        return iter(list(self._kernels))

    def __repr__(self) -> str:
        return f"KernelCache({', '.join(key.name for key in self)})"

    def get(self, key: KernelKey) -> AbstractKernel | None:
        """The kernel of a key, or None.

        >>> import linkwise
        >>> robot = linkwise.load("pendulum")
        >>> _ = robot.mass_matrix([0.0])
        >>> robot.kernels.get(KernelKey("mass_matrix"))
        Kernel(mass_matrix of 'pendulum': q(1) -> mass_matrix(1, 1))
        """
        return self._kernels.get(key)

    def get_or_make(
        self, key: KernelKey, make: Callable[[], AbstractKernel], latest: int | None = None
    ) -> AbstractKernel:
        """The kernel of a key, made if there is none yet; threads that ask at once all get the same one. With `latest`,
        only that many kernels of this name are kept.

        >>> import linkwise
        >>> robot = linkwise.load("pendulum")
        >>> make = lambda: robot.compile("mass_matrix")
        >>> kernel = robot.kernels.get_or_make(KernelKey("mine"), make)
        >>> kernel is robot.kernels.get_or_make(KernelKey("mine"), make)
        True
        """
        cached = self._kernels.get(key)
        if cached is None:
            kernel = make()
            if latest is not None:
                others = [other for other in list(self._kernels) if other.name == key.name]
                for old in others[: max(0, len(others) + 1 - latest)]:
                    self._kernels.pop(old, None)
            cached = self._kernels.setdefault(key, kernel)
        return cached

    def clear(self) -> None:
        """Forget all kernels; code that holds one can go on using it.

        >>> KernelCache().clear()
        """
        self._kernels.clear()
        self.functions.clear()
