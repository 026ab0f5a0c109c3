"""A document in a text that people have written comments into: changed line by line. Loaded when there is one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import tomlkit
from tomlkit import TOMLDocument
from tomlkit.items import AoT, Comment, InlineTable, SingleKey, Table

from saga_tui.changes import MISSING, Change, Doc, apply, diff, same
from saga_tui.store.toml import is_block, pair, reread, section


def rewrite(text: str, old: Doc, new: Doc) -> str | None:
    """`text`, which holds `old`, changed so that it holds `new`; None when that cannot be had with certainty. The
    result is always read back and compared: the writer that keeps comments gives a wrong file now and then."""
    try:
        document = tomlkit.parse(text)
        for change in diff(old, new):
            _make(document, change)
        result = tomlkit.dumps(document)
        return result if same(reread(result), new) else None
    except Exception:  # any failure of that library means the same: write the file afresh
        return None


def _make(document: Any, change: Change) -> None:
    place, above = document, None
    for step in change.path[:-1]:
        place, above = place[step], (place, step)
    last = change.path[-1]
    keyed = isinstance(last, str) and MISSING in (change.old, change.new)
    if keyed and isinstance(place, InlineTable) and above is not None:  # on one line: no comment is lost with it
        above[0][above[1]] = _item("x", apply(place.unwrap(), [replace(change, path=(last,))]))
    elif change.new is MISSING:
        del place[last]
    elif isinstance(last, int):
        item = change.new if isinstance(place, AoT) else _item("x", change.new)
        place.insert(last, item) if change.old is MISSING else place.__setitem__(last, item)
    elif last in place:
        place[last] = _item(last, change.new, change.path[:-1])
    else:
        _add(place, change, last)


def _item(name: str, value: Any, path: tuple[str | int, ...] = ("",), above: str = "", below: str = "\n") -> Any:
    """A value as we write it; with empty lines around one that has lines of its own."""
    if not is_block(value, path, name):
        return tomlkit.parse("\n".join(pair(name, value)) + "\n").item(name)
    lines: list[str] = []
    section({name: value}, tuple(map(str, path)), lines)
    whole: Any = tomlkit.parse("\n".join(lines) + "\n" + below)
    for step in path:
        whole = whole[step]
    item: Any = whole.item(name) if isinstance(whole, TOMLDocument) else whole.value.item(name)
    item.invalidate_display_name()
    (item[0] if isinstance(item, AoT) else item).trivia.indent = above
    return item


def _add(place: Any, change: Change, name: str) -> None:
    """Add a key to a table, before the lines of the key that it stands before, and before the comments above those."""
    body = place if isinstance(place, TOMLDocument) else place.value
    item = _item(name, change.new, change.path[:-1])
    block = isinstance(item, Table | AoT)
    at = body._map.get(SingleKey(change.before)) if change.before is not None else None
    if not block and (not isinstance(at, int) or isinstance(body.body[at][1], Table | AoT)):
        at = body._get_last_index_before_table()
    if not isinstance(at, int) or at >= len(body.body) or (block and not isinstance(body.body[at][1], Table | AoT)):
        place[name] = _item(name, change.new, change.path[:-1], "" if body.as_string().endswith("\n\n") else "\n", "")
        return
    while at and isinstance(body.body[at - 1][1], Comment):
        at -= 1
    body._insert_at(at, name, item)  # there is no other way to say where
    if place is not body:
        dict.__setitem__(place, name, item)
