"""Generated C under sanitizers, on other processors (emulated by qemu), and compiled for microcontrollers."""

import re
import shutil
import subprocess

import numpy as np
import pytest

import linkwise
from linkwise import Robot
from linkwise.control import MomentumObserver, computed_torque
from tests.robots import random_model, states
from tests.tolerances import AGREEMENT, SAME_STEPS, SAME_STEPS_IN_FLOATS, solving

from .c_driver import STRICT, Driver

SANITIZED = ["-O0", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def need(*commands):
    """Skips where a command is not installed, and says which Debian package has it."""
    for command, package in commands:
        if shutil.which(command) is None:
            pytest.skip(f"{command} is not installed (Debian: {package})")


# ---- what is asked ---------------------------------------------------------------------------------------------------

SMALL = [seed for seed in range(12, 200) if seed % 12 < 5]
"""Random robots of up to five joints; those before them have 1 to 12."""


def some_cases(seeds):
    """Random robots, every third asked for accelerations."""
    return [
        (Robot(random_model(seed)).tree, "forward_dynamics" if seed % 3 == 2 else "inverse_dynamics") for seed in seeds
    ]


ROWS = 19
"""States of order one; odd ones follow."""

ODD = np.array([np.inf, -1e30, 0.0, 1e-310, 1e-40, np.nan])
"""What every input is in those: at rest, tiny (doubles and floats that are not normal), and what no robot ever is."""

REST, TINY, TINY_IN_FLOATS, NOT_A_NUMBER = range(ROWS + 2, ROWS + 6)


def some_states(model):
    """States of order one, and odd ones; tiny velocities are none, or there would be dry friction."""
    x = np.stack(states(model.n, ROWS, seed=model.n))
    odd = np.broadcast_to(ODD[None, :, None], (3, len(ODD), model.n)).copy()
    odd[1, 3:5] = 0.0
    return list(np.concatenate([x, odd], axis=1))


def known_answers(model, question, given):
    """Pinocchio's, with our friction; our kernel's where a joint follows others."""
    pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    from tests.peers.pinocchio import Pinocchio

    robot, bare = Robot(model), Robot(model).without_friction()
    if not model.coordinates.trivial:
        return getattr(robot, question)(*given)
    peer = Pinocchio.of_model(model)
    q, qd, third = given
    friction = robot.inverse_dynamics(q, qd, 0.0 * q) - bare.inverse_dynamics(q, qd, 0.0 * q)
    if question == "inverse_dynamics":
        return np.array([peer.inverse_dynamics(*row) for row in zip(*given, strict=True)]) + friction
    return np.array([peer.forward_dynamics(*row) for row in zip(q, qd, third - friction, strict=True)])


def check_answers(model, question, given, doubles, floats):
    ordinary = [x[:ROWS] for x in given]
    known = known_answers(model, question, ordinary)
    near = known_answers(model, question, [x.astype(np.float32).astype(float) for x in ordinary])
    for k in range(ROWS):
        solved = solving(Robot(model).mass_matrix(ordinary[0][k])) if question == "forward_dynamics" else 0.0
        largest = np.abs(known[k]).max()
        assert np.abs(doubles[k] - known[k]).max() <= max(AGREEMENT, solved) * largest
        assert np.abs(floats[k] - near[k]).max() <= max(SAME_STEPS_IN_FLOATS, solved * 2.0**29) * largest
    for found, precision in ((doubles, SAME_STEPS), (floats, SAME_STEPS_IN_FLOATS)):
        for tiny in (TINY, TINY_IN_FLOATS):
            assert np.abs(found[tiny] - found[REST]).max() <= precision * np.abs(found[REST]).max()
        assert np.isnan(found[NOT_A_NUMBER]).all()


# ---- sanitizers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "seeds", [[5], pytest.param([*range(12), *SMALL[:38]], marks=pytest.mark.slow)], ids=["one", "fifty"]
)
def test_sanitizers_find_nothing(seeds, tmp_path):
    need(("gcc", "gcc"))
    cases = some_cases(seeds)
    driver, given = Driver(cases, tmp_path), [some_states(model) for model, _ in cases]
    program = driver.compiled("sanitized", "gcc", *SANITIZED)
    for (model, question), at, found in zip(cases, given, driver.run(given, program), strict=True):
        check_answers(model, question, at, *found)


def test_sanitizers_would_find_an_array_that_is_too_short(tmp_path):
    need(("gcc", "gcc"))
    cases = some_cases([1])
    driver = Driver(cases, tmp_path)
    text = (tmp_path / "all.c").read_text()
    (tmp_path / "all.c").write_text(text.replace("x[k] = copy(given[k] + row * n, n)", "x[k] = copy(given[k], n - 1)"))
    program = driver.compiled("sanitized", "gcc", *SANITIZED)
    with pytest.raises(AssertionError, match="heap-buffer-overflow"):
        driver.run([some_states(model) for model, _ in cases], program)


# ---- other processors ------------------------------------------------------------------------------------------------

PROCESSORS = {
    "aarch64": ("aarch64-linux-gnu", True, True),
    "arm": ("arm-linux-gnueabihf", False, True),
    "riscv64": ("riscv64-linux-gnu", True, True),
    "s390x": ("s390x-linux-gnu", True, False),
    "i386": ("i686-linux-gnu", False, False),
}
"""By qemu's name: the compiler's prefix; whether it fuses multiply-adds; whether each number has its own precision. The
last two are allowed a wider one (FLT_EVAL_METHOD is not 0), and s390x keeps the highest byte first."""


@pytest.mark.soak
@pytest.mark.parametrize("processor", PROCESSORS)
def test_another_processor_gives_the_same(processor, tmp_path):
    """The same answers, bit for bit where C lets them be; a batch gives what its states give alone everywhere."""
    prefix, fuses, exact = PROCESSORS[processor]
    need(("gcc", "gcc"), (f"{prefix}-gcc", f"gcc-{prefix}"), (f"qemu-{processor}-static", "qemu-user-static"))
    if fuses and "fma" not in processor_flags():
        pytest.skip("this processor has no fused multiply-add to compare with")
    cases = some_cases(range(7))
    driver, given = Driver(cases, tmp_path), [some_states(model) for model, _ in cases]
    here = driver.run(given, driver.compiled("here", "gcc", "-O1", *(["-mfma"] if fuses else [])))
    there = driver.compiled("there", f"{prefix}-gcc", "-O1", "-static")
    found = driver.run(given, f"qemu-{processor}-static", there)
    differ = entries = 0
    for (model, question), at, mine, its in zip(cases, given, here, found, strict=True):
        check_answers(model, question, at, *its)
        differ += sum(int(((a != b) & (a == a)).sum()) for a, b in zip(mine, its, strict=True))
        entries += sum(a.size for a in mine)
    print(f"{processor}: {differ} of {entries} numbers differ from this machine's")  # shown by pytest -rP
    assert differ == 0 or not exact


def processor_flags():
    try:
        with open("/proc/cpuinfo") as file:
            return next((line.split() for line in file if line.startswith("flags")), [])
    except OSError:
        return []


# ---- microcontrollers ------------------------------------------------------------------------------------------------

MICROCONTROLLERS = {
    "Cortex-M4F": ["-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16"],
    "Cortex-M7": ["-mcpu=cortex-m7", "-mfpu=fpv5-d16"],
}
BARE = ["-mthumb", "-mfloat-abi=hard", "-Os", "-ffunction-sections", "-fstack-usage"]
LIBM = {f"{name}{f}" for name in ("sin", "cos", "sqrt") for f in ("", "f")}
"""All that generated code may need from a C library."""


def told(command, *arguments, where):
    done = subprocess.run([command, *arguments], cwd=where, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[:3000]
    return done.stdout


@pytest.mark.soak
@pytest.mark.parametrize("hosted", ["-ffreestanding", "-fhosted"])
@pytest.mark.parametrize("processor", MICROCONTROLLERS)
def test_a_microcontroller_needs_nothing_but_sines_and_roots(processor, hosted, tmp_path):
    """No libc, no memory to be allocated, no variable that outlives a call; floats need no help from doubles."""
    need(("arm-none-eabi-gcc", "gcc-arm-none-eabi and libnewlib-arm-none-eabi"))
    panda = linkwise.load("panda")
    law = computed_torque(panda, [0.0] * 7, 100.0, 20.0)
    things = {
        "torques": panda.compile("inverse_dynamics"),
        "accelerations": panda.compile("forward_dynamics"),
        "law": law,
        "observer": MomentumObserver(panda, 50.0),
    }
    for name, thing in things.items():
        thing.save(tmp_path / f"{name}.c")
        flags = [*STRICT, *MICROCONTROLLERS[processor], *BARE, hosted]
        told("arm-none-eabi-gcc", *flags, "-c", f"{name}.c", where=tmp_path)
        needed = re.findall(r" U (\w+)", told("arm-none-eabi-nm", f"{name}.o", where=tmp_path))
        arithmetic = {x for x in needed if x.startswith("__aeabi_d")}  # doubles in software, from the compiler
        assert set(needed) - arithmetic <= LIBM, name
        assert (processor == "Cortex-M4F") == bool(arithmetic)
        sizes = told("arm-none-eabi-size", "-A", f"{name}.o", where=tmp_path)
        assert all(int(size) == 0 for size in re.findall(r"^\.(?:data|bss)\S*\s+(\d+)", sizes, re.M)), sizes
        for section in re.findall(r"^(\.text\.\S+_f)\s", sizes, re.M):
            assert "__aeabi_d" not in told("arm-none-eabi-objdump", "-r", "-j", section, f"{name}.o", where=tmp_path)
