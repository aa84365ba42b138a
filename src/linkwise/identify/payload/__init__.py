"""What a robot carries, from logs with and without it: `robot.identify_payload`.

identifying   the verb
columns       the regressor with ten columns for the load
result        the load that was found
"""

from .result import Payload

__all__ = ["Payload"]
