"""A character's portrait from what its game says of the play screen: marks, lists, and what can be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from saga_tui.portrait import Badge, Meter, Part, Portrait, Wait
from saga_tui.ui import specs
from saga_tui.words import listed, plural

if TYPE_CHECKING:
    from saga_tui.games.contract import Game
    from saga_tui.problem import Problem

KINDS: Final = ((specs.Pips, "pips"), (specs.Boxes, "boxes"), (specs.Track, "track"), (specs.Gauge, "gauge"))
START: Final = "Start play"
MOST: Final = 8
"""So many meters, and as many lines of a list: more than a look has room for."""


def portrait(game: Game, document: Any) -> Portrait:
    """The marks of its panels, what is asked, what can be done, and its lists; before play what is left to choose."""
    panels = game.panels()
    if document.play is None:
        new = unplayed(game.rules.problems(document))
        ready = new.waits[0].words == START
        found = tuple(meters(document, panels))[:MOST] if ready else ()
        return new._replace(meters=found, parts=(*new.parts, *(parts(document, panels) if ready else ())))
    asks = len(getattr(document.play, "asks", ()))
    actions = [action for action in game.actions() if action.key and action.shown and action.when(document)]
    return Portrait(
        tuple(meters(document, panels))[:MOST],
        (Badge(f"{asks} to answer", "bad"),) if asks else (),
        tuple(Wait(action.key, action.help) for action in actions[:3]),
        tuple(parts(document, panels)),
    )


def unplayed(problems: Iterable[Problem], steps: Sequence[str] = (), found: tuple[Meter, ...] = ()) -> Portrait:
    """One that is not in play yet: what is left to choose (on which `steps`), or that it is ready."""
    left = [problem for problem in problems if problem.stops_play]
    if not left:
        return Portrait(found, (Badge("✓ ready to play", "good"),), (Wait("⏎", START),))
    where = f": {listed(steps)}" if steps else ""
    badge = Badge(f"○ {plural(len(left), 'choice')} left{where}")
    lines = tuple((f"○ {problem.message}", "") for problem in left[:MOST])
    return Portrait(found, (badge,), (Wait("⏎", "Continue building"),), (Part("Left to choose", lines),))


def meters(document: Any, panels: Iterable[specs.Panel]) -> Iterator[Meter]:
    """The marks that stand on the panels."""
    for panel in panels:
        for row in panel.rows(document) if panel.rows else ():
            kind = next((kind for look, kind in KINDS if isinstance(row, look)), "")
            if kind and isinstance(row, specs.Marked):
                token = row.token
                yield Meter(kind, row.label, token.full, token.empty, token.colour, row.filled, row.total,
                            panel.title, row.note)  # fmt: skip


def parts(document: Any, panels: Iterable[specs.Panel]) -> Iterator[Part]:
    """What else stands on them, in words."""
    for panel in panels:
        lines = tuple(line for row in (panel.rows(document) if panel.rows else ()) if (line := _words(row)))
        if lines:
            yield Part(panel.title, lines[:MOST])


def _words(row: specs.AnyRow) -> tuple[str, str] | None:
    match row:
        case specs.Number():
            return row.label, f"{row.lead}{row.value}{row.tail}"
        case specs.Line():
            return row.text, row.note
        case specs.Held():
            return row.text, row.token.full * row.filled
        case specs.Cards() if row.cards:
            return row.label, ", ".join(row.cards)
    return None
