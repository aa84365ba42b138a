"""Its presence puts the repository on the path, so that tests import `tests.tolerances` and the like."""
