"""A call of machine code as a function of JAX."""

from collections.abc import Callable, Sequence
from typing import Any

from ...program import Port, Signature

Call = Callable[..., tuple[Any, ...]]


def call_of(target: str, signature: Signature, dtype: str, layout: str) -> Call:
    """The function that calls a target: arrays of states in, arrays of answers out. A batch of batches is one batch;
    states that are on several devices are answered where they are."""
    import jax

    at = -1 if layout == "columns" else 0

    def call(*takes: Any) -> tuple[Any, ...]:
        count = takes[0].shape[at]
        shapes = [(*port.shape, count) if at else (count, *port.shape) for port in signature.gives]
        gives = [jax.ShapeDtypeStruct(shape, dtype) for shape in shapes]
        return tuple(jax.ffi.ffi_call(target, gives)(*takes))

    return _batched(_split_among_devices(call, signature, at), signature, at)


def _batched(call: Call, signature: Signature, at: int) -> Call:
    """The function, and what it does with a further axis: that of states takes it in."""
    import jax
    from jax import numpy as jnp

    def merged(array: Any, port: Port) -> Any:
        if at:
            array = jnp.moveaxis(array, 0, -2)
        return array.reshape((*port.shape, -1) if at else (-1, *port.shape))

    def parted(array: Any, port: Port, size: int) -> Any:
        if not at:
            return array.reshape(size, -1, *port.shape)
        return jnp.moveaxis(array.reshape(*port.shape, size, -1), -2, 0)

    of_batch: Any = jax.custom_batching.custom_vmap(call)

    def rule(size: int, further: Sequence[bool], *takes: Any) -> tuple[Any, Any]:
        whole = [x if has else jnp.broadcast_to(x, (size, *x.shape)) for x, has in zip(takes, further, strict=True)]
        answers = of_batch(*(merged(x, port) for x, port in zip(whole, signature.takes, strict=True)))
        parts = tuple(parted(x, port, size) for x, port in zip(answers, signature.gives, strict=True))
        return parts, (True,) * len(parts)

    of_batch.def_vmap(rule)
    return of_batch


def _split_among_devices(call: Call, signature: Signature, at: int) -> Call:
    """The function, and how a batch that is on several devices stays there: the axis of states is split, no other."""
    from jax.experimental.custom_partitioning import custom_partitioning
    from jax.sharding import NamedSharding, PartitionSpec

    def split(mesh: Any, port: Port, axis: Any) -> Any:
        whole = [None] * len(port.shape)
        return NamedSharding(mesh, PartitionSpec(*((*whole, axis) if at else (axis, *whole))))

    def axis_of(shapes: Sequence[Any]) -> Any:
        """The axes of the mesh along which the states of an array are split: the first that is, if any."""
        for shape in shapes:
            spec = shape.sharding.spec
            rank = len(shape.shape)
            if (found := (*spec, *[None] * (rank - len(spec)))[at]) is not None:
                return found
        return None

    def partition(mesh: Any, takes: Any, gives: Any) -> Any:
        axis = axis_of(takes)
        to = tuple(split(mesh, port, axis) for port in signature.gives)
        return mesh, call, to, tuple(split(mesh, port, axis) for port in signature.takes)

    def infer(mesh: Any, takes: Any, gives: Any) -> Any:
        axis = axis_of(takes)
        return tuple(split(mesh, port, axis) for port in signature.gives)

    names = iter(f"k{i}" for i in range(10**6))
    sides, own = [], []
    for side in (signature.takes, signature.gives):
        words = []
        for port in side:
            each = [next(names) for _ in port.shape]
            own += each
            words.append(" ".join([*each, "s"] if at else ["s", *each]))
        sides.append(", ".join(words))
    shared = custom_partitioning(call)
    shared.def_partition(
        partition=partition,
        infer_sharding_from_operands=infer,
        sharding_rule=" -> ".join(sides),
        need_replication_factors=tuple(own),
    )
    return shared
