"""Gear with what is left in it, and perks with those that can be used now (GER, PRK)."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import Notes, SessionPanel
from saga_tui.ui.rows import Lines, LineSpec
from saga_tui.words import plural

UNITS = {"charm": "die", "font": "point"}


class GearPanel(SessionPanel):
    """Pools of charms and fonts, dice of buffs; perks that act once a scene say whether they did."""

    place = "gear"
    reads = frozenset({"gear_used", "used_perks"})

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Gear and perks")

    def compose(self) -> ComposeResult:
        """One list."""
        yield Lines(empty="No gear or perks.", id="gear")

    def show(self, character: Character) -> None:
        """What is left now."""
        super().show(character)
        self.query_one(Lines).show([*self._pieces(character), *_perks(character)])

    def _pieces(self, character: Character) -> Iterator[LineSpec]:
        for owned in derive.gear(character):
            total, kind = derive.gear_pool(character, owned).total, owned.gear.kind
            left = derive.gear_left(character, owned)
            note = f"{left} of {plural(total, UNITS[kind])}" if kind in UNITS else f"+{plural(total, 'die')}"
            name = view.one_line(owned.gear.name) or "(no name)"
            style = "$dim" if kind in UNITS and not left else ""
            pool = derive.gear_pool(character, owned).name
            explain = self.why_of(f"{pool}:left", pool) if kind in UNITS else self.why_of(pool)
            yield LineSpec(name, note, mark="◉", style=style, data=("gear", owned.key), explain=explain)


def _perks(character: Character) -> Iterator[LineSpec]:
    used = state.play_of(character).used_perks
    for owned in derive.perks(character):
        if not owned.name.strip():
            continue
        once = owned.info.once if owned.info else None
        gone = owned.name in used
        note = "used" if gone else f"once a {once}" if once else ""
        skill = f" ({derive.skill_name(character, owned.skill)})" if owned.skill else ""
        style = "$dim" if gone else ""
        text = view.one_line(f"{owned.name}{skill}")
        rule = f"perk:{owned.info.key}" if owned.info else "PRK-1"
        yield LineSpec(text, note, mark="✧", style=style, data=("perk", owned.name), rule=rule)
