"""The running program."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import IO, Any, Dict, Optional, Sequence

from ._control import SandboxError, call
from ._program import program
from ._world import Seed, World, read_seed

#: How many seconds to wait for the program to exit before killing it.
_EXIT_TIMEOUT = 5.0


class Sandbox(World):
    """A running sandbox, and its default world.

    As a context manager, it stops on exit.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", state: Dict[str, Any]) -> None:
        super().__init__(state)
        self._process = process

    def world(
        self,
        name: Optional[str] = None,
        *,
        seed: Optional[Seed] = None,
        variants: Optional[str] = None,
    ) -> World:
        """Creates a world: ``world("imports", seed="shop.json", variants="sample")``.

        ``name`` is 1 to 40 lowercase letters, digits and hyphens (default: generated), ``seed`` the
        data, and ``variants`` the preset of response variants: ``observed``, ``sample`` or
        ``declared`` (default: those that the sandbox started with).
        """
        options = {
            "name": name,
            "seed": None if seed is None else read_seed(seed),
            "variants": variants,
        }
        body = {field: value for field, value in options.items() if value is not None}
        return World(call("POST", f"{self.control_url}/worlds", body))

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
    *,
    seed: Optional[Seed] = None,
    variants: Optional[str] = None,
    args: Sequence[str] = (),
) -> Sandbox:
    """Starts a sandbox on free ports, with this data and this preset of response variants.

    ``args`` are command-line arguments; see ``l10n-sandbox --help``. The program stops when this
    process exits. Raises ``SandboxError`` if the program does not start, and ``TypeError`` if
    ``args`` is a string.
    """
    if isinstance(args, (str, bytes)):
        expected = f"args={args.split()!r}"
        raise TypeError(f"args must be a list of strings: {expected}, not args={args!r}")
    command = [program(), "--listen", "127.0.0.1:0", "--json", "--stop-with-stdin"]
    if variants is not None:
        command += ["--variants", variants]
    if seed is None:
        return _started([*command, *args])
    if isinstance(seed, (str, os.PathLike)):
        return _started([*command, "--seed", os.fspath(seed), *args])
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "seed.json")
        with open(file, "w", encoding="utf-8") as output:
            json.dump(seed, output)
        return _started([*command, "--seed", file, *args])


def _started(command: Sequence[str]) -> Sandbox:
    # Not a pipe: it would fill up, because nothing reads it while the program runs.
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
        )
        line = process.stdout.readline() if process.stdout else b""
        if line:
            return Sandbox(process, json.loads(line))
        raise SandboxError(_failure(process, errors))


def _failure(process: "subprocess.Popen[bytes]", errors: IO[bytes]) -> str:
    with process:
        status = process.wait()
    errors.seek(0)
    message = errors.read().decode(errors="replace").strip()
    return message or f"l10n-sandbox exited with status {status} before it was ready"
