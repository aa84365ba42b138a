"""The result of an identification."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..calls.arrays import Array
from ..calls.checks import real
from ..errors import encodable
from ..html_table import html_table
from .accumulation import Rows
from .columns import Regressor
from .columns.laws import friction_laws
from .logs.log import Log
from .printing import lines, number_of_values
from .residuals import Residuals, Spectrum, autocorrelation, residuals, spectrum, unfiltered
from .robots import fitted_robot
from .validation import Errors

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from ..parameters import BaseParameters
    from ..robot import Robot


@dataclass(frozen=True, eq=False, repr=False)
class Fit:
    """What an identification found: `names`, `values` and `sigma`, their standard deviations, errors, every choice
    made.

    `robot` is the identified robot; `predict` gives its torques; `errors` those on the training logs and on data held
    out. `notes` says what was noticed: parameters that the motion does not show, validation that repeats the training.

    >>> import linkwise
    >>> from linkwise.identify import simulated_log
    >>> arm = linkwise.load("planar2r")
    >>> fit = arm.identify([simulated_log(arm, duration=5.0)], friction=["viscous"], estimator="wls")
    >>> fit
    Fit(planar2r: 8 parameters by wls; errors ... % in training)
    >>> bool(abs(fit.robot.mass_matrix([0.1, 0.2]) - arm.mass_matrix([0.1, 0.2])).max() < 1e-6)
    True
    """

    prior: Robot
    regressor: Regressor
    values: Array
    covariance: Array
    full: Array | None
    errors: tuple[Errors, ...]
    condition: float
    choices: dict[str, Any]
    notes: tuple[str, ...]
    rows: Rows
    held: tuple[Log, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the values: base parameters, coefficients of friction such as FV1 and FC1, then angles of tilt,
        speeds of Stribeck's law such as VS1, gains such as G1."""
        return self.regressor.names

    @property
    def sigma(self) -> Array:
        """The standard deviation of each value, as its choice in `choices` says; a prior's pull is not in it."""
        sigma: Array = np.sqrt(np.maximum(np.diag(self.covariance), 0.0))
        return sigma

    @property
    def base(self) -> BaseParameters:
        """The base parameters: their names, equations and regressor; their values are the first of `values`."""
        return self.regressor.rigid.base

    @property
    def base_values(self) -> Array:
        """The values of the base parameters."""
        return self.values[: self.regressor.first] if self.regressor.request.links else self.base.values

    @property
    def tilt(self) -> Array:
        """The two angles of the base in rad, about x and then about y; 0 where they were not estimated."""
        return self.regressor.rigid.tilt.copy()

    @property
    def gains(self) -> dict[str, float]:
        """What turns a joint's logged values into torques, for joints whose gains were unknown."""
        joints = self.prior.joint_names
        own = zip(self.regressor.nonlinear, self.values[self.regressor.linear :].tolist(), strict=True)
        return {joints[each.index]: value for each, value in own if each.kind == "gain"}

    @cached_property
    def friction(self) -> dict[str, Any]:
        """The friction law of each joint, and of each drive, by name."""
        coefficients = self.values[self.regressor.first : self.regressor.linear]
        return friction_laws(self.regressor, coefficients)

    @cached_property
    def robot(self) -> Robot:
        """The robot with the parameters found: links that can exist, friction, rotors, drives, gravity where it
        tilts."""
        return fitted_robot(self.prior, self.regressor, self.base_values, self.full, self.friction)

    def predict(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """The torques with the values found, friction included.

        >>> import linkwise
        >>> from linkwise.identify import simulated_log
        >>> arm = linkwise.load("pendulum")
        >>> fit = arm.identify([simulated_log(arm, duration=5.0)], friction=[], estimator="ols")
        >>> fit.predict([0.5], [0.0], [0.0]).round(3) == arm.inverse_dynamics([0.5], [0.0], [0.0]).round(3)
        array([ True])
        """
        n = self.prior.n
        at = [real(name, x, n, "one entry per joint") for name, x in (("q", q), ("qd", qd), ("qdd", qdd))]
        shape = np.broadcast_shapes(*(x.shape for x in at))
        q, qd, qdd = (np.ascontiguousarray(np.broadcast_to(x, shape).reshape(-1, n), dtype=float) for x in at)
        torques: Array = self.regressor.torques(q, qd, qdd, self.values).reshape(shape)
        return torques

    def residuals(self, logs: Sequence[Log] | None = None, *, filtered: bool = True) -> list[Residuals]:
        """Each log's name, times, measured and predicted torques, (samples, n): of the training, or of other logs.

        As the fit saw them, filtered and decimated; `filtered=False` gives every sample as it was measured.

        >>> import linkwise
        >>> from linkwise.identify import simulated_log
        >>> log = simulated_log(linkwise.load("pendulum"), duration=10.0, noise=0.1)
        >>> fit = linkwise.load("pendulum").identify(log, friction=[], estimator="ols")
        >>> for name, time, measured, predicted in fit.residuals():
        ...     print(name, len(time), measured.shape, predicted.shape)
        simulated 491 (491, 1) (491, 1)
        """
        rows, joints = self.rows, self.prior.joint_names
        logs = rows.logs if logs is None else [log.ordered(joints) for log in logs]
        choices = rows.choices if filtered else unfiltered(rows.choices)
        of = {id(log): load for log, load in zip(rows.logs, rows.loads, strict=True)}
        return residuals(self.regressor, self.values, logs, choices, [of.get(id(log)) for log in logs])

    def spectrum(self, logs: Sequence[Log] | None = None, *, filtered: bool = True) -> Spectrum:
        """The power density of the residuals: frequencies in Hz, (F,), and for each joint its density, (F, n).

        >>> import linkwise
        >>> from linkwise.identify import simulated_log
        >>> log = simulated_log(linkwise.load("pendulum"), duration=10.0, noise=0.1)
        >>> fit = linkwise.load("pendulum").identify(log, friction=[], estimator="ols")
        >>> frequencies, density = fit.spectrum(filtered=False)
        >>> float(frequencies[-1].round()), density.shape == (len(frequencies), 1)
        (100.0, True)
        """
        return spectrum(self.residuals(logs, filtered=filtered))

    def autocorrelation(self, logs: Sequence[Log] | None = None, *, filtered: bool = True) -> Array:
        """How residuals are correlated with those one sample later, joint by joint: 0 for white noise, up to 1.

        >>> import linkwise
        >>> from linkwise.identify import simulated_log
        >>> log = simulated_log(linkwise.load("pendulum"), duration=10.0, noise=0.1)
        >>> fit = linkwise.load("pendulum").identify(log, friction=[], estimator="ols")
        >>> bool(abs(fit.autocorrelation(filtered=False)[0]) < 0.1)
        True
        """
        return autocorrelation(self.residuals(logs, filtered=filtered))

    @property
    def data(self) -> dict[str, Any]:
        """The fit as plain data, as `save` writes it to JSON."""
        rows = zip(self.names, self.values.tolist(), self.sigma.tolist(), strict=True)
        return {
            "robot": self.prior.name,
            "values": {name: {"value": value, "sigma": sigma} for name, value, sigma in rows},
            "tilt": self.tilt.tolist(),
            "gains": self.gains,
            "errors": [each.data for each in self.errors],
            "condition": self.condition,
            "choices": self.choices,
            "notes": list(self.notes),
        }

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the fit as .json, or the robot as .toml (all of it) or .urdf (masses and inertias, viscous and Coulomb
        friction: the file's comment-free format has no room for the rest, which `notes` of the fit lists)."""
        from .saving import save

        save(self, path)

    def report(self, path: str | os.PathLike[str]) -> None:
        """Write all of it as one HTML page: errors, torques, residuals, parameters, links, friction, choices.

        The page needs neither a network nor scripts.

        >>> import linkwise, pathlib, tempfile
        >>> from linkwise.identify import simulated_log
        >>> arm = linkwise.load("pendulum")
        >>> page = pathlib.Path(tempfile.mkdtemp()) / "fit.html"
        >>> arm.identify(simulated_log(arm, duration=5.0), estimator="ols").report(page)
        >>> page.read_text(encoding="utf-8")[:15]
        '<!DOCTYPE html>'
        """
        from .reporting import write_report

        write_report(self, path)

    def __repr__(self) -> str:
        shown = f"errors {100.0 * self.errors[0].total:.2g} % in training"
        shown += "".join(f", {100.0 * each.total:.2g} % held out" for each in self.errors[1:2])
        return encodable(f"Fit({self.prior.name}: {number_of_values(self)} by {self.choices['estimator']}; {shown})")

    def __str__(self) -> str:
        return encodable("\n".join(lines(self)))

    def _repr_html_(self) -> str:
        rows = zip(self.names, self.values.tolist(), self.sigma.tolist(), strict=True)
        cells = [(name, f"{value:.6g}", f"{sigma:.2g}") for name, value, sigma in rows]
        return html_table(repr(self), ("parameter", "value", "standard deviation"), cells)
