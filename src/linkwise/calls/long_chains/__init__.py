"""Robots of many links: recursions run as loops instead of straight-line programs.

link_classes  which links have what in common, and what differs
recursions    what is done for one link, question by question
build         a robot and a question as a loop
kernel        arrays in, arrays out
"""

from .kernel import LOOPED, LongKernel

__all__ = ["LOOPED", "LongKernel"]
