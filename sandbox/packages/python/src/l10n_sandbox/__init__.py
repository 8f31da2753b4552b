"""Starts and controls a test server for the localization service; has fixtures for pytest."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

__all__ = ["Sandbox", "SandboxError", "World", "start"]

# The sandbox runs on this machine: ignore proxy settings in the environment.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class SandboxError(Exception):
    """The sandbox did not start, or rejected a call of a control endpoint."""


class World:
    """A world of a sandbox: its own data, tokens, faults, variants and recorded requests."""

    def __init__(self, state: dict[str, Any]) -> None:
        #: The response of ``GET /state``: all addresses, tokens, ids and settings.
        self.state = state
        #: The base URL of the main API, such as ``http://127.0.0.1:8080/v2``.
        self.base_url: str = state["base_url"]
        self.control_url: str = state["control_url"]
        #: API tokens by name.
        self.tokens: dict[str, str] = state["tokens"]
        #: The main project: its ``project_id``, and the ids of its content.
        self.project: dict[str, Any] = state["project"]

    def control(self, method: str, path: str, body: Any = None) -> Any:
        """Calls a control endpoint, such as ``/reset``, and returns its JSON, if any."""
        url = self.control_url + path
        data = json.dumps(body).encode() if body is not None or method == "PUT" else None
        try:
            with _OPENER.open(urllib.request.Request(url, data, method=method)) as response:
                content = response.read()
        except urllib.error.HTTPError as error:
            with error:
                reason = error.read().decode(errors="replace")
            raise SandboxError(f"{method} {url}: {error.code}: {reason}") from None
        return json.loads(content) if content else None


class Sandbox(World):
    """A running sandbox, and its default world. As a context manager, it stops on exit."""

    def __init__(self, process: subprocess.Popen[bytes], state: dict[str, Any]) -> None:
        super().__init__(state)
        self._process = process

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def world(self, **options: Any) -> World:
        """Creates a world: the options are the body of ``POST /worlds``."""
        return World(self.control("POST", "/worlds", options))

    def stop(self) -> None:
        """Stops the program, and waits until it has exited."""
        with self._process as process:
            process.kill()


def start(*args: str) -> Sandbox:
    """Starts a sandbox on a free port: ``start("--seed", "shop.json")``.

    The arguments are those of the program; see ``l10n-sandbox --help``. It stops when this process
    exits.
    """
    command = [_program(), "--listen", "127.0.0.1:0", "--json", "--stop-with-stdin", *args]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    line = process.stdout.readline() if process.stdout else b""
    if line:
        return Sandbox(process, json.loads(line))
    with process:
        raise SandboxError(f"l10n-sandbox exited with {process.wait()} before it served")


def _program() -> str:
    # Where pip installs programs: by default, with ``--user``, with ``--target``.
    scripts = sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")
    folders = [*scripts, str(Path(__file__).parent.parent / "bin"), os.environ.get("PATH", "")]
    found = shutil.which("l10n-sandbox", path=os.pathsep.join(folders))
    if found is None:
        raise SandboxError(f"l10n-sandbox not found in {', '.join(folders)}")
    return found
