"""Pytest fixtures: a sandbox for the session, and a world for each test."""

from __future__ import annotations

from typing import Iterator

import pytest

from . import Sandbox, World, start


@pytest.fixture(scope="session")
def l10n_sandbox() -> Iterator[Sandbox]:
    """A sandbox that all tests of this process share; pytest shows its log if a test fails."""
    with start("--log") as sandbox:
        yield sandbox


@pytest.fixture
def l10n_world(l10n_sandbox: Sandbox) -> Iterator[World]:
    """A world for this test alone."""
    world = l10n_sandbox.world()
    yield world
    world.control("DELETE", "")
