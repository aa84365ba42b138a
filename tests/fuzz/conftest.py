"""Where lxml is not installed only the test modules are collected, which skip and say so."""

from importlib.util import find_spec

ON_LXML = "xml_mutations strict_urdf strict_link_tables strict_toml strict_mjcf robot_oracle mjcf_oracle program_oracle"
collect_ignore = ["__main__.py", "coverage_guided.py"]
if find_spec("lxml") is None:
    collect_ignore += [f"{name}.py" for name in (*ON_LXML.split(), "formats", "tally", "one_case", "running")]
elif find_spec("mujoco") is None:
    collect_ignore += ["strict_mjcf.py", "mjcf_oracle.py"]
