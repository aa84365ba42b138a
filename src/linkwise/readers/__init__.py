"""Robot descriptions in and out: one format per file, `read(...) -> (Model, LoadReport)`."""

from .report import LoadReport, Note

__all__ = ["LoadReport", "Note"]
