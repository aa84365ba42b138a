"""Programs as C99 for any machine: one file and its header, with no needs but libm, that can test itself."""

from .source import CSource, source

__all__ = ["CSource", "source"]
