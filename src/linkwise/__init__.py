"""linkwise: robot-manipulator dynamics."""
