"""Programs as operations of JAX, for whatever device it has; and what both backends for JAX share.

backend, module   what is supported; a program as a function of JAX, with its derivatives
operations        the steps of a program, on columns
derivatives       rules of differentiation, from the programs of derivatives
arrays            JAX's arrays, traced ones too
"""

from .arrays import PrecisionNotice

__all__ = ["PrecisionNotice"]
