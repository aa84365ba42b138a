"""What the page is told is the library's own answer, to the last bit where JSON carries it."""

import asyncio
import base64
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import linkwise
from linkwise.errors import LinkwiseError, ReadError, UnknownName
from linkwise.studio.answers import ANSWERS, model, pose, simulation
from linkwise.studio.messages import encoded
from linkwise.studio.opening import LARGEST, MOST_JOINTS, opened, uploaded
from tests.tolerances import AGREEMENT, FLOAT_SCENE


def told(name, robot, /, **values):
    """An answer as the page gets it."""
    return json.loads(encoded(ANSWERS[name].function(robot, **values)))


def unpacked(packed):
    kind = {"f4": "<f4"}[packed["type"]]
    return np.frombuffer(base64.b64decode(packed["data"]), kind).reshape(packed["shape"])


@pytest.mark.parametrize("name", ["panda", "stanford", pytest.param("ur5", marks=pytest.mark.slow)])
def test_a_posture_is_the_librarys(name):
    robot = linkwise.load(name)
    q = told("model.summary", robot)["home"]
    found = told("pose.at", robot, q=q)
    assert found["q"] == q
    assert found["gravity"]["is"] == robot.gravity_forces(q).tolist()
    M = robot.mass_matrix(q)
    assert found["inertia"]["is"]["matrix"] == M.tolist()
    extremes = np.linalg.eigvalsh(M)[[0, -1]]
    assert found["inertia"]["is"]["condition"] == pytest.approx(extremes[1] / extremes[0], rel=AGREEMENT)
    assert found["tool"]["is"]["pose"] == robot.forward_kinematics(q).tolist()
    links = [robot.tree.base, *(body.name for body in robot.tree.bodies)]
    there = robot.forward_kinematics(q, links)[:, :3, 3]
    assert np.abs(unpacked(found["poses"])[:, :3] - there).max() < FLOAT_SCENE


def test_torques_of_closed_loops_are_beside_their_motors():
    """The motors of the palletiser are in another order than its joints."""
    robot = linkwise.load("palletiser")
    summary = told("model.summary", robot)
    found = told("pose.at", robot, q=summary["home"])
    closed = robot.closed()
    assert summary["motors"] == list(closed.actuated) != [each["name"] for each in summary["joints"] if each["chosen"]]
    assert {*summary["motors"]} == {each["name"] for each in summary["joints"] if each["chosen"]}
    assert found["gravity"]["is"] == closed.gravity_forces(closed.close(summary["home"])).tolist()


@pytest.mark.parametrize("name", ["panda", "fourbar", "puma560", "pendulum"])
def test_a_robot_begins_within_its_limits(name):
    robot = linkwise.load(name)
    q = np.array(told("model.summary", robot)["home"])
    assert robot.limits.within(q).all() and np.isfinite(q).all()
    assert all("error" not in part for part in told("pose.at", robot, q=q.tolist()).values() if isinstance(part, dict))


def test_a_robot_without_joints_or_mass_is_shown():
    for text in ('<robot name="post"><link name="ground"/></robot>', MASSLESS):
        robot = linkwise.load(text)
        found = told("pose.at", robot, q=told("model.summary", robot)["home"])
        assert "is" in found["gravity"] or "what" in found["gravity"]["error"]


MASSLESS = (
    '<robot name="stick"><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent link="a"/>'
    '<child link="b"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>'
)


@pytest.mark.parametrize("way", simulation.WAYS)
def test_a_simulation_is_the_librarys(way):
    robot = linkwise.load("planar2r")
    q = [0.3, -0.4]
    found = told("simulation.run", robot, q=q, way=way, duration=0.5, force=[0.0, 5.0, 0.0], stops=False)
    moved = unpacked(found["motion"]["curves"]["q"])
    options = {}
    if way != "let go":
        options["controller"] = linkwise.control.pd_gravity(robot, q, kp=100.0, kd=20.0)
    if way == "push":
        wrench = np.array([0.0, 0.0, 0.0, 0.0, 5.0, 0.0])
        options |= {"wrenches": {"tip": lambda t, q, qd: wrench * (0.1 <= t < 0.2)}, "breaks": [0.1, 0.2]}
    run = robot.simulate(q, t=0.5, **options)
    assert np.abs(moved[-1] - run.q[-1]).max() < FLOAT_SCENE
    assert (np.abs(moved[-1] - q).max() > 1e-3) == (way != "hold")


def test_what_is_not_finite_is_null():
    assert encoded({"a": np.nan, "b": [np.inf, 1.0]}) == '{"a":null,"b":[null,1.0]}'


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_wrong_arguments_are_named(name):
    with pytest.raises(LinkwiseError, match="cannot be asked with 'surprise'"):
        ANSWERS[name].check(name, {"surprise": 1})


def test_wrong_values_are_refused():
    robot = linkwise.load("planar2r")
    for values in (
        {"q": [0.0]},
        {"q": None},
        {"q": "abc"},
        {"q": [float("nan"), 0.0]},
        {"q": [0.0, 0.0], "frame": "no"},
    ):
        with pytest.raises(LinkwiseError):
            answer = pose.at(robot, **values)
            raise LinkwiseError(str(answer["tool"]["error"]))  # of a part that has none
    with pytest.raises(LinkwiseError):
        simulation.run(robot, [0.0, 0.0], duration=-1.0)
    with pytest.raises(UnknownName):
        simulation.run(robot, [0.0, 0.0], way="drop")


@pytest.mark.parametrize(
    ("name", "values", "what"),
    [
        ("pose.at", {"q": [0.0, 0.0], "frame": ["tip"]}, "'frame' of 'pose.at'"),
        ("simulation.run", {"q": [0.0, 0.0], "way": ["let go"]}, "'way'"),
        ("formulations.compared", {"questions": 5}, "list of texts"),
        ("identification.fit", {"friction": [5]}, "list of texts"),
        ("export.written", {"questions": "mass_matrix"}, "list of texts"),
    ],
)
def test_arguments_of_another_kind_are_named(name, values, what):
    with pytest.raises(LinkwiseError, match=what):
        ANSWERS[name].check(name, values)


def test_an_attitude_is_nine_numbers():
    for attitude in ([[1, 2], [3]], [1.0] * 9, "x"):
        with pytest.raises(LinkwiseError, match="attitude"):
            pose.drawn(linkwise.load("planar2r"), [0.1, 0.2], [1.0, 0.0, 0.0], attitude=attitude)


def test_robots_too_large_for_a_page_are_refused():
    """Their answers would take minutes, in which not even Ctrl-C ends the server."""
    links = "".join(f'<link name="l{k}"/>' for k in range(MOST_JOINTS + 2))
    joint = '<joint name="j{1}" type="continuous"><parent link="l{0}"/><child link="l{1}"/><axis xyz="1 0 0"/></joint>'
    joints = "".join(joint.format(k, k + 1) for k in range(MOST_JOINTS + 1))
    chain = f'<robot name="chain">{links}{joints}</robot>'.encode()
    with pytest.raises(LinkwiseError, match="'chain' has 301 joints"):
        opened(file=file_of("chain.urdf", chain))


def file_of(name, content):
    return {"name": name, "base64": base64.b64encode(content).decode()}


def test_uploads_are_read_strictly_and_bounded():
    assert opened(file=file_of("arm.urdf", MASSLESS.encode())).name == "stick"
    for name, content in (
        ("arm.exe", b"<robot/>"),
        ("arm.urdf", b"<robot/>"),
        ("arm.urdf", b"\xff" * 50),
        ("a.toml", b""),
    ):
        with pytest.raises(LinkwiseError):
            opened(file=file_of(name, content))
    with pytest.raises(ReadError, match="more than"):
        uploaded({"name": "a.urdf", "base64": "A" * (2 * LARGEST)})
    for wrong in (None, {}, {"name": 1, "base64": ""}, {"name": "a", "base64": "é"}, [], "x"):
        with pytest.raises(LinkwiseError):
            uploaded(wrong)


def test_an_uploaded_file_says_how_to_see_its_meshes():
    mesh = '<visual><geometry><mesh filename="post.stl"/></geometry></visual>'
    with_mesh, without = (f'<robot name="post"><link name="a">{each}</link></robot>' for each in (mesh, ""))
    robot = opened(file=file_of("post.urdf", with_mesh.encode()))
    first, second = told("model.summary", robot, uploaded=True)["scene"]["notes"]
    assert "linkwise studio FOLDER" in first and "post.stl" in second
    assert told("model.summary", robot)["scene"]["notes"] == [second]
    bare = opened(file=file_of("post.urdf", without.encode()))
    assert not told("model.summary", bare, uploaded=True)["scene"]["notes"]


@pytest.mark.parametrize("name", ["/etc/passwd", "../panda.toml", "", None, 3, "<robot/>"])
def test_only_robots_of_the_list_open_by_name(name):
    with pytest.raises(UnknownName):
        opened(name=name)


XACRO = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:property name="x" value="${1 + 1}"/>
<link name="a"/></robot>"""


@pytest.mark.parametrize("name", ["arm.xacro", "arm.urdf.xacro", "arm.urdf", "arm.xml"])
def test_uploaded_files_run_nothing(name):
    """Xacro is refused, whatever the file is called."""
    with pytest.raises(ReadError):
        opened(file=file_of(name, XACRO.encode()))


def test_uploaded_files_read_nothing_else(tmp_path):
    """A file that an upload names is not opened, be it there."""
    secret = tmp_path / "secret.xml"
    secret.write_text("<mujoco/>", encoding="utf-8")
    text = f'<mujoco><include file="{secret}"/><worldbody/></mujoco>'
    entity = f'<!DOCTYPE r [<!ENTITY x SYSTEM "{secret.as_uri()}">]><robot name="&x;"><link name="a"/></robot>'
    for name, content in (("arm.xml", text), ("arm.urdf", entity)):
        with pytest.raises(LinkwiseError):
            opened(file=file_of(name, content.encode()))


def test_findings_are_beside_links_that_are_shown():
    robot = linkwise.load("puma560")
    names = {robot.model.base, robot.name}
    names |= {each[key] for each in told("model.summary", robot)["links"] for key in ("name", "joint")}
    assert {each["link"] for each in model.findings(robot)["findings"]} <= names


@pytest.mark.slow
def test_a_worker_is_stopped_and_another_begins():
    from linkwise.studio.workers import Stopped, Worker

    async def script():
        worker, heard = Worker(), []

        async def listen(text):
            heard.append(text)

        robot = linkwise.load("panda")
        long = {"questions": ["inverse_dynamics_derivatives", "mass_matrix"], "budget": 60.0}
        task = asyncio.create_task(worker.do("formulations.compared", robot, long, listen))
        while not heard:
            await asyncio.sleep(0.05)
        begun = time.monotonic()
        await worker.stop()
        with pytest.raises(Stopped):
            await task
        assert time.monotonic() - begun < 5.0
        kind, text = await worker.do("model.findings", robot, {}, listen)
        assert kind == "answer" and json.loads(text)["robot"] == "panda"
        kind, text = await worker.do("motion.planned", robot, {"waypoints": [[0.0]]}, listen)
        assert kind == "error" and json.loads(text)["kind"] == "BadArray"
        await worker.stop()

    asyncio.run(script())


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed otherwise there")
def test_a_worker_that_is_killed_is_named_and_another_begins():
    from linkwise.studio.session import Session

    robot, said = linkwise.load("pendulum"), []

    async def script():
        ended = asyncio.Event()

        async def send(text):
            said.append(json.loads(text))
            if "progress" not in said[-1]:
                ended.set()
            elif said[-1]["id"] == 0:
                os.kill(session.worker._process.pid, signal.SIGKILL)

        session = Session(robot, send, ThreadPoolExecutor(1))
        long = {"q": [0.5], "duration": 1e4}
        for number, (name, values) in enumerate([("simulation.run", long), ("model.findings", {"states": 5})]):
            ended.clear()
            await session.receive(json.dumps({"id": number, "ask": name, "with": values}))
            await ended.wait()
        await session.close()

    asyncio.run(script())
    first, second = (each for each in said if "progress" not in each)
    assert "killed" in first["error"]["what"] and first["error"]["hint"]
    assert second["answer"]["robot"] == "pendulum"


SLOW_UPLOAD = """
import time, linkwise
from linkwise.studio import opening, serve

def read(name, data):
    print("reading", flush=True)
    time.sleep(600)

opening._read = read
serve(linkwise.load("pendulum"), browser=False, ready=lambda address: print(address, flush=True))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another signal there")
def test_ctrl_c_is_heard_while_an_upload_is_read():
    connect = pytest.importorskip("websockets.sync.client").connect
    from linkwise.studio.bundle import built

    if not built():
        pytest.skip("the pages of the studio have not been built: make studio")
    command = [sys.executable, "-c", SLOW_UPLOAD]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            address = process.stdout.readline().strip()
            origin = "/".join(address.split("/")[:3])
            with connect(f"{address.replace('http', 'ws')}socket", origin=origin) as socket:
                socket.send(json.dumps({"id": 1, "ask": "open", "with": {"file": file_of("arm.urdf", b"")}}))
                assert process.stdout.readline() == "reading\n"
                process.send_signal(signal.SIGINT)
                _, remarks = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 0 and "Traceback" not in remarks


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another signal there")
def test_the_command_prints_an_address_and_ends_on_ctrl_c():
    pytest.importorskip("websockets")
    from linkwise.studio.bundle import built

    if not built():
        pytest.skip("the pages of the studio have not been built: make studio")
    command = [sys.executable, "-m", "linkwise", "studio", "pendulum", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, remarks = process.communicate(timeout=60)
    assert line.startswith("pendulum: http://127.0.0.1:") and process.returncode == 0 and "Traceback" not in remarks


CASES = {
    "model.summary": {},
    "model.catalog": {},
    "model.findings": {"states": 5},
    "pose.at": {"q": "home"},
    "pose.drawn": {"q": "home", "to": [0.3, 0.1, 0.4]},
    "motion.planned": {"waypoints": "home", "duration": 1.0},
    "simulation.run": {"q": "home", "way": "push", "duration": 0.05},
    "formulations.listed": {},
    "formulations.page": {"name": "newton_euler.featherstone"},
    "formulations.compared": {"questions": ["gravity_forces"], "time": False, "budget": 2.0},
    "formulas.questions": {},
    "formulas.written": {"question": "potential_energy"},
    "identification.fit": {"estimator": "ols", "friction": []},
    "export.written": {"kind": "html", "q": "home"},
}
"""What a page may ask of any robot."""


@pytest.mark.slow
@pytest.mark.parametrize("source", ["pendulum", "fourbar", "palletiser", "stanford", "post", "stick"])
@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_every_robot_gets_an_answer_or_an_error_of_ours(source, name):
    texts = {"post": '<robot name="post"><link name="ground"/></robot>', "stick": MASSLESS}
    robot = linkwise.load(texts.get(source, source))
    home = told("model.summary", robot)["home"]
    values = {key: home if value == "home" else value for key, value in CASES[name].items()}
    if name == "motion.planned":
        values["waypoints"] = [home, [x + 0.01 for x in home]]
    try:
        told(name, robot, **values)
    except LinkwiseError as error:
        assert error.what


def test_a_log_that_was_uploaded_is_fitted():
    robot = linkwise.load("pendulum")
    log = linkwise.identify.simulated_log(robot, duration=5.0)
    columns = (log.time.tolist(), log.q[:, 0].tolist(), log.tau[:, 0].tolist())
    rows = [f"{t},{q},{tau}" for t, q, tau in zip(*columns, strict=True)]
    content = "\n".join(["t,q_joint1,tau_joint1", *rows])
    found = told(
        "identification.fit", robot, file=file_of("../log <b>.csv", content.encode()), estimator="ols", friction=[]
    )
    assert found["samples"] == len(log.time) and found["errors"][0]["total"] < 1e-2
    with pytest.raises(ReadError, match="must end in"):
        ANSWERS["identification.fit"].function(robot, file=file_of("log.exe", b""))
