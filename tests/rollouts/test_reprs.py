"""What a prompt shows of rollouts: a line or two, whatever is in them."""

import numpy as np

import linkwise
from linkwise.rollouts import InLoop

from .cases import forces, pd_and_gravity, regulator, tip

ARM = linkwise.load("planar2r")
RUN = {"step": 1e-3, "steps": 5}


def test_rollouts_name_their_arrays():
    motions = ARM.rollouts(np.zeros((500, 2)), outputs={"tip": tip}, reduce={"top": ("max", "tip")}, every=1, **RUN)
    assert repr(motions) == (
        "Rollouts('planar2r', rk4, 5 steps of 0.001: 500 of 500 rollouts finished; "
        "q, qd (500, 6, 2), tip (500, 6, 3), top (500, 3))"
    )
    assert repr(ARM.rollouts([0.0, 0.0], states=False, **RUN)).endswith("1 of 1 rollouts finished)")


def test_a_notebook_shows_the_arrays():
    motions = ARM.rollouts([0.0, 0.0], outputs={"<b>": tip}, reduce={"top": ("max", "<b>")}, every=1, **RUN)
    page = motions._repr_html_()
    assert page.count("<tr>") == 6 and "<td>qd</td><td>state</td><td>(6, 2)</td><td>rad/s or m/s</td>" in page
    assert "<td>top</td><td>reduction</td><td>(3,)</td><td></td>" in page and "<b>" not in page


def test_problems_show_no_addresses():
    kernel = ARM.compile_rollouts(outputs={"tip": tip}, reduce={"top": ("max", "tip")})
    assert repr(kernel.problem) == "Problem('planar2r'; inputs: tau; outputs: tip; reduce: top)"


def test_many_outputs_are_not_all_named():
    many = {f"output number {k}": forces for k in range(40)}
    text = repr(ARM.rollouts([0.0, 0.0], outputs=many, **RUN))
    assert len(text) < 500 and text.endswith(", …)")


def test_kernels_name_what_a_call_can_change():
    kernel = ARM.compile_rollouts(
        controller=regulator(2), parameters=["payload"], wrenches=["tip"], outputs={"tau": forces}, method="euler"
    )
    assert repr(kernel) == (
        "RolloutKernel('planar2r', euler; inputs: kp, kd, goal; parameters: payload; wrenches: tip; outputs: tau)"
    )


def test_controllers_do_not_print_their_values():
    controller = InLoop(pd_and_gravity, {"kp": np.ones(5000), "kd": ("each", np.ones((5000, 2))), "goal": ("odd", 1.0)})
    assert repr(controller) == "InLoop(pd_and_gravity; inputs: kp, kd, goal)"


def test_what_help_shows():
    """A method's keywords and their defaults, though the method is a class in another room."""
    import inspect

    signature = inspect.signature(ARM.compile_rollouts)
    assert list(signature.parameters)[:2] == ["controller", "method"] and "robot" not in signature.parameters
    for method in (ARM.rollouts, ARM.compile_rollouts, ARM.sweep):
        documented = inspect.getdoc(method)
        for name in inspect.signature(method).parameters:
            assert name in documented, f"{method.__name__} says nothing of {name}"
