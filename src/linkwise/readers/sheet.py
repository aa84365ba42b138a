"""A robot written as TOML: what the DH and the screw format have in common.

The heading (format, name, angles, gravity, tip, source, note), the [base], the links' names, masses and drives, the
[[frame]]s, the [[mimic]]s and the [[drive]]s. A format adds only where a link's joint stands.
"""

import math
from collections.abc import Callable, Collection

from ..algebra import Rotation, Transform, Vec3
from ..errors import shown
from ..model import BASE, EARTH, AbstractJoint, Body, Frame, Model
from ..model.dh import Z
from ..model.rewrite.drives import with_drive
from . import link_tables, mimic
from .link_tables import Rules
from .report import LoadReport
from .tip import only_leaf
from .toml import Document, Table

KINDS = ("revolute", "continuous", "prismatic")
"""The joints a TOML file can name."""


def radians(degrees: float) -> float:
    """Degrees as radians; a multiple of 90 becomes the double that means so many quarter turns.

    >>> radians(-90.0) == -math.pi / 2, radians(270.0) == 3 * (math.pi / 2)
    (True, True)
    """
    return (degrees / 90.0) * (math.pi / 2) if degrees % 90.0 == 0.0 else math.radians(degrees)


def _as_said(angle: float) -> float:
    return angle


class Sheet:
    """The robot while it is being read: open a document, `add` each link, `finish`.

    >>> document = Document('format = "mine 1"\\nname = "arm"\\nlink = [{ mass = 1.0 }]', "arm.toml")
    >>> sheet = Sheet(document, "mine 1", Rules())
    >>> sheet.add(sheet.links[0], BASE, "revolute", Transform.identity(), None)
    >>> sheet.finish()[0].joint_names
    ('joint1',)
    """

    def __init__(self, document: Document, format: str, rules: Rules):
        root = document.root
        self.document, self.root, self.format, self.rules = document, root, format, rules
        self.links = root.tables("link")
        self.bodies: list[Body] = []
        self.link_frames: list[Transform | None] = []
        if root.text("format") != format and not document.faults:
            root.fault("format", f"the format {shown(format)} was expected")
        document.finish()  # the rules of one format say nothing about a file in another
        self.name = root.text("name")
        self.angle: Callable[[float], float] = (
            radians if root.choice("angles", ("radian", "degree"), "radian") == "degree" else _as_said
        )
        self.gravity = Vec3(*root.numbers("gravity", 3, EARTH.components))
        self.base, self.base_pose, self.base_inertia = "base", Transform.identity(), None
        for key in ("source", "note"):
            if root.has(key) and (said := root.text(key)):
                document.note("remark", key, shown(said, 500))
        if table := root.table("base"):
            self.base = table.text("link", "base")
            self.base_pose = self.pose(table)
            self.base_inertia = link_tables.inertia(table, rules, moving=False)
            table.close()
        if not self.links:
            document.fault("", None, "the robot has no link", "give at least one [[link]]")
        self._index: dict[str, int] = {self.base: BASE}
        self._joints: dict[str, str] = {}

    def pose(self, table: Table) -> Transform:
        """The pose a table gives as xyz and rpy."""
        roll, pitch, yaw = (self.angle(angle) for angle in table.numbers("rpy", 3))
        return Transform(Rotation.rpy(roll, pitch, yaw), Vec3(*table.numbers("xyz", 3)))

    def parent(self, row: Table) -> int:
        """The index of the parent a row names; the link before it where it names none."""
        before = len(self.bodies) - 1
        name = row.text("parent", self.bodies[before].name if self.bodies else self.base)
        if name not in self._index:
            hint = self.document.hints.nearest(name, self._index) or "list the links from the base outwards"
            row.fault("parent", "no link of that name stands before this one", hint)
        return self._index.get(name, before)

    def tag(self, body: int) -> str:
        """The tag of a body's frame, or of the base's."""
        return self.base if body == BASE else self.bodies[body].name

    def add(
        self,
        row: Table,
        parent: int,
        kind: str,
        placement: Transform,
        frame: Transform | None,
        *,
        offset: float = 0.0,
        axis: Vec3 = Z,
    ) -> None:
        """One link: its joint about `axis` of the body frame at `placement`, seen from the parent body's.

        `frame` is the link frame of the file seen from the body frame, None where they are one.
        """
        k = len(self.bodies) + 1
        name, joint = row.text("name", f"link{k}"), row.text("joint", f"joint{k}")
        if name in self._index:
            row.fault("name", f"two links bear the name {shown(name)}", "every link needs a name of its own")
        if joint in self._joints:
            row.fault("joint", f"two joints bear the name {shown(joint)}", "every joint needs a name of its own")
        self._index.setdefault(name, k - 1)
        self._joints.setdefault(joint, kind)
        inertia = link_tables.inertia(row, self.rules)
        if frame is not None:
            inertia = inertia.to_parent(frame)
        hinge = link_tables.joint(row, self.rules, kind, joint, self.angle, offset=offset, axis=axis)
        if not all(math.isfinite(x) for x in (*inertia.parameters, *placement.p.components)):
            self.document.fault(row.path, None, "numbers so large that the link's place or inertia overflows")
        tagged = placement.tagged(self.tag(parent), name)
        self.bodies.append(Body(name, parent, tagged, hinge, inertia.seen_from(name)))
        self.link_frames.append(frame)

    def finish(self) -> tuple[Model, LoadReport]:
        """The model and what was noticed; or a ReadError with every fault of the file."""
        frames, follows, drives = self._frames(), self._follows(), self._drives()
        tip = self._tip(dict.fromkeys([*self._index, *(frame.name for frame in frames)]))
        self.root.close()
        self.document.finish()
        model = Model(
            self.name,
            tuple(self.bodies),
            self.base,
            self.gravity,
            tuple(frames),
            coordinates=mimic.coordinates([body.joint.name for body in self.bodies], follows),
            tip=tip,
            waivers=self.rules.waivers.used,
            **({"base_inertia": self.base_inertia} if self.base_inertia is not None else {}),
        )
        for hinge, ratios in drives:
            model = with_drive(model, hinge.name, ratios, hinge.rotor, hinge.friction, hinge.limits)
        return model, LoadReport(
            self.document.source, self.format.split()[0].removeprefix("linkwise-"), tuple(self.document.notes)
        )

    def _tip(self, known: Collection[str]) -> str:
        """The frame meant where none is named; `tip = ""` says that none is."""
        if self.root.has("tip") and self.root.data["tip"] == "":
            return ""
        tip = self.root.text("tip", only_leaf([body.name for body in self.bodies], self._carriers()))
        if tip and tip not in known:
            self.root.fault("tip", "no link or frame has that name", self.document.hints.nearest(tip, known))
        return tip

    def _carriers(self) -> set[str]:
        return {self.tag(body.parent) for body in self.bodies}

    def _frames(self) -> list[Frame]:
        frames: dict[str, Frame] = {}
        for table in self.root.tables("frame"):
            name, link, placement = table.text("name"), table.text("link"), self.pose(table)
            if name in frames or (name in self._index and name != link):
                table.fault("name", "a link or frame of that name exists", "every frame needs a name of its own")
            if link and link not in self._index:
                table.fault("link", "no link of that name", self.document.hints.nearest(link, self._index))
            body = self._index.get(link, BASE)
            stand = self.link_frames[body] if body != BASE else None
            whole = placement if stand is None else stand @ placement
            frames[name] = Frame(name, body, whole.tagged(self.tag(body), name))
            table.close()
        own = (
            Frame(body.name, i, stand.tagged(body.name, body.name))
            for i, (body, stand) in enumerate(zip(self.bodies, self.link_frames, strict=True))
            if stand is not None and body.name not in frames
        )
        return [*own, *frames.values()]

    def _follows(self) -> dict[str, mimic.Follow]:
        follows: dict[str, mimic.Follow] = {}
        tables: dict[str, Table] = {}
        for table in self.root.tables("mimic"):
            joint, leader = table.text("joint"), table.text("of")
            for key, name in (("joint", joint), ("of", leader)):
                if name and name not in self._joints:
                    table.fault(key, "no joint of that name", self.document.hints.nearest(name, self._joints))
            if joint in follows:
                table.fault("joint", "this joint follows two others", "keep one [[mimic]] for each joint")
            offset = table.number("offset")
            turns = self._joints.get(joint) != "prismatic"
            follows[joint] = leader, table.number("multiplier", 1.0), self.angle(offset) if turns else offset
            tables[joint] = table
            table.close()
            self.document.note("mimic", table.path, f"joint {shown(joint)} follows {shown(leader)}")
        for joint in mimic.in_circles(follows):
            tables[joint].fault("joint", "joints follow one another in a circle", "let one of them move on its own")
        return follows

    def _drives(self) -> list[tuple[AbstractJoint, dict[str, float]]]:
        """The motors that move several joints: the hinge of each rotor, and how fast it turns with the joints."""
        found: list[tuple[AbstractJoint, dict[str, float]]] = []
        own = [joint for joint in self._joints if joint not in {t.data.get("joint") for t in self.root.tables("mimic")}]
        for table in self.root.tables("drive"):
            name, part = table.text("name"), table.table("ratios")
            if name in self._index or name in {hinge.name for hinge, _ in found} or name in self._joints:
                table.fault("name", "a link, joint or drive of that name exists", "every drive needs a name of its own")
            ratios = {joint: part.number(joint) for joint in part.data} if part else {}
            for joint in ratios:
                if joint not in own:
                    nearest = self.document.hints.nearest(joint, own)
                    table.fault("ratios", f"{shown(joint)} is no joint that moves on its own", nearest)
            if not ratios:
                hint = "{ joint5 = 1.0, joint6 = 1.0 }, say"
                table.fault("ratios", "a table of joints and numbers was expected", hint)
            if table.has("limits"):
                table.fault("limits", "limits are those of joints", "give them to the joints the drive moves")
            hinge = link_tables.joint(table, self.rules, "revolute", name, self.angle, offset=0.0, axis=Z)
            found.append((hinge, ratios))
            table.close()
            self.document.note("drive", table.path, f"drive {shown(name)} moves with {', '.join(map(shown, ratios))}")
        return found
