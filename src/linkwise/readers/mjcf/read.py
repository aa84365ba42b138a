"""Reads MJCF: from text or file to a model and a report, or to one error that lists every fault."""

import os
import stat
from collections.abc import Collection

from ...algebra import ZERO
from ...errors import Fault, ReadError, shown
from ...model import Model
from .. import xml
from ..report import LoadReport
from . import unused
from .compile import compiled, compiler
from .couplings import coordinates_of
from .drives import disabled, joint_of, vector
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
      nowhere.xml: No such file or directory
    """
    compiler()
    name = os.fspath(path) if isinstance(path, str | os.PathLike) else ""
    if not isinstance(name, str) or not name:
        raise ReadError(str(path), [Fault("path", "", "not the path of a file", "read_text takes the text itself")])
    return _model(_content(name), name, name, strict, allow)


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
    if not isinstance(text, str | bytes | bytearray):
        raise ReadError(source, [Fault("text", shown(text), "neither text nor bytes", "read takes a path")])
    return _model(text if isinstance(text, str) else bytes(text), source, "", strict, allow)


def _content(name: str) -> bytes:
    try:
        if not stat.S_ISREG(os.stat(name).st_mode):
            raise ReadError(name, [Fault(xml.label(name), "", "a folder or device, not a file", "name an MJCF file")])
        with open(name, "rb") as file:
            return file.read(xml.SIZE + 1)
    except OSError as error:
        raise ReadError(name, [Fault(xml.label(name), "", error.strerror or str(error))]) from None
    except ValueError as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(name, [Fault(xml.label(name), "", str(error))]) from None  # a NUL in the name


def _model(text: str | bytes, source: str, path: str, strict: bool, allow: Collection[str]) -> tuple[Model, LoadReport]:
    mujoco, found = compiler(), Findings(source, strict, allow)
    name, compact = compiled(found, text, path)
    given = given_names(mujoco, compact, "joint", compact.njnt)
    names = Names(set(given) - {""})
    maybe = [joint_of(found, mujoco, compact, j, own or names.fresh(f"joint{j + 1}")) for j, own in enumerate(given)]
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
        name, tree.bodies, base=tree.base, gravity=gravity, frames=tree.frames, coordinates=coordinates, tip=tree.tip,
        waivers=tuple(found.waived),
    )  # fmt: skip
    return model, found.report
