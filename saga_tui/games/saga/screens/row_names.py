"""Which numbers and which text of a character stand on a row of its screens, by their names in the table of entries."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.named import slugged, texts
from saga_tui.games.saga.rules.words import SKILLS, WOUNDS
from saga_tui.ui.rows import Line, Row


def numbers_of(character: Character, row: Widget | None) -> tuple[str, ...]:
    """The names of the numbers that stand on a row of the session, in their order."""
    if isinstance(row, Line) and isinstance(row.data, tuple):
        return tuple(name for name in _of_line(character, row.data) if name)
    place = getattr(row, "place", None)
    if isinstance(place, int):
        return (f"drive:{place + 1}",)
    kind, _, name = ((row.id or "") if isinstance(row, Row) else "").partition("-")
    if kind == "asset":
        return (f"{name}-tokens", name)
    if kind == "damage":
        return (name, f"{name}-threshold") if name in WOUNDS else (name,)
    if kind == "skill" and name in SKILLS:
        return (f"skill:{name}",)
    return {"doom": ("doom", "doom-end"), "spark": ("spark",)}.get(kind, ())


def _of_line(character: Character, data: tuple[object, ...]) -> Iterator[str]:
    play = character.play
    match data:
        case ("gear", str(key)):
            for owned in derive.gear(character):
                if owned.key == key:
                    pool = derive.gear_pool(character, owned).name
                    yield from (f"{pool}:left", pool) if owned.gear.kind in ("charm", "font") else (pool,)
        case ("consequence", int(place)) if play:
            yield from (f"consequence:{key}" for key, _ in list(slugged(play.consequences, "name"))[place : place + 1])
        case ("active", str(trait)) if play:
            yield next((f"trait:{key}" for key, item in slugged(play.active, "trait") if item.trait == trait), "")
        case ("temporary", str(name)) if play:
            yield next((f"temporary:{key}" for key, item in slugged(play.temporary, "name") if item.name == name), "")


def text_of(character: Character, row: Widget | None) -> str:
    """The name of the text that stands on a row; empty where there is none."""
    place = getattr(row, "place", None)
    if isinstance(place, int):
        return f"drive:{place + 1}"
    if not isinstance(row, Line) or not isinstance(row.data, tuple):
        return "skill-x" if isinstance(row, Row) and row.id == "skill-skill_x" else ""
    match row.data:
        case ("consequence", int(number)):
            return f"consequence:{number + 1}"
        case ("gear", str(key)):
            keys = [owned.key for owned in derive.gear(character)]
            return f"gear:{keys.index(key) + 1}" if key in keys else ""
        case (str(whose), str(text)):
            kinds = {"own": "trait", "active": "trait", "scene": "scene-trait"}
            kind = kinds.get(whose, whose)
            fits = (name for name, item in texts(character).items() if item.text == text)
            return next((name for name in fits if name.partition(":")[0] == kind), "")
    return ""
