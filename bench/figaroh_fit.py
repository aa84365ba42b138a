"""The same logs through FIGAROH and through linkwise: error of the torques in sample, condition, time.

    PYTHONPATH=src python bench/figaroh_fit.py SHARED_DATA FOLDER     # linkwise fits, and writes what FIGAROH needs
    python bench/figaroh_fit.py --figaroh FOLDER                      # where figaroh is installed, from PyPI

FIGAROH gets positions that are low-passed at 30 Hz and differentiated as linkwise does it, and torques at the log's
rate; its own functions build the regressor and find base parameters, and both are decimated to 20 Hz with
signal.decimate as it does, whose low-pass is at 80 % of half the new rate. Processor time is that of all threads.
"""

import sys
import time
from pathlib import Path

import numpy as np

LOGS = ("panda", "ur10")


def prepare(data: Path, folder: Path) -> None:
    """Fit with linkwise; write a robot file and states for FIGAROH."""
    import linkwise
    from linkwise.identify import Filter, Log
    from linkwise.identify.processing import windows
    from linkwise.model import FREE

    gaz = [np.loadtxt(data / "panda_gaz2019" / f"exciting_traj_{x}.txt") for x in ("time", "positions", "torques")]
    salerno = np.genfromtxt(data / "ur10_panda_unisa" / "ur10_exciting_trajectory.csv", delimiter=",", skip_header=1)
    arms = {"panda": linkwise.load("panda"), "ur10": linkwise.load("ur10_robot")}
    joints = {name: robot.joint_names for name, robot in arms.items()}
    logs = {
        "panda": Log(gaz[0], gaz[1].reshape(-1, 7), gaz[2].reshape(-1, 7), joints=joints["panda"]),
        "ur10": Log(salerno[:, 0], salerno[:, 1:7], salerno[:, 13:19], joints=joints["ur10"]),
    }
    for name, log in logs.items():
        robot = arms[name].with_friction({body.joint.name: FREE for body in arms[name].tree.bodies})
        for cutoff in (5.0, 8.0):
            for estimator, width in (("ols", None), ("ols", 0.02), ("physical", 0.02)):
                start = time.process_time()
                choices = Filter(parallel=cutoff)
                fit = robot.identify(log, estimator=estimator, width=width, filter=choices, rotors=False)
                spent = time.process_time() - start
                print(f"linkwise {name} {cutoff:.0f} Hz {estimator:8} {'sign' if width is None else 'tanh'}", end=" ")
                print(f"{100.0 * fit.errors[0].total:.2f} %, {len(fit.names)} columns,", end=" ")
                print(f"condition {fit.condition:.0f}, {spent:.2f} s")
        fit.save(folder / f"{name}.urdf")  # what matters of it is where the joints are
        found = list(windows(log, Filter(parallel=None, position=30.0)))
        q, qd, qdd, tau = (
            np.concatenate([getattr(each, x)[each.own] for each in found]) for x in ("q", "qd", "qdd", "tau")
        )
        np.savez(folder / f"{name}.npz", q=q, qd=qd, qdd=qdd, tau=tau, rate=found[0].rate)


def figaroh(folder: Path) -> None:
    """The same by FIGAROH's functions."""
    import pinocchio
    from figaroh.tools.qrdecomposition import QRDecomposer
    from figaroh.tools.regressor import build_regressor_basic, build_regressor_reduced, get_index_eliminate
    from scipy.signal import decimate

    for name in LOGS:
        given = np.load(folder / f"{name}.npz")
        start = time.process_time()
        robot = pinocchio.RobotWrapper(pinocchio.buildModelFromUrdf(str(folder / f"{name}.urdf")))
        n = robot.model.nv
        kinds = {"has_friction": True, "has_joint_offset": True, "is_joint_torques": True}
        W = build_regressor_basic(robot, given["q"], given["qd"], given["qdd"], {**kinds, "act_idxv": list(range(n))})
        names = [f"p{k}" for k in range(W.shape[1])]
        values = dict.fromkeys(names, 0.0)
        gone, left = get_index_eliminate(W, values, 1e-6)
        W = build_regressor_reduced(W, gone)
        rate, N = float(given["rate"]), len(given["q"])
        steps = [10, 5] if rate > 500.0 else [6]

        def fewer(x: np.ndarray, steps: list[int] = steps) -> np.ndarray:
            for step in steps:
                x = decimate(x, q=step, zero_phase=True, axis=0)
            return x

        W = np.concatenate([fewer(W[j * N : (j + 1) * N]) for j in range(n)])
        tau = np.concatenate([fewer(given["tau"][:, j]) for j in range(n)])
        base = QRDecomposer(tolerance=1e-8).double_decomposition(tau, W, left)[0]
        x = np.linalg.lstsq(base, tau, rcond=None)[0]
        error = np.linalg.norm(tau - base @ x) / np.linalg.norm(tau)
        spent = time.process_time() - start
        scaled = base / np.linalg.norm(base, axis=0)
        print(
            f"figaroh {name} at {rate / np.prod(steps):.0f} Hz {100.0 * error:.2f} %, {base.shape[1]} columns,", end=" "
        )
        print(f"{base.shape[1]} columns, condition {np.linalg.cond(scaled):.0f}, {spent:.2f} s")


if __name__ == "__main__":
    if sys.argv[1] == "--figaroh":
        figaroh(Path(sys.argv[2]))
    else:
        prepare(Path(sys.argv[1]), Path(sys.argv[2]))
