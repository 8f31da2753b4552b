"""The localization service in a box, for tests: starts the program and steers it.

    with l10n_sandbox.start(seed="seed.json") as sandbox:
        call(sandbox.base_url, sandbox.token, sandbox.project_id)

With pytest, the fixtures ``l10n_sandbox`` and ``l10n_world`` do it.
"""

from ._control import SandboxError
from ._sandbox import Sandbox, start
from ._world import World

__all__ = ["Sandbox", "SandboxError", "World", "start"]
