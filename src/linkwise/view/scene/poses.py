"""Where the links are: positions and attitudes by the robot's own kinematics."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...algebra import Transform
from ...calls.arrays import Array
from ...model import Model
from .packing import single


def rigid(robot: Any) -> Any:
    """The rigid robot that one with elastic joints, a transmission or closed loops is made of; others themselves.

    >>> import linkwise
    >>> rigid(linkwise.load("fourbar").closed())
    Robot('fourbar', n=3)
    """
    return getattr(robot, "robot", robot)


def link_names(tree: Model) -> list[str]:
    """The base and the bodies, in the order of `poses_of`.

    >>> import linkwise
    >>> link_names(linkwise.load("planar2r").tree)
    ['base', 'link1', 'link2']
    """
    return [tree.base, *(body.name for body in tree.bodies)]


def poses_of(robot: Any, q: ArrayLike) -> NDArray[np.float32]:
    """The poses of all links at positions (…, n): (…, links, 7).

    They are those of the bodies, at their joints: a file may place the frame that has a link's name elsewhere on it.

    >>> import linkwise
    >>> poses_of(linkwise.load("planar2r"), [0.0, 0.0])[2].tolist()  # the elbow
    [0.699999988079071, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    """
    tree = rigid(robot).tree
    names = link_names(tree)
    own = np.array([np.linalg.inv(matrix(tree.frame(name).placement)) for name in names])
    return seven(np.asarray(robot.forward_kinematics(q, names)) @ own)


def seven(matrices: Array) -> NDArray[np.float32]:
    """Positions and quaternions (…, 7) of homogeneous matrices (…, 4, 4).

    >>> seven(np.eye(4)).tolist()
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
    """
    from scipy.spatial.transform import Rotation  # here: it takes a while to load

    flat = matrices.reshape(-1, 4, 4)
    good = np.asarray(np.isfinite(flat.reshape(-1, 16)).all(axis=1))
    turned = Rotation.from_matrix(np.where(good[:, None, None], flat[:, :3, :3], np.eye(3))).as_quat(canonical=True)
    return single(np.hstack([flat[:, :3, 3], turned])).reshape(*matrices.shape[:-2], 7)


def matrix(pose: Transform) -> Array:
    """A pose of the model as a homogeneous matrix.

    >>> matrix(Transform.identity()).shape
    (4, 4)
    """
    return np.array(pose.matrix, dtype=float)


def along(start: Array, end: Array) -> Array:
    """The pose in the middle between two points, its z-axis from the first to the second.

    >>> along(np.zeros(3), np.array([0.0, 0.0, 2.0]))[:3, 3]
    array([0., 0., 1.])
    """
    z = end - start
    z = z / np.linalg.norm(z)
    x = np.cross([0.0, 1.0, 0.0] if abs(z[1]) < 0.9 else [1.0, 0.0, 0.0], z)
    x /= np.linalg.norm(x)
    pose = np.eye(4)
    pose[:3, :3] = np.column_stack([x, np.cross(z, x), z])
    pose[:3, 3] = 0.5 * (start + end)
    return pose
