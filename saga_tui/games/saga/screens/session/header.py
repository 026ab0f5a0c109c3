"""The session's top line, and what a command has changed of what is seen. Pure."""

from __future__ import annotations

from textual.content import Content

from saga_tui.changes import Doc
from saga_tui.engine import ruled
from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.rows import RULED


def header(character: Character, width: int) -> tuple[Content, Content]:
    """Who it is, and at the right where play stands with the Spark in hand, for a line that wide."""
    clock = view.clock_words(character, short=width < 76)
    style = {"calm": "bold", "conflict": "bold $warn", "deadly": "bold $bad", "doom": "bold $doom"}[clock.level]
    name, line = view.one_line(character.title, 60), view.one_line(character.concept.line, 120)
    name += RULED if ruled.says_otherwise(character, "name", character.concept.name) else ""
    left = Content.assemble((name, "bold $title"), (f" · {line}" if line and width >= 100 else "", "$dim"))
    spark = marks.SPARK
    held = f"   {spark.full} {state.play_of(character).spark}{RULED * ruled.is_ruled(character, 'spark')}"
    inner = f"{clock.inner}{RULED * ruled.is_ruled(character, *state.clock(character))}"
    middle = Content.assemble((clock.outer, "$dim"), (inner, style), (held, f"bold {spark.colour}"))
    return left, middle


UNSEEN = frozenset({"tokens", "damage", "drive_tokens"})
"""Fields of play that the top line does not show."""


def touched(old: object, new: Doc) -> set[str] | None:
    """The fields of play that differ between two documents, which share what is the same; `None` where more differs."""
    if not isinstance(old, dict) or old.keys() != new.keys():
        return None
    if any(old[key] is not new[key] for key in new if key != "play"):
        return None
    before, after = old.get("play", {}), new.get("play", {})
    return {field for field in before.keys() | after.keys() if before.get(field) is not after.get(field)}
