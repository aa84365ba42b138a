"""A joint of several degrees of freedom, as the chain of joints it is made of."""

from dataclasses import dataclass

SLIDES = {"floating": "xyz", "planar": "xy", "ball": ""}
"""The translations of each kind, in order, along axes of the link that carries it."""

TURNS = {"floating": 3, "planar": 1, "ball": 3}
"""How many turns follow them."""

ORDER = "zyx"
"""The order of three turns unless another is named: about z, then y, then x of the link as it turns."""


@dataclass(frozen=True)
class JointGroup:
    """The joints, by name, that a joint of several degrees of freedom was made into: slides first, then turns.

    `kind` is "floating" (a free body), "planar" (a cart) or "ball"; `order` has the axes of its turns, each an axis of
    the link as the turns before have left it.

    >>> JointGroup("root", "ball", ("root_rz", "root_ry", "root_rx"), "zyx").turns
    ('root_rz', 'root_ry', 'root_rx')
    """

    name: str
    kind: str
    joints: tuple[str, ...]
    order: str = ORDER

    @property
    def turns(self) -> tuple[str, ...]:
        """The joints that turn, in order.

        >>> JointGroup("cart", "planar", ("cart_x", "cart_y", "cart_rz"), "z").turns
        ('cart_rz',)
        """
        return self.joints[len(SLIDES[self.kind]) :]

    @property
    def singular(self) -> str:
        """Where two of three turns are about the same axis, in words; empty if they never are.

        >>> JointGroup("root", "ball", ("root_rz", "root_ry", "root_rx"), "zyx").singular
        "'root_ry' at ±90°"
        """
        if len(self.turns) < 3:
            return ""
        return f"'{self.turns[1]}' at {'0 or 180°' if self.order[0] == self.order[2] else '±90°'}"

    @property
    def other_order(self) -> str:
        """An order of turns that is singular elsewhere.

        >>> JointGroup("root", "ball", ("root_rz", "root_ry", "root_rx"), "zyx").other_order
        'yxz'
        """
        first, second, third = tuple(self.order)
        return first + second + next(iter({*"xyz"} - {first, second})) if first == third else second + third + first
