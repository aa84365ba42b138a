"""Without the modules and functions that only POSIX systems have, as on Windows: all is imported, and answers."""

import os
import subprocess
import sys

from tests.kernels.apart import SOURCES

HIDDEN = """
import os, sys

MODULES = {"fcntl", "grp", "posix_ipc", "pwd", "readline", "resource", "syslog", "termios", "tty"}
FUNCTIONS = (
    "chown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getuid", "killpg", "mkfifo", "nice",
    "register_at_fork", "sched_getaffinity", "sched_setaffinity", "setsid", "sysconf", "uname", "wait3", "wait4",
)
FLAGS = ("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK")

import numpy, subprocess, scipy.optimize, typer  # theirs to handle: what linkwise does comes after

for name in MODULES:
    sys.modules.pop(name, None)

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
for name in (*FUNCTIONS, *FLAGS):
    if hasattr(os, name):
        delattr(os, name)
"""

IMPORTED = """
import importlib, pkgutil
import linkwise
for module in pkgutil.walk_packages(linkwise.__path__, "linkwise."):
    if not module.name.endswith(("__main__", "hook-linkwise")):
        try:
            importlib.import_module(module.name)
        except ModuleNotFoundError as error:  # the test extra does not bring this one
            assert error.name == "torch", error
print(sum(name.startswith("linkwise.") for name in sys.modules) > 500)
"""

ANSWERED = """
robot = linkwise.load("planar2r")
print(robot.inverse_dynamics([0.4, 1.2], [0.8, -1.4], [1.1, -0.6]).round(6).tolist())
print(robot.compile("inverse_dynamics", threads=2)(*numpy.zeros((3, 9, 2))).shape)
spread = {"q0": linkwise.sweep.Normal([0.3, 0.5], 0.1)}
swept = robot.sweep(20, spread, duration=0.01, step=1e-3, seed=1, checkpoint=sys.argv[1])
print(swept.statistics["q"].mean.shape)
from linkwise.backends import cache
print(cache.get(cache.key("a")), cache.put(cache.key("a"), b"code"), cache.get(cache.key("a")))
"""


def test_imports_and_answers(tmp_path):
    code = HIDDEN + IMPORTED + ANSWERED
    environment = os.environ | {"LINKWISE_CACHE": str(tmp_path / "code"), "PYTHONPATH": SOURCES}
    command = [sys.executable, "-W", "error", "-c", code, str(tmp_path / "sweep")]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == ["True", "[24.758766, 1.62563]", "(9, 2)", "(2,)", "None None b'code'"]
