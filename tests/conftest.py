"""Its presence puts the repository on the path, so that tests import `tests.tolerances` and the like.

Modules that speak to a peer are left out where the peer is not installed; the tests that need them skip and say so.
"""

from importlib.util import find_spec

collect_ignore = [f"peers/{peer}.py" for peer in ("pinocchio", "mujoco") if find_spec(peer) is None]
