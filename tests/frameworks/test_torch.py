"""Answers as functions of PyTorch: numbers, copies, derivatives, transforms, compiled, exported. `make test-torch`."""

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import linkwise
from linkwise.errors import BadArray, MissingExtra, UnknownName, UnsupportedByBackend
from linkwise.formulations import QUESTIONS
from tests.kernels.cases import asked, framed, off, parts, robot, same_bits
from tests.tolerances import AGREEMENT, ROUNDING, SINGLE_PRECISION

torch = pytest.importorskip("torch", reason="PyTorch is not installed: make test-torch")

pytestmark = pytest.mark.filterwarnings("ignore:`torch.jit")  # PyTorch's own use of itself

ARM, COUNT = "planar2r", 5


def tensors(arrays, **options):
    return [torch.tensor(np.asarray(x), **options) for x in arrays]


def wanted(arrays):
    """Tensors whose gradients are wanted."""
    return tensors(arrays, requires_grad=True)


def in_numpy(answer):
    return tuple(x.detach().numpy() for x in parts(answer))


def given(question="inverse_dynamics", arm=ARM):
    return asked(robot(arm), question, COUNT)


# ---- numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arm", [ARM, "panda", 14])
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_kernels_numbers(arm, question):
    arm = robot(arm)
    function, kernel = arm.torch(question, **framed(arm, question)), arm.compile(question, **framed(arm, question))
    arrays = asked(arm, question, COUNT)
    expected = kernel(*arrays)
    found = function(*tensors(arrays))
    assert same_bits(in_numpy(found), expected)
    assert isinstance(found, tuple) == isinstance(expected, tuple)
    assert getattr(found, "_fields", None) == getattr(expected, "_fields", None)
    assert same_bits(in_numpy(function(*(x[2] for x in tensors(arrays)))), tuple(x[2] for x in parts(expected)))
    single = function(*tensors(arrays, dtype=torch.float32))
    assert all(x.dtype == torch.float32 for x in parts(single))
    assert same_bits(in_numpy(single), kernel(*(x.astype(np.float32) for x in arrays)))


def test_forms_of_calls():
    """By name, lists, types mixed, views, broadcast, no states, options of kernels."""
    arm = robot(ARM)
    function, (q, qd, qdd) = arm.torch("inverse_dynamics"), given()
    truth, there = arm.inverse_dynamics(q, qd, qdd), tensors((q, qd, qdd))
    for found in (
        function(qdd=there[2], q=there[0], qd=there[1]),
        function(q.tolist(), qd, there[2]),
        function(*(x.T.contiguous().T for x in there)),
        function(*torch.cat(there, dim=1).split(2, dim=1)),
        function(there[0][:, None], there[1][:, None], there[2][:, None])[:, 0],
    ):
        assert found.dtype == torch.float64 and off(in_numpy(found), (truth,)) <= ROUNDING
    across = function(there[0][:, None], there[1], there[2][0])
    assert off(in_numpy(across), (arm.inverse_dynamics(q[:, None], qd, qdd[0]),)) <= ROUNDING
    assert function(there[0][:0], there[1][:0], there[2][:0]).shape == (0, 2)
    assert function(there[0].float(), qd, qdd).dtype == torch.float32
    assert function(there[0].float(), there[1], qdd).dtype == torch.float64
    assert function([0, 1], [1, 0], [0, 0]).dtype == torch.float64
    whole = arm.torch("mass_matrix", "gravity_forces", packed=True, threads=1)(there[0])
    assert whole.mass_matrix.shape == (COUNT, 3) and whole.gravity_forces.shape == (COUNT, 2)
    assert repr(whole) == "Answers(mass_matrix (5, 3), gravity_forces (5, 2))"


def test_nothing_is_copied(monkeypatch):
    """Machine code reads the tensors' own memory, and the answer is the array that it wrote."""
    function, arrays, seen = robot(ARM).torch("inverse_dynamics", threads=1), tensors(given()), []
    kernel = function.operator.kernel("cpu")

    def watched(*rows):
        answer = kernel(*rows)
        seen.extend(x.ctypes.data for x in (*rows, answer))
        return answer

    monkeypatch.setitem(function.operator.kernels, "cpu", watched)
    answer = function(*arrays)
    assert seen == [x.data_ptr() for x in (*arrays, answer)]


def test_questions_share_operators_and_survive_pickling():
    function = robot(ARM).torch("inverse_dynamics")
    assert linkwise.load(ARM).torch("inverse_dynamics").operator is function.operator
    assert robot("pendulum").torch("inverse_dynamics").operator is not function.operator
    for other in (pickle.loads(pickle.dumps(function)), copy.deepcopy(function)):
        assert other.operator is function.operator and repr(other) == repr(function)


# ---- derivatives ----------------------------------------------------------------------------------------------------


CHECKED = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "kinetic_energy", "jacobian", "regressor")


@pytest.mark.parametrize("question", CHECKED)
def test_gradients(question):
    """PyTorch's own check: central differences, both directions, also mapped over an axis."""
    arm = robot(ARM)
    function, arrays = arm.torch(question, **framed(arm, question)), wanted(x[:2] for x in given(question))
    both = {"check_forward_ad": True, "check_batched_grad": True, "check_batched_forward_grad": True}
    assert torch.autograd.gradcheck(function, arrays, **both)
    assert torch.autograd.gradgradcheck(function, arrays, check_fwd_over_rev=True, check_rev_over_rev=True)


def test_gradients_of_what_is_broadcast_and_left_open():
    """Of states that several share, of wrenches and parameters, of parts of an answer, of some inputs only."""
    arm = robot(ARM)
    function = arm.torch("inverse_dynamics", wrenches=["tip"], parameters=["gravity", "inertia"])
    q, qd, qdd = given()
    rng = np.random.default_rng(3)
    arrays = wanted(
        (q[:2, None], qd[:3], qdd[0], rng.normal(size=(2, 1, 6)), rng.normal(size=3), rng.uniform(size=(2, 10)))
    )
    assert torch.autograd.gradcheck(function, arrays)
    several = arm.torch("mass_matrix", "bias_forces")
    assert torch.autograd.gradcheck(lambda q, qd: several(q, qd).bias_forces, wanted((q, qd)))
    x = tensors((q, qd))
    x[0].requires_grad_()
    several(*x).mass_matrix.sum().backward()
    assert x[1].grad is None and x[0].grad.abs().max() > 0.0


@pytest.mark.parametrize("question", ["inverse_dynamics", "forward_dynamics"])
def test_jacobians_are_our_derivative_programs(question):
    """Of one state, forwards and backwards; of a batch, mapped."""
    arm, arrays = robot("panda"), tensors(given(question, "panda"))
    function = arm.torch(question)
    truth = getattr(arm, f"{question}_derivatives")(*(x.numpy() for x in arrays))
    for transform in (torch.func.jacrev, torch.func.jacfwd):
        slopes = torch.func.vmap(transform(function, argnums=(0, 1, 2)))(*arrays)
        for found, expected in zip(slopes, truth, strict=True):
            assert np.abs(found.numpy() - expected).max() <= AGREEMENT * np.abs(expected).max()


def test_second_derivatives():
    """Hessians forwards over backwards and backwards over backwards; of a loss, and along a direction."""
    arm, (q, qd, qdd) = robot("panda"), [x[0] for x in tensors(given("inverse_dynamics", "panda"))]
    function = arm.torch("inverse_dynamics")
    loss = lambda q: function(q, qd, qdd).pow(2).sum()  # noqa: E731
    H = torch.func.hessian(loss)(q)
    for other in (torch.func.jacrev(torch.func.jacrev(loss))(q), torch.autograd.functional.hessian(loss, q)):
        assert torch.allclose(H, other, rtol=AGREEMENT, atol=AGREEMENT * float(H.abs().max()))
    _, product = torch.autograd.functional.vhp(loss, q, qd)
    assert torch.allclose(H @ qd, product, rtol=AGREEMENT, atol=AGREEMENT * float(H.abs().max()))


def test_mapped_over_an_axis():
    """Any axis of any input, also of what is otherwise the same for all states; one map inside another."""
    arm = robot(ARM)
    function, (q, qd, qdd) = arm.torch("inverse_dynamics", parameters=["gravity"]), tensors(given())
    pulls = torch.tensor(np.random.default_rng(1).normal(size=(COUNT, 3)))
    truth = torch.stack([function(q[k], qd[0], qdd[k], pulls[k]) for k in range(COUNT)])
    found = torch.func.vmap(function, in_dims=(0, None, 1, 0))(q, qd[0], qdd.T, pulls)
    assert torch.allclose(found, truth, rtol=ROUNDING, atol=ROUNDING)
    inner = torch.func.vmap(function, in_dims=(0, 0, 0, None))
    twice = torch.func.vmap(inner, in_dims=(None, None, None, 0), out_dims=1)(q, qd, qdd, pulls)
    assert torch.allclose(twice[:, 2], inner(q, qd, qdd, pulls[2]), rtol=ROUNDING, atol=ROUNDING)
    assert twice.shape == (COUNT, COUNT, 2)


# ---- torch.compile --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dynamic", [None, True])
def test_compiled(dynamic):
    """One graph, no breaks: the call stays as it is, and so do its gradients."""
    function, arrays = robot(ARM).torch("inverse_dynamics"), wanted(given())

    def loss(q, qd, qdd):
        return function(torch.sin(q), qd=qd, qdd=qdd + 0.0)[..., 0].pow(2).sum() + function(q, [0.0, 0.0], qdd).sum()

    compiled = torch.compile(loss, fullgraph=True, dynamic=dynamic, backend="aot_eager")
    expected = torch.autograd.grad(loss(*arrays), arrays)
    found = torch.autograd.grad(compiled(*arrays), arrays)
    assert all(torch.allclose(a, b, rtol=ROUNDING, atol=ROUNDING) for a, b in zip(found, expected, strict=True))


@pytest.mark.parametrize("transform", [torch.func.vmap, torch.func.jacrev, torch.func.jacfwd])
def test_compiled_transforms(transform):
    function, arrays = robot(ARM).torch("forward_dynamics"), tensors(given("forward_dynamics"))
    arrays = arrays if transform is torch.func.vmap else [x[0] for x in arrays]
    compiled = torch.compile(transform(function), fullgraph=True, backend="aot_eager")
    assert torch.allclose(compiled(*arrays), transform(function)(*arrays), rtol=ROUNDING, atol=ROUNDING)


def test_compiled_to_machine_code():
    """By PyTorch's own compiler; an answer in parts has its names."""
    function, arrays = robot(ARM).torch("inverse_dynamics_derivatives"), tensors(given())
    compiled = torch.compile(lambda *x: 2.0 * function(*x).dtau_dq.cos(), fullgraph=True)
    expected = 2.0 * function(*arrays).dtau_dq.cos()
    assert torch.allclose(compiled(*arrays), expected, rtol=SINGLE_PRECISION)  # its cosine may be another


class Weighed(torch.nn.Module):
    """Accelerations beside the weight's: two operators, one with an answer in parts."""

    def __init__(self):
        super().__init__()
        self.dynamics = robot(ARM).torch("forward_dynamics")
        self.parts = robot(ARM).torch("mass_matrix", "gravity_forces")

    def forward(self, q, qd):
        return self.dynamics(q, qd, self.parts(q).gravity_forces)


LOAD = """
import sys, numpy as np, torch, linkwise
file, questions = sys.argv[1], [each.split() for each in sys.argv[2:]]
functions = [linkwise.load("planar2r").torch(*each) for each in questions]
q, qd = (torch.tensor(x) for x in np.load(file + ".npy"))
sys.stdout.write(str(torch.export.load(file).module()(q, qd).numpy().tobytes().hex()))
"""


@pytest.mark.parametrize("strict", [False, True])
def test_exported(strict, tmp_path):
    """To a file, for any length of batches: it runs where the functions were made, else it says what is missing."""
    q, qd, _ = given()
    module, file = Weighed(), str(tmp_path / "weighed.pt2")
    count = torch.export.Dim("count", max=4096)
    shapes = {"q": {0: count}, "qd": {0: count}}
    exported = torch.export.export(module, tuple(tensors([q, qd])), strict=strict, dynamic_shapes=shapes)
    expected = module(*tensors([q[:3], qd[:3]]))
    assert same_bits(in_numpy(exported.module()(*tensors([q[:3], qd[:3]]))), in_numpy(expected))
    torch.export.save(exported, file)
    np.save(file + ".npy", np.stack([q[:3], qd[:3]]))

    def loaded(*questions):
        words = [sys.executable, "-c", LOAD, file, *questions]
        return subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)

    assert loaded("forward_dynamics", "mass_matrix gravity_forces").stdout == expected.numpy().tobytes().hex()
    assert "torch.ops.linkwise.mass_matrix_and_gravity_forces" in loaded("forward_dynamics").stderr


# ---- devices, errors ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU is here")
@pytest.mark.parametrize("question", CHECKED)
def test_on_the_gpu(question):
    """The same numbers and gradients, there."""
    arm = robot("panda")
    function, arrays = arm.torch(question, **framed(arm, question)), wanted(given(question, "panda"))
    there = [x.detach().cuda().requires_grad_() for x in arrays]
    here, answer = function(*arrays), function(*there)
    assert answer.is_cuda and off(answer.detach().cpu().numpy(), here.detach().numpy()) <= AGREEMENT
    weights = torch.randn_like(here)
    expected = torch.autograd.grad(here, arrays, weights)
    found = torch.autograd.grad(answer, there, weights.cuda())
    scale = max(float(x.abs().max()) for x in expected)
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.is_cuda and float((ours.cpu() - theirs).abs().max()) <= AGREEMENT * scale


def test_what_is_refused(monkeypatch):
    arm, (q, qd, qdd) = robot(ARM), tensors(given())
    function = arm.torch("inverse_dynamics")
    with pytest.raises(BadArray, match=r"q has shape \(5, 1\)"):
        function(q[:, :1], qd, qdd)
    with pytest.raises(BadArray, match=r"q has shape \(\)"):
        function(torch.tensor(1.0), qd, qdd)
    with pytest.raises(BadArray, match=r"do not broadcast together: q \(5, 2\), qd \(3, 2\)"):
        function(q, qd[:3], qdd)
    with pytest.raises(BadArray, match="qd is a tensor of float16"):
        function(q, qd.half(), qdd)
    with pytest.raises(BadArray, match="q is a tensor of bool"):
        function(q > 0.0, qd, qdd)
    with pytest.raises(BadArray, match="q is an array of str"):
        function("up", qd, qdd)
    with pytest.raises(BadArray, match="2 arrays were given"):
        function(q, qd)
    with pytest.raises(TypeError, match="qddd"):
        function(q, qd, qdd=qdd, qddd=qdd)
    with pytest.raises(BadArray, match="qd is on meta, another tensor on cpu"):
        function(q, qd.to("meta"), qdd)
    with pytest.raises(UnsupportedByBackend, match="no backend runs on 'xpu'"):
        function.operator.kernel("xpu")
    with pytest.raises(UnknownName, match="no question 'inertia'"):
        arm.torch("inertia")
    for name in ("backend", "dtype", "layout", "width"):
        with pytest.raises(UnsupportedByBackend, match=f"a function of PyTorch has no '{name}'"):
            arm.torch("mass_matrix", **{name: "columns"})
    monkeypatch.setitem(sys.modules, "linkwise.frameworks.torch_function", None)
    with pytest.raises(MissingExtra, match=r"robot\.torch needs a package"):
        arm.torch("mass_matrix")
