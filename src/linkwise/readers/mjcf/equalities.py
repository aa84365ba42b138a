"""The equality constraints of a file that act: those that a model can hold, each with its name and its place."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ...errors import shown
from ..findings import Findings
from .drives import disabled
from .names import FreshNames, names_in_file
from .unsupported import refuse

SOFT = "MuJoCo holds it softly, a model exactly"
"""What reports say of every constraint that closes a loop."""


@dataclass(frozen=True)
class Equality:
    """Constraint number e, of kind "joint", "connect" or "weld"; the name is new where the file has none."""

    e: int
    kind: str
    name: str
    place: str


def equalities_of(findings: Findings[str], mujoco: Any, model: Any, taken: Collection[str] = ()) -> list[Equality]:
    """The constraints that act; inactive ones are noted, those of tendons and deformable bodies refused."""
    kinds = {int(getattr(mujoco.mjtEq, f"mjEQ_{kind.upper()}")): kind for kind in ("joint", "connect", "weld")}
    in_file = names_in_file(mujoco, model, "equality", model.neq)
    names = FreshNames({*in_file, *taken} - {""})
    found, unsupported = [], []
    for e, name in enumerate(in_file):
        place = f"equality {shown(name)}" if name else f"equality {e + 1}"
        kind = kinds.get(int(model.eq_type[e]), "")
        if not model.eq_active0[e] or disabled(mujoco, model, "EQUALITY", "CONSTRAINT"):
            findings.note("ignored", place, "an inactive constraint")
        elif kind:
            found.append(Equality(e, kind, name or names.fresh(f"equality{e + 1}"), place))
        else:
            unsupported.append(name or place)
    refuse(findings, "equality", unsupported, "delete them")
    return found
