"""What formulations take and give: sequences of scalars, not arrays."""

from collections.abc import Callable, Sequence
from typing import Any

from ..algebra import Force, Scalar

Scalars = Sequence[Scalar]
"""One scalar per moving joint, in the order of the model's bodies."""

By = Callable[..., Any]
"""A formulation's answer to the question at hand."""

Rows = list[list[Scalar]]
"""A matrix as a list of rows."""

Wrenches = Sequence[Force] | None
"""The wrench the environment exerts on each body, seen from the body's frame; None for none."""
