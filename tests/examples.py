"""How many examples of a property a test tries: half of them each day, all with `EXAMPLES=all` (`.ci/check --all`)."""

from __future__ import annotations

import os


def tries(all_of_them: int) -> int:
    """Return how many of that many are tried."""
    return all_of_them if os.environ.get("EXAMPLES") == "all" else all_of_them // 2
