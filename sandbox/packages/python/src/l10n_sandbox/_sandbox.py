"""The program, while it runs."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import IO, Any, Dict, Optional, Sequence

from ._control import SandboxError, call
from ._program import program
from ._world import Seed, World, read_seed

#: For how long the program may take to end by itself, in seconds.
_PATIENCE = 5.0


class Sandbox(World):
    """A sandbox that runs, and its default world.

    As a context manager, it is stopped at the end.
    """

    def __init__(self, process: "subprocess.Popen[bytes]", state: Dict[str, Any]) -> None:
        super().__init__(state)
        self._process = process

    def world(
        self,
        name: Optional[str] = None,
        *,
        seed: Optional[Seed] = None,
        shapes: Optional[str] = None,
    ) -> World:
        """Makes a world: of this name, with data of its own, in these shapes.

        Without a name it gets one; without data it begins as the sandbox did.
        """
        wanted = {
            "name": name,
            "seed": None if seed is None else read_seed(seed),
            "shapes": shapes,
        }
        given = {field: value for field, value in wanted.items() if value is not None}
        return World(call("POST", f"{self.control_url}/worlds", given))

    def stop(self) -> None:
        """Stops the program, and waits until it has ended."""
        with self._process as process:
            if process.stdin is not None:
                process.stdin.close()
            try:
                process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()

    def remove(self) -> None:
        """The default world ends with the program: the same as ``stop``."""
        self.stop()


def start(
    *,
    seed: Optional[Seed] = None,
    shapes: Optional[str] = None,
    args: Sequence[str] = (),
) -> Sandbox:
    """Starts a sandbox on free ports: with data of its own, in these shapes, with these arguments.

    ``l10n-sandbox --help`` tells which there are. It ends with this process at the latest. Raises
    ``SandboxError`` where the program does not start, and ``TypeError`` where ``args`` is a text.
    """
    if isinstance(args, (str, bytes)):
        right = f"args={args.split()!r}"
        raise TypeError(f"args is a list of texts, not a text: {right}, not args={args!r}")
    command = [program(), "--listen", "127.0.0.1:0", "--json", "--stop-with-stdin"]
    if shapes is not None:
        command += ["--shapes", shapes]
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
    # A file, because nobody reads a pipe while the program runs.
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
    said = errors.read().decode(errors="replace").strip()
    return said or f"the sandbox ended with status {status} before it served"
