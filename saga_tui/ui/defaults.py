"""What a game gets that says nothing of its play screen: panels, a hero, columns, what can be done next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from saga_tui.engine.rules import Rules
from saga_tui.ui.specs import PANES, Action, Layout, Line, Marked, Number, Pane, Panel

NEXT: Final = "next"
"""The place of a panel that says what can be done now, which takes over from the line on it."""


def every_number(game: Rules[Any]) -> Panel:
    """A panel with every number of a document, for a game that says nothing of its panels."""

    def rows(document: Any) -> Iterator[Number]:
        from saga_tui.engine.entries import tallies

        for name, tally in tallies(game, document).items():
            yield Number(tally.label, tally.total, names=(name,), label_width=24)

    return Panel("numbers", "Numbers", rows, frozenset(game.play.model_fields), grows=True)


def next_steps(actions: Sequence[Action]) -> Panel:
    """A panel that says what can be done now, for a game that has none: what the footer shows."""

    def rows(document: Any) -> Iterator[Line]:
        for action in actions:
            if action.shown and action.key and action.when(document):
                yield Line(action.help, key=action.key, choose=action.id, id=f"next-{action.id}")

    return Panel(NEXT, "Next", rows, worth=0, folds=9)


def completed(panels: Sequence[Panel], actions: Sequence[Action], document: Any) -> tuple[Panel, ...]:
    """The panels with a hero, the first one with marks where none is said to be it, and with what can be done now."""
    marked = (one for one in panels if one.rows and any(isinstance(row, Marked) for row in one.rows(document)))
    first = None if any(panel.hero for panel in panels) else next(marked, None)
    found = [replace(panel, hero=True) if panel is first else panel for panel in panels]
    told = any(panel.place == NEXT for panel in panels) or not any(action.shown for action in actions)
    return tuple(found) if told else (*found, next_steps(actions))


def layout_of(panels: Sequence[Panel]) -> Layout:
    """Columns for panels whose game says nothing of them: three, two, or one beside panes, below those that are heroes;
    the log comes last."""
    heroes = tuple(panel.place for panel in panels if panel.hero)
    places = [panel.place for panel in panels if not (panel.is_log or panel.hero or panel.place == NEXT)]
    logs = tuple(panel.place for panel in panels if panel.is_log)
    steps = tuple(panel.place for panel in panels if panel.place == NEXT)
    half, third = (len(places) + 1) // 2, (len(places) + 2) // 3
    first = (*places[:half], *steps)
    panes = [Pane(one.title, (one.place,), one.title) for one in panels if one.place not in (*first, *heroes)]
    three = ((*places[:third], *steps), tuple(places[third : 2 * third]), (*places[2 * third :], *logs))
    two = (first, (*places[half:], *logs))
    plans = ((105, 32, tuple(filter(None, three))), (0, 36, two), (0, 0, (first, PANES)))
    return Layout(plans, panes, heroes)


def every_command(game: Rules[Any]) -> list[Action]:
    """An action for each command, in the palette, for a game that says nothing of its actions."""
    return [Action(verb, kind.title, kind.title, kind, (verb,)) for verb, kind in game.commands.items()]
