"""`python -m poolstudio` is the command `poolstudio`."""

import sys

from poolstudio.cli import main

if __name__ == "__main__":
    sys.exit(main())
