"""How loading grows with the length of a chain: seconds and peak memory for 1,250, 2,500 and 5,000 links.

    python bench/long_chains.py

Times are medians of five runs in this process; memory is what tracemalloc sees at its peak in a run of its own.
"""

import statistics
import time
import tracemalloc

from linkwise.readers import urdf

LINK = """<link name="l{i}"><inertial><origin xyz="0.05 0 0"/><mass value="1"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j{i}" type="revolute"><parent link="l{p}"/><child link="l{i}"/><origin xyz="0.1 0 0"/>
<axis xyz="0 {y} {z}"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"""


def chain(links: int) -> str:
    """A URDF chain of so many links with axes along y and z in turn."""
    parts = [LINK.format(i=i, p=i - 1, y=i % 2, z=1 - i % 2) for i in range(1, links)]
    return '<robot name="chain"><link name="l0"/>' + "\n".join(parts) + "</robot>"


def main() -> None:
    """Print one row per length."""
    print("links   seconds   peak MB")
    for links in (1250, 2500, 5000):
        text = chain(links)
        times = []
        for _ in range(5):
            start = time.perf_counter()
            urdf.read_text(text)
            times.append(time.perf_counter() - start)
        tracemalloc.start()
        urdf.read_text(text)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        print(f"{links:5d}   {statistics.median(times):7.2f}   {peak:7.1f}")


if __name__ == "__main__":
    main()
