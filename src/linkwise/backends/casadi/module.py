"""A program as a function of CasADi, called with NumPy's arrays."""

from typing import Any

import numpy as np

from ...program import Program, Signature
from ..modules import AbstractInPlaceModule, Arrays, ModuleSpec
from .functions import function


class CasadiModule(AbstractInPlaceModule):
    """The function, which CasADi calls once for each column of its inputs."""

    piece = 2**12

    def __init__(self, spec: ModuleSpec, program: Program):
        self.spec = spec
        flat = [
            tuple(port._replace(shape=(port.size,)) for port in ports)
            for ports in (spec.signature.takes, spec.signature.gives)
        ]
        self.function = function("program", program, Signature(*flat))

    def run(self, takes: Arrays, gives: Arrays, first: int, last: int) -> None:
        """The states from `first` to `last` as columns of matrices."""
        ports = self.spec.signature
        columns = [
            np.ravel(x) if port.uniform else x[first:last].reshape(last - first, port.size).T
            for x, port in zip(takes, ports.takes, strict=True)
        ]
        answers: Any = self.function.call([np.asfortranarray(x) for x in columns])
        for target, answer, port in zip(gives, answers, ports.gives, strict=True):
            target[first:last] = answer.full().T.reshape(last - first, *port.shape)
