"""What `linkwise doctor --self` prints."""

from rich.text import Text

from ..doctor import InstallationReport
from ..doctor.installation.result import DEGRADED, SOUND, WRONG
from .output import console, printable
from .tables import print_table

STATUSES = {SOUND: 0, WRONG: 1, DEGRADED: 3}
"""The exit status of each verdict; 1 also stands for an error, 2 for a command line that was not understood."""

STYLES = {"wrong": "bold red", "degraded": "yellow", "note": "", SOUND: "green"}
"""The colour of each kind of trouble, and of a sound installation."""


def print_installation(report: InstallationReport) -> None:
    """What was found, the troubles with their remedies, and the verdict."""
    screen = console()
    rows = [(name, printable(text)) for name, text in report.rows()]
    print_table(screen, "linkwise on this machine", ("what", "found"), rows)
    for trouble in report.troubles:
        kind = Text(trouble.kind, style=STYLES[trouble.kind])
        text = printable(f": {trouble.what}: {trouble.consequence}. To do: {trouble.remedy}.")
        screen.print(Text.assemble(kind, text), soft_wrap=True)
    verdict = f"This installation is {report.verdict}. ({report.seconds:.1f} s)"
    screen.print(Text(verdict, style=STYLES[report.verdict]), soft_wrap=True)
