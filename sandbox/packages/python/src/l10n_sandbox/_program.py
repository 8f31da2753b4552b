"""Finds the program that was installed with this module."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Iterator


def program() -> str:
    """Returns the path in ``L10N_SANDBOX_PROGRAM`` or, if it is not set, of the installed program.

    Raises ``FileNotFoundError`` if there is none.
    """
    named = os.environ.get("L10N_SANDBOX_PROGRAM")
    if named:
        return named
    name = "l10n-sandbox.exe" if os.name == "nt" else "l10n-sandbox"
    for folder in _folders():
        if (folder / name).is_file():
            return str(folder / name)
    elsewhere = shutil.which(name)
    if elsewhere is None:
        looked = ", ".join(str(folder) for folder in _folders())
        raise FileNotFoundError(f"{name} is in none of {looked}, and not in the PATH")
    return elsewhere


def _folders() -> Iterator[Path]:
    """Where pip puts programs: for an environment, with ``--user``, with ``--target``."""
    yield Path(sysconfig.get_path("scripts"))
    yield Path(sysconfig.get_path("scripts", f"{os.name}_user"))
    yield Path(__file__).parent.parent / "bin"
