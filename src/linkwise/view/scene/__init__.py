"""What there is to see of a robot, as plain data: pages draw it, and compute nothing.

A scene, `scene_of(robot)`:

    robot       its name
    links       the names of the base and of the bodies that move; fixed links belong to the body that carries them
    shapes      what to draw: `link` is a row of links, `kind` one of KINDS with its `size`, `pose` where it is in the
                link, `colour` as "#rrggbb", `opacity`, `source` "file" or "drawn" (capsules of our own), `mesh` a row
                of meshes
    meshes      triangles, packed: `corners` numbers of 16 bits between `low` and `high`, `faces` rows of corners
    joints      `name`, `link` that it moves, `axis` in that link, whether it `slides`, `coordinate` it belongs to
    coordinates `name`, `slides`, and the limits `lower`, `upper`, `velocity`, `effort`; null where there is none
    masses      `link`, `mass`, and the solid ellipsoid of the same inertia: `pose` and semi-axes `size`; null where no
                solid has that inertia
    tip         `link` and `pose` of the frame whose path is drawn; null where the robot has no single tip
    reach       the length from the base to the farthest tip, in metres
    notes       what could not be drawn as the file says

A pose is seven numbers: position x, y, z and quaternion x, y, z, w. `motion_of` has what changes in time, a row for
each instant, and `marks_of` what is drawn beside the links. Arrays are packed as text (`packing`). SI units throughout;
z is up.
"""

from .description import scene_of
from .marks import marks_of
from .motion import motion_of
from .poses import poses_of

KINDS = {
    "box": "lengths along x, y, z",
    "cylinder": "radius and length, along z",
    "capsule": "radius and length between the middles of its ends, along z",
    "sphere": "radius",
    "ellipsoid": "semi-axes along x, y, z",
    "mesh": "scale along x, y, z",
}
"""The kinds of shapes, and what their sizes are."""

__all__ = ["KINDS", "marks_of", "motion_of", "poses_of", "scene_of"]
