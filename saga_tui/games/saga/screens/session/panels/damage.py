"""Damage held against its thresholds, kismet, and the Doom Track (DMG, KIS, DOM)."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.widgets import Static

from saga_tui.games.saga.rules import derive, forecast, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import WOUNDS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import DoomRow, Notes, SessionPanel, TokenRow, WoundRow
from saga_tui.ui.marks import Boxes, Pips, Track
from saga_tui.ui.panel import fill
from saga_tui.words import listed, sentence

ROOMY = 76
"""Columns of the terminal from which on chances stand beside the rows."""


class DamagePanel(SessionPanel):
    """Boxes up to each threshold, kismet tokens, and the Doom Track drawn to its end."""

    place = "damage"
    reads = frozenset({"damage", "doom"})

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Damage")

    def compose(self) -> ComposeResult:
        """Three rows of boxes, one of kismet tokens, one track."""
        for kind in WOUNDS:
            yield WoundRow(
                marks.DAMAGE[kind],
                kind.capitalize(),
                state.held(self.character, kind),
                derive.threshold(self.character, kind).total,
                key=marks.DAMAGE_KEYS[kind],
                explain=self.why_of(kind, f"{kind}-threshold", f"{kind}-room"),
                steps=True,
                id=f"damage-{kind}",
            )
        yield TokenRow(
            marks.KISMET,
            "Kismet",
            state.held(self.character, "kismet"),
            key=marks.DAMAGE_KEYS["kismet"],
            explain=self.why_of("kismet", "kismet-dice"),
            steps=True,
            id="damage-kismet",
        )
        yield DoomRow(
            marks.DOOM,
            "Doom",
            state.play_of(self.character).doom,
            derive.doom_end(self.character).total,
            key=" ",
            explain=self.why_of("doom", "doom-end", "doom-left"),
            steps=True,
            id="doom",
        )
        yield Static(id="forecast")

    def show(self, character: Character) -> None:
        """What is held now; the panel is urgent while anything is beyond its threshold or doom is met."""
        super().show(character)
        for kind in WOUNDS:
            row = self.query_one(f"#damage-{kind}", Boxes)
            limit = derive.threshold(character, kind)
            row.show(state.held(character, kind), limit.total, view.damage_note(character, kind))
        held, roomy = state.held(character, "kismet"), self.app.size.width >= ROOMY
        self.query_one("#damage-kismet", Pips).show(held, 0, view.damage_note(character, "kismet", roomy))
        end = derive.doom_end(character).total
        self.query_one("#doom", Track).show(state.play_of(character).doom, end, view.doom_note(character, roomy))
        over = any(state.beyond(character, kind) for kind in WOUNDS)
        self.set_class(over or state.doomed(character), "-urgent")
        self._foretell(character)

    def _foretell(self, character: Character) -> None:
        """What the next harm would bring: a consequence, in the border; a kismet roll, below the rows where there is
        room (DMG-2, KIS-2, DOM-3)."""
        full = [kind for kind in WOUNDS if not forecast.next_hit(character, kind).room]
        kinds = "of any kind" if len(full) == len(WOUNDS) else listed(full, "or")
        self.head(subtitle=f"next {kinds}: a consequence" if full else "")
        look = forecast.kismet(character, 0 if state.held(character, "kismet") else 1)
        fill(self.query_one("#forecast", Static), sentence(look.words) if look is not None else "")
