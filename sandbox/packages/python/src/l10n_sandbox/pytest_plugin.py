"""Fixtures for pytest: a sandbox for the session, and a world for each test."""

from __future__ import annotations

import os
from typing import Any, Iterator

import pytest

from ._control import SandboxError
from ._sandbox import Sandbox, start
from ._world import World

_WORLD = pytest.StashKey[World]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the settings of ``pytest.ini`` or ``pyproject.toml``."""
    parser.addini("l10n_sandbox_seed", "seed file of l10n-sandbox", type="paths")
    parser.addini("l10n_sandbox_args", "other arguments of l10n-sandbox", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker."""
    line = "l10n_world(seed=None, shapes=None): data and variants of the test's world"
    config.addinivalue_line("markers", line)


@pytest.fixture(scope="session")
def l10n_sandbox(pytestconfig: pytest.Config) -> Iterator[Sandbox]:
    """A sandbox on free ports, for all tests of this process; it stops when the process ends."""
    seeds = pytestconfig.getini("l10n_sandbox_seed")
    args = pytestconfig.getini("l10n_sandbox_args")
    with start(seed=seeds[0] if seeds else None, args=args) as sandbox:
        yield sandbox


@pytest.fixture
def l10n_world(request: pytest.FixtureRequest, l10n_sandbox: Sandbox) -> Iterator[World]:
    """A world for this test alone, as the sandbox started or with the data of the marker.

    The path of a seed file in the marker ``l10n_world`` is relative to the test file.
    """
    marker = request.node.get_closest_marker("l10n_world")
    seed, shapes = _marked(*marker.args, **marker.kwargs) if marker else (None, None)
    if isinstance(seed, (str, os.PathLike)):
        seed = request.path.parent / seed
    with l10n_sandbox.world(seed=seed, shapes=shapes) as world:
        request.node.stash[_WORLD] = world
        yield world


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Adds the rejected requests of its world to the report of a test that fails."""
    outcome: Any = yield
    report = outcome.get_result()
    world = item.stash.get(_WORLD, None)
    if world is None or not report.failed or report.when == "teardown":
        return
    try:
        refusals = world.refusals()
    except (OSError, SandboxError):
        return  # The test removed the world or stopped the sandbox.
    if refusals:
        report.sections.append(("requests that l10n-sandbox rejected", "\n".join(refusals)))


def _marked(seed: Any = None, shapes: str | None = None) -> tuple[Any, str | None]:
    """The arguments of the marker; Python rejects unknown ones."""
    return seed, shapes
