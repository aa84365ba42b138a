"""A backend's folder put into `backends/` is found by everything that runs programs; nothing else is edited.

The library is copied, a folder is put into the copy, and the copy is run: listed, used by name, swept by the tests that
hold every backend to the interpreter, handed derivatives where it asks for them, and caught where it errs.
"""

import shutil
from pathlib import Path

import pytest

from .test_a_new_formulation import SOURCE, python

TOY = '''
"""A toy: programs as text, parsed and run one state at a time."""

import numpy as np

from ...program import parse
from ..backend import AbstractBackend
from ..interpreter import run
from ..modules import AbstractBatchModule


class ToyBackend(AbstractBackend):
    kinds = frozenset({"program"})
    suffixes = {".toy": "a toy's text"}
    differentiates = True
    handed = []

    def compile(self, spec, built):
        if spec.derivatives is not None:
            slopes, signature = spec.derivatives()
            self.handed.append((spec.signature, signature, slopes))
        return str(built).encode()

    def load(self, spec, code):
        return ToyModule(spec, parse(code.decode()))

    def files(self, program, signature, target, prefix, dtype):
        return {target.suffix: f"toy {program}"}


class ToyModule(AbstractBatchModule):
    def __init__(self, spec, program):
        self.spec, self.program = spec, program

    def run(self, takes, gives, first, last):
        ports = self.spec.signature
        for k in range(first, last):
            pairs = zip(ports.takes, takes, strict=True)
            rows = [array.reshape(-1) if port.uniform else array[k].reshape(-1) for port, array in pairs]
            values = iter(run(self.program, [float(x) for row in rows for x in row]))
            for port, array in zip(ports.gives, gives, strict=True):
                numbers = np.reshape([next(values) for _ in range(port.size)], array.shape[1:])
                array[k] = ANSWER


BACKEND = ToyBackend()
'''

WRONG = {"everywhere": "1.0000001 * numbers", "from the eighth state on": "numbers * (1.0 if k < 8 else 1.0000001)"}
"""Off by one in ten million: in the self-test already, or only where that does not look."""


def copy_with(folder: Path, answer: str) -> Path:
    """The library with one backend more."""
    shutil.copytree(SOURCE, folder / "linkwise", ignore=shutil.ignore_patterns("__pycache__"))
    toy = folder / "linkwise" / "backends" / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text('"""A toy."""\n', encoding="utf-8")
    (toy / "backend.py").write_text(TOY.replace("ANSWER", answer), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    return copy_with(tmp_path_factory.mktemp("right"), "numbers")


USED = """
import numpy as np, linkwise
from linkwise.backends import BACKENDS
from linkwise.backends.files import suffixes
print("toy" in BACKENDS, ".toy" in suffixes())
robot = linkwise.load("planar2r")
kernel = robot.compile("inverse_dynamics", backend="toy")
state = [[0.4, 1.2]] * 5, [0.8, -1.4], [1.1, -0.6]
print(np.abs(kernel(*state) - robot.inverse_dynamics(*state)).max() < 1e-13)
print(kernel.save("robot.toy")[0].read_text()[:11])
signature, given, slopes = BACKENDS["toy"].handed[0]
print(given.text)
"""


def test_it_is_listed_used_and_written(right, tmp_path):
    said = python(right, "-c", USED, cwd=tmp_path)
    assert said.stdout.split("\n")[:4] == [
        "True True",
        "True",
        "toy program",
        "q(2), qd(2), qdd(2) -> dinverse_dynamics_dq(2, 2), dinverse_dynamics_dqd(2, 2), dinverse_dynamics_dqdd(2, 2)",
    ], said.stderr


HANDED = """
import numpy as np, linkwise
from linkwise.backends import BACKENDS
from linkwise.backends.interpreter import run
robot = linkwise.load("puma560")
for question, options in (("inverse_dynamics", {}), ("forward_dynamics", {}), ("mass_matrix", {}),
                          ("inverse_dynamics", {"parameters": ["gravity"]})):
    kernel = robot.compile(question, backend="toy", **options)
    x = np.random.default_rng(1).normal(size=sum(port.size for port in kernel.signature.takes))
    split = lambda x: np.split(x, np.cumsum([port.size for port in kernel.signature.takes])[:-1])
    kernel(*split(x))
    _, signature, slopes = BACKENDS["toy"].handed[-1]
    found, at, worst, h = np.array(run(slopes, x.tolist()), float), 0, 0.0, 1e-6
    J = np.stack([(kernel(*split(x + h * e)) - kernel(*split(x - h * e))).ravel() / (2 * h) for e in np.eye(len(x))], 1)
    places = np.cumsum([0, *(port.size for port in kernel.signature.takes)])
    for port, first, last in zip(signature.gives, places[:-1], places[1:], strict=True):
        block = found[at : at + port.size].reshape(-1, last - first)
        worst, at = max(worst, np.abs(block - J[:, first:last]).max() / np.abs(J).max()), at + port.size
    print(worst < 1e-7, at == len(found))
"""


def test_it_is_handed_derivatives(right, tmp_path):
    """∂gives/∂takes of whatever is compiled: those of central differences."""
    said = python(right, "-c", HANDED, cwd=tmp_path)
    assert said.stdout.split() == ["True"] * 8, said.stdout + said.stderr


def sweep(folder: Path):
    tests = "tests/backends/test_every_backend.py"
    return python(folder, "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow", "-k", "toy", tests)


def test_it_is_swept(right):
    passed = sweep(right)
    assert passed.returncode == 0 and "passed" in passed.stdout, passed.stdout
    assert int(passed.stdout.split(" passed")[0].split()[-1]) > 20


@pytest.mark.parametrize("where", WRONG)
def test_it_is_caught_where_it_errs(where, tmp_path):
    folder = copy_with(tmp_path, WRONG[where])
    failed = sweep(folder)
    assert failed.returncode == 1 and "failed" in failed.stdout, failed.stdout
    said = python(folder, "-c", USED, cwd=tmp_path)
    refused = "times as far from the interpreter's answers as rounding accounts for" in said.stderr
    assert refused == (where == "everywhere"), said.stderr
