"""A fit as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .fit import Fit
    from .validation import Errors


def number_of_values(fit: Fit) -> str:
    """How many parameters a fit has."""
    return f"{len(fit.names)} parameter{'s' if len(fit.names) != 1 else ''}"


def lines(fit: Fit) -> list[str]:
    """Errors joint by joint, values with their deviations, choices and notes, line by line."""
    text = [
        f"{fit.prior.name}: {number_of_values(fit)} by {fit.choices['estimator']}, condition {fit.condition:.3g}",
        "",
    ]
    for each in fit.errors:
        text += [*error_lines(each), ""]
    width = max(map(len, fit.names), default=4)
    text.append(f"{'name':{width}}  {'value':>12}  {'deviation':>10}")
    for name, value, sigma in zip(fit.names, fit.values.tolist(), fit.sigma.tolist(), strict=True):
        text.append(f"{name:{width}}  {value:12.5g}  {sigma:10.2g}")
    text += ["", *(f"{name}: {choice}" for name, choice in fit.choices.items())]
    return [*text, *(f"note: {note}" for note in fit.notes)]


def error_lines(errors: Errors) -> list[str]:
    """The errors on one set of data."""
    text = [f"{errors.on}: {100.0 * errors.total:.3g} % of the torques"]
    if errors.motion is not None:
        text[0] += f"; correlation with the training motion {errors.motion:.2f}"
    width = max(map(len, errors.joints), default=5)
    for joint, rms, relative in zip(errors.joints, errors.rms.tolist(), errors.relative.tolist(), strict=True):
        text.append(f"  {joint:{width}}  rms {rms:10.4g}  {100.0 * relative:7.3g} %")
    return text
