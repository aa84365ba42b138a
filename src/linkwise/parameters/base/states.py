"""Random states that show every parameter: slow ones for static friction, and how large columns are in them."""

import numpy as np

from ...calls.arrays import Array
from ...calls.sampling import natural_rate, size
from ...model import Model, Smooth, Stribeck


def slowed(model: Model, qd: Array) -> Array:
    """Velocities, with those of every third state reduced to about k^(−1/B) in joints with Stribeck's law.

    There its static friction falls off; at higher speeds next to nothing of it is left.

    >>> import linkwise
    >>> from linkwise.model import Stribeck
    >>> arm = linkwise.load("pendulum").with_friction(Stribeck(0.0, 1.0, 2.0, k=1e4)).model
    >>> slowed(arm, np.full((4, 1), 5.0)).ravel()
    array([0.01, 5.  , 5.  , 0.01])
    """
    velocities = qd.copy()
    joints = {body.joint.name: body.joint for body in model.bodies}
    for k, name in enumerate(model.joint_names):
        law = joints[name].friction if name in joints else None
        law = law.law if isinstance(law, Smooth) else law
        if isinstance(law, Stribeck):
            velocities[::3, k] *= float(law.k) ** (-1.0 / law.exponent) / np.sqrt(np.mean(qd[::3, k] ** 2))
    return velocities


def typical_sizes(model: Model) -> dict[str, float]:
    """How large the entries of a regressor's column are where its parameter acts fully, by the parameter's letters.

    A column far smaller than that is a near-miss: MX of the first link of an arm that is almost upright, say.

    >>> import linkwise
    >>> sizes = typical_sizes(linkwise.load("planar2r").model)
    >>> {name: round(sizes[name], 2) for name in ("ZZ", "MX", "M")}
    {'ZZ': 14.01, 'MX': 9.81, 'M': 6.87}
    """
    L, rate = size(model), natural_rate(model)
    tensor = dict.fromkeys(("XX", "XY", "XZ", "YY", "YZ", "ZZ", "Ia"), rate**2)
    moments = dict.fromkeys(("MX", "MY", "MZ"), L * rate**2)
    return {**tensor, **moments, "M": (L * rate) ** 2, "FV": rate, "FC": 1.0, "FO": 1.0, "FS": 1.0, "FU": rate}
