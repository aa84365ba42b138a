"""Where programs run, and what they are written as: one folder for each machine or language.

backend, modules      the seam: what a backend supports; what it compiles, and the code it returns
iterations, integrations, tallies   the seams of these kinds
fast_calls            functions that Python calls as its own
known_answers         what code is tested on before it is used
arrays, tiles         the array library; how rollouts lie side by side
interpreter/          what programs, loops, rollouts, iterations and integrations mean
llvm/ c/ python/ …    machine code, C99, Python, whatever else has a folder with a `backend.py`
listing/              programs as pages to read
compiling             the lock of everything that compiles
cache/, source_digest code on disk, and which linkwise made it
files                 programs as files
"""

from .backend import AbstractBackend
from .compiling import COMPILING
from .fast_calls import AbstractFastEntry
from .integrations import AbstractIntegrationModule
from .iterations import AbstractIterationModule
from .modules import (
    LAYOUTS,
    AbstractBatchModule,
    AbstractInPlaceModule,
    AbstractModule,
    AbstractRolloutModule,
    ModuleSpec,
)
from .registry import BACKENDS, backend_of, default_backend

__all__ = [
    "BACKENDS",
    "COMPILING",
    "LAYOUTS",
    "AbstractBackend",
    "AbstractBatchModule",
    "AbstractFastEntry",
    "AbstractInPlaceModule",
    "AbstractIntegrationModule",
    "AbstractIterationModule",
    "AbstractModule",
    "AbstractRolloutModule",
    "ModuleSpec",
    "backend_of",
    "default_backend",
]
