"""Joint angles within a program: which values are sums of joint variables, with or without a constant."""

from ...program import Const, Operand, Program
from .symbols import Symbol, indexed

Angle = tuple[tuple[tuple[int, int], ...], bool]
"""The joints, each with its sign, and whether a constant is added."""


def joint_angles(program: Program, first: int, n: int) -> dict[int, Angle]:
    """The values that are sums of joint variables; these are the n inputs from `first` on.

    >>> from linkwise.program import parse
    >>> joint_angles(parse("program f ( q1 q2 )\\n    v2 = add q1 q2\\n    v3 = sin v2\\nreturn y=v3"), 0, 2)[2]
    (((1, 1), (2, 1)), False)
    """
    angles: dict[int, Angle] = {first + k: (((k + 1, 1),), False) for k in range(n)}

    def angle(operand: Operand) -> Angle | None:
        return ((), True) if isinstance(operand, Const) else angles.get(operand)

    for i, (op, args) in program.numbered():
        if op not in ("add", "sub"):
            continue
        a, b = angle(args[0]), angle(args[1])
        if a is None or b is None:
            continue
        turned = tuple((joint, -sign if op == "sub" else sign) for joint, sign in b[0])
        joints = (*a[0], *turned)
        if joints and len({joint for joint, _ in joints}) == len(joints):
            angles[i] = tuple(sorted(joints)), a[1] or b[1]
    return angles


def of_angle(stem: str, head: str, angle: Angle) -> Symbol:
    """The symbol of a function of an angle: S2 of q2, S23 of q2 + q3, S2m3 of q2 − q3.

    >>> of_angle("S", "S", (((2, 1), (3, 1)), False)).plain, of_angle("C", "C", (((2, 1), (3, -1)), False)).latex
    ('S23', 'C_{2-3}')
    """
    joints, _ = angle
    if all(sign > 0 for _, sign in joints):
        return indexed(stem, head, tuple(joint for joint, _ in joints))
    signed = [(f"{'m' if sign < 0 else 'p'}{joint}", f"{'-' if sign < 0 else '+'}{joint}") for joint, sign in joints]
    return Symbol(
        stem + "".join(name for name, _ in signed).removeprefix("p"),
        head,
        "".join(latex for _, latex in signed).removeprefix("+"),
    )
