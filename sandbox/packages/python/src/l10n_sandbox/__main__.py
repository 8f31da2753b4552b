"""``python -m l10n_sandbox`` is the program, also where its folder is not in the ``PATH``."""

import subprocess
import sys

from ._program import program

if __name__ == "__main__":
    try:
        sys.exit(subprocess.call([program(), *sys.argv[1:]]))
    except KeyboardInterrupt:
        # The program heard it too, and told what there is to tell.
        sys.exit(130)
