"""What a sampled controller does on the way: torques change at samples, and its states."""

from ..calls.arrays import Array
from .plant import WORK_TERMS, Plant


def after_samples(plant: Plant, t: float, y: Array) -> Array | None:
    """The state after whatever is due at a time; None if nothing is."""
    sampler = plant.inputs.sampler
    if sampler is None or not sampler.due(t):
        return None
    n, y = plant.n, y.copy()
    q, qd, z = y[:n], y[n : 2 * n], y[2 * n + len(WORK_TERMS) :]
    sampler.at(t, q, qd, z)
    if plant.plain:
        plant.constant_tau = plant.inputs.torques(t, q, qd, z)
    return y
