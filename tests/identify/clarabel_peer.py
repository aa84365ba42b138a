"""The fit among bodies that can exist as a semidefinite program, for cvxpy and Clarabel: a peer of Newton's method.

minimise  ½ |A z − b|² + λ (Σ_links share (tr Q − log det Q − 4) + share Σ_scalars (s − log s − 1))
"""

import warnings

import numpy as np


def solved(A, b, bodies, weight):
    """z by Clarabel."""
    import cvxpy

    scale = np.linalg.norm(A, axis=0)
    scale[scale == 0.0] = 1.0
    y = cvxpy.Variable(A.shape[1])  # z in units in which the columns of A have length 1
    z = cvxpy.multiply(1.0 / scale, y)
    total, equal = 0.5 * cvxpy.sum_squares((A / scale) @ y - b), []
    for own, basis, share in zip(bodies.links, bodies.basis, bodies.shares, strict=True):
        Q = cvxpy.Variable((4, 4), PSD=True)
        total += weight * share * (cvxpy.trace(Q) - cvxpy.log_det(Q) - 4.0)
        entries = basis.transpose(1, 2, 0).reshape(16, -1)
        equal.append(cvxpy.reshape(Q, (16,), order="C") == entries @ z[own])
    if len(bodies.scalars):
        s = cvxpy.multiply(z[bodies.scalars], 1.0 / bodies.sizes)
        total += weight * bodies.share * cvxpy.sum(s - cvxpy.log(s) - 1.0)
    problem = cvxpy.Problem(cvxpy.Minimize(total), equal)
    with warnings.catch_warnings():  # "may be inaccurate": the caller judges that
        warnings.simplefilter("ignore")
        problem.solve(solver=cvxpy.CLARABEL, tol_gap_abs=1e-11, tol_gap_rel=1e-11, tol_feas=1e-11)
    return np.asarray(z.value)
