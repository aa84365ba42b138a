"""Reads MJCF: text or a file in, a model and a load report out, or one error that lists every fault."""

import os
from collections.abc import Collection
from dataclasses import replace

from ...algebra import ZERO
from ...errors import label
from ...model import Closure, JointRelation, Model
from ..files import check_text, content, name_of
from ..findings import Findings
from ..folders import Folders, Named
from ..report import LoadReport
from ..several import fixed, freed
from ..shapes import ShapeSource
from ..waivers import Waivers
from . import unsupported
from .compile import compiled, compiler
from .couplings import couplings_of
from .drives import disabled, gears_of, joint_of, vector
from .equalities import equalities_of
from .loops import actuated_of, closures_of
from .names import FreshNames, names_in_file
from .tree import lifts_of, tree_of


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = (), folders: Named = ()
) -> tuple[Model, LoadReport]:
    """The model in an MJCF file, and its load report.

    With `strict`, moving links without mass are faults. `allow` names things to leave out, each recorded in the
    model's `waivers`: see `linkwise.readers.mjcf.WAIVERS`. What the file includes and its meshes are read below its
    own folder and below `folders` (see readers/folders.py); pictures, height fields, skins, and meshes that no mass
    comes from, are not read.

    >>> read("nowhere.xml")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'nowhere.xml' was refused: 1 fault.
      nowhere.xml: cannot be read: No such file or directory
    """
    compiler()
    text, name = content(path), name_of(path)
    return _model(text, name, name, strict, allow, Folders(name, folders))


def read_text(
    text: str | bytes, *, source: str = "<string>", strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The model in an MJCF text, which can name no other files, and its load report; messages call it `source`.

    >>> model, report = read_text('''<mujoco model="arm"><worldbody><body name="rod">
    ... <joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size=".02" mass="1"/>
    ... </body></worldbody></mujoco>''')
    >>> model.name, model.joint_names, model.bodies[0].inertia.com.z
    ('arm', ('hinge',), -0.5)
    """
    check_text(text, source)
    return _model(text if isinstance(text, str) else bytes(text), source, "", strict, allow, Folders(None))


def _model(
    text: str | bytes, source: str, path: str, strict: bool, allow: Collection[str], folders: Folders
) -> tuple[Model, LoadReport]:
    mujoco, findings = compiler(), _findings(source, strict, allow)
    name, mujoco_model = compiled(findings, text, path, folders)
    in_file = names_in_file(mujoco, mujoco_model, "joint", mujoco_model.njnt)
    names = FreshNames(set(in_file) - {""})
    joint_names = [joint or names.fresh(f"joint{j + 1}") for j, joint in enumerate(in_file)]
    gears = gears_of(mujoco, mujoco_model)
    joints = [joint_of(findings, mujoco, mujoco_model, gears, j, joint) for j, joint in enumerate(joint_names)]
    unsupported.check(findings, mujoco, mujoco_model)
    equalities = [] if findings.fault_count else equalities_of(findings, mujoco, mujoco_model)
    couplings = couplings_of(findings, mujoco_model, joints, equalities)
    findings.refuse_if_faulty()
    if not all(in_file):
        findings.note("default", "", f"{in_file.count('')} × <joint> without a name: called joint<k>")
    tree = tree_of(findings, mujoco, mujoco_model, joints)
    closures, frames = closures_of(findings, mujoco, mujoco_model, tree, equalities)
    loops: tuple[Closure | JointRelation, ...] = (*closures, *couplings.relations)
    actuated = actuated_of(findings, mujoco, mujoco_model, joints, couplings.coordinates) if loops else ()
    findings.refuse_if_faulty()
    gravity = vector(mujoco_model.opt.gravity)
    if disabled(mujoco, mujoco_model, "GRAVITY"):
        findings.note("converted", "", "a flag switches off gravity: zero gravity")
        gravity = ZERO
    model = Model(
        name,
        fixed(tree.bodies),
        base=tree.base,
        gravity=gravity,
        frames=(*tree.frames, *frames),
        coordinates=couplings.coordinates,
        tip=tree.tip,
        waivers=findings.waivers.used,
        lifts=lifts_of(mujoco, mujoco_model, tree),
        closures=loops,
        actuated=actuated,
    )
    report = replace(findings.report, shapes=(ShapeSource("mjcf", text, path, tuple(folders.named)),))
    return freed(model, joints), report


def _findings(source: str, strict: bool, allow: Collection[str]) -> Findings[str]:
    waivers = Waivers("the MJCF reader", unsupported.WAIVERS, allow)
    return Findings(source, "mjcf", waivers, strict, where=lambda place: f"{label(source)} {place}".rstrip())
