"""Settings as files: how a group's rule options stand (F-SET-1)."""

from pathlib import Path
from typing import Any, Final

from saga_tui.engine.option_files import option_files
from saga_tui.games.fate import book
from saga_tui.games.fate.rules.figures import FREE

PLAIN: Final = "Plain Fate Deck heroes"


def _rules() -> Any:
    from saga_tui.games.fate.rules.ruleset import RULES

    return RULES


SETTINGS: Final = option_files(Path(__file__).with_name("files"), PLAIN, "F-SET-1", book.switches, _rules, free=FREE)
