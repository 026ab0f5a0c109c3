"""Traits: one's own, those that count now and how they came to, the scene's, temporary ones; rewards (TRT, CNF-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from textual.app import ComposeResult

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import ActiveTrait, Character
from saga_tui.games.saga.rules.named import slugged
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.panels.base import Notes, SessionPanel
from saga_tui.ui.rows import Lines, LineSpec
from saga_tui.ui.why import Explain
from saga_tui.words import plural

UNTIL = {"round": "this round", "scene": "this scene", "chapter": "this chapter", "good": "for good"}


class TraitsPanel(SessionPanel):
    """What counts now is bright and says for how much, for how long and through whom."""

    place = "traits"
    reads = frozenset({"active", "scene_traits", "temporary", "rewards"})

    def __init__(self, character: Character, notes: Notes = lambda _: ()) -> None:
        super().__init__(character, notes, title="Traits")

    def compose(self) -> ComposeResult:
        """One list."""
        yield Lines(empty="No traits. Buy one with Spark (b).", id="traits")

    def show(self, character: Character) -> None:
        """Own traits, then others' and the scene's, then temporary ones and rewards."""
        super().show(character)
        self.query_one(Lines).show(specs(character, self.why_of))
        counting = len(state.play_of(character).active)
        self.head(subtitle=f"{counting} active" if counting else "")


Because = Callable[..., Explain | None]
"""Gives the reasons of a number by its name."""


def nothing(*_names: str) -> Explain | None:
    """No reasons."""
    return None


def specs(character: Character, why: Because = nothing) -> list[LineSpec]:
    """A line a trait and reward."""
    play = state.play_of(character)
    active = {id(item): key for key, item in slugged(play.active, "trait")}
    own = [text for text, _ in derive.traits(character)]
    lines: list[LineSpec] = []
    for text in own:
        found = [item for item in play.active if item.trait == text and item.owner == "self"]
        lines += [active_line(item, why(f"trait:{active[id(item)]}")) for item in found] or [_quiet(text, "·", "own")]
    others = [item for item in play.active if not (item.owner == "self" and item.trait in own)]
    lines += [active_line(item, why(f"trait:{active[id(item)]}")) for item in others]
    shown = {item.trait for item in play.active if item.owner == "scene"}
    lines += [_quiet(text, "◌", "scene", "scene") for text in play.scene_traits if text not in shown]
    for slug, made in slugged(play.temporary, "name"):
        left = plural(made.rounds, "round") if made.rounds else UNTIL.get(made.until, made.until)
        text, data, explain = view.one_line(made.name), ("temporary", made.name), why(f"temporary:{slug}")
        lines.append(LineSpec(text, left, mark="◷", style="$acuity", data=data, explain=explain, rule="PSH-2"))
    return [*lines, *_rewards(character)]


def active_line(item: ActiveTrait, explain: Explain | None = None) -> LineSpec:
    """A trait that counts: `↑ Quick on the Draw    +3 fortune`."""
    against = item.inverted != (item.owner == "scene")
    sign, mark, style = ("−", "↓", "bold $bad") if against else ("+", "↑", "bold $good")
    whose = "" if item.owner == "self" else "scene" if item.owner == "scene" else f"{view.one_line(item.owner, 20)}'s"
    through = view.one_line(item.by, 20)
    until = "" if item.until == "scene" else UNTIL.get(item.until, view.one_line(item.until, 20))
    told = ", ".join(part for part in (whose, through, until) if part)
    note = f"{sign}{abs(item.weight)}{f' {told}' if told else ''}"
    text, rule = view.one_line(item.trait), "TRT-4" if item.owner == "scene" else "TRT-2"
    return LineSpec(text, note, mark=mark, style=style, data=("active", item.trait), explain=explain, rule=rule)


def _quiet(text: str, mark: str, whose: str, note: str = "") -> LineSpec:
    return LineSpec(
        view.one_line(text), note, mark=mark, data=(whose, text), rule="TRT-4" if whose == "scene" else "TRT-1"
    )


def _rewards(character: Character) -> Iterator[LineSpec]:
    for item in state.play_of(character).rewards:
        note = UNTIL.get(item.until, view.one_line(item.until, 20))
        yield LineSpec(
            view.one_line(item.name), note, mark="❖", style="$spark", data=("reward", item.name), rule="CNF-12"
        )
