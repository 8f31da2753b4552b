"""Pytest fixtures: a sandbox for the session, and a world for each test."""

from __future__ import annotations

import os
from datetime import datetime, timezone
from typing import Any, Iterator

import pytest

from ._sandbox import Sandbox, start
from ._world import SandboxError, World, rejected

_SANDBOX = pytest.StashKey[Sandbox]()
#: When the test started, as in ``started`` of a recorded request.
_STARTED = pytest.StashKey[str]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options for ``pytest.ini`` or ``pyproject.toml``."""
    parser.addini("l10n_sandbox_seed", "file with the data of l10n-sandbox", type="paths")
    parser.addini("l10n_sandbox_args", "command-line options of l10n-sandbox", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker."""
    line = "l10n_world(name=None, *, seed=None, variants=None): the test's world"
    config.addinivalue_line("markers", line)


@pytest.fixture(scope="session")
def l10n_sandbox(pytestconfig: pytest.Config) -> Sandbox:
    """A sandbox on free ports, shared by all tests of this process."""
    seeds = pytestconfig.getini("l10n_sandbox_seed")
    args = pytestconfig.getini("l10n_sandbox_args")
    sandbox = start(seed=seeds[0] if seeds else None, args=args)
    # Not at the end of the fixture: the report of the last teardown is made after that.
    pytestconfig.add_cleanup(sandbox.stop)
    pytestconfig.stash[_SANDBOX] = sandbox
    return sandbox


@pytest.fixture
def l10n_world(request: pytest.FixtureRequest, l10n_sandbox: Sandbox) -> Iterator[World]:
    """A world for this test alone. The marker ``l10n_world`` takes arguments of ``Sandbox.world``.

    In the marker, the path of a seed file is relative to the test file.
    """
    marker = request.node.get_closest_marker("l10n_world")
    args, options = (marker.args, dict(marker.kwargs)) if marker else ((), {})
    if isinstance(options.get("seed"), (str, os.PathLike)):
        options["seed"] = request.path.parent / options["seed"]
    with l10n_sandbox.world(*args, **options) as world:
        yield world


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Notes the time."""
    item.stash[_STARTED] = datetime.now(timezone.utc).isoformat(timespec="microseconds")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Adds the requests that were rejected during a failing test to its report."""
    outcome: Any = yield
    report = outcome.get_result()
    sandbox = item.config.stash.get(_SANDBOX, None)
    if sandbox is None or not report.failed:
        return
    try:
        # Of all worlds, removed ones included.
        seen = sandbox.control("GET", "/worlds/*/requests")["requests"]
    except (OSError, SandboxError):
        return  # The test stopped the sandbox.
    refusals = rejected(it for it in seen if it["started"] >= item.stash[_STARTED])
    if refusals:
        report.sections.append(("requests that l10n-sandbox rejected", "\n".join(refusals)))
