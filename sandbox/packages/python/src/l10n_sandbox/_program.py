"""Finds the installed program."""

from __future__ import annotations

import os
import shutil
import sysconfig
from pathlib import Path
from typing import Iterator


def program() -> str:
    """Returns ``L10N_SANDBOX_PROGRAM`` if it is set, otherwise the path of the installed program.

    Raises ``FileNotFoundError`` if the program is not installed.
    """
    named = os.environ.get("L10N_SANDBOX_PROGRAM")
    if named:
        return named
    name = "l10n-sandbox.exe" if os.name == "nt" else "l10n-sandbox"
    for folder in _folders():
        if (folder / name).is_file():
            return str(folder / name)
    on_path = shutil.which(name)
    if on_path is None:
        searched = ", ".join(str(folder) for folder in _folders())
        raise FileNotFoundError(f"{name} not found in {searched} or on the PATH")
    return on_path


def _folders() -> Iterator[Path]:
    """Yields where pip installs programs: by default, with ``--user``, with ``--target``."""
    yield Path(sysconfig.get_path("scripts"))
    yield Path(sysconfig.get_path("scripts", f"{os.name}_user"))
    yield Path(__file__).parent.parent / "bin"
