"""Damage held against its thresholds, kismet, and the Doom Track (DMG, KIS, DOM)."""

from __future__ import annotations

from textual.app import ComposeResult

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.words import WOUNDS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import DoomRow, Notes, SessionPanel, TokenRow, WoundRow
from saga_tui.ui.marks import Boxes, Pips, Track


class DamagePanel(SessionPanel):
    """Boxes up to each threshold, kismet tokens, and the Doom Track drawn to its end."""

    place = "damage"

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

    def show(self, character: Character) -> None:
        """What is held now; the panel is urgent while anything is beyond its threshold or doom is met."""
        super().show(character)
        for kind in WOUNDS:
            row = self.query_one(f"#damage-{kind}", Boxes)
            limit = derive.threshold(character, kind)
            row.show(state.held(character, kind), limit.total, view.damage_note(character, kind))
        held = state.held(character, "kismet")
        self.query_one("#damage-kismet", Pips).show(held, 0, view.damage_note(character, "kismet"))
        end = derive.doom_end(character).total
        self.query_one("#doom", Track).show(state.play_of(character).doom, end, view.doom_note(character))
        over = any(state.beyond(character, kind) for kind in WOUNDS)
        self.set_class(over or state.doomed(character), "-urgent")
