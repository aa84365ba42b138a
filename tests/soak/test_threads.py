"""Many threads ask the same robots at once, from the first call on: every answer has the bits of a lone caller's."""

import pytest

from tests.kernels.apart import run

RACE = """
sys.setswitchinterval(1e-5)
threads, calls = int(sys.argv[1]), int(sys.argv[2])
rng = np.random.default_rng(2026)

def robots():
    return {name: linkwise.load(name) for name in sys.argv[3].split()}

def questions(robot):
    n = robot.n
    q, qd, qdd = rng.uniform(-3.0, 3.0, (3, n))
    Q = rng.uniform(-3.0, 3.0, (5, n))
    kernel, both = robot.compile("inverse_dynamics"), robot.compile("mass_matrix", "gravity_forces")
    return [
        lambda r, k, b, q=q: r.mass_matrix(q),
        lambda r, k, b, q=q, qd=qd, qdd=qdd: r.inverse_dynamics(q, qd, qdd),
        lambda r, k, b, q=q, qd=qd, qdd=qdd: r.forward_dynamics(q, qd, qdd),
        lambda r, k, b, Q=Q: k(Q, Q, Q),
        lambda r, k, b, q=q: b(q)[1],
        lambda r, k, b, Q=Q, q=q: k.ufunc(Q, q, q),
        lambda r, k, b, Q=Q: r.gravity_forces(Q),
    ]

alone, together = robots(), robots()
asked = []
for name in alone:
    sides = [(r, r.compile("inverse_dynamics"), r.compile("mass_matrix", "gravity_forces"))
             for r in (alone[name], together[name])]
    for question in questions(alone[name]):
        asked.append((question, sides[1], question(*sides[0]).tobytes()))
start, wrong = threading.Barrier(threads), []

def ask(me):
    start.wait()
    try:
        for k in range(me, me + calls):
            question, side, expected = asked[k % len(asked)]
            if question(*side).tobytes() != expected:
                wrong.append((me, k))
    except BaseException as error:
        wrong.append(error)

workers = [threading.Thread(target=ask, args=(me,)) for me in range(threads)]
for worker in workers:
    worker.start()
for worker in workers:
    worker.join()
assert not wrong, wrong[:5]
print(threads * calls, "calls by", threads, "threads:", len(asked), "questions, every bit as by one")
"""


MANY = (100_000, "pendulum planar2r scara ur5")


@pytest.mark.parametrize(("calls", "robots"), [(20, "pendulum"), pytest.param(*MANY, marks=pytest.mark.soak)])
def test_sixty_four_threads(calls, robots):
    print(run(RACE, "off", "64", str(calls), robots, seconds=1500.0))
