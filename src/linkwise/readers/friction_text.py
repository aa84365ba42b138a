"""A joint's friction, out: the counterpart of friction_tables.py."""

from typing import Any

from ..errors import WriteError, shown
from ..model import AbstractFriction
from .friction_tables import LAWS
from .toml_text import quoted, real


def friction(law: AbstractFriction) -> str:
    """A law as a table on one line.

    >>> from linkwise.model import Friction, Smooth
    >>> friction(Smooth(Friction(coulomb=2.0), width=0.01))
    '{ law = "smooth", width = 0.01, of = { viscous = 0.0, coulomb = 2.0 } }'
    """
    return _written(law.data)


def _written(value: Any) -> str:
    if isinstance(value, dict):
        if value.get("law", Ellipsis) not in (Ellipsis, *LAWS):
            raise WriteError(
                f"the friction function {shown(value.get('name', ''))} cannot be written.",
                f"A file holds numbers: Friction, or one of {', '.join(LAWS)}.",
                "write the robot with such a law: robot.with_friction(…).",
            )
        return f"{{ {', '.join(f'{key} = {_written(x)}' for key, x in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(_written(x) for x in value)}]"
    return quoted(value) if isinstance(value, str) else real(value)
