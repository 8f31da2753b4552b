"""Runs the program with ``python -m l10n_sandbox``, even if it is not on the ``PATH``."""

import subprocess
import sys

from ._control import SandboxError
from ._program import program

if __name__ == "__main__":
    try:
        sys.exit(subprocess.call([program(), *sys.argv[1:]]))
    except KeyboardInterrupt:
        # The program receives the signal too.
        sys.exit(130)
    except SandboxError as error:
        sys.exit(f"l10n-sandbox: {error}")
