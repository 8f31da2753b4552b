"""The start of the program, its end, its worlds and their fixtures."""

import subprocess
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

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


def status(world):
    headers = {"X-Api-Token": world.tokens["read_write"]}
    try:
        with urlopen(Request(f"{world.base_url}/projects", headers=headers)) as response:
            return response.status
    except HTTPError as error:
        return error.code


def test_the_context_manager_stops_the_program():
    with module.start() as sandbox:
        assert serves(sandbox.control_url)
    assert not serves(sandbox.control_url)
    sandbox.stop()


def test_a_failed_start_raises():
    with pytest.raises(SandboxError, match="exited with 2"):
        module.start("--no-such-option")


def test_the_environment_names_the_program(monkeypatch):
    monkeypatch.setenv("L10N_SANDBOX_PROGRAM", "/nope")
    with pytest.raises(FileNotFoundError, match="/nope"):
        module.start()


def test_worlds_are_isolated(l10n_world, l10n_sandbox):
    other = l10n_sandbox.world(name="other")
    fault = l10n_world.control("POST", "/faults", {"what": {"respond": {"status": 418}}})
    assert (fault["id"], status(other), status(l10n_world)) == (1, 200, 418)
    assert other.control("DELETE", "") is None
    assert status(other) != 200
    with pytest.raises(SandboxError, match="400: .*sed"):
        l10n_sandbox.world(sed={})


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

        def ask(world, path):
            headers = {"X-Api-Token": world.tokens["read_write"]}
            urlopen(Request(f"{world.base_url}{path}", headers=headers))

        def test_passes(l10n_world):
            ask(l10n_world, "/projects")

        def test_fails(l10n_world):
            ask(l10n_world, "/projects/p/keys")
        """
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["GET */projects/p/keys 404 *: Not Found: no such project*"])
    result.stdout.no_fnmatch_line("GET */projects 200*")
