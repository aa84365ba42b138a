"""What PyInstaller has to know: `hook-linkwise.py` names the modules that are found by their folders, and the data."""

from pathlib import Path


def hook_folders() -> list[str]:
    """The folder of the hook; PyInstaller asks for it through the entry point `pyinstaller40`.

    >>> [file.name for file in Path(hook_folders()[0]).glob("hook-*.py")]
    ['hook-linkwise.py']
    """
    return [str(Path(__file__).parent)]
