"""Its presence puts the repository on the path, so that tests import `tests.tolerances` and the like.

Modules beside the tests are imported by the tests that need them, which skip and say so where a peer is not installed.
Compiled code is kept in a folder of the tests' own: what one test run compiled, the next need not.
"""

import getpass
import os
import tempfile
from collections import defaultdict
from pathlib import Path
from zlib import crc32

import pytest

os.environ.setdefault("LINKWISE_CACHE", str(Path(tempfile.gettempdir()) / f"linkwise-tests-{getpass.getuser()}"))
os.environ |= {"JAX_ENABLE_X64": "1", "JAX_NUM_CPU_DEVICES": "4", "JAX_PLATFORMS": "cpu"}  # read when JAX is imported

WITH_EXAMPLES = ("errata.py",)
"""Of the modules beside the tests, those whose docstrings hold examples that run."""


SWEEPS = {
    "backends/test_listing.py::test_listing_of_a_robot": 3,
    "base/test_rules.py": 2,
    "books/test_base_parameters_rules.py": 2,
    "books/test_closed_forms.py::test_the_parts_of_the_planar_2r": 3,
    "books/test_forward_dynamics_methods.py::test_accelerations_are_pinocchios": 3,
    "cli/test_cli_compare.py::test_pictures_are_written": 3,
    "cli/test_cli_programs.py::test_c_compiles_and_passes_its_own_test": 2,
    "cli/test_cli_programs.py::test_the_commands_of_the_page_run": 2,
    "counts/test_counts.py::test_no_formulation_takes_fewer": 3,
    "counts/test_ledger.py::test_printed_rows": 2,
    "doctor/test_real.py": 3,
    "elastic/test_equations.py::test_forward_undoes_inverse": 2,
    "elastic/test_equations.py::test_the_parts_make_the_whole": 2,
    "elastic/test_equations.py::test_trees_coupled_joints_and_fixed_links": 2,
    "formulas/test_closed_forms.py": 2,
    "formulas/test_listings.py": 3,
    "friction/test_dynamics.py": 2,
    "house/test_docs.py::test_commands_run": 4,
    "house/test_docs.py::test_examples_run": 3,
    "identities/test_derivatives.py::test_derivatives_of_forward_dynamics_are_its_slopes": 2,
    "identities/test_laws.py": 2,
    "identities/test_regressors.py": 2,
    "kernels/test_agreement.py": 2,
    "kernels/test_long_chains.py": 2,
    "kernels/test_parameters.py::test_given_as_built_in": 4,
    "kernels/test_special_numbers.py": 2,
    "kernels/test_twins.py": 2,
    "model/test_drives.py::test_a_shared_drive_adds_its_rotor_and_friction": 2,
    "model/test_drives.py::test_shared_drives_have_derivatives_and_columns": 2,
    "model/test_joints.py::test_quarter_turns_of_the_offset_are_exact": 4,
    "peers/test_conditioning.py": 2,
    "peers/test_derivatives.py": 3,
    "peers/test_examples.py": 2,
    "peers/test_mujoco.py::test_built_in_robot": 2,
    "peers/test_pinocchio.py::test_built_in_robot": 2,
    "program/test_programs.py::test_a_program_does_what_the_formulation_does": 4,
    "readers/test_dh_convert.py": 3,
    "readers/test_screws.py::test_product_of_exponentials": 3,
    "readers/test_urdf_peers.py": 3,
    "rewrite/test_closures.py": 2,
    "rewrite/test_gauge.py": 3,
    "rewrite/test_rewrites.py": 3,
    "scalars/test_scalars.py::test_same_answer_on_every_kind_of_number": 4,
    "scalars/test_scalars.py::test_symbols_give_formulas": 3,
    "taskspace/test_identities.py": 2,
}
"""Sweeps of the same check over robots, formulations or pages, by file or function: one case in so many runs by
default, the others are slow. Which ones is drawn by name, so that every robot and formulation is met by some sweep."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    sweeps: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        function, _, case = item.nodeid.partition("[")
        name = function.removeprefix("tests/")
        if case and (name in SWEEPS or name.partition("::")[0] in SWEEPS):
            sweeps[name].append(item)
    for name, cases in sweeps.items():
        share = SWEEPS.get(name) or SWEEPS[name.partition("::")[0]]
        quick = [item for item in cases if not any(item.iter_markers("slow")) and not any(item.iter_markers("soak"))]
        kept = [item for item in quick if crc32(item.nodeid.encode()) % share == 0] or quick[:1]
        for item in quick:
            if item not in kept:
                item.add_marker(pytest.mark.slow)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    name = collection_path.name
    return True if name.endswith(".py") and not name.startswith("test_") and name not in WITH_EXAMPLES else None
