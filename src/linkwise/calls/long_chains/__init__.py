"""Long robots: recursions run as loops over their links.

kinds         which links have what in common, and what differs
recursions    what is done for one link, question by question
built         a robot and a question as a loop
kernel        arrays in, arrays out
"""

from .kernel import LOOPED, LongKernel

__all__ = ["LOOPED", "LongKernel"]
