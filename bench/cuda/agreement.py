"""How far answers of every question are from the interpreter's."""

from concurrent.futures import ProcessPoolExecutor
from typing import Any

import numpy as np

import linkwise
from linkwise.backends.cuda.module import CudaModule, packed
from linkwise.backends.cuda.shape import Shape
from linkwise.formulations import QUESTIONS
from linkwise.program import fused

from .programs import answers_of, compiled, off, spec_of, truth_of
from .quantities import DTYPES

AGREED = {"float64": 1e-14, "float32": 1e-6}
"""How far answers may be off, relative to the largest entry, times how the question amplifies rounding."""

SHAPES = {
    "rows": (
        Shape(),
        Shape(3, 16, gathered=1),
        Shape(1, 0, 2, order="columns"),
        Shape(2, 4, threads=64, order="anew", gathered=1),
        Shape(4, 0, 1, 32, gathered=4),
        Shape(4, 0, 2, 32, gathered=3),
    ),
    "columns": (
        Shape(),
        Shape(3, 8, wide=2),
        Shape(1, 0, 2, threads=96),
        Shape(1, 8, 2, 64, 2, "anew"),
        Shape(2, 16, 3, order="columns"),
        Shape(1, wide=4),
    ),
}
"""Kernels that are compared with the interpreter; four doubles are no vector."""

HARD = {"forward_dynamics", "forward_dynamics_derivatives", "mass_matrix_inverse"}
"""Questions that solve for accelerations, which amplifies rounding by the condition of the mass matrix."""


def agreement(pool: ProcessPoolExecutor, target: str, quick: bool) -> dict[str, Any]:
    """How far answers of every question are off, in both precisions and layouts, of kernels in one shape."""
    rng, cases = np.random.default_rng(3), []
    for name in ("planar2r",) if quick else ("planar2r", "panda"):
        robot = linkwise.load(name)
        for question, row in QUESTIONS.items():
            frame = {"frame": robot.tree.frame_or_tip(None).name} if row.frame else {}
            kernel = robot.compile(question, backend="interpreter", **frame)
            program, states = (
                fused(kernel.program),
                rng.uniform(-1.5, 1.5, (1000 + len(cases) // 4 % 2, len(kernel.program.inputs))),
            )
            for k, (dtype, layout) in enumerate((d, x) for d in DTYPES for x in ("rows", "columns")):
                shape = SHAPES[layout][(k + len(cases)) % 6]
                if shape.wide == 4 and dtype == "float64":
                    shape = shape.one
                spec = spec_of(program, kernel.signature, dtype, layout)
                cases.append((name, question, program, states, spec, shape))
    worst: dict[str, Any] = {dtype: {"off": 0.0, "of": ""} for dtype in DTYPES}
    jobs = [(program, x.signature, x.dtype, x.layout, shape, target) for _, _, program, _, x, shape in cases]
    failed, done = [], pool.map(compiled, jobs)
    for (name, question, program, states, spec, shape), (code, _, trouble) in zip(cases, done, strict=True):
        what = f"{name} {question} {spec.dtype} {spec.layout} {shape}"
        try:
            given = states.astype(spec.dtype)
            apart = off(answers_of(CudaModule(spec, packed(shape, code, {})), given), truth_of(program, given))
        except Exception as error:
            failed.append(f"{what}: {trouble or error}")
            continue
        if not apart <= AGREED[spec.dtype] * (100.0 if question in HARD else 1.0):
            failed.append(f"{what}: off by {apart:.2g}")
        if question not in HARD and apart > worst[spec.dtype]["off"]:
            worst[spec.dtype] = {"off": apart, "of": what}
    return {"kernels": len(cases), "worst": worst, "failed": failed}
