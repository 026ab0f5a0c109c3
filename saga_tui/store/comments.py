"""The text of a file brought up to date while people's comments, order and spacing stay."""

from __future__ import annotations

from typing import Any

from saga_tui.changes import MISSING, Change, Doc, diff, same
from saga_tui.store.render import reread


def rewrite(text: str, old: Doc, new: Doc) -> str | None:
    """`text`, which holds `old`, changed so that it holds `new`; None when that cannot be had with certainty.

    The result is always read back and compared: the writer that keeps comments gives a wrong file now and then.
    """
    import tomlkit

    try:
        document = tomlkit.parse(text)
        for change in diff(old, new):
            _make(document, change)
        result = tomlkit.dumps(document)
        return result if same(reread(result), new) else None
    except Exception:  # any failure of that library means the same: write the file afresh
        return None


def _make(document: Any, change: Change) -> None:
    place = document
    for step in change.path[:-1]:
        place = place[step]
    last = change.path[-1]
    if change.new is MISSING:
        del place[last]
    elif change.old is MISSING and isinstance(last, int):
        place.insert(last, change.new)
    else:
        place[last] = change.new
