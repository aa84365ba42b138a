"""A program as a function of JAX: each step is an operation on columns, a column for each number of a state."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ...program import Const, Operand, Port, Program, Signature


@cache
def _operations() -> dict[str, Callable[..., Any]]:
    """Every operation by name; JAX is imported when it is first needed."""
    import jax.numpy as jnp

    return {
        "add": lambda a, b: a + b,
        "sub": lambda a, b: a - b,
        "neg": lambda a: -a,
        "mul": lambda a, b: a * b,
        "rcp": lambda a: 1.0 / a,
        "sqrt": jnp.sqrt,
        "sin": jnp.sin,
        "cos": jnp.cos,
        "sign": jnp.sign,
        "exp": jnp.exp,
        "log": jnp.log,
        "abs": jnp.abs,
        "tanh": jnp.tanh,
        "atan2": jnp.arctan2,
        "min": jnp.minimum,
        "max": jnp.maximum,
        "lt": lambda a, b: jnp.where(a < b, 1.0, 0.0),
        "le": lambda a, b: jnp.where(a <= b, 1.0, 0.0),
        "select": lambda c, a, b: jnp.where(c != 0.0, a, b),
        "fma": lambda a, b, c: a * b + c,
        "fms": lambda a, b, c: a * b - c,
        "fnma": lambda a, b, c: c - a * b,
    }


def values_of(program: Program, columns: Sequence[Any]) -> list[Any]:
    """The outputs of a program for a column of each input; an output that is constant is a float."""
    operations, values = _operations(), list(columns)

    def value(operand: Operand) -> Any:
        return operand.value if isinstance(operand, Const) else values[operand]

    for op, args in program.steps:
        values.append(operations[op](*map(value, args)))
    return [value(operand) for operand in program.outputs]


def function_of(program: Program, signature: Signature, dtype: str, layout: str) -> Callable[..., tuple[Any, ...]]:
    """The function of JAX that a program is: arrays of states in, arrays of answers out."""

    def answers(*takes: Any) -> tuple[Any, ...]:
        values = values_of(program, columns_of(signature.takes, takes, layout))
        return arrays_of(signature.gives, values, count_of(signature.takes, takes, layout), dtype, layout)

    return answers


def columns_of(ports: Sequence[Port], arrays: Sequence[Any], layout: str) -> list[Any]:
    """A column for each number of a state; a number for each that is the same for all states."""
    columns: list[Any] = []
    for port, array in zip(ports, arrays, strict=True):
        if port.uniform:
            flat = array.reshape(port.size)
            columns += [flat[k] for k in range(port.size)]
        elif layout == "columns":
            flat = array.reshape(port.size, array.shape[-1])
            columns += [flat[k] for k in range(port.size)]
        else:
            flat = array.reshape(array.shape[0], port.size)
            columns += [flat[:, k] for k in range(port.size)]
    return columns


def count_of(ports: Sequence[Port], arrays: Sequence[Any], layout: str) -> int:
    """The number of states; 1 if all arrays are the same for all states."""
    at = -1 if layout == "columns" else 0
    varied = (array.shape[at] for port, array in zip(ports, arrays, strict=True) if not port.uniform)
    return next(varied, 1)


def arrays_of(ports: Sequence[Port], values: Sequence[Any], count: int, dtype: str, layout: str) -> tuple[Any, ...]:
    """Columns put together as arrays. All are computed before: XLA would compute each as part of the copy into its
    array, and with it, again and again, the steps that several have in common."""
    import jax
    import jax.numpy as jnp

    whole = {id(value): jnp.broadcast_to(jnp.asarray(value, dtype), (count,)) for value in values}
    varied = [id(value) for value in values if not isinstance(value, float)]
    whole |= jax.lax.optimization_barrier({key: whole[key] for key in varied})
    columns = iter([whole[id(value)] for value in values])
    arrays = []
    for port in ports:
        some = [next(columns) for _ in range(port.size)]
        if layout == "columns":
            arrays.append(jnp.stack(some).reshape(*port.shape, count))
        else:
            arrays.append(jnp.stack(some, axis=-1).reshape(count, *port.shape))
    return tuple(arrays)
