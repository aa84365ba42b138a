"""Long robots on a base that moves: the loops of the same robot on six more joints, which are moved as the base is.

The joints are three slides and turns about z, y and x, all at 0, so that the base's axes are those of the world. There
(ẋ, ẏ, ż) is v_0 and (ẍ, ÿ, z̈) is v̇_0, rates of the turns are (ω_z, ω_y, ω_x), and ω̇ is found from

    ω̇_x = φ̈_x − φ̇_z φ̇_y,    ω̇_y = φ̈_y + φ̇_z φ̇_x,    ω̇_z = φ̈_z − φ̇_y φ̇_x.

Gravity as seen from the base is an acceleration of it: a loop has the robot's own.
"""

from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...algebra import Inertia
from ...errors import shown
from ...formulations import BASE_INPUTS, QUESTIONS, Reactions
from ...model import Model, rewrite
from ..answers import answered
from ..arrays import Array, batch_shape
from ..checks import numbers, real
from ..kernel_cache import AbstractOpenKernel
from .kernel import LongKernel


class MovingKernel(AbstractOpenKernel):
    """One question to a long robot on a base of which `base` is given; answers are those of the robot's own joints.

    >>> import linkwise
    >>> robot = linkwise.load("planar2r")
    >>> lifted = MovingKernel(robot.tree, "gravity_forces", base=("gravity",))
    >>> lifted([0.0, 0.0], [0.0, -1.62, 0.0]).round(3)
    array([6.917, 3.062])
    >>> robot.with_gravity([0.0, -1.62, 0.0]).gravity_forces([0.0, 0.0]).round(3)
    array([6.917, 3.062])
    """

    def __init__(
        self,
        tree: Model,
        question: str,
        *,
        base: tuple[str, ...],
        wrenches: tuple[str, ...] = (),
        reactions: Reactions | None = None,
        backend: str | None = None,
        opened: bool = False,
    ):
        self.tree, self.question, self.wrenches, self.base = tree, question, wrenches, base
        self.reactions = (reactions or Reactions.of(tree)) if QUESTIONS[question].reactions else None
        self.backend, self.opened = backend, opened
        self._moved_tree = _on_joints(tree)
        self._kernels: dict[tuple[str, bool, bool, bool], LongKernel] = {}
        self._family: MovingKernel | None = None

    def of_variant(
        self, tree: Model, wrenches: tuple[str, ...] = (), frame: str | tuple[str, ...] | None = None
    ) -> "MovingKernel":
        """An opened kernel with the numbers of a variant, pushed at frames on the same links.

        >>> import linkwise
        >>> arm = linkwise.load("pendulum")
        >>> kernel = MovingKernel(arm.tree, "gravity_forces", base=("acceleration",), opened=True)
        >>> kernel.of_variant(arm.with_gravity([0.0, 0.0, -1.62]).tree)([1.5707963267948966], [0.0] * 6).round(9)
        array([0.81])
        """
        variant = copy(self)
        variant.tree, variant._moved_tree, variant._kernels, variant._family = tree, _on_joints(tree), {}, self
        variant.wrenches = wrenches
        return variant

    def __repr__(self) -> str:
        return f"MovingKernel({self.question} of {shown(self.tree.name)})"

    def __call__(self, *given: ArrayLike, **options: Any) -> Any:
        """The answers to states of shape (…, n), wrenches and what is given of the base."""
        row, n = QUESTIONS[self.question], self.tree.n
        single = all(getattr(x, "dtype", None) == np.float32 for x in given)
        count, end = len(row.takes), len(row.takes) + len(self.wrenches)
        arrays = {
            name: real(name, x, n, "one entry per joint") for name, x in zip(row.takes, given[:count], strict=True)
        }
        for name, x in zip(self.wrenches, given[count:end], strict=True):
            arrays[f"wrench at {shown(name)}"] = numbers(f"wrench at {shown(name)}", x, (6,), "moment, force")
        for name, x in zip(self.base, given[end:], strict=True):
            arrays[f"base_{name}"] = numbers(f"the base's {name}", x, *_expected(name))
        batch = batch_shape(arrays)
        each = [np.broadcast_to(x, (*batch, x.shape[-1])) for x in arrays.values()]
        moving = dict(zip(self.base, each[end:], strict=True))
        answer = getattr(self, f"_{self.question}")(*each[:count], each[count:end], self._motion(moving, batch))
        if not row.parts:
            return np.asarray(answer, np.float32) if single else answer
        return answered(row.parts, tuple(x.astype(np.float32) if single else x for x in answer))

    # ---- the base's motion as that of joints ------------------------------------------------------------------------

    def _motion(self, base: dict[str, Array], batch: tuple[int, ...]) -> tuple[Array, Array]:
        """Rates and accelerations of the six joints."""
        zero, g = np.zeros((*batch, 6)), np.array(self.tree.gravity.components, float)
        (ω, v), (ωd, vd) = (np.split(base.get(name, zero), 2, axis=-1) for name in ("velocity", "acceleration"))
        vd = vd - (base["gravity"] - g) if "gravity" in base else vd
        x, y, z = np.moveaxis(ω, -1, 0)
        turning = np.stack([ωd[..., 2] + y * x, ωd[..., 1] - z * x, ωd[..., 0] + z * y], axis=-1)
        return np.concatenate([v, ω[..., ::-1]], axis=-1), np.concatenate([vd, turning], axis=-1)

    def _moved(
        self, question: str, q: Array, rates: tuple[Array, ...], base: tuple[Array, ...], press: list[Array]
    ) -> Any:
        """The answer of the robot on the joints; without friction where the question is about the bias."""
        bias = question == "bias_forces"
        kernel = self._kernel("inverse_dynamics" if bias else question, moved=True, bare=bias, press=bool(press))
        states = [
            np.concatenate([six, x], axis=-1)
            for six, x in zip((np.zeros_like(base[0]), *base), (q, *rates), strict=False)
        ]
        return kernel(*states, *press)

    def _kernel(self, question: str, *, moved: bool, bare: bool = False, press: bool) -> LongKernel:
        key = question, moved, bare, press
        if key not in self._kernels:
            tree = self._moved_tree if moved else self.tree
            tree = rewrite.without_friction(tree) if bare else tree
            wrenches = self.wrenches if press else ()
            if self._family is not None:
                family = self._family._kernel(question, moved=moved, bare=bare, press=press)
                return self._kernels.setdefault(key, family.of_variant(tree, wrenches))
            options: dict[str, Any] = {"backend": self.backend, "opened": self.opened, "reactions": self.reactions}
            self._kernels[key] = LongKernel(tree, question, wrenches=wrenches, **options)
        return self._kernels[key]

    # ---- questions --------------------------------------------------------------------------------------------------

    def _inverse_dynamics(
        self, q: Array, qd: Array, qdd: Array, press: list[Array], base: tuple[Array, Array]
    ) -> Array:
        own: Array = self._moved("inverse_dynamics", q, (qd, qdd), base, press)[..., 6:]
        return own

    def _bias_forces(self, q: Array, qd: Array, press: list[Array], base: tuple[Array, Array]) -> Array:
        own: Array = self._moved("bias_forces", q, (qd, np.zeros_like(qd)), base, press)[..., 6:]
        return own

    def _gravity_forces(self, q: Array, press: list[Array], base: tuple[Array, Array]) -> Array:
        return self._bias_forces(q, np.zeros_like(q), press, base)

    def _forward_dynamics(
        self, q: Array, qd: Array, tau: Array, press: list[Array], base: tuple[Array, Array]
    ) -> Array:
        """What the base's motion adds to the bias acts like a force at the joints."""
        at_rest = self._kernel("bias_forces", moved=False, press=False)(q, qd)
        felt = tau - self._bias_forces(q, qd, [], base) + at_rest
        qdd: Array = self._kernel("forward_dynamics", moved=False, press=bool(press))(q, qd, felt, *press)
        return qdd

    def _inverse_dynamics_derivatives(
        self, q: Array, qd: Array, qdd: Array, press: list[Array], base: tuple[Array, Array]
    ) -> list[Array]:
        parts = self._moved("inverse_dynamics_derivatives", q, (qd, qdd), base, press)
        return [part[..., 6:, 6:] for part in parts]

    def _reaction_wrenches(
        self, q: Array, qd: Array, qdd: Array, press: list[Array], base: tuple[Array, Array]
    ) -> Array:
        found: Array = self._moved("reaction_wrenches", q, (qd, qdd), base, press)
        return found

    def _kinetic_energy(self, q: Array, qd: Array, press: list[Array], base: tuple[Array, Array]) -> Array:
        found: Array = self._moved("kinetic_energy", q, (qd,), base, press)
        return found


def _expected(name: str) -> tuple[tuple[int], str]:
    size, what = BASE_INPUTS[name]
    return (size,), what


def _on_joints(tree: Model) -> Model:
    """The robot on a massless base that floats, with names that no other link or joint has."""
    taken = {*(frame.name for frame in tree.frames), *tree.joint_names, *tree.moving_joint_names}
    mark = "moving"
    while any(name.startswith(mark) for name in taken):
        mark += "'"
    light = replace(tree, base_inertia=Inertia.none(tree.base))
    return rewrite.with_base_joint(light, "floating", "zyx", joint=f"{mark} base", world=f"{mark} world")
