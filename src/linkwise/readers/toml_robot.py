"""A robot written as TOML: what the DH and the screw format share.

The heading (format, name, angles, gravity, tip, title, source, licence, note), the [base], the links' names, masses and
drives, the [[frame]]s, the [[mimic]]s, the [[drive]]s, what closes loops. A format adds only where a link's joint is.
"""

import math
from collections.abc import Callable, Collection

from ..algebra import Inertia, Rotation, Transform, Vec3
from ..errors import shown
from ..model import BASE, EARTH, AbstractJoint, Body, Frame, Model
from ..model.dh import Z
from ..model.rewrite.drives import with_drive
from . import link_tables, mimic
from .addition_tables import groups as groups_of
from .addition_tables import lifts as lifts_of
from .closure_tables import actuated as actuated_of
from .closure_tables import closures as closures_of
from .numbers import LARGEST
from .report import LoadReport
from .tip import only_leaf
from .toml import Document, Table

ABOUT = ("title", "source", "licence", "note")
"""What a file may say about itself: free text."""

MOST_DRIVES = 20_000
"""The most drives times links: each drive makes the model anew."""

KINDS = ("revolute", "continuous", "prismatic")
"""The joint types a TOML file can name."""


def radians(degrees: float) -> float:
    """Degrees as radians; a multiple of 90 becomes the double nearest to that many quarter turns.

    >>> radians(-90.0) == -math.pi / 2, radians(270.0) == 3 * (math.pi / 2)
    (True, True)
    """
    return (degrees / 90.0) * (math.pi / 2) if degrees % 90.0 == 0.0 else math.radians(degrees)


def _unchanged(angle: float) -> float:
    return angle


class TomlRobot:
    """A robot while it is being read: open a document, `add` each link, `finish`.

    >>> document = Document('format = "mine 1"\\nname = "arm"\\nlink = [{ mass = 1.0 }]', "arm.toml")
    >>> robot = TomlRobot(document, "mine 1")
    >>> robot.add(robot.links[0], BASE, "revolute", Transform.identity(), None)
    >>> robot.finish()[0].joint_names
    ('joint1',)
    """

    def __init__(self, document: Document, format: str, *, strict: bool = False, allow: str | Collection[str] = ()):
        root = document.root(format.split()[0].removeprefix("linkwise-"), strict=strict, allow=allow)
        self.root, self.findings = root, root.findings
        self.links = root.tables("link")
        self.bodies: list[Body] = []
        self.link_frames: list[Transform | None] = []
        if root.text("format") != format and not self.findings.fault_count:
            root.fault("format", f"the format {shown(format)} was expected")
        self.findings.refuse_if_faulty()  # the rules of one format say nothing about a file in another
        self.name = root.text("name")
        self.angle: Callable[[float], float] = (
            radians if root.choice("angles", ("radian", "degree"), "radian") == "degree" else _unchanged
        )
        self.gravity = root.vector("gravity", EARTH)
        for key in ABOUT:
            if root.has(key) and (remark := root.text(key)):
                self.findings.note("remark", key, shown(remark, 500))
        self.base, self.base_pose, self.base_inertia = "base", Transform.identity(), Inertia.none()
        if table := root.table("base"):
            self.base = table.text("link", "base")
            self.base_pose = self.pose(table)
            self.base_inertia = link_tables.inertia(table, moving=False)
            table.close()
        if not self.links:
            self.findings.fault("", "", "the robot has no links", "give at least one [[link]]")
        self._index: dict[str, int] = {self.base: BASE}
        self._joint_kinds: dict[str, str] = {}

    def pose(self, table: Table) -> Transform:
        """The pose that a table gives as xyz and rpy."""
        roll, pitch, yaw = (self.angle(angle) for angle in table.numbers("rpy", 3))
        return Transform(Rotation.rpy(roll, pitch, yaw), table.vector("xyz"))

    def parent(self, row: Table) -> int:
        """The index of the parent that a row names, by default the link before it."""
        before = len(self.bodies) - 1
        name = row.text("parent", self.bodies[before].name if self.bodies else self.base)
        if name not in self._index:
            hint = self.findings.hints.nearest(name, self._index) or "list the links from the base outwards"
            row.fault("parent", "no link above this one has that name", hint)
        return self._index.get(name, before)

    def tag(self, body: int) -> str:
        """The name of a body's frame, or of the base's."""
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
        """Add a link: its body frame at `placement` in the parent body's frame, its joint about `axis` of that frame.

        `frame` is the file's link frame seen from the body frame, None if they coincide.
        """
        k = len(self.bodies) + 1
        name, joint_name = row.text("name", f"link{k}"), row.text("joint", f"joint{k}")
        if name in self._index:
            row.fault("name", f"two links are called {shown(name)}", "give every link a name of its own")
        if joint_name in self._joint_kinds:
            row.fault("joint", f"two joints are called {shown(joint_name)}", "give every joint a name of its own")
        self._index.setdefault(name, k - 1)
        self._joint_kinds.setdefault(joint_name, kind)
        inertia = link_tables.inertia(row)
        if frame is not None:
            inertia = inertia.to_parent(frame)
        joint = link_tables.joint(row, kind, joint_name, self.angle, offset=offset, axis=axis)
        tagged = placement.tagged(self.tag(parent), name)
        self.bodies.append(Body(name, parent, tagged, joint, inertia.seen_from(name)))
        self.link_frames.append(frame)

    def finish(self) -> tuple[Model, LoadReport]:
        """The model and its load report, or a ReadError with every fault of the file."""
        frames, follows = self._frames(), self._follows()
        drives = self._drives(follows)
        known = dict.fromkeys([*self._index, *(frame.name for frame in frames)])
        tip, lifts, groups = self._tip(known), lifts_of(self.root, known), groups_of(self.root, self._joint_kinds)
        independent = [joint for joint in self._joint_kinds if joint not in follows]
        closures, actuated = closures_of(self.root, known, independent), actuated_of(self.root, independent)
        self.root.close()
        self.findings.refuse_if_faulty()
        coordinates = mimic.coordinates([body.joint.name for body in self.bodies], follows)
        if not all(abs(x) <= LARGEST for x in (*coordinates.offsets, *(c for row in coordinates.rows for _, c in row))):
            rule = f"multipliers or offsets along a chain of followers exceed {LARGEST:g}"
            self.findings.fault("mimic", "", rule, "check the multipliers")
            self.findings.refuse_if_faulty()
        model = Model(
            self.name,
            tuple(self.bodies),
            self.base,
            self.gravity,
            tuple(frames),
            self.base_inertia,
            coordinates,
            tip,
            self.findings.waivers.used,
            lifts,
            groups,
            closures,
            actuated,
        )
        for joint, ratios in drives:
            model = with_drive(model, joint.name, ratios, joint.rotor, joint.friction, joint.limits)
        return model, self.findings.report

    def _tip(self, known: Collection[str]) -> str:
        """The frame used when a call names none; `tip = ""` means that there is none."""
        if self.root.has("tip") and self.root.data["tip"] == "":
            return ""
        carriers = {self.tag(body.parent) for body in self.bodies}
        tip = self.root.text("tip", only_leaf([body.name for body in self.bodies], carriers))
        if tip and tip not in known:
            self.root.fault("tip", "no link or frame has that name", self.findings.hints.nearest(tip, known))
        return tip

    def _frames(self) -> list[Frame]:
        frames: dict[str, Frame] = {}
        for table in self.root.tables("frame"):
            name, link, placement = table.text("name"), table.text("link"), self.pose(table)
            if name in frames or (name in self._index and name != link):
                table.fault("name", "another link or frame has that name", "give every frame a name of its own")
            if link and link not in self._index:
                table.fault("link", "no link has that name", self.findings.hints.nearest(link, self._index))
            body = self._index.get(link, BASE)
            link_frame = self.link_frames[body] if body != BASE else None
            in_body = placement if link_frame is None else link_frame @ placement
            frames[name] = Frame(name, body, in_body.tagged(self.tag(body), name))
            table.close()
        link_frames = (
            Frame(body.name, i, link_frame.tagged(body.name, body.name))
            for i, (body, link_frame) in enumerate(zip(self.bodies, self.link_frames, strict=True))
            if link_frame is not None and body.name not in frames
        )
        return [*link_frames, *frames.values()]

    def _follows(self) -> dict[str, mimic.Follow]:
        follows: dict[str, mimic.Follow] = {}
        tables: dict[str, Table] = {}
        for table in self.root.tables("mimic"):
            joint, leader = table.text("joint"), table.text("of")
            for key, name in (("joint", joint), ("of", leader)):
                if name and name not in self._joint_kinds:
                    hint = self.findings.hints.nearest(name, self._joint_kinds)
                    table.fault(key, "no joint has that name", hint)
            if joint in follows:
                table.fault("joint", "this joint follows two others", "keep one [[mimic]] for each joint")
            offset = table.number("offset")
            turns = self._joint_kinds.get(joint) != "prismatic"
            follows[joint] = leader, table.number("multiplier", 1.0), self.angle(offset) if turns else offset
            tables[joint] = table
            table.close()
            self.findings.note("mimic", table.path, f"joint {shown(joint)} follows {shown(leader)}")
        for joint in mimic.cyclic_followers(follows):
            tables[joint].fault("joint", "joints follow one another in a circle", "let one of them move on its own")
        return follows

    def _drives(self, follows: Collection[str]) -> list[tuple[AbstractJoint, dict[str, float]]]:
        """The motors that move several joints: each rotor's joint, and its speed ratio to each of them."""
        drives: list[tuple[AbstractJoint, dict[str, float]]] = []
        if len(self.root.tables("drive")) * len(self.links) > MOST_DRIVES:
            rule = f"more than {MOST_DRIVES} drives times links"
            self.findings.fault("drive", "", rule, "give single joints a rotor instead")
            return []
        independent = [joint for joint in self._joint_kinds if joint not in follows]
        for table in self.root.tables("drive"):
            name, part = table.text("name"), table.table("ratios")
            if name in self._index or name in {joint.name for joint, _ in drives} or name in self._joint_kinds:
                rule = "another link, joint or drive has that name"
                table.fault("name", rule, "give every drive a name of its own")
            ratios = {joint: part.number(joint) for joint in part.data} if part else {}
            for joint_name in ratios:
                if joint_name not in independent:
                    hint = self.findings.hints.nearest(joint_name, independent)
                    table.fault("ratios", f"{shown(joint_name)} is not a joint that moves on its own", hint)
            if not ratios:
                hint = "such as { joint5 = 1.0, joint6 = 1.0 }"
                table.fault("ratios", "a table of joints and numbers was expected", hint)
            if table.has("limits"):
                table.fault("limits", "a drive has no limits of its own", "give them to the joints it moves")
            joint = link_tables.joint(table, "revolute", name, self.angle, offset=0.0, axis=Z)
            drives.append((joint, ratios))
            table.close()
            text = f"drive {shown(name)} moves with {', '.join(map(shown, ratios))}"
            self.findings.note("drive", table.path, text)
        return drives
