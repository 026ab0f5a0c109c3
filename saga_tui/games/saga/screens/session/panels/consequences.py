"""Consequences borne, and the questions that the rules still ask (CSQ, KIS-2)."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult

from saga_tui.games.saga.rules import state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.named import slugged
from saga_tui.games.saga.rules.shown import penalties
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import Notes, SessionPanel
from saga_tui.ui.rows import Lines, LineSpec


class ConsequencesPanel(SessionPanel):
    """Open questions first, each with the key that answers it; then what is borne, with severity and level."""

    place = "consequences"
    reads = frozenset({"consequences", "asks", "kismet"})

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Consequences")

    def compose(self) -> ComposeResult:
        """One list."""
        yield Lines(empty="None. Over a threshold you get one.", id="consequences")

    def show(self, character: Character) -> None:
        """Questions and consequences as they are now."""
        super().show(character)
        self.query_one(Lines).show([*self._questions(character), *self._borne(character)])
        play = state.play_of(character)
        self.set_class(bool(play.asks or play.kismet), "-urgent")
        total = penalties(character).total
        self.head(subtitle=f"{total} in total".replace("-", "−") if len(play.consequences) > 1 else "")

    def _questions(self, character: Character) -> Iterator[LineSpec]:
        play = state.play_of(character)
        if play.kismet is not None:
            yield LineSpec(
                "Kismet roll waiting", "resolve", key="m", style="bold $warn", data=("kismet",), rule="KIS-3"
            )
        for number, ask in enumerate(play.asks, 1):
            key = "m" if ask.what == "kismet" else "c"
            if ask.what == "kismet" and play.kismet is not None:
                continue
            words = view.ask_words(character, ask)
            explain = self.why_of("kismet-dice" if ask.what == "kismet" else f"ask:{number}")
            yield LineSpec(words, key=key, style="bold $warn", data=("ask", ask.what), explain=explain, rule=ask.rule)

    def _borne(self, character: Character) -> Iterator[LineSpec]:
        borne = state.play_of(character).consequences
        for place, (slug, item) in enumerate(slugged(borne, "name")):
            heavy = any(item.points.get(level) for level in ("permanent", "fading"))
            style = "bold $bad" if heavy else "$bad" if item.points.get("lasting") else ""
            name = view.one_line(item.name) or "(not named yet)"
            explain = self.why_of(f"consequence:{slug}", "penalties")
            note, data = view.severity_note(item), ("consequence", place)
            yield LineSpec(name, note, mark="✚", style=style, data=data, explain=explain)
