"""URDF, the robot description format of ROS: read strictly, written without silent losses.

reading     read (files and text to a model), grammar (which elements are allowed), fields (attributes as numbers),
            links, joints, tree, mimic, tip, composite (links welded together), physical and placeholder (doubtful
            inertias), meshes
writing     write (a model to text), names (which link is which body), followers (mimic joints), markup (XML),
            losses (what URDF cannot hold)
"""

from .read import WAIVERS, read, read_text
from .write import write

__all__ = ["WAIVERS", "read", "read_text", "write"]
