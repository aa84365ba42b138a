"""The package xacro, imported anew for every file.

xacro keeps its state in module variables: the files it is in, arguments, the functions that expressions see. A file
that changed them would change the next one, and two threads would mix. So every expansion has a copy of the modules to
itself, under a name that nobody else imports; an application's own use of xacro is not touched.
"""

import itertools
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module, util
from typing import Any
from xml.dom import minidom

from ...errors import MissingExtra

_numbers = itertools.count(1)
_importing = threading.Lock()


@contextmanager
def copy_of_xacro() -> Iterator[Any]:
    """A copy of the package xacro, for one file.

    >>> with copy_of_xacro() as one, copy_of_xacro() as other:
    ...     one.init_stacks("arm.xacro")
    ...     print(one.filestack, other.filestack)
    ['arm.xacro'] None
    """
    spec = util.find_spec("xacro")
    if spec is None or spec.submodule_search_locations is None or not os.path.isfile(spec.origin or ""):
        raise MissingExtra("reading xacro", "xacro")
    name = f"{__name__}_{next(_numbers)}"
    try:
        with _importing:
            write = minidom.Element.writexml  # which xacro replaces for the whole process
            try:
                copied = util.spec_from_file_location(
                    name, spec.origin, submodule_search_locations=list(spec.submodule_search_locations)
                )
                assert copied is not None and copied.loader is not None
                package = sys.modules[name] = util.module_from_spec(copied)
                copied.loader.exec_module(package)
                with suppress(ModuleNotFoundError):  # ROS 1 has it elsewhere
                    import_module(f"{name}.substitution_args")
            finally:
                setattr(minidom.Element, "writexml", write)  # noqa: B010 (a method, for mypy)
        yield package
    finally:
        for each in [each for each in list(sys.modules) if each == name or each.startswith(f"{name}.")]:
            del sys.modules[each]
