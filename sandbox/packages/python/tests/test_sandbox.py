"""The start of the program, its end, and its log. The README shows worlds and fixtures."""

import subprocess
import sys
import time
from urllib.request import urlopen

import pytest

import l10n_sandbox as module
from l10n_sandbox import SandboxError

pytest_plugins = ["pytester"]


def serves(control_url):
    try:
        with urlopen(f"{control_url}/state") as response:
            return response.status == 200
    except OSError:
        return False


def test_a_sandbox_starts_and_stops_and_mistakes_are_errors():
    with module.start() as sandbox:
        assert sandbox.world(name="other").control("POST", "/reset") is None
        with pytest.raises(SandboxError, match="400: .*sed"):
            sandbox.world(sed={})
    assert not serves(sandbox.control_url)
    sandbox.stop()
    with pytest.raises(SandboxError, match="exited with 2"):
        module.start("--no-such-option")


def test_the_program_stops_with_its_parent_process(tmp_path):
    (tmp_path / "test_it.py").write_text(
        "import time\n"
        "def test_it(l10n_sandbox):\n"
        "    print(l10n_sandbox.control_url, flush=True); time.sleep(60)\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", "-s"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as starter:
        control_url = starter.stdout.readline().strip()
        assert serves(control_url)
        starter.kill()
    deadline = time.monotonic() + 10
    while serves(control_url):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_the_report_of_a_failing_test_has_the_rejected_requests(pytester):
    pytester.makepyfile(
        """
        from urllib.request import Request, urlopen

        def test_fails(l10n_world):
            headers = {"X-Api-Token": l10n_world.tokens["read_write"]}
            urlopen(Request(f"{l10n_world.base_url}/projects/p/keys", headers=headers))
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["GET */projects/p/keys 404 *: Not Found: no such project*"])
