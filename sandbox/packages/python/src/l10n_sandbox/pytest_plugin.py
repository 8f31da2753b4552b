"""Fixtures for pytest: a sandbox for the session, and a world for each test."""

from __future__ import annotations

import os
from typing import Any, Iterator

import pytest

from ._sandbox import Sandbox, start
from ._world import World


def pytest_addoption(parser: pytest.Parser) -> None:
    """The settings of ``pytest.ini``, ``pyproject.toml`` and the like."""
    parser.addini("l10n_sandbox_seed", "seed file of l10n-sandbox", type="paths")
    parser.addini("l10n_sandbox_args", "other arguments of l10n-sandbox", type="args")


def pytest_configure(config: pytest.Config) -> None:
    """The marker."""
    line = "l10n_world(seed=None, shapes=None): data and shapes of the test's world"
    config.addinivalue_line("markers", line)


@pytest.fixture(scope="session")
def l10n_sandbox(pytestconfig: pytest.Config) -> Iterator[Sandbox]:
    """A sandbox on free ports, for all tests of this process; it ends with it at the latest."""
    seeds = pytestconfig.getini("l10n_sandbox_seed")
    args = pytestconfig.getini("l10n_sandbox_args")
    with start(seed=seeds[0] if seeds else None, args=args) as sandbox:
        yield sandbox


@pytest.fixture
def l10n_world(request: pytest.FixtureRequest, l10n_sandbox: Sandbox) -> Iterator[World]:
    """A world for this test alone: as the sandbox began, or as the marker ``l10n_world`` says.

    The path of a seed file in a marker begins where the file of the test is.
    """
    marker = request.node.get_closest_marker("l10n_world")
    seed, shapes = _marked(*marker.args, **marker.kwargs) if marker else (None, None)
    if isinstance(seed, (str, os.PathLike)):
        seed = request.path.parent / seed
    with l10n_sandbox.world(seed=seed, shapes=shapes) as world:
        yield world


def _marked(seed: Any = None, shapes: str | None = None) -> tuple[Any, str | None]:
    """What the marker says: anything else is a mistake, which Python tells."""
    return seed, shapes
