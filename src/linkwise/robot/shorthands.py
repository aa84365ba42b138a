"""What people often want of a robot, put together from its questions."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

import numpy as np

from ..calls.by_joint import as_arrays
from ..calls.checks import names, real, whole
from ..calls.closed_loops import refuse_loops
from ..calls.sampling import within_limits
from ..calls.threads import memory
from ..errors import BadArray
from .named_states import AbstractNamedStates
from .questions import AbstractQuestions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from ..calls.arrays import Array
    from ..model import Model


class AbstractShorthands(AbstractQuestions, AbstractNamedStates):
    """Random configurations, all poses at once, the Jacobian of the centre of mass."""

    model: Model

    @property
    @abstractmethod
    def frames(self) -> tuple[str, ...]:
        """The names of all frames."""

    @property
    @abstractmethod
    def total_mass(self) -> float:
        """The mass of the moving links."""

    def random_configuration(self, count: int | None = None, *, seed: int | None = None) -> Array:
        """Joint positions, uniform within the limits: (n,), or (count, n). The same seed gives the same ones.

        A joint without limits, or with limits wider than a full turn, turns by up to half a turn either way; a slide
        without limits moves by up to 1 m.

        >>> import linkwise
        >>> robot = linkwise.load("panda")
        >>> q = robot.random_configuration(1000, seed=0)
        >>> q.shape, bool(robot.limits.within(q).all())
        ((1000, 7), True)
        """
        refuse_loops(self.model, "random_configuration")
        number = 1 if count is None else whole("count", count, 0)
        if seed is not None:
            whole("seed", seed, 0)
        try:
            if 32.0 * number * self.model.n > memory():  # systems promise more memory than there is; 4 arrays are drawn
                raise MemoryError
            q = within_limits(self.model, number, seed)["q"]
        except (MemoryError, ValueError):  # ValueError: an array larger than the address space
            what = f"there is not enough memory for {number} configurations."
            raise BadArray(
                what, "As many as fit in memory were expected.", "draw them in parts, with other seeds."
            ) from None
        return q[0] if count is None else q

    def poses(self, q: ArrayLike, frames: Sequence[str] | None = None) -> dict[str, Array]:
        """The poses (…, 4, 4) of several frames by name, of all unless some are named; by one kernel.

        >>> import linkwise
        >>> poses = linkwise.load("planar2r").poses([0.0, 0.0])
        >>> list(poses), poses["tip"][:3, 3].round(3)
        (['base', 'link1', 'link2', 'tip'], array([1.6, 0. , 0. ]))
        """
        asked = list(self.frames if frames is None else names("frames", frames))
        if not asked:
            q = as_arrays(("q",), (q,), self.joint_names)[0]
            real("q", q, len(self.joint_names), "one entry per joint")
            return {}
        T = self.forward_kinematics(q, asked)
        return dict(zip(asked, np.moveaxis(T, -3, 0), strict=True))

    def center_of_mass_jacobian(self, q: ArrayLike) -> Array:
        """J of ċ = J q̇, the velocity of the centre of mass of the moving links in base axes; (…, 3, n).

        >>> import linkwise
        >>> linkwise.load("pendulum").center_of_mass_jacobian([0.0]).round(3)  # a rod of 1 m, hanging, moves along x
        array([[0.5],
               [0. ],
               [0. ]])
        """
        return self.momentum_matrix(q)[..., 3:, :] / self.total_mass
