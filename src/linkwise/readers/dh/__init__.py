"""Denavit–Hartenberg tables as TOML, in three conventions; the file names its convention, it is never guessed.

    format = "linkwise-dh 1"
    name = "puma560"
    convention = "standard"          # "standard" | "modified" | "khalil"
    angles = "radian"                # or "degree", where multiples of 90 are exact; default "radian"
    gravity = [0.0, 0.0, -9.81]      # in base axes; this is the default
    tip = "tool"                     # the default frame of questions, "" for none; default the only outermost link
    actuated = ["joint1"]            # of a robot with loops: the joints that motors drive; optional
    title = "Unimation PUMA 560"     # free text, optional: what the robot is,
    source = "corke1994"             # where the numbers come from,
    licence = "published facts"      # on what terms,
    note = "illustrative inertias"   # and a remark; all are shown in the load report

    [base]                           # optional
    link = "base"                    # the base link's name
    xyz = [0.0, 0.0, 0.0]            # the pose of frame 0 in the base link
    rpy = [0.0, 0.0, 0.0]            # Rz(yaw) Ry(pitch) Rx(roll)

    [[link]]                         # one per joint, from the base outwards
    name = "link1"                   # default link<k>
    joint = "joint1"                 # default joint<k>
    type = "revolute"                # revolute | continuous | prismatic; default revolute
    alpha = 0.0                      # geometry, 0 if missing
    a = 0.0
    d = 0.0
    theta = 0.0
    mass = 1.0
    com = [0.0, 0.0, 0.0]
    inertia = [0.1, 0.0, 0.0, 0.1, 0.0, 0.1]    # xx, xy, xz, yy, yz, zz at the com, axes of the link frame
    # or instead: parameters = [XX, XY, XZ, YY, YZ, ZZ, MX, MY, MZ, M], at the link frame's origin
    rotor = { inertia = 2e-4, gear_ratio = 107.8 }
    friction = { viscous = 0.0, coulomb = 0.0, backward = 0.0 }     # or another law: readers/friction_tables.py
    limits = { lower = -1.0, upper = 1.0, velocity = 2.0, effort = 10.0 }

    [[frame]]                        # other named frames
    name = "tool"
    link = "link6"                   # the link whose frame the pose is seen from, or the base link
    xyz = [0.0, 0.0, 0.1]
    rpy = [0.0, 0.0, 0.0]

    [[mimic]]                        # q_joint = multiplier · q_of + offset
    joint = "finger2"
    of = "finger1"
    multiplier = 1.0
    offset = 0.0

    [[drive]]                        # an extra motor whose speed is a sum of joint speeds
    name = "motor6"
    ratios = { joint5 = 1.0, joint6 = 1.0 }
    rotor = { inertia = 2e-4, gear_ratio = 50.0 }                   # and friction, as for a joint

    [[closure]]                      # closes a loop: two frames coincide; see docs/loops_in_files.md
    name = "pin"
    frame = "coupler_end"            # a frame or link; axes are those of this one
    other = "rocker_end"
    kind = "hinge"                   # weld | hinge | slider | cylinder | point | planar hinge; z stays free
    # or instead: along = "xyz", about = "xy"

    [[relation]]                     # q_joint = c_0 + c_1 q_of + c_2 q_of² + …, in radians and metres
    name = "cam"
    joint = "follower"
    of = "shaft"                     # left out where the joint is held at c_0
    coefficients = [0.0, 0.2, 0.05]

The pose of a link's frame in the one before it is
    standard    T = Rz(θ) Tz(d) Tx(a) Rx(α)                              the frame is at the far end of the link
    modified    T = Rx(α) Tx(a) Rz(θ) Tz(d)                              Craig's row i: α_{i−1}, a_{i−1}, d_i, θ_i
    khalil      T = Rz(γ) Tz(b) Rx(α) Tx(d) Ry(β) Rz(θ) Tz(r)            with `parent`, a link's name: for trees
and the joint variable is added to θ of a revolute joint, to d (khalil: r) of a prismatic one. A khalil link may name as
its `parent` any link above it or the base; the default is the link before it.
`angles` is the unit of every angle: geometry, rpy, position and velocity limits of revolute joints, offsets of revolute
mimic joints. Everything else is SI. A [base] may have mass, com, inertia or parameters too, in the base link's axes.
A [[frame]] may have the name of its own link: the name then means this frame, while masses and the table still refer to
the link's DH frame.

The files: read, write.

Numbers are TOML's: 0x10 is 16 and 1_000 is 1000.
"""

from .read import CONVENTIONS, FORMAT, read, read_document, read_text
from .write import write

__all__ = ["CONVENTIONS", "FORMAT", "read", "read_document", "read_text", "write"]
