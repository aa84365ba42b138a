"""What a rollout remembers besides its motion: states of controllers and observers, forces held between samples.

States z with rates are integrated along with the motion. At samples a program gives the forces u, which are held until
the next sample (a zero-order hold), and new values of the other states. Measured positions and forces may be rounded to
whole multiples of a quantum, halves to even ones.
"""

from typing import NamedTuple

from ..errors import Fault


class Memory(NamedTuple):
    """How many states have `rates`, and how many `updates` at samples, in this order; whether forces are held, and
    whether they arrive late. `resolution` and `quantum` are those of each position and force; 0: as they are.

    >>> Memory(rates=2, updates=1, holds=True).size
    3
    """

    rates: int = 0
    updates: int = 0
    holds: bool = False
    delays: bool = False
    resolution: tuple[float, ...] = ()
    quantum: tuple[float, ...] = ()

    @property
    def size(self) -> int:
        """The number of states."""
        return self.rates + self.updates

    def faults(self, n: int, implicit: bool) -> list[Fault]:
        """What is wrong with it, for n coordinates and a tableau that is implicit or not."""
        faults = []
        if implicit and self.rates:
            faults.append(Fault("memory", str(self.rates), "no rates were expected: the tableau is implicit"))
        if not self.holds and (self.updates or self.delays or self.resolution or self.quantum):
            faults.append(Fault("memory", "no samples", "updates, delays and quanta need forces that are held"))
        if any(len(each) not in (0, n) for each in (self.resolution, self.quantum)):
            faults.append(Fault("memory", "quanta", f"{n} of each, or none, were expected"))
        return faults


NO_MEMORY = Memory()
"""Nothing but the motion."""
