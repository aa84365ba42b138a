"""Its presence puts the repository on the path, so that tests import `tests.tolerances` and the like.

Modules that speak to a peer are left out where the peer is not installed; the tests that need them skip and say so.
Compiled code is kept in a folder of the tests' own: what one test run compiled, the next need not.
"""

import getpass
import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

collect_ignore = [f"peers/{peer}.py" for peer in ("pinocchio", "mujoco") if find_spec(peer) is None]

os.environ.setdefault("LINKWISE_CACHE", str(Path(tempfile.gettempdir()) / f"linkwise-tests-{getpass.getuser()}"))
