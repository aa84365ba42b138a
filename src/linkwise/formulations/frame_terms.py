"""The terms around an answer about a frame, or about several: the robot's coordinates."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from ..algebra import Scalar
from ..model import Frame, Model
from .scalars import By, Rows, Scalars


def _each_frame(answer: Callable[..., Any]) -> Callable[..., Any]:
    """An answer about a frame; about several frames, one answer after the other."""

    @wraps(answer)
    def answers(model: Model, by: By, *states: Scalars, frame: Frame | tuple[Frame, ...]) -> Any:
        if not isinstance(frame, tuple):
            return answer(model, by, *states, frame)
        return [answer(model, by, *states, one) for one in frame]

    return answers


@_each_frame
def forward_kinematics(model: Model, by: By, u: Scalars, frame: Frame) -> tuple[tuple[Scalar, ...], ...]:
    """The homogeneous matrix of the pose of a frame in the base."""
    return by(model, model.coordinates.positions(u), frame).matrix


@_each_frame
def jacobian(model: Model, by: By, u: Scalars, frame: Frame) -> Rows:
    """J B."""
    return model.coordinates.columns(by(model, model.coordinates.positions(u), frame))


@_each_frame
def jacobian_dot(model: Model, by: By, u: Scalars, ud: Scalars, frame: Frame) -> Rows:
    """J̇ B."""
    return model.coordinates.columns(by(model, model.coordinates.positions(u), model.coordinates.velocities(ud), frame))
