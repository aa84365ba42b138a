"""The command line: one file per command, named after its verb.

Results go to stdout, remarks and errors to stderr. The exit status is 0, 1 after an error or a failed check, 2 if the
command line was not understood. `verify` and `doctor --self` have further ones, which their --help lists.

catalog                         `list`: the robots that have a name
show, convert                   a robot and its file; describe: the data that show prints
inverse, forward, mass, gravity `id`, `fd`, `mass`, `gravity`, all through ask
count, ledger                   operations, of a robot and of the textbooks' arms
generate, bench                 code, and speed
base, formulas, linearize       parameters, equations, linear models
bounds                          how large matrices can be
couplings                       which coefficients of the equations vanish
doctor, verify, compare, approximate    checks and comparisons; compare_tables: what compare prints
simulate, plan, demo            motions
studio                          all of it, in the browser
excite, identify, payload       a motion that shows all parameters; a model, or a load, from logs of a robot
ik                              joint positions for a pose; poses: poses as options
states, state_files, states_csv, states_npz    states from options and files
options, output, output_file    what commands share: options, the screen, files to write
commands, entrance              the commands by name; how every command begins and ends
flags                           messages of the library, as the command line words them
"""

from typing import Annotated

import typer

from .entrance import CommandGroup

app = typer.Typer(cls=CommandGroup, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
"""All commands."""


def _version(requested: bool) -> None:
    if requested:
        from .. import __version__

        typer.echo(f"linkwise {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def linkwise(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Dynamics of robot manipulators.

    ROBOT is a built-in robot (fivebar, fourbar, fr3, iiwa14, kinova_gen3, palletiser, panda, pendulum, planar2r,
    planar3r, puma560, rx90, scara, stanford, tx40, ur10e, ur5, ur5e, xarm7), one of an installed example-robot-data, or
    a file; `linkwise list` says what they are. Units are SI, angles in radians. `linkwise COMMAND --help` explains a
    command.
    """
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


__all__ = ["app"]
