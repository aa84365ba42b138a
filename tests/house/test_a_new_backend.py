"""A backend's folder put into `backends/` is found by everything that runs programs; nothing else is edited.

The library is copied, a folder is put into the copy, and the copy is run: listed, used by name with arrays of its own,
swept by the tests that hold every backend to the interpreter, its derivatives too, and caught where it errs.
"""

import re
import shutil
from pathlib import Path

import pytest

from .test_a_new_formulation import SOURCE, python

TOY = '''
"""A toy framework: read-only arrays of its own, programs parsed and run one state at a time, slopes by the program.

Loops and rollouts are the interpreter's, in copies of its files beside this one.
"""

import numpy as np

from ...program import parse
from ..arrays import AbstractArrays
from ..backend import AbstractBackend
from ..modules import AbstractBatchModule, AbstractRolloutModule
from .loop import run_loop
from .program import run
from .rollout import run_rollouts


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
    kinds = frozenset(KINDS)
    dtypes = ("float64", "float32")
    layouts = ("rows", "tiles")
    arrays = ToyArrays()
    suffixes = {".NAME": "a toy's text"}
    differentiates = True

    def compile(self, spec, built):
        return str(built).encode()

    def load(self, spec, code):
        if spec.kind == "program":
            return ToyModule(spec, parse(code.decode()))
        return (ToyLoop if spec.kind == "loop" else ToyRollouts)(spec, spec.build())

    def files(self, program, signature, target, prefix, dtype, ranges=None):
        return {target.suffix: f"toy {program}"}


class ToyModule(AbstractBatchModule):
    arrays = ToyBackend.arrays

    def __init__(self, spec, program):
        self.spec, self.program = spec, program

    def answers(self, takes, count):
        return self.of_each(self.program, self.spec.signature, takes, count, lambda k, numbers: numbers)

    def slopes(self, takes, count):
        return self.of_each(*self.spec.derivatives(), takes, count, lambda k, numbers: 1.0 * numbers)

    def of_each(self, program, ports, takes, count, answer):
        parts = [[] for _ in ports.gives]
        for k in range(count):
            pairs = zip(ports.takes, takes, strict=True)
            rows = [(x.numbers if port.uniform else x.numbers[k]).reshape(-1) for port, x in pairs]
            values = iter(run(program, [float(x) for row in rows for x in row]))
            for port, part in zip(ports.gives, parts, strict=True):
                part.append(answer(k, np.reshape([next(values) for _ in range(port.size)], port.shape)))
        with np.errstate(over="ignore"):
            return [ToyArray(np.array(part).astype(self.spec.dtype)) for part in parts]


class ToyLoop(AbstractBatchModule):
    arrays = ToyBackend.arrays

    def __init__(self, spec, loop):
        self.spec, self.loop = spec, loop

    def answers(self, takes, count):
        pairs = zip(self.spec.signature.takes, takes, strict=True)
        rows = [np.broadcast_to(x.numbers, (count, port.size)) for port, x in pairs]
        found = run_loop(self.loop, np.concatenate(rows, axis=1))
        ports = self.spec.signature.gives
        parts = np.split(found, np.cumsum([port.size for port in ports])[:-1], axis=1)
        return [ToyArray(part.reshape(count, *port.shape)) for port, part in zip(ports, parts, strict=True)]


class ToyRollouts(AbstractRolloutModule):
    lanes = 16

    def __init__(self, spec, rollout):
        self.spec, self.rollout = spec, rollout

    def run(self, blocks, ended, records, same, timed, span):
        for tile in zip(blocks, ended, records, strict=True):
            run_rollouts(self.rollout, *tile, same, timed, span)


BACKEND = ToyBackend()
'''

LOOP, ROLLOUT, OWN = "loop.py", "rollout.py", "backend.py"

MISPLACED = "records[min(self.k // span.every, len(records) - 1)] = [*self.q, *self.v, *self.z, *y]"

WRONG = {
    "everywhere": ("program", OWN, "numbers: numbers", "numbers: 1.0000001 * numbers"),
    "from_the_eighth_state_on": ("program", OWN, "numbers: numbers", "numbers: numbers * (1 + 1e-7 * (k > 7))"),
    "slopes": ("program", OWN, "1.0 * numbers", "1.0000001 * numbers"),
    "branches": ("loop", LOOP, "value if before is None or to == -1 else before[j] + value", "value"),
    "walk": ("loop", LOOP, "self.sent[j, beyond] = value", "pass"),
    "side": ("loop", LOOP, "if near else (beyond, m * i + c)", "if near or c == 0 else (beyond, m * i + c)"),
    "table": ("rollout", ROLLOUT, "row - self.span.table", "min(row, len(self.timed) - 1)"),
    "inputs_of_each": ("rollout", ROLLOUT, "[rollout.moving + rollout.reduced :]", "[rollout.moving :]"),
    "records": ("rollout", ROLLOUT, "records[slot] = [*self.q, *self.v, *self.z, *y]", MISPLACED),
    "end": ("rollout", ROLLOUT, "2 * (self.k + 1) + why", "2 * self.k + why"),
    "after_the_end": ("rollout", ROLLOUT, "np.where(alive, _REDUCED", "np.where(True, _REDUCED"),
    "sum": ("rollout", ROLLOUT, "half: old + y", "half: y"),
    "integral": ("rollout", ROLLOUT, "half * (old", "0.9 * half * (old"),
}
"""What a toy gets wrong: the only kind it runs, and the words of a file that are replaced with others.

Programs are off by one in ten million: everywhere, from a second tile of states on, or in slopes. A loop forgets all
but one branch of a tree, hands on what was sent as it came, or puts the entries of a pair on one side of the diagonal
only. Rollouts read the table of timed inputs as if it began with the first step, and the inputs of
each rollout where its reductions are; place records as if each span were the first; give the wrong step of an end;
reduce outputs of motions that have ended; compute wrong reductions.
"""


def put(folder: Path, name: str, kinds: tuple[str, ...] = ("program", "loop", "rollout")) -> Path:
    """One toy more among the backends of a copy; returns its folder."""
    toy = folder / "linkwise" / "backends" / name
    toy.mkdir()
    (toy / "__init__.py").write_text('"""A toy."""\n', encoding="utf-8")
    for file in ("program.py", LOOP, ROLLOUT):
        shutil.copy(SOURCE / "backends" / "interpreter" / file, toy)
    (toy / OWN).write_text(TOY.replace("KINDS", repr(kinds)).replace("NAME", name), encoding="utf-8")
    return toy


def copied(folder: Path) -> Path:
    """The library."""
    shutil.copytree(SOURCE, folder / "linkwise", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.fixture(scope="module")
def right(tmp_path_factory):
    folder = copied(tmp_path_factory.mktemp("right"))
    put(folder, "toy")
    return folder


@pytest.fixture(scope="module")
def wrong(tmp_path_factory):
    """All that err, in one copy: tests run once for all of them."""
    folder = copied(tmp_path_factory.mktemp("wrong"))
    for name, (kind, file, old, new) in WRONG.items():
        path = put(folder, f"wrong_{name}", (kind,)) / file
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old)
        path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


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
run = {"step": 1e-3, "steps": 5, "tau": lambda t: [t, 1.0]}
for dtype in ("float64", "float32"):
    mine = robot.rollouts(state[0], backend="toy", dtype=dtype, **run)
    print(mine.q.dtype, np.abs(mine.q - robot.rollouts(state[0], **run).q).max() < 10 * np.finfo(dtype).eps)
"""


def test_it_is_listed_used_and_written(right, tmp_path):
    said = python(right, "-c", USED, cwd=tmp_path)
    assert said.stdout.split("\n")[:3] == ["True True", "ToyArray (5, 2) True", "toy program"], said.stderr
    assert said.stdout.split("\n")[3:5] == ["float64 True", "float32 True"], said.stderr


EVERY_BACKEND, TWINS = "tests/backends/test_every_backend.py", "tests/rollouts/test_twins.py"


def sweep(folder: Path, names: str, *tests: str):
    options = ("-p", "no:cacheprovider", "-m", "not slow", "-rf", "--tb=line")
    return python(folder, "-m", "pytest", *options, "-k", names, *tests)


def test_it_is_swept(right):
    passed = sweep(right, "toy and not test_bits", EVERY_BACKEND, TWINS)  # the bits of its tiles are the interpreter's
    assert passed.returncode == 0 and "passed" in passed.stdout, passed.stdout
    assert int(passed.stdout.split(" passed")[0].split()[-1]) > 40


def test_the_sweep_finds_what_is_wrong(wrong, monkeypatch):
    """The tests of each kind fail, and only those: by wrong numbers, not because the code would not run."""
    monkeypatch.setenv("COLUMNS", "400")  # pytest cuts its lines to the width of a terminal
    methods = "not (rk4 or legendre or semi)"  # one that is explicit and one that is implicit are left
    said = sweep(wrong, f"wrong_ and {methods}", EVERY_BACKEND).stdout
    failed: dict[str, set[str]] = {}
    for test, name, why in re.findall(r"^FAILED \S+::test_(\w+)\[.*?wrong_(\w+)\b.* - (.*)", said, re.MULTILINE):
        failed.setdefault(name, set()).add(test)
        assert why.startswith(("assert", "AssertionError", "linkwise.errors.LinkwiseError")), why
    of_programs = {
        "operations",
        "questions",
        "what_a_program_can_choose",
        "slopes",
        "bits_do_not_depend_on_the_batch",  # the self-test refuses the code before any bit is compared
    }
    for name, (kind, *_) in WRONG.items():
        assert failed.get(name), (name, said)
        assert failed[name] <= (of_programs if kind == "program" else {f"{kind}s"}), (name, failed[name])


REFUSED = """
import linkwise
from linkwise.backends import BACKENDS
from linkwise.calls.long_chains import LongKernel
from linkwise.errors import LinkwiseError
from linkwise.rollouts import InLoop
from tests.robots import random_model

robot, tree = linkwise.load("planar2r"), linkwise.Robot(random_model(28))
law = InLoop(lambda eq, t, q, qd, goal, gain: [k * (a - b) for k, a, b in zip(gain, goal, q, strict=True)],
             {"goal": lambda t: [t, 1.0], "gain": ("each", [[1.0, 2.0]])})
outputs = {"q": lambda eq, t, q, qd, tau: q[0] + t}
reduce = {kind: (kind, "q") for kind in ("sum", "integral")}
for name in (name for name, backend in BACKENDS.items() if not backend.missing()):
    try:
        if "program" in BACKENDS[name].kinds:
            robot.compile("inverse_dynamics", backend=name)([[0.4, 1.2]], [0.8, -1.4], [1.1, -0.6])
        elif "loop" in BACKENDS[name].kinds:
            LongKernel(tree.tree, "inverse_dynamics_derivatives", backend=name)(*[[[0.0] * tree.n]] * 3)
        else:
            kernel = robot.compile_rollouts(controller=law, outputs=outputs, reduce=reduce, backend=name, METHOD)
            kernel([0.1, 0.2], step=1e-3, steps=1)
    except LinkwiseError as error:
        print(name.removeprefix("wrong_"), "times what rounding can explain" in str(error))
"""


@pytest.mark.parametrize("method", ["rk4", "gauss_legendre_4"])
def test_the_self_test_refuses_what_is_wrong(wrong, method):
    """All but what is wrong only in slopes."""
    said = python(wrong, "-c", REFUSED.replace("METHOD", f"method={method!r}"))
    refused = WRONG.keys() - {"slopes"}
    assert set(said.stdout.splitlines()) == {f"{name} True" for name in refused}, said.stderr
