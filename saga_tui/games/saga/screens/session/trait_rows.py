"""Traits at the table as rows: own ones, those that count, others', the scene's, temporary ones and rewards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from saga_tui.games.saga.rules import composing, derive, state
from saga_tui.games.saga.rules.character import ActiveTrait, Character
from saga_tui.games.saga.rules.named import slugged
from saga_tui.games.saga.screens.session import now, view
from saga_tui.games.saga.screens.session.flows import traits
from saga_tui.ui.specs import Line
from saga_tui.words import plural

UNTIL: Final = {"round": "this round", "scene": "this scene", "chapter": "this chapter", "good": "for good"}


def all_traits(character: Character) -> Iterator[Line]:
    """Own traits, those that count with for how much, how long and through whom; then others', the scene's, temporary
    ones and rewards (TRT, CNF-12)."""
    play = state.play_of(character)
    slugs = {id(item): key for key, item in slugged(play.active, "trait")}
    own = {text: f"trait:{place}" for place, (text, _) in reversed([*enumerate(derive.traits(character), 1)])}
    for text in (text for text, _ in derive.traits(character)):
        found = [item for item in play.active if item.trait == text and item.owner == "self"]
        counting = [active_line(item, slugs[id(item)], own[text]) for item in found]
        yield from counting or [_line(text, "·", "own", own[text], "TRT-1", note=_used(character, text))]
    for item in play.active:
        if item.owner != "self" or item.trait not in own:
            yield active_line(item, slugs[id(item)], own.get(item.trait, ""))
    shown = {item.trait for item in play.active if item.owner == "scene"}
    for place, text in enumerate(play.scene_traits, 1):
        if text not in shown:
            yield _line(text, "◌", "scene", f"scene-trait:{place}", "TRT-4", note="scene")
    for place, (slug, made) in enumerate(slugged(play.temporary, "name"), 1):
        left = plural(made.rounds, "round") if made.rounds else UNTIL.get(made.until, made.until)
        name = (f"temporary:{slug}",) if made.rounds else ()
        yield _line(made.name, "◷", "temporary", f"temporary:{place}", "PSH-2", note=left, style="$acuity", names=name)
    for place, won in enumerate(play.rewards, 1):
        note = UNTIL.get(won.until, view.one_line(won.until, 20))
        yield _line(won.name, "❖", "reward", f"reward:{place}", "CNF-12", note=note, style="$spark")


def _used(character: Character, trait: str) -> str:
    """The weight that grace or fortune last gave a trait, and on which skill (TRT-2); who is hurt needs the room."""
    if now.mood(character) == "conflict" and state.play_of(character).consequences:
        return ""
    found = ((skill, composing.known(character, skill).get(trait)) for skill in state.play_of(character).habits)
    skill, weight = next(((skill, weight) for skill, weight in found if weight), ("", None))
    return f"+{weight} on {view.one_line(derive.skill_name(character, skill), 20)}" if weight else "not used yet"


def sorted_traits(character: Character) -> Iterator[Line]:
    """In a conflict what counts comes first."""
    fought = now.mood(character) == "conflict"
    yield from sorted(all_traits(character), key=lambda line: fought and line.mark not in "↑↓")


def active_line(item: ActiveTrait, slug: str, text_name: str = "") -> Line:
    """A trait that counts: `↑ Quick on the Draw    +3 fortune`."""
    against = item.inverted != (item.owner == "scene")
    sign, mark, style = ("−", "↓", "bold $bad") if against else ("+", "↑", "bold $good")
    whose = "" if item.owner == "self" else "scene" if item.owner == "scene" else f"{view.one_line(item.owner, 20)}'s"
    through = view.one_line(item.by, 20)
    until = "" if item.until == "scene" else UNTIL.get(item.until, view.one_line(item.until, 20))
    told = ", ".join(part for part in (whose, through, until) if part)
    rule, names = "TRT-4" if item.owner == "scene" else "TRT-2", (f"trait:{slug}",)
    note = f"{sign}{abs(item.weight)}{f' {told}' if told else ''}"
    return _line(item.trait, mark, "active", text_name, rule, note=note, style=style, names=names)


def _line(text: str, mark: str, kind: str, text_name: str, rule: str, **more: Any) -> Line:
    """A line with the menu of its kind of trait."""
    menu = partial(traits.row_menu, kind=kind, trait=text)
    return Line(view.one_line(text), mark, rule=rule, text_name=text_name, choose=menu, **more)


def counting_traits(character: Character) -> str:
    """`2 active`."""
    counting = len(state.play_of(character).active)
    return f"{counting} active" if counting else ""
