"""The command line: one command per file.

The result goes to stdout, remarks go to stderr. The exit status is 0, 1 where an error was met (its message is on
stderr), 2 where the command was not understood.
"""

from typing import Annotated

import typer

from . import (
    approximate,
    base,
    bench,
    compare,
    convert,
    count,
    demo,
    doctor,
    formulas,
    forward,
    generate,
    gravity,
    inverse,
    linearize,
    mass,
    plan,
    show,
    simulate,
    verify,
)
from .entrance import Entrance

app = typer.Typer(cls=Entrance, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
"""All commands."""


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"linkwise {version('linkwise')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def linkwise(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Robot-manipulator dynamics: show and convert robots, compute forces, accelerations and inertias, make code.

    ROBOT is the name of a built-in robot (linkwise show panda) or a file. SI units throughout.
    """
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


app.command("show")(show.show)
app.command("convert")(convert.convert)
app.command("id")(inverse.inverse)
app.command("fd")(forward.forward)
app.command("mass")(mass.mass)
app.command("gravity")(gravity.gravity)
app.command("count")(count.count_operations)
app.command("generate")(generate.generate)
app.command("bench")(bench.bench)
app.command("base")(base.base)
app.command("formulas")(formulas.formulas)
app.command("doctor")(doctor.doctor)
app.command("verify")(verify.verify)
app.command("simulate")(simulate.simulate)
app.command("linearize")(linearize.linearize)
app.command("compare")(compare.compare_formulations)
app.command("approximate")(approximate.approximate)
app.command("plan")(plan.plan)
app.command("demo")(demo.demo)

__all__ = ["app"]
