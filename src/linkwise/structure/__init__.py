"""What a robot's design says of its equations of motion.

couplings            `robot.couplings`: which coefficients vanish, and why
"""
