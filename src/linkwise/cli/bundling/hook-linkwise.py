"""Bundles all of linkwise: formulations, backends and readers are imported by name, the built-in robots are files."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

hiddenimports = collect_submodules("linkwise", filter=lambda name: not name.endswith("__main__"))
datas = collect_data_files("linkwise")
