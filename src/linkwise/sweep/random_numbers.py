"""Random numbers by counting: each is a function of a seed, a name and an index; nothing is drawn in order.

Philox 4×64 with ten rounds, Salmon et al. (2011): a counter in, four words of 64 bits out.               [salmon2011]
The key is the seed and a digest of the name; rollout i has the counter's values from i·b on, b = ⌈words / 4⌉. What is
drawn under one name therefore changes neither when other names are added nor with the order of the rollouts.
"""

from hashlib import sha256

import numpy as np

from ..calls.arrays import Array

LARGEST_SEED = 2**64 - 1


def uniforms(seed: int, name: str, first: int, count: int, words: int) -> Array:
    """Numbers (count, words) strictly between 0 and 1, for the rollouts from `first` on.

    >>> bool((uniforms(7, "mass", 10, 5, 3)[2] == uniforms(7, "mass", 12, 1, 3)[0]).all())
    True
    """
    if not words:
        return np.empty((count, 0))
    blocks = -(-words // 4)
    key = np.array([seed, int.from_bytes(sha256(name.encode()).digest()[:8], "big")], np.uint64)
    raw = np.random.Philox(key=key, counter=first * blocks).random_raw(count * blocks * 4)
    # 52 bits and a half: the least is 2⁻⁵³, the largest 1 − 2⁻⁵³, both of them doubles
    bits = raw.reshape(count, blocks * 4)[:, :words] >> np.uint64(12)
    return (bits.astype(np.float64) + 0.5) * 2.0**-52
