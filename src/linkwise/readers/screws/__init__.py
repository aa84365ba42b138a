"""Robots as screw axes: the product of exponentials, from TOML or from arrays.

Lynch & Park (2017), Chapters 4 and 8: T_i(q) = e^{[S_1]q_1} … e^{[S_i]q_i} M_i.                            [lynch2017]

    format = "linkwise-screws 1"
    name = "arm"
    angles = "radian"                # gravity, tip, title, source, licence, note, [base], [[frame]],
                                     # [[mimic]], [[drive]], actuated, [[closure]], [[relation]]: as in DH

    [[link]]                         # one per joint, from the base outwards
    name = "link1"                   # default link<k>
    joint = "joint1"                 # default joint<k>
    type = "revolute"                # revolute | continuous | prismatic; default revolute
    parent = "base"                  # a link above or the base; default the link before it
    screw = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]       # (ω, v) of the joint at q = 0, seen from the space frame
    home = [[1.0, 0.0, 0.0, 0.5], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    # or xyz and rpy: the link frame M_i at q = 0, seen from the space frame
    mass = 1.0                       # com, inertia or parameters, rotor, friction, limits: as in a DH file,
    com = [0.0, 0.0, 0.0]            # seen from the link frame

A revolute joint has |ω| = 1 and v = −ω × c for any point c of its axis; a prismatic joint has ω = 0 and |v| = 1.
The link frame M_i, often at the centre of mass, need not lie on the axis: the link's name means the frame M_i wherever
it is. The space frame is placed in the base link by [base], by default at its origin.

The files: read (TOML), arrays (`from_screws`), axis (screw axes and home poses), inertias (spatial inertia matrices).
"""

from .arrays import from_screws
from .read import FORMAT, read, read_document, read_text

__all__ = ["FORMAT", "from_screws", "read", "read_document", "read_text"]
