"""What can be passed to a kernel, and what comes back: any array NumPy knows, `out=`, batches of every shape."""

import numpy as np
import pytest

import linkwise
from linkwise.errors import LinkwiseError

from .cases import asked, same_bits

COUNT = 16


@pytest.fixture(scope="module")
def arm():
    return linkwise.load("stanford")


@pytest.fixture(scope="module")
def kernel(arm):
    return arm.compile("inverse_dynamics")


@pytest.fixture(scope="module")
def given(arm):
    return asked(arm, "inverse_dynamics", COUNT)


@pytest.fixture(scope="module")
def expected(kernel, given):
    return kernel(*given)


class Sub(np.ndarray):
    pass


class ArrayLike:
    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


def unaligned(x):
    room = np.empty(x.nbytes + 1, np.uint8)
    found = room[1:].view(x.dtype).reshape(x.shape)
    found[...] = x
    assert not found.flags.aligned
    return found


def frozen(x):
    x = x.copy()
    x.setflags(write=False)
    return x


def strided(x):
    for axis in range(x.ndim):
        x = np.repeat(x, 3, axis)
    return x[(slice(None, None, 3),) * x.ndim]


FORMS = {
    "fortran": np.asfortranarray,
    "backwards": lambda x: x[..., ::-1].copy()[..., ::-1],
    "upside down": lambda x: x[::-1].copy()[::-1],
    "swapped": lambda x: x.astype(x.dtype.newbyteorder()),
    "read-only": frozen,
    "unaligned": unaligned,
    "subclass": lambda x: x.view(Sub),
    "list": np.ndarray.tolist,
    "long": lambda x: x.astype(np.longdouble),
    "strided": strided,
    "array-like": ArrayLike,
    "memory": memoryview,
    "unmasked": np.ma.array,
    "new axis": lambda x: x[None][0],
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_an_array(form, kernel, arm, given, expected):
    turned = FORMS[form]
    assert same_bits(kernel(*map(turned, given)), expected)
    assert same_bits(kernel(given[0], turned(given[1]), given[2]), expected)
    singles = [state[3].copy() for state in given]
    for call in (kernel, arm.inverse_dynamics, arm.inverse_dynamics):  # the last one straight to the code, perhaps
        assert same_bits(call(*map(turned, singles)), expected[3])
        assert same_bits(call(singles[0], turned(singles[1]), singles[2]), expected[3])
    assert type(kernel(*map(turned, given))) is np.ndarray


@pytest.mark.parametrize("kind", ["float16", "int8", "int64", "uint16"])
def test_other_numbers_are_converted(kind, kernel, given):
    with np.errstate(all="ignore"):
        turned = [np.abs(10 * state).astype(kind) for state in given]
    assert same_bits(kernel(*turned), kernel(*(state.astype(float) for state in turned)))
    assert same_bits(kernel(*(s[0] for s in turned)), kernel(*(s[0].astype(float) for s in turned)))


@pytest.mark.parametrize(
    "wrong",
    [
        [[1], [1, 2]],
        "abc",
        None,
        3.0,
        [],
        [[[]]],
        {},
        object(),
        float("nan"),
        ["a"] * 6,
        np.array(["2020"], "M8[D]"),
        np.zeros((COUNT, 5)),
        np.zeros((3, 6)),
        np.zeros((COUNT, 6), complex),
        np.zeros((COUNT, 6), object),
        np.ma.array(np.zeros((COUNT, 6)), mask=True),
    ],
    ids=lambda x: repr(x)[:20].replace("\n", ""),
)
@pytest.mark.parametrize("layout", ["rows", "columns"])
def test_what_is_no_array_of_states(wrong, layout, arm, given):
    kernel = arm.compile("inverse_dynamics", layout=layout)
    turned = [state if layout == "rows" else np.ascontiguousarray(state.T) for state in given]
    for place in range(3):
        states = [*turned]
        states[place] = wrong
        with pytest.raises(LinkwiseError):
            kernel(*states)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
def test_too_few_and_too_many(count, kernel, given):
    with pytest.raises(LinkwiseError):
        kernel(*[given[0]] * count)


@pytest.mark.parametrize(
    "options",
    [
        {"dtype": "nonsense"},
        {"dtype": 3},
        {"dtype": "float16"},
        {"width": 3},
        {"width": "wide"},
        {"layout": "rings"},
        {"backend": "abacus"},
        {"threads": 0},
        {"threads": 1.5},
        {"threads": True},
        {"parameters": ["mood"]},
        {"wrenches": ["nowhere"]},
        {"width": np.array([1, 2])},
        {"parameters": 3},
        {"wrenches": None},
    ],
    ids=repr,
)
def test_options_that_are_none(options, arm):
    with pytest.raises(LinkwiseError):
        arm.compile("inverse_dynamics", **options)


# ---- batches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (1,), (1, 1), (2, 3, 4)])
def test_shapes_of_batches(shape, arm):
    states = np.random.default_rng(1).normal(size=(3, *shape, arm.n))
    found = arm.inverse_dynamics_derivatives(*states)
    assert all(part.shape == (*shape, arm.n, arm.n) for part in found)
    assert arm.kinetic_energy(*states[:2]).shape == shape
    assert arm.compile("inverse_dynamics")(*states.astype(np.float32)).dtype == np.float32
    out = np.empty((*shape, arm.n))
    assert arm.compile("inverse_dynamics")(*states, out=out) is out


@pytest.mark.parametrize(
    "shapes", [((5, 1), (3,), ()), ((1,), (4,), (4,)), ((2, 1, 3), (4, 1), (1, 1, 1)), ((), (6,), ())]
)
def test_broadcasting(shapes, arm, kernel):
    rng = np.random.default_rng(2)
    states = [rng.normal(size=(*shape, arm.n)) for shape in shapes]
    whole = np.broadcast_arrays(*states)
    found = kernel(*states)
    assert same_bits(found, kernel(*map(np.ascontiguousarray, whole)))
    out = np.empty(whole[0].shape)
    assert kernel(*states, out=out) is out and same_bits(out, found)


def test_an_answer_without_axes_is_always_of_one_type(arm):
    kernel, several = arm.compile("kinetic_energy"), arm.compile("kinetic_energy", "potential_energy")
    x = np.full(arm.n, 0.1)
    kinds = {type(call(*state)) for call in (kernel, arm.kinetic_energy) for state in [(x, x), (x, x), ([0.1] * 6, x)]}
    kinds |= {type(several(*state)[0]) for state in [(x, x), (x, x), ([0.1] * 6, x)]}
    assert len(kinds) == 1
    assert kernel(x, x, out=np.empty(())) == kernel(x, x)
    assert arm.compile("kinetic_energy", backend="interpreter")(x, x).shape == ()


# ---- out= ------------------------------------------------------------------------------------------------------------

OUTS = {
    "plain": lambda s: np.empty(s),
    "strided": lambda s: np.empty((2 * s[0], 2 * s[1]))[::2, ::2],
    "fortran": lambda s: np.empty(s, order="F"),
    "swapped": lambda s: np.empty(s, ">f8"),
    "float32": lambda s: np.empty(s, "f4"),
    "unaligned": lambda s: unaligned(np.empty(s)),
    "backwards": lambda s: np.empty(s)[::-1],
    "subclass": lambda s: np.empty(s).view(Sub),
    "complex": lambda s: np.empty(s, complex),
}


@pytest.mark.parametrize("kind", OUTS)
def test_any_array_can_be_filled(kind, kernel, given, expected):
    out = OUTS[kind](expected.shape)
    out[...] = np.nan
    assert kernel(*given, out=out) is out
    assert np.array_equal(out, expected.astype(out.dtype))
    one = OUTS[kind](expected.shape)[3]
    assert kernel(*(state[3] for state in given), out=one) is one
    assert np.array_equal(one, expected[3].astype(out.dtype))


@pytest.mark.parametrize("place", range(3))
def test_over_an_input(place, kernel, given, expected):
    states = [state.copy() for state in given]
    assert same_bits(kernel(*states, out=states[place]), expected)
    room = np.concatenate([given[place], given[place]])
    states = [state.copy() for state in given]
    states[place] = room[:COUNT]
    assert same_bits(kernel(*states, out=room[3 : 3 + COUNT]), expected)
    states = [state.copy() for state in given]
    states[1] = states[1][:1]
    whole = kernel(states[0].copy(), np.repeat(states[1], COUNT, 0), states[2].copy())
    assert same_bits(kernel(*states, out=states[0]), whole)


@pytest.mark.parametrize(
    "out",
    [
        np.empty((COUNT, 5)),
        np.empty((1, COUNT, 6)),
        np.empty((COUNT, 6), int),
        [0.0],
        "x",
        frozen(np.empty((COUNT, 6))),
        (np.empty((COUNT, 6)),) * 2,
        (),
    ],
    ids=lambda x: f"{type(x).__name__}-{getattr(x, 'shape', '')}",
)
def test_what_cannot_be_filled(out, kernel, given):
    with pytest.raises(LinkwiseError):
        kernel(*given, out=out)


def test_several_arrays_to_be_filled(arm, given):
    kernel = arm.compile("mass_matrix", "bias_forces")
    expected = kernel(*given[:2])
    out = (np.empty((COUNT, 6, 6)), np.empty((COUNT, 12))[:, ::2])
    assert kernel(*given[:2], out=out) is out
    assert all(map(np.array_equal, out, expected))


# ---- as a ufunc ------------------------------------------------------------------------------------------------------


class Duck:
    """Something that NumPy's functions are asked to leave to itself, as dask and xarray do."""

    def __init__(self, array):
        self.array = array

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        plain = [x.array if isinstance(x, Duck) else x for x in inputs]
        return Duck(getattr(ufunc, method)(*plain, **options))


def test_as_a_ufunc(kernel, given, expected):
    ufunc = kernel.ufunc
    assert isinstance(ufunc, np.ufunc) and same_bits(ufunc(*given), expected)
    found = ufunc(Duck(given[0]), *given[1:])
    assert isinstance(found, Duck) and same_bits(found.array, expected)
    turned = [np.ascontiguousarray(state.T) for state in given]
    assert np.array_equal(ufunc(*turned, axes=[0, 0, 0, 0]), expected.T)
    over = given[0].copy()
    assert same_bits(ufunc(over, *given[1:], out=over), expected)
    assert same_bits(ufunc(*(state.astype(">f8") for state in given)), expected)


def test_with_dask(kernel, given, expected):
    dask = pytest.importorskip("dask.array", reason="dask is not installed")
    chunks = [dask.from_array(state, chunks=(5, 6)) for state in given]
    core = "(n),(n),(n)->(n)"
    for function in (kernel, kernel.ufunc):
        answer = dask.apply_gufunc(function, core, *chunks, output_dtypes=float)
        assert same_bits(answer.compute(), expected)


def test_with_xarray(kernel, given, expected):
    xarray = pytest.importorskip("xarray", reason="xarray is not installed")
    named = [xarray.DataArray(state, dims=("time", "joint")) for state in given]
    for function in (kernel, kernel.ufunc):
        answer = xarray.apply_ufunc(function, *named, input_core_dims=[["joint"]] * 3, output_core_dims=[["joint"]])
        assert answer.dims == ("time", "joint")
        assert same_bits(answer.values, expected)
