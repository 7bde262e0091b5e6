"""All samples node by node, nest by nest, and as a whole: `python bench/apart.py [SAMPLE...]`.

Each piece is native code of its own, so this compiles some thousand kernels. It ends with 1 where
two ways give other bits: the fault is then in what is between the pieces (see `dslc.cpu.apart`).
"""

import os
import sys
from pathlib import Path

from dslc.cpu.backend import VARIABLE

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.sample_arguments import SAMPLES
from tests.test_sample_execution import WAYS, outcome


def main() -> None:
    """Run those that are named, or all."""
    wanted = sys.argv[1:]
    different = 0
    for sample in SAMPLES:
        if (wanted and str(sample) not in wanted) or sample.module == "logged_training":
            continue
        found: dict[str, list[bytes]] = {}
        for way in WAYS:
            os.environ[VARIABLE] = way
            found[way] = outcome(sample)
        others = [way for way in WAYS if found[way] != found["graph"]]
        different += bool(others)
        print(
            f"{sample}: {'other bits ' + ', '.join(others) if others else 'the same'}", flush=True
        )
    sys.exit(different > 0)


if __name__ == "__main__":
    main()
