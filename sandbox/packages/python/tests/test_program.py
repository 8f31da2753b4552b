"""How the program starts and stops."""

import subprocess
import sys
import time
from urllib.request import urlopen

import pytest

import l10n_sandbox


def serves(control_url):
    try:
        with urlopen(f"{control_url}/state") as answer:
            return answer.status == 200
    except OSError:
        return False


def ends(control_url):
    """Returns whether the program ends within 10 seconds."""
    deadline = time.monotonic() + 10
    while serves(control_url):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_the_context_manager_stops_the_program():
    with l10n_sandbox.start() as sandbox:
        assert serves(sandbox.control_url)
    assert not serves(sandbox.control_url)
    sandbox.stop()


def test_a_failed_start_raises_the_message_of_the_program():
    with pytest.raises(l10n_sandbox.SandboxError, match="--no-such-option"):
        l10n_sandbox.start(args=["--no-such-option"])


def test_a_missing_program_is_an_error_that_names_the_variable(monkeypatch):
    monkeypatch.setenv("L10N_SANDBOX_PROGRAM", "/nope")
    with pytest.raises(l10n_sandbox.SandboxError, match="L10N_SANDBOX_PROGRAM: /nope is not"):
        l10n_sandbox.start()
    command = [sys.executable, "-m", "l10n_sandbox", "--help"]
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 1
    assert refused.stderr.startswith("l10n-sandbox: L10N_SANDBOX_PROGRAM: /nope is not")


def test_args_must_be_a_list():
    with pytest.raises(TypeError, match=r"args=\['--step', '5'\], not args='--step 5'"):
        l10n_sandbox.start(args="--step 5")


@pytest.mark.parametrize("by_pytest", [False, True])
def test_the_program_stops_with_its_parent_process(tmp_path, by_pytest):
    wait = "print(sandbox.control_url, flush=True); import time; time.sleep(60)"
    if by_pytest:
        (tmp_path / "test_it.py").write_text(
            f"def test_it(l10n_sandbox):\n    sandbox = l10n_sandbox; {wait}\n"
        )
        command = [sys.executable, "-m", "pytest", "-q", "-s", str(tmp_path)]
    else:
        start = "import l10n_sandbox; sandbox = l10n_sandbox.start()"
        command = [sys.executable, "-c", f"{start}; {wait}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as starter:
        control_url = starter.stdout.readline().strip()
        assert serves(control_url)
        starter.kill()
    assert ends(control_url)


def test_the_program_is_a_command():
    module = [sys.executable, "-m", "l10n_sandbox"]
    done = subprocess.run([*module, "--help"], capture_output=True, text=True)
    assert done.returncode == 0 and "--listen" in done.stdout
    refused = subprocess.run([*module, "--no-such-option"], capture_output=True, text=True)
    assert refused.returncode != 0 and "--no-such-option" in refused.stderr
