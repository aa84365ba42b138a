"""Small arms with numbers, whose constants the tests turn into symbols."""

from linkwise.algebra import Inertia, Rotation, Sym3, Transform, Vec3
from linkwise.model import BASE, Body, Model, Prismatic, Revolute, Rotor
from linkwise.model.dh import DHRow

QUARTER = 1.5707963267948966
LINKS = {  # XX XY XZ YY YZ ZZ MX MY MZ M of Example 9.1; what the example does not say is anything
    1: (0.31, 0.02, -0.01, 0.37, 0.03, 1.1, 0.12, -0.21, 0.4, 11.0),
    2: (0.9, 0.05, -0.04, 1.2, 0.03, 1.3, 2.0, 0.3, 0.7, 15.0),
    3: (0.4, -0.02, 0.06, 0.35, 0.01, 0.5, 0.2, -0.8, 0.15, 9.0),
}
STATE = (1.3, 0.3, -0.8)


def rx90():
    """The first three links of the Stäubli RX-90: α2 = 90°, d3 = 0.45 m."""
    rows = [DHRow(-1), DHRow(0, alpha=QUARTER), DHRow(1, d=0.45)]
    bodies = []
    for j, (row, rotor) in enumerate(zip(rows, (0.5, 0.6, 0.7), strict=True), 1):
        name, on = f"link{j}", f"link{j - 1}" if j > 1 else "base"
        joint = Revolute(f"joint{j}", rotor=Rotor(rotor))
        inertia = Inertia.of_parameters(LINKS[j], name)
        bodies.append(Body(name, j - 2 if j > 1 else BASE, row.constant.tagged(on, name), joint, inertia))
    return Model("rx90", tuple(bodies), gravity=Vec3(0.0, 0.0, -9.81))


def polar(m, I, g):
    """A hinge about z and a slider that points along x of the hinge, with a point mass on it; gravity along −y."""
    hinge = Inertia.of_parameters([0.0, 0.0, 0.0, 0.0, 0.0, I, 0.0, 0.0, 0.0, 0.0], "arm")
    mass = Inertia.at_com(m, Vec3(0.0, 0.0, 0.0, "slide"), Sym3(*[0.0] * 6, frame="slide"))
    turn, along = Revolute("turn"), Prismatic("slide", Vec3(1.0, 0.0, 0.0))
    stand = Transform(Rotation.identity(), Vec3(0.0, 0.0, 0.0))
    bodies = (
        Body("arm", BASE, stand.tagged("base", "arm"), turn, hinge),
        Body("slide", 0, stand.tagged("arm", "slide"), along, mass),
    )
    return Model("polar", bodies, gravity=Vec3(0.0, -g, 0.0))
