"""How many examples of a property a test tries: some of them each day, all with `EXAMPLES=all` (`.ci/check --all`)."""

from __future__ import annotations

import os


def tries(all_of_them: int, daily: int | None = None) -> int:
    """Return how many of that many are tried; each day half of them, or `daily`."""
    if os.environ.get("EXAMPLES") == "all":
        return all_of_them
    return all_of_them // 2 if daily is None else daily
