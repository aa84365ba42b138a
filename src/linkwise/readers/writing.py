"""What every writer asks first: is this a model?"""

from ..errors import WriteError
from ..model import Model


def check_model(model: object) -> None:
    """Refuse what cannot be written in any format.

    >>> check_model("panda")
    Traceback (most recent call last):
    linkwise.errors.WriteError: a str is not a Model.
      A linkwise.Model was expected.
      Hint: a robot's model is robot.model; linkwise.save(robot, path) writes robots.
    """
    if not isinstance(model, Model):
        raise WriteError(
            f"a {type(model).__name__} is not a Model.",
            "A linkwise.Model was expected.",
            "a robot's model is robot.model; linkwise.save(robot, path) writes robots.",
        )
