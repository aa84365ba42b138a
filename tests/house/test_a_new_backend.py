"""A backend's folder put into `backends/` is found by everything that runs programs; nothing else is edited.

The library is copied, a folder is put into the copy, and the copy is run: listed, used by name with arrays of its own,
swept by the tests that hold every backend to the interpreter, its derivatives too, and caught where it errs.
"""

import shutil
from pathlib import Path

import pytest

from .test_a_new_formulation import SOURCE, python

TOY = '''
"""A toy framework: read-only arrays of its own, programs parsed and run one state at a time, slopes by the program."""

import numpy as np

from ...program import parse
from ..arrays import AbstractArrays
from ..backend import AbstractBackend
from ..interpreter import run
from ..modules import AbstractBatchModule


class ToyArray:
    def __init__(self, numbers):
        self.numbers = np.array(numbers)
        self.numbers.flags.writeable = False
        self.shape, self.ndim = self.numbers.shape, self.numbers.ndim

    def reshape(self, *shape):
        return ToyArray(self.numbers.reshape(*shape))


class ToyArrays(AbstractArrays):
    def adopt(self, value):
        return value if isinstance(value, ToyArray) else ToyArray(value)

    def dtype(self, array):
        return array.numbers.dtype

    def cast(self, array, dtype):
        return ToyArray(array.numbers.astype(dtype))

    def broadcast(self, array, shape):
        return ToyArray(np.broadcast_to(array.numbers, shape))

    def numpy(self, array):
        return array.numbers


class ToyBackend(AbstractBackend):
    kinds = frozenset({"program"})
    arrays = ToyArrays()
    suffixes = {".toy": "a toy's text"}
    differentiates = True

    def compile(self, spec, built):
        return str(built).encode()

    def load(self, spec, code):
        return ToyModule(spec, parse(code.decode()))

    def files(self, program, signature, target, prefix, dtype):
        return {target.suffix: f"toy {program}"}


class ToyModule(AbstractBatchModule):
    arrays = ToyBackend.arrays

    def __init__(self, spec, program):
        self.spec, self.program = spec, program

    def answers(self, takes, count):
        return self.of_each(self.program, self.spec.signature, takes, count, lambda k, numbers: ANSWER)

    def slopes(self, takes, count):
        return self.of_each(*self.spec.derivatives(), takes, count, lambda k, numbers: SLOPE)

    def of_each(self, program, ports, takes, count, answer):
        parts = [[] for _ in ports.gives]
        for k in range(count):
            pairs = zip(ports.takes, takes, strict=True)
            rows = [(x.numbers if port.uniform else x.numbers[k]).reshape(-1) for port, x in pairs]
            values = iter(run(program, [float(x) for row in rows for x in row]))
            for port, part in zip(ports.gives, parts, strict=True):
                part.append(answer(k, np.reshape([next(values) for _ in range(port.size)], port.shape)))
        return [ToyArray(part) for part in parts]


BACKEND = ToyBackend()
'''

RIGHT = {"ANSWER": "numbers", "SLOPE": "numbers"}
WRONG = {
    "everywhere": RIGHT | {"ANSWER": "1.0000001 * numbers"},
    "from the eighth state on": RIGHT | {"ANSWER": "numbers * (1.0 if k < 8 else 1.0000001)"},
    "in its slopes": RIGHT | {"SLOPE": "1.0000001 * numbers"},
}
"""Off by one in ten million: in the self-test already, or only where that does not look."""


def copy_with(folder: Path, texts: dict[str, str]) -> Path:
    """The library with one backend more."""
    shutil.copytree(SOURCE, folder / "linkwise", ignore=shutil.ignore_patterns("__pycache__"))
    toy = folder / "linkwise" / "backends" / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text('"""A toy."""\n', encoding="utf-8")
    text = TOY.replace("ANSWER", texts["ANSWER"]).replace("SLOPE", texts["SLOPE"])
    (toy / "backend.py").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    return copy_with(tmp_path_factory.mktemp("right"), RIGHT)


USED = """
import numpy as np, linkwise
from linkwise.backends import BACKENDS
from linkwise.backends.files import suffixes
print("toy" in BACKENDS, ".toy" in suffixes())
robot = linkwise.load("planar2r")
kernel = robot.compile("inverse_dynamics", backend="toy")
state = [[0.4, 1.2]] * 5, [0.8, -1.4], [1.1, -0.6]
mine = kernel(*map(BACKENDS["toy"].arrays.adopt, state))
print(type(mine).__name__, mine.shape, np.abs(mine.numbers - robot.inverse_dynamics(*state)).max() < 1e-13)
print(kernel.save("robot.toy")[0].read_text()[:11])
"""


def test_it_is_listed_used_and_written(right, tmp_path):
    said = python(right, "-c", USED, cwd=tmp_path)
    assert said.stdout.split("\n")[:3] == ["True True", "ToyArray (5, 2) True", "toy program"], said.stderr


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
    refused = "times what rounding can explain" in said.stderr
    assert refused == (where == "everywhere"), said.stderr
