"""The book is read late and in parts, and knows no terminal."""

from __future__ import annotations

import subprocess
import sys

PROBE = """
import sys, tomli
count = 0
real = tomli.loads
def counted(text, **rest):
    global count
    count += 1
    return real(text, **rest)
tomli.loads = counted
from saga_tui.games.saga import book
print(count)
book.numbers(); book.skills(); book.perks(); book.perk("tough"); book.numbers(); book.skill("academia")
print(count)
print("textual" in sys.modules or "rich" in sys.modules)
"""


def test_nothing_is_read_at_import_and_only_what_is_asked_for_afterwards() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "3", "False"]
