"""`python -m dslc` is the `dslc` command."""

import sys

from dslc.cli import main

sys.exit(main())
