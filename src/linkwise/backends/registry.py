"""Which backends there are: each folder with a `backend.py`. No list is kept anywhere."""

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import numpy as np

from ..errors import UnknownName
from ..html_table import html_table
from .backend import AbstractBackend

HERE = __name__.rpartition(".")[0]


class Backends(Mapping[str, AbstractBackend]):
    """Backends by the names of their folders, each imported when it is first used.

    >>> BACKENDS["c"].suffixes
    {'.c': 'C99, with its header beside it'}
    """

    def __getitem__(self, name: str) -> AbstractBackend:
        if not isinstance(name, str) or name not in _folders():
            raise UnknownName("backend", name, "linkwise", _folders())
        return _loaded(name)

    def __contains__(self, name: object) -> bool:
        return name in _folders()

    def __iter__(self) -> Iterator[str]:
        return iter(_folders())

    def __len__(self) -> int:
        return len(_folders())

    def __repr__(self) -> str:
        return f"Backends({', '.join(self)})"

    def _repr_html_(self) -> str:
        heads = ("name", "runs", "precisions", "writes", "missing")
        return html_table("Backends", heads, [one.summary for one in self.values()])


BACKENDS = Backends()
"""Every backend by its folder's name."""


@cache
def _folders() -> tuple[str, ...]:
    here = import_module(HERE).__path__
    packages = [module.name for module in iter_modules(here) if module.ispkg]
    return tuple(name for name in sorted(packages) if _has_backend([os.path.join(path, name) for path in here]))


def _has_backend(folders: list[str]) -> bool:
    """Whether there is a `backend.py` in them; folders may be those of an archive."""
    return any(module.name == "backend" for module in iter_modules(folders))


@cache
def _loaded(name: str) -> AbstractBackend:
    backend = import_module(f"{HERE}.{name}.backend").BACKEND
    assert isinstance(backend, AbstractBackend), f"{name}.backend.BACKEND is not a backend"
    return backend


_PLAIN = (np.ndarray, list, tuple, float, int)


def backend_of(values: Iterable[Any]) -> str | None:
    """The backend whose library's arrays some of the values are, one that can run here if there is one; None for
    NumPy's arrays and lists.

    >>> backend_of([np.zeros(2), [0.0, 0.0]]) is None
    True
    """
    others = [value for value in values if type(value) not in _PLAIN]
    if not others:
        return None
    owners = [one for one in BACKENDS.values() if any(map(one.arrays.owns, others))]
    return min(owners, key=lambda one: bool(one.missing())).name if owners else None


@cache
def default_backend(kind: str = "program") -> str:
    """The backend that runs a kind of program when none is named.

    >>> default_backend() in BACKENDS
    True
    """
    able = [one for one in BACKENDS.values() if one.preference and kind in one.kinds and not one.missing()]
    return max(able, key=lambda one: one.preference).name
