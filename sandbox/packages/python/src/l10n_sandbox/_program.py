"""Finds the installed program."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Iterator

from ._control import SandboxError


def program() -> str:
    """Returns ``L10N_SANDBOX_PROGRAM`` if it is set, otherwise the path of the installed program.

    Raises ``SandboxError`` if the program does not exist or is not executable.
    """
    named = os.environ.get("L10N_SANDBOX_PROGRAM")
    if named:
        if shutil.which(named) is None:
            raise SandboxError(f"L10N_SANDBOX_PROGRAM: {named} is not an executable file")
        return named
    name = "l10n-sandbox.exe" if os.name == "nt" else "l10n-sandbox"
    for folder in _folders():
        if (folder / name).is_file():
            return str(folder / name)
    on_path = shutil.which(name)
    if on_path is None:
        searched = ", ".join(str(folder) for folder in _folders())
        raise SandboxError(f"{name} not found in {searched} or on the PATH")
    return on_path


def _folders() -> Iterator[Path]:
    """Yields where pip installs programs: by default, with ``--user``, with ``--target``."""
    yield Path(sysconfig.get_path("scripts"))
    yield Path(sysconfig.get_path("scripts", f"{os.name}_user"))
    yield Path(__file__).parent.parent / "bin"
