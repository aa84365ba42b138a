"""Reads MJCF: from text or file to a model and a report, or to one error that lists every fault."""

import os
from collections.abc import Collection

from ...algebra import ZERO
from ...model import Model
from ..files import check_text, content, name_of
from ..report import LoadReport
from . import unused
from .compile import compiled, compiler
from .couplings import coordinates_of
from .drives import disabled, gears_of, joint_of, vector
from .findings import Findings, Names, given_names
from .tree import tree_of


def read(
    path: str | os.PathLike[str], *, strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The model in an MJCF file, and what is noteworthy about it.

    With `strict`, moving links without mass are faults. `allow` names things to leave out, each recorded in the
    model's `waivers`: see `linkwise.readers.mjcf.WAIVERS`.

    >>> read("nowhere.xml")
    Traceback (most recent call last):
    linkwise.errors.ReadError: 'nowhere.xml' was refused: 1 fault.
      nowhere.xml: cannot be read: No such file or directory
    """
    compiler()
    text = content(path)
    return _model(text, name_of(path), name_of(path), strict, allow)


def read_text(
    text: str | bytes, *, source: str = "<string>", strict: bool = False, allow: Collection[str] = ()
) -> tuple[Model, LoadReport]:
    """The model in an MJCF text; `source` is what messages call it.

    >>> model, report = read_text('''<mujoco model="arm"><worldbody><body name="rod">
    ... <joint name="hinge" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -1" size=".02" mass="1"/>
    ... </body></worldbody></mujoco>''')
    >>> model.name, model.joint_names, model.bodies[0].inertia.com.z
    ('arm', ('hinge',), -0.5)
    """
    check_text(text, source)
    return _model(text if isinstance(text, str) else bytes(text), source, "", strict, allow)


def _model(text: str | bytes, source: str, path: str, strict: bool, allow: Collection[str]) -> tuple[Model, LoadReport]:
    mujoco, found = compiler(), Findings(source, strict, allow)
    name, compact = compiled(found, text, path)
    given = given_names(mujoco, compact, "joint", compact.njnt)
    names = Names(set(given) - {""})
    called = [own or names.fresh(f"joint{j + 1}") for j, own in enumerate(given)]
    gears = gears_of(mujoco, compact)
    maybe = [joint_of(found, mujoco, compact, gears, j, own) for j, own in enumerate(called)]
    joints = [joint for joint in maybe if joint is not None]
    unused.check(found, mujoco, compact)
    coordinates = None if found.faults else coordinates_of(found, mujoco, compact, joints)
    found.refuse_if_faulty()
    if not all(given):
        found.note("default", "", f"{given.count('')} × <joint> without a name: joint<k> is its name")
    tree = tree_of(found, mujoco, compact, joints)
    found.refuse_if_faulty()
    gravity = vector(compact.opt.gravity)
    if disabled(mujoco, compact, "GRAVITY"):
        found.note("converted", "", "gravity is switched off by a flag: zero gravity")
        gravity = ZERO
    model = Model(
        name,
        tree.bodies,
        base=tree.base,
        gravity=gravity,
        frames=tree.frames,
        coordinates=coordinates,  # type: ignore[arg-type]  # None: each joint its own
        tip=tree.tip,
        waivers=found.waivers.used,
    )
    return model, found.report
