"""What a link's table says besides its geometry, read strictly: inertia, rotor, limits, friction. For strict_toml."""

import math
from typing import Any

import numpy as np

from .reference import LARGEST, Array, Force, impossible, sized, symmetric
from .strict_urdf import refuse


def only(table: Any, keys: set[str], what: str) -> dict[str, Any]:
    """The table, refused if it has other keys."""
    refuse(not isinstance(table, dict), f"{what} is not a table")
    unknown = set(table) - keys
    refuse(unknown, f"{what} has unknown keys {sorted(unknown)[:3]}")
    return table


def number(value: Any, what: str, any_size: bool = False) -> float:
    refuse(isinstance(value, bool) or not isinstance(value, int | float), f"{what} is not a number")
    try:
        value = float(value)
    except OverflowError:
        value = math.inf
    refuse(not math.isfinite(value), f"{what} is not finite")
    used = value if any_size else sized(value)
    refuse(used is None, f"{what} is too large")
    return used or 0.0


def numbers(table: dict[str, Any], key: str, count: int) -> Array:
    value = table.get(key, [0.0] * count)
    refuse(not isinstance(value, list) or len(value) != count, f"{key} is not {count} numbers")
    return np.array([number(entry, key) for entry in value])


def text(table: dict[str, Any], key: str, default: str | None = None) -> str:
    value = table.get(key, default)
    refuse(not isinstance(value, str) or (value == "" and key != "tip"), f"{key} is not a text")
    return str(value)


def inertia(table: dict[str, Any], name: str, must_name: list[str], moving: bool = True) -> tuple[float, Array, Array]:
    separate = [key for key in ("mass", "com", "inertia") if key in table]
    refuse(separate and "parameters" in table, "parameters and mass")
    if "parameters" in table:
        *six, mx, my, mz, m = numbers(table, "parameters", 10).tolist()
        h, I = np.array((mx, my, mz)), symmetric(*six)
        refuse(m == 0.0 and np.any(h), "a first moment without a mass")
        com = h / m if m else np.zeros(3)
        trace = float(np.trace(I))
        I = I - m * (com @ com * np.eye(3) - np.outer(com, com))
    elif separate:
        refuse("mass" not in table, "no mass")
        m, com = number(table["mass"], "mass"), numbers(table, "com", 3)
        I = symmetric(*numbers(table, "inertia", 6).tolist())
        trace = float(np.trace(I)) + 2.0 * m * float(com @ com)
    else:
        must_name += ["no mass"] * moving
        return 0.0, np.zeros(3), np.zeros((3, 3))
    refuse(m < 0.0, "a negative mass")
    fault = impossible(I, trace)
    refuse(fault == "negative", f"{name[:40]} has a negative moment")
    must_name += ["triangle"] * (fault == "triangle")
    must_name += ["massless"] * (moving and m == 0.0)
    return m, com, I


def rotor(row: dict[str, Any]) -> float:
    table = only(row.get("rotor", {"inertia": 0.0}), {"inertia", "gear_ratio"}, "a rotor")
    refuse("inertia" not in table, "a rotor without inertia")
    inertia, gear = number(table["inertia"], "inertia"), number(table.get("gear_ratio", 1.0), "gear_ratio", True)
    refuse(inertia < 0.0 or not 1e-6 <= abs(gear) <= 1e6, "a rotor that cannot be")
    return inertia * gear * gear


def limits(row: dict[str, Any], unit: float, kind: str, must_name: list[str]) -> tuple[float, float, float, float]:
    table = only(row.get("limits", {}), {"lower", "upper", "velocity", "effort"}, "limits")

    def limit(key: str, factor: float, none: float = math.inf) -> float:
        value = number(table[key], key, any_size=True) if key in table else none
        must_name.extend(["read as no limit"] * (LARGEST <= abs(value) < math.inf))
        return value * factor if abs(value) < LARGEST else math.copysign(math.inf, value)

    lower, upper, velocity = limit("lower", unit, -math.inf), limit("upper", unit), limit("velocity", unit)
    effort = limit("effort", 1.0)
    refuse(lower > upper or velocity < 0.0 or effort < 0.0, "limits out of order")
    refuse(kind == "continuous" and ("lower" in table or "upper" in table), "limits of a continuous joint")
    return lower, upper, velocity, effort


def law(table: Any) -> Force:
    """The friction law in a table."""
    name = table.get("law") if isinstance(table, dict) else None
    keys = {
        None: {"viscous", "coulomb", "backward"},
        "stribeck": {"law", "viscous", "coulomb", "static", "k", "exponent"},
    }
    keys |= {"piecewise": {"law", "points"}, "uneven": {"law", "forward", "backward"}, "smooth": {"law", "width", "of"}}
    refuse(not isinstance(name, str | None) or name not in keys, "no such friction law")
    only(table, keys[name], "friction")
    if name in ("piecewise", "uneven", "smooth"):
        return lambda qd: math.nan  # only that dynamics are finite is checked then

    def positive(key: str, default: float | None = 0.0) -> float:
        value = number(table.get(key, default), key)
        refuse(value < 0.0, f"a negative {key}")
        return value

    viscous, coulomb = positive("viscous"), positive("coulomb")
    if name == "stribeck":
        static, k, exponent = positive("static", None), positive("k", None), positive("exponent", 2.0)
        refuse(static < coulomb or k == 0.0 or exponent == 0.0, "a Stribeck law that cannot be")
        return lambda qd: (
            viscous * qd + np.sign(qd) * (coulomb + (static - coulomb) * np.exp(-k * np.abs(qd) ** exponent))
        )
    backward = positive("backward", coulomb)
    return lambda qd: viscous * qd + (coulomb if qd > 0 else -backward if qd < 0 else 0.0)
