"""Runs the benchmarks: `python -m tests.bench [--smoke] [NAME …]`. Figures are ratios to a baseline of the same run.

Each module here whose name ends in `_bench` has a `run(smoke)` that gives lines to print.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from pathlib import Path


def main() -> None:
    """Runs those that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="small sizes: only whether it runs")
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # as installed, no program compiles itself anew at each start
    found = sorted(path.stem.removesuffix("_bench") for path in Path(__file__).parent.glob("*_bench.py"))
    for name in given.names or found:
        print(f"== {name}", flush=True)
        for line in import_module(f"tests.bench.{name}_bench").run(given.smoke):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
