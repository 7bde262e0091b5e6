"""How well rows are packed into memory: `python bench/pack.py [CSV...]`.

A CSV file has a line for each row below the names of its columns: `id` or `buffer`, `lower` or
`start`, `upper` or `end` (the row is live in `start <= t < end`), and `size`. The benchmarks of
MiniMalloc (https://github.com/google/minimalloc) have this form. Without files, hard instances are
drawn: a rectangle cut into pieces, which can be put together again without a gap.

For each file the table has the number of rows, the bound (the most that is live at one time), and
the peak over the bound: of the greedy packing, and after so many seconds of search. The last line
is the geometric mean of these ratios.
"""

import argparse
import csv
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from dslc.ir.memory import Row, pack

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.packings import cut_rectangle


def read(path: Path) -> list[Row[str]]:
    """The rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        header = [name.strip() for name in next(csv.reader([file.readline()]))]
        columns = []
        for names in (("id", "buffer"), ("lower", "start"), ("upper", "end"), ("size",)):
            found = [header.index(name) for name in names if name in header]
            if not found:
                sys.exit(f"{path}: no column {' or '.join(names)} in the first line")
            columns.append(found[0])
        lines = [[line[column] for column in columns] for line in csv.reader(file) if line]
    return [(name, int(start), int(end), int(size)) for name, start, end, size in lines]


def drawn() -> Iterator[tuple[str, list[Row[str]]]]:
    """Instances of many sizes, with their names."""
    for count in (20, 50, 100, 200, 400):
        random = np.random.default_rng(count)
        rows = cut_rectangle(random, count, 1 << 20, 1 << 20)
        yield f"drawn-{count}", [(str(row[0]), *row[1:]) for row in rows]


def main() -> None:
    """Run and report."""
    parser = argparse.ArgumentParser(description="How well rows are packed into memory.")
    parser.add_argument("paths", metavar="CSV", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0, help="of search for each file")
    options = parser.parse_args()
    instances = [(path.name, read(path)) for path in options.paths] or list(drawn())
    print(f"{'':20}{'rows':>6}{'bound':>14}{'greedy':>9}{'searched':>9}{'seconds':>9}")
    ratios = []
    for name, rows in instances:
        greedy = pack(rows, seconds=0)
        start = time.perf_counter()
        found = pack(rows, seconds=options.seconds)
        seconds = time.perf_counter() - start
        ratios.append((greedy.peak / greedy.bound, found.peak / found.bound))
        line = f"{name:20}{len(rows):6}{found.bound:14}"
        print(f"{line}{ratios[-1][0]:9.4f}{ratios[-1][1]:9.4f}{seconds:9.2f}", flush=True)
    means = np.exp(np.log(ratios).mean(axis=0))
    print(f"{'geometric mean':40}{means[0]:9.4f}{means[1]:9.4f}")


if __name__ == "__main__":
    main()
