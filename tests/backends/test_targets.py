"""Code for other processors and systems: what it needs from there, and that it is right where it can run here."""

import platform
import subprocess
import sys
from functools import cache

import numpy as np
import pytest

import linkwise
from linkwise.backends import BACKENDS
from linkwise.backends.llvm import machine, target
from linkwise.backends.llvm.entry import entry
from linkwise.backends.llvm.gathering import gathering
from linkwise.backends.llvm.peak import _text
from linkwise.backends.llvm.target import Target
from linkwise.calls.kernel_modules import KernelModules
from linkwise.calls.long_chains import LongKernel
from linkwise.calls.question_program import QuestionProgram
from tests.backends import windows_code
from tests.backends.object_file import undefined
from tests.golden.bits import chain
from tests.tolerances import AGREEMENT, SINGLE_PRECISION

LLVM = BACKENDS["llvm"]

ON_X86 = pytest.mark.skipif(platform.machine() not in ("x86_64", "AMD64"), reason="runs code for x86-64")

X86 = {"plain": "-fma", "avx2": "+avx2,+fma", "avx512": "+avx2,+fma,+avx512f,+avx512vl,+avx512dq,+avx512bw"}
SYSTEMS = {"windows": "pc-windows-msvc", "macos": "apple-darwin", "linux": "unknown-linux-gnu"}
TARGETS = {
    f"{system} {name}": Target(f"x86_64-{vendor}", "x86-64", features)
    for system, vendor in SYSTEMS.items()
    for name, features in X86.items()
} | {
    "macos arm64": Target("arm64-apple-darwin", "apple-m1"),
    "linux aarch64": Target("aarch64-unknown-linux-gnu", "generic"),
    "linux riscv64": Target("riscv64-unknown-linux-gnu", "generic-rv64", "+m,+a,+f,+d,+c"),
    "linux ppc64le": Target("powerpc64le-unknown-linux-gnu", "ppc64le"),
}

NEEDED = {
    "windows": {name for names in machine.SYMBOLS["win32"].values() for name in names},
    "macos": {"memcpy", "memset", "malloc", "free"},
    "linux": {
        "memcpy",
        "memset",
        "malloc",
        "free",
        ".TOC.",
    },  # the second: where PowerPC's linker puts its table of addresses
}
"""The symbols that are found on each system when code is loaded."""


@pytest.fixture
def compile_for(monkeypatch):
    """A function that makes another processor this one's place as long as the test runs."""
    llvm = target.binding()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return lambda processor: monkeypatch.setattr(target, "host", lambda: processor)


@cache
def specs(robot):
    """Programs, loops and rollouts by name."""
    if robot == "long":
        layouts = {"mass_matrix": "single", "inverse_dynamics": "rows", "forward_dynamics": "rows"}
        return {q: LongKernel(chain(61).tree, q).equations.loops.spec(q, layout) for q, layout in layouts.items()}
    arm = linkwise.load(robot)
    found = {"rollout": arm.compile_rollouts(method="gauss_legendre_4", outputs={"height": height})._spec}
    for question in ("inverse_dynamics", "mass_matrix"):
        modules = KernelModules(QuestionProgram(arm.tree, (question,)), LLVM, None, None)
        for dtype, layout in (("float64", "single"), ("float64", "rows"), ("float32", "rows"), ("float64", "columns")):
            found[f"{question} {dtype} {layout}"] = modules.spec(dtype, layout)
    return found


def height(eq, t, q, qd, tau):
    return eq.forward_kinematics(q)[2][3]


WITNESSES = ("windows avx2", "macos arm64", "linux aarch64", "linux riscv64", "linux plain")


@pytest.mark.parametrize(
    "robot", ["planar2r", *(pytest.param(name, marks=pytest.mark.slow) for name in ("panda", "long"))]
)
@pytest.mark.parametrize(
    "name", [name if name in WITNESSES else pytest.param(name, marks=pytest.mark.slow) for name in TARGETS]
)
def test_code_needs_nothing_but_what_is_there(name, robot, compile_for):
    """No `fma` on any machine, `memcpy` everywhere; on Windows what LLVM is told where to find."""
    compile_for(TARGETS[name])
    codes = {key: LLVM.compile(spec, spec.build())[8:] for key, spec in specs(robot).items()}
    signature = next(reversed(specs(robot).values())).signature
    codes["fast entry"] = machine.compiled(entry(signature), "linkwise.test")
    codes["gathering"] = machine.compiled(gathering(), "linkwise.test", effort=0)
    codes["peak"] = machine.compiled(_text(2, TARGETS[name].fuses), "linkwise.test")
    needed = {key: undefined(code) for key, code in codes.items()}
    assert {key: names for key, names in needed.items() if names - NEEDED[name.partition(" ")[0]]} == {}
    assert any(needed.values())
    magic = b"\xcf\xfa\xed\xfe" if name.startswith("macos") else b"\x7fELF"
    assert all(code.startswith(magic) for code in codes.values())  # what LLVM can load there: on Windows no other kind


@pytest.mark.parametrize(
    ("processor", "fuses"),
    [
        *((one, not name.endswith("plain")) for name, one in TARGETS.items()),
        (Target("riscv64-unknown-linux-gnu", "generic-rv64", "+m,+a,+f,+d,+c"), True),
        (Target("x86_64-unknown-linux-gnu", "x86-64", ""), False),
        (Target("x86_64-unknown-linux-gnu", "sandybridge", "+avx"), False),
        (Target("x86_64-unknown-linux-gnu", "haswell", ""), True),
        (Target("armv7l-unknown-linux-gnueabihf", "generic", ""), False),
        (Target("armv7l-unknown-linux-gnueabihf", "cortex-a15", ""), True),
    ],
)
def test_multiply_adds_are_fused_where_there_is_an_instruction(processor, fuses, compile_for):
    compile_for(processor)
    assert processor.fuses is fuses is target._fuses(processor)  # what the names say, and what the compiler does


# ---- without fused multiply-adds ------------------------------------------------------------------------------------


@ON_X86
def test_without_fused_multiply_adds_answers_agree_to_rounding(compile_for):
    robot, rng = linkwise.load("panda"), np.random.default_rng(2)
    q, qd, qdd = rng.uniform(-2.0, 2.0, (3, 9, 7))
    q[-1] *= 1e6
    modules = KernelModules(QuestionProgram(robot.tree, ("inverse_dynamics",)), LLVM, None, None)
    cases = [("float64", "rows"), ("float64", "single"), ("float32", "rows")]
    fused = [answers(LLVM.module(modules.spec(*case)), q, qd, qdd) for case in cases]
    compile_for(Target(target.host().triple, "x86-64", "-fma", target.host().compiler))
    specs = [modules.spec(*case) for case in cases]
    apart = [answers(LLVM.module(spec), q, qd, qdd) for spec in specs]
    assert not any("llvm.fma" in LLVM.source(spec) for spec in specs)
    for one, other, close in zip(fused, apart, (AGREEMENT, AGREEMENT, SINGLE_PRECISION), strict=True):
        assert 0.0 < np.abs(one - other)[:-1].max() <= close * np.abs(one).max()
    assert np.array_equal(apart[0], apart[1])  # alone as in a batch
    assert np.abs(fused[0] - apart[0]).max() <= AGREEMENT * np.abs(fused[0]).max()  # large angles lose nothing


def answers(module, *states):
    dtype = module.spec.dtype
    out = np.empty((len(states[0]), 7), dtype)
    module.run([np.ascontiguousarray(x, dtype) for x in states], [out], 0, len(out))
    return out


# ---- names of code on disk ------------------------------------------------------------------------------------------


def detected(monkeypatch, triple, name, features, capabilities="0-0"):
    """The host as it would be found on another machine."""
    llvm = target.binding()

    def flatten():
        if features is None:
            raise RuntimeError("failed to get host cpu features.")
        return features

    monkeypatch.setattr(llvm, "get_process_triple", lambda: triple)
    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: name)
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: type("Features", (), {"flatten": staticmethod(flatten)}))
    monkeypatch.setattr(target, "_capabilities", lambda: capabilities)
    return target.host.__wrapped__()


ARM = "aarch64-unknown-linux-gnu"


def test_processors_that_llvm_cannot_tell_apart_have_names_of_their_own(monkeypatch):
    """ARM without a readable /proc/cpuinfo: LLVM says "generic" and knows no feature."""
    spec = specs("planar2r")["mass_matrix float64 rows"]
    hosts = [
        detected(monkeypatch, ARM, "generic", "", "119fff-0"),
        detected(monkeypatch, ARM, "generic", None, "1fb3ffff-2"),
        detected(monkeypatch, ARM, "generic", "+neon,+sve", "1fb3ffff-2"),
        detected(monkeypatch, ARM, "neoverse-n1", "+neon", "119fff-0"),
        detected(monkeypatch, ARM, "neoverse-n1", "+neon,+sve", "119fff-0"),
    ]
    names = set()
    for one in hosts:
        monkeypatch.setattr(target, "host", lambda one=one: one)
        names.add(LLVM.cache_name(spec))
    assert len(names) == len(hosts) and hosts[1].features == ""


def test_features_in_the_name_are_those_compiled_for(monkeypatch):
    """What decides the code, lanes, multiply-adds and instructions, comes from the tuple that names it."""
    host = detected(monkeypatch, "x86_64-unknown-linux-gnu", "x86-64", "+avx2,+fma")
    assert (host.register_bytes, host.fuses) == (32, True)
    seen = {}
    monkeypatch.setattr(
        target.binding().Target,
        "create_target_machine",
        lambda self, **options: seen.update(options),
    )
    host.machine()
    assert (seen["cpu"], seen["features"]) == (host.cpu, host.features)
    assert detected(monkeypatch, "riscv64-unknown-linux-gnu", "generic-rv64", "").features == "+m,+a,+f,+d,+c"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks the Linux kernel")
def test_the_kernel_is_asked_for_capabilities():
    assert target._capabilities() not in ("", "0-0")


# ---- Windows --------------------------------------------------------------------------------------------------------


@ON_X86
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="runs code for Windows on Linux")
@pytest.mark.parametrize("robot", ["planar2r", pytest.param("panda", marks=pytest.mark.slow)])
def test_code_for_windows_gives_the_same_bits(robot):
    """Programs, loops, rollouts and the entry from Python, compiled for Windows and called with its convention."""
    command = [sys.executable, "-m", "tests.backends.windows_code", robot]
    *printed, last = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert printed == windows_code.bits(robot) and len(printed) > 15
    assert int(last.removesuffix(" crossings")) > len(printed)


def test_symbols_are_supplied_on_windows(monkeypatch):
    told, asked = {}, []
    monkeypatch.setattr(machine.sys, "platform", "win32")
    monkeypatch.setattr(
        machine, "_addresses", lambda library, *names: asked.append(library) or range(1, 1 + len(names))
    )
    monkeypatch.setattr(target.binding(), "add_symbol", told.__setitem__)
    machine._supply_symbols.__wrapped__()
    assert set(told) == NEEDED["windows"] >= {"__chkstk", "memcpy"} and asked == ["ntdll", "msvcrt"]


@pytest.mark.parametrize(("build", "here"), [("win-amd64", True), ("win-arm64", False), ("linux-x86_64", True)])
def test_windows_on_arm_has_no_compiler_yet(build, here, monkeypatch):
    """LLVM's code for ELF objects there fails in LLVM itself; programs are interpreted instead."""
    monkeypatch.setattr("sysconfig.get_platform", lambda: build)
    assert (not LLVM.missing()) is here
