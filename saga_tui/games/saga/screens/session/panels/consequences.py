"""Consequences borne, and the questions that the rules still ask (CSQ, KIS-2)."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import Notes, SessionPanel
from saga_tui.ui.rows import Lines, LineSpec


class ConsequencesPanel(SessionPanel):
    """Open questions first, each with the key that answers it; then what is borne, with severity and level."""

    place = "consequences"

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Consequences")

    def compose(self) -> ComposeResult:
        """One list."""
        yield Lines(empty="None. They come beyond a threshold.", id="consequences")

    def show(self, character: Character) -> None:
        """Questions and consequences as they are now."""
        super().show(character)
        self.query_one(Lines).show([*_questions(character), *_borne(character)])
        play = state.play_of(character)
        self.set_class(bool(play.asks or play.kismet), "-urgent")
        total = sum(item.severity for item in play.consequences)
        self.head(subtitle=f"−{total} in all" if len(play.consequences) > 1 else "")


def _questions(character: Character) -> Iterator[LineSpec]:
    play = state.play_of(character)
    if play.kismet is not None:
        yield LineSpec("Kismet dice on the table", "settle", key="m", style="bold $warn", data=("kismet",))
    for ask in play.asks:
        key = "m" if ask.what == "kismet" else "c"
        if ask.what == "kismet" and play.kismet is not None:
            continue
        words = view.ask_words(character, ask)
        yield LineSpec(words, key=key, style="bold $warn", data=("ask", ask.what))


def _borne(character: Character) -> Iterator[LineSpec]:
    for place, item in enumerate(state.play_of(character).consequences):
        heavy = any(item.points.get(level) for level in ("permanent", "fading"))
        style = "bold $bad" if heavy else "$bad" if item.points.get("lasting") else ""
        name = view.one_line(item.name) or "(not named)"
        yield LineSpec(name, view.severity_note(item), mark="✚", style=style, data=("consequence", place))
