"""As much of CuPy as linkwise uses, over the memory of a pretended GPU, which is this machine's."""

import numpy


class cuda:
    """Streams."""

    @staticmethod
    def get_current_stream():
        """The one stream there is."""

        class Stream:
            ptr = 0

        return Stream


class ndarray:
    """An array that NumPy cannot read by itself."""

    def __init__(self, numbers):
        self.numbers = numbers
        self.shape, self.ndim, self.dtype = numbers.shape, numbers.ndim, numbers.dtype

    @property
    def __cuda_array_interface__(self):
        own = self.numbers.flags.c_contiguous and {"strides": None}
        return {**self.numbers.__array_interface__, **(own or {"strides": self.numbers.strides}), "version": 3}

    def __array__(self, *options, **more):
        raise TypeError("Implicit conversion to a NumPy array is not allowed.")

    @property
    def data(self):
        class Data:
            ptr = self.numbers.ctypes.data

        return Data

    def get(self):
        return self.numbers.copy()

    def reshape(self, *shape):
        return ndarray(self.numbers.reshape(*shape))

    def astype(self, dtype, copy=True):
        return ndarray(self.numbers.astype(dtype, copy=copy))

    def __getitem__(self, which):
        return ndarray(self.numbers[which])

    def __setitem__(self, which, value):
        self.numbers[which] = value.numbers


def asarray(x):
    return ndarray(numpy.array(x))


def broadcast_to(x, shape):
    return ndarray(numpy.broadcast_to(x.numbers, shape))


def ascontiguousarray(x):
    return ndarray(numpy.ascontiguousarray(x.numbers))


def empty(shape, dtype):
    return ndarray(numpy.full(shape, numpy.nan, dtype))
