"""The robotics toolbox's C++ `ik_LM` as a contestant: run by a Python that has it, which needs nothing of linkwise.

    python toolbox_inverse_kinematics.py PROBLEM.json

Says "ready", and then answers each line on its input with the positions it finds and the processor's seconds of one
pass.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
from roboticstoolbox import ET, ETS


def main() -> None:
    """Answer until the input ends."""
    given = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    parts = []
    limits = zip(given["lower"], given["upper"], strict=True)
    for constant, kind, qlim in zip(given["parts"], given["kinds"], limits, strict=True):
        parts += [ET.SE3(np.array(constant)), getattr(ET, kind)(qlim=list(qlim))]
    arm = ETS([*parts, ET.SE3(np.array(given["tool"]))])
    start, poses = np.array(given["start"]), np.array(given["poses"])
    options = {
        "ilimit": given["patience"],
        "slimit": given["restarts"] + 1,
        "tol": 0.5 * given["tolerance"] ** 2,  # it compares ½ |e|²
        "joint_limits": True,
        "method": "chan",
        "k": given["damping"],
    }
    np.random.seed(0)
    print("ready", flush=True)
    for _ in sys.stdin:
        begin = time.process_time()
        q = [arm.ik_LM(T, q0=start, **options)[0] for T in poses]
        print(json.dumps({"seconds": time.process_time() - begin, "q": np.array(q).tolist()}), flush=True)


if __name__ == "__main__":
    main()
