"""Robots that functions are written around: simple, branched, coupled, driven in every way."""

import numpy as np

import linkwise
from linkwise import Robot
from linkwise.model import Friction, Rotor
from tests.robots import random_model

PUMA = linkwise.load("puma560").without_friction()
WRIST = {"joint5": 1.0, "joint6": 1.0}
ROBOTS = {
    "pendulum": linkwise.load("pendulum"),
    "stanford": linkwise.load("stanford").without_friction(),
    "ur5": linkwise.load("ur5"),
    "no gravity": linkwise.load("planar3r").with_gravity([0, 0, 0]),
    "shared drive": PUMA.with_drive("motor6", WRIST, rotor=Rotor(2e-4, gear_ratio=50.0)),
    "spinning rotors": PUMA.with_spinning_rotors(),
    "motors": PUMA.with_motors(np.eye(6) + np.diag([0.3] * 5, -1)),
    "tree": Robot(random_model(33)).without_friction(),
    "coupled": Robot(random_model(14)).without_friction(),
    "massless links": Robot(random_model(10)).without_friction(),
}
"""By name; without friction, of which Pinocchio knows nothing."""

RUBBING = linkwise.load("planar2r").with_friction(Friction(0.3, 0.2))
