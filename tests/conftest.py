"""Its presence puts the repository on the path, so that tests import `tests.tolerances` and the like.

Modules beside the tests are imported by the tests that need them, which skip and say so where a peer is not installed.
Compiled code is kept in a folder of the tests' own: what one test run compiled, the next need not.
"""

import getpass
import os
import tempfile
from pathlib import Path

os.environ.setdefault("LINKWISE_CACHE", str(Path(tempfile.gettempdir()) / f"linkwise-tests-{getpass.getuser()}"))

WITH_EXAMPLES = ("errata.py",)
"""Of the modules beside the tests, those whose docstrings hold examples that run."""


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    name = collection_path.name
    return True if name.endswith(".py") and not name.startswith("test_") and name not in WITH_EXAMPLES else None
