"""Fixtures for pytest: a sandbox for the session, and a world for each test."""

from __future__ import annotations

import os
from typing import Any, Iterator

import pytest

from ._sandbox import Sandbox, start
from ._world import World


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
        yield world


def _marked(seed: Any = None, shapes: str | None = None) -> tuple[Any, str | None]:
    """The arguments of the marker; Python rejects unknown ones."""
    return seed, shapes
