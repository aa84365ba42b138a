"""How parameters show in exciting states: slow ones for static friction, and the typical size of a column."""

import numpy as np

from ...calls.arrays import Array
from ...calls.sampling import natural_rate, size
from ...model import Model, Smooth, Stribeck


def slowed(model: Model, qd: Array) -> Array:
    """The same with every third state at speeds of the size k^(−1/B), at which Stribeck's static friction falls off: at
    larger ones next to nothing may be left of it.

    >>> import linkwise
    >>> from linkwise.model import Stribeck
    >>> arm = linkwise.load("pendulum").with_friction(Stribeck(0.0, 1.0, 2.0, k=1e4)).model
    >>> slowed(arm, np.full((4, 1), 5.0)).ravel()
    array([0.01, 5.  , 5.  , 0.01])
    """
    found = qd.copy()
    joints = {body.joint.name: body.joint for body in model.bodies}
    for k, name in enumerate(model.joint_names):
        law = joints[name].friction if name in joints else None
        law = law.law if isinstance(law, Smooth) else law
        if isinstance(law, Stribeck):
            found[::3, k] *= float(law.k) ** (-1.0 / law.exponent) / np.sqrt(np.mean(qd[::3, k] ** 2))
    return found


def typical(model: Model) -> dict[str, float]:
    """How large a column of each parameter is in such states where the parameter shows in full, by its letters.

    A column far smaller than that is a near-miss: MX of the first link of an arm that stands almost upright, say.

    >>> import linkwise
    >>> {name: round(x, 2) for name, x in typical(linkwise.load("planar2r").model).items() if name in ("ZZ", "MX", "M")}
    {'ZZ': 14.01, 'MX': 9.81, 'M': 6.87}
    """
    L, rate = size(model), natural_rate(model)
    tensor = dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "ZZ", "Ia"), rate**2)
    moments = dict.fromkeys(("MX", "MY", "MZ"), L * rate**2)
    return {**tensor, **moments, "M": (L * rate) ** 2, "FV": rate, "FC": 1.0, "FO": 1.0, "FS": 1.0, "FU": rate}
