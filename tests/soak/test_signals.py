"""Ctrl-C at random times, in whatever a robot is asked to do: it is heard, once, and answers are right afterwards."""

import os

import pytest

from tests.kernels.apart import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="os.kill is no Ctrl-C elsewhere")

PRESSED = """
import random, signal, tempfile, time

def compiling():
    arm = planar.with_gravity([0.0, 0.0, -1.0 - 1e-3 * random.random()])
    kernel = arm.compile("inverse_dynamics")
    kernel(q, q, q), kernel(Q, q, q), kernel.ufunc(q, q, q), arm.mass_matrix(q)
    arm.compile_rollouts(method="euler")(q, step=1e-3, steps=3)

def a_batch():
    kernel(X, X, X)

def a_batch_on_two_threads():
    kernel(X, X, X, threads=2)

def a_broadcast_batch():
    kernel(X, X, X[:1])

def simulating():
    planar.simulate(q, t=0.2, controller=lambda t, q, qd: -q - qd)

def rollouts():
    steps(Q, step=1e-4, steps=20_000)

def sweeping():
    with tempfile.TemporaryDirectory() as folder:
        small(3000, steps=200, checkpoint=folder)

from tests.sweep.cases import small
random.seed(int(sys.argv[2]))
signal.signal(signal.SIGINT, signal.default_int_handler)
swallowed, sent = [], [0.0]

def ignored(trouble):
    if trouble.exc_type is not ResourceWarning:  # a file that was just opened is closed when it is dropped
        swallowed.append((trouble.exc_value, trouble.object))

sys.unraisablehook = ignored
planar, kernel = linkwise.load("planar2r"), linkwise.load("panda").compile("inverse_dynamics")
steps = planar.compile_rollouts()
q, Q, X = np.array([0.1, 0.2]), np.full((64, 2), 0.1), np.zeros((200_000, 7))
work, go = globals()[sys.argv[1]], threading.Event()
work()

def answers():
    found = kernel(X[:99], X[:99], X[:99]), planar.inverse_dynamics(q, q, q), steps(Q, step=1e-3, steps=9).q
    return [x.tobytes() for x in found]

right = answers()

def press():
    while True:
        go.wait()
        go.clear()
        time.sleep(random.random() * 0.15)
        sent[0] = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=press, daemon=True).start()
heard, latest = 0, 0.0
for _ in range(int(sys.argv[3])):
    sent[0] = 0.0
    try:
        go.set()
        end = time.monotonic() + 60.0
        while time.monotonic() < end and not (sent[0] and time.monotonic() > sent[0] + 5.0):
            work()
    except KeyboardInterrupt:
        heard, latest = heard + 1, max(latest, time.monotonic() - sent[0])
    assert answers() == right
assert not swallowed, swallowed
print(heard, f"{latest:.2f}")
"""

BATCHES = ("a_batch", "a_batch_on_two_threads", "a_broadcast_batch")
ACTIVITIES = ("compiling", *BATCHES, "simulating", "rollouts", "sweeping")


@pytest.mark.parametrize(
    ("activity", "presses"),
    [("compiling", 4), *(pytest.param(each, 150, marks=pytest.mark.soak) for each in ACTIVITIES)],
)
def test_every_ctrl_c_is_heard(activity, presses):
    heard, latest = run(PRESSED, "off", activity, "2026", str(presses), seconds=900.0).split()
    print(f"{activity}: {heard} of {presses} heard, the latest after {latest} s")
    assert int(heard) == presses
