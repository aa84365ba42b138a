"""The parameters of the function of one tile, or the names to pass on."""

from ...program import Signature


def arguments(signature: Signature, types: bool = True) -> str:
    """The parameters of a tile's function, or the names to pass on."""
    names = [f"%in{g}" for g in range(len(signature.takes))] + [f"%out{g}" for g in range(len(signature.gives))]
    kind = "ptr noalias nocapture" if types else "ptr"
    return ", ".join([*(f"{kind} {name}" for name in names), "i64 %ldi", "i64 %ldo", "ptr %scratch"])


def further(signature: Signature, layout: str, types: bool = True) -> str:
    """What follows if a tile also sends the one before: for each output, where that is, and in rows where it goes."""
    names = {"flowing rows": ("was", "to"), "streamed columns": ("was",)}.get(layout, ())
    kind = "ptr noalias nocapture" if types else "ptr"
    return "".join(f", {kind} %{name}{g}" for g in range(len(signature.gives)) for name in names)
