"""Starts and controls a test server for the localization service.

    with l10n_sandbox.start(seed="seed.json") as sandbox:
        call(sandbox.base_url, sandbox.token, sandbox.project_id)

With pytest, use the fixtures ``l10n_sandbox`` and ``l10n_world``.
"""

from ._sandbox import Sandbox, start
from ._world import SandboxError, World

__all__ = ["Sandbox", "SandboxError", "World", "start"]
