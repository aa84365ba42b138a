"""How JAX differentiates a program: by the program of its derivatives, where there is one.

The rule says how answers change along a change of what is taken. It is linear in that change, so that JAX finds the
gradients backwards from it. The derivatives of the rule itself, second ones of the answers, JAX takes through the steps
of the program of derivatives.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from ...program import Const, Port, Program, Signature, without_dead_code
from .operations import arrays_of, columns_of, count_of, values_of

Along = Callable[[Sequence[Any], Mapping[int, Any]], tuple[Any, ...]]
"""How answers change at arrays along changes of some of them, by their positions."""


def differentiable(function: Callable[..., tuple[Any, ...]], along: Along) -> Callable[..., tuple[Any, ...]]:
    """The function, of which JAX is told how its answers change; what does not change is not differentiated by."""
    import jax

    told = jax.custom_jvp(function)

    def rule(takes: Sequence[Any], changes: Sequence[Any]) -> tuple[Any, Any]:
        still = jax.custom_derivatives.SymbolicZero
        moving = {k: change for k, change in enumerate(changes) if not isinstance(change, still)}
        return told(*takes), along(takes, moving)

    told.defjvp(rule, symbolic_zeros=True)
    return told


def along_program(derivatives: Program, slopes: Signature, given: Sequence[Port], dtype: str, layout: str) -> Along:
    """The changes of arrays `given`, by the steps of the program of derivatives; zeros among them cost nothing."""
    taken = slopes.takes

    @cache
    def needed(moving: tuple[int, ...]) -> tuple[Program, list[tuple[int, int, int]]]:
        """The program of the derivatives by some arrays that are not 0: the answer, the array, the number of each."""
        places, kept, at, row = [], [], 0, 0
        for give in given:
            for k, take in enumerate(taken):
                for i in range(give.size * take.size if k in moving else 0):
                    if derivatives.outputs[at + i] != Const(0.0):
                        places.append((row + i // take.size, k, i % take.size))
                        kept.append(at + i)
                at += give.size * take.size
            row += give.size
        names = tuple(derivatives.output_names[i] for i in kept)
        outputs = tuple(derivatives.outputs[i] for i in kept)
        return without_dead_code(replace(derivatives, output_names=names, outputs=outputs)), places

    def along(takes: Sequence[Any], moving: Mapping[int, Any]) -> tuple[Any, ...]:
        program, places = needed(tuple(moving))
        steps = {k: columns_of([taken[k]], [moving[k]], layout) for k in moving}
        totals: list[Any] = [0.0] * sum(port.size for port in given)
        for (row, k, j), slope in zip(places, values_of(program, columns_of(taken, takes, layout)), strict=True):
            totals[row] = totals[row] + slope * steps[k][j]
        return arrays_of(given, totals, count_of(taken, takes, layout), dtype, layout)

    return along
