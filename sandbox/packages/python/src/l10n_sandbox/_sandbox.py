"""The running program."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, Mapping, Sequence, Union

from ._world import SandboxError, World

#: The data of a sandbox or world: the path of a JSON file, or its content.
Seed = Union[str, "os.PathLike[str]", Mapping[str, Any]]

#: How many seconds to wait for the program to exit before killing it.
_EXIT_TIMEOUT = 5.0


class Sandbox(World):
    """A running sandbox, and its default world. As a context manager, it stops on exit."""

    def __init__(self, process: subprocess.Popen[bytes], state: dict[str, Any]) -> None:
        super().__init__(state)
        self._process = process

    def world(
        self, name: str | None = None, *, seed: Seed | None = None, variants: str | None = None
    ) -> World:
        """Creates a world: ``world("imports", seed="shop.json", variants="sample")``."""
        if isinstance(seed, (str, os.PathLike)):
            seed = json.loads(Path(seed).read_text(encoding="utf-8"))
        options = {"name": name, "seed": seed, "variants": variants}
        return World(self.control("POST", "/worlds", options))

    def stop(self) -> None:
        """Stops the program, and waits until it exits."""
        with self._process as process:
            if process.stdin is not None:
                process.stdin.close()
            try:
                process.wait(_EXIT_TIMEOUT)
            except subprocess.TimeoutExpired:
                process.kill()

    def remove(self) -> None:
        """Same as ``stop``."""
        self.stop()


def start(
    *, seed: Seed | None = None, variants: str | None = None, args: Sequence[str] = ()
) -> Sandbox:
    """Starts a sandbox on free ports, with this data and this preset of response variants.

    ``args`` are command-line arguments; see ``l10n-sandbox --help``. The program stops when this
    process exits. Raises ``SandboxError`` if the program does not start.
    """
    if isinstance(args, str):
        raise TypeError(f"args must be a list of strings: args={args.split()!r}, not {args!r}")
    command = [_program(), "--listen", "127.0.0.1:0", "--json", "--stop-with-stdin"]
    if variants is not None:
        command += ["--variants", variants]
    # The errors are not a pipe: it would fill up, because nothing reads it.
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as errors:
        if isinstance(seed, Mapping):
            file = Path(folder, "seed.json")
            file.write_text(json.dumps(seed), encoding="utf-8")
            seed = file
        if seed is not None:
            command += ["--seed", os.fspath(seed)]
        process = subprocess.Popen(
            [*command, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        )
        line = process.stdout.readline() if process.stdout else b""
        if line:
            return Sandbox(process, json.loads(line))
        with process:
            status = process.wait()
        errors.seek(0)
        message = errors.read().decode(errors="replace").strip()
        raise SandboxError(message or f"l10n-sandbox exited with status {status}")


def _program() -> str:
    """Returns ``L10N_SANDBOX_PROGRAM`` if it is set, otherwise the path of the installed program."""
    named = os.environ.get("L10N_SANDBOX_PROGRAM")
    # Where pip installs programs: by default, with ``--user``, with ``--target``.
    scripts = sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")
    folders = [*scripts, str(Path(__file__).parent.parent / "bin"), os.environ.get("PATH", "")]
    found = named or shutil.which("l10n-sandbox", path=os.pathsep.join(folders))
    if found is None:
        raise SandboxError(f"l10n-sandbox not found in {', '.join(folders)}")
    return found
