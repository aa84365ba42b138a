"""Springs, dampers and contact: what the environment exerts on a frame because of where it is and how it moves.

    floor = PlaneContact(stiffness=2e4, damping=150.0, friction=0.4)
    robot.simulate(q0, wrenches={"tip": floor})                  # and rollouts, compiled with the motion
    floor.at(robot, q, qd, "tip")                                # the wrench at states

contact         what any of them answers, over scalars and for arrays
plane           a point or a ball of the frame against a plane that never pulls
spring_damper   a spring and a damper to a fixed place
acting          on a system: in simulations, in rollouts
"""

from .acting import ActingContact
from .contact import AbstractContact
from .plane import PlaneContact
from .spring_damper import SpringDamper

__all__ = ["AbstractContact", "ActingContact", "PlaneContact", "SpringDamper"]
