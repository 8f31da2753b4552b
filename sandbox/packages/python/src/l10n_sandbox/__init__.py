"""Starts and controls a test server for the localization service; has fixtures for pytest."""

from ._sandbox import Sandbox, start
from ._world import SandboxError, World

__all__ = ["Sandbox", "SandboxError", "World", "start"]
