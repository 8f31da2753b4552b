"""How the program starts and stops."""

import subprocess
import sys
import time
from urllib.request import urlopen

import pytest

import l10n_sandbox
from l10n_sandbox import SandboxError


def serves(control_url):
    try:
        with urlopen(f"{control_url}/health") as answer:
            return answer.status == 200
    except OSError:
        return False


def test_the_context_manager_stops_the_program():
    with l10n_sandbox.start() as sandbox:
        assert serves(sandbox.control_url)
    assert not serves(sandbox.control_url)
    sandbox.stop()


@pytest.mark.parametrize(
    "options, kind, message",
    [
        ({"args": ["--no-such-option"]}, SandboxError, "--no-such-option"),
        ({"args": "--step 5"}, TypeError, r"args=\['--step', '5'\], not '--step 5'"),
        ({"seed": {"projcets": []}}, SandboxError, "projcets"),
    ],
)
def test_a_failed_start_raises_the_reason(options, kind, message):
    with pytest.raises(kind, match=message):
        l10n_sandbox.start(**options)


def test_the_environment_names_the_program(monkeypatch):
    monkeypatch.setenv("L10N_SANDBOX_PROGRAM", "/nope")
    with pytest.raises(FileNotFoundError, match="/nope"):
        l10n_sandbox.start()


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
