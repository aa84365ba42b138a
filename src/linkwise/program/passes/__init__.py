"""Program → program, the answers staying what they are."""

from .dead_code import without_dead_code
from .fuse import fused

__all__ = ["fused", "without_dead_code"]
