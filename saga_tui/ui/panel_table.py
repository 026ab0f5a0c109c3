"""Panels of a play screen from tables of data: which there are and where they stand, numbers by the names of their
entries, two counters in one bar, rolls that are asked for, skills with the chance of a roll.

    [[panels]]  place = "harm", title = "Harm", reads = ["physical"], hero = true      # as `Panel` has them
    [layout]    heroes = ["harm"], panes = [["Skills", ["skills"], "skills"]]
                plans = [[100, 28, [["skills"], ["log"]]]]       # least width and height, columns
                moods = { "fight|dying" = […] }                  # other plans by mood
    numbers     { name = "str", label = "Strength", note = "bonus {str-bonus:+}" }
    gauges      { first = "hurt", second = "stun", to = "hit-points", end = "death", … }
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from saga_tui.engine.document import Ask
from saga_tui.engine.entries import reasons
from saga_tui.engine.learned import Numbers
from saga_tui.engine.levels import Held
from saga_tui.engine.rules import Rules
from saga_tui.ui.builder.priced import row_id
from saga_tui.ui.specs import LOG, AnyRow, Gauge, Layout, Line, Number, Pane, Panel, Plan, Token
from saga_tui.words import minus, percent, plural, signed

if TYPE_CHECKING:
    from saga_tui.ui.specs import Action, Deed

Rows: TypeAlias = Callable[[Any], Iterable[AnyRow]]
FIRST, SECOND = Token("█", "░", "$warn"), Token("▚", "░", "$title")


# ---- which there are, and where


def panels(
    table: Iterable[Mapping[str, Any]], rows: Mapping[str, Rows], more: Mapping[str, Mapping[str, Any]]
) -> tuple[Panel, ...]:
    """The panels of a table in its order, `rows` by their places; `more` has what is worked out (`heading`, `urgent`).
    The one called `log` is the journal's."""
    made = []
    for row in table:
        place = row["place"]
        said = {**row, "reads": frozenset(row.get("reads", ())), **more.get(place, {})}
        if isinstance(said.get("subtitle"), str):
            said["subtitle"] = partial(_same, said["subtitle"])
        made.append(LOG if place == LOG.place else Panel(rows=rows[place], **said))
    return tuple(made)


def _same(words: str, _document: Any) -> str:
    return words


def layout(table: Mapping[str, Any], **more: Any) -> Layout:
    """Where they stand; `more` are the mood and the band."""
    panes = tuple(Pane(name, tuple(places), words) for name, places, words in table["panes"])
    moods = {mood: _plans(rows) for names, rows in table.get("moods", {}).items() for mood in names.split("|")}
    return Layout(plans=_plans(table["plans"]), panes=panes, heroes=tuple(table["heroes"]), moods=moods, **more)


def _plans(rows: Iterable[Sequence[Any]]) -> tuple[tuple[int, int, Plan], ...]:
    return tuple((wide, high, tuple(map(tuple, columns))) for wide, high, columns in rows)


# ---- numbers by their names


class Printed(int):
    """A number in words: `{str-bonus:+}` gives `−2`."""

    def __format__(self, spec: str) -> str:
        """With the sign that a negative number has in print."""
        return minus(format(int(self), spec))


def number_rows(
    document: Any,
    rules: Rules[Any],
    rows: Iterable[Mapping[str, Any]],
    choose: Callable[[str], Deed] | None = None,
    prefix: str = "",
    **look: Any,
) -> Iterator[Number]:
    """Numbers by the names of their entries, each as its row says: `label`, a `note` or `tail` with the values of
    others in it, what else a `Number` has (`look`: all of them), the `prefix` of an id; `choose` gives what Enter does
    by the name, where the row `rolls`."""
    known = reasons(rules, document)
    printed = {name: Printed(one.total) for name, one in known.items()}
    for row in rows:
        name, said = row["name"], {key: value for key, value in row.items() if key not in ("name", "rolls", "also")}
        said |= {key: said[key].format_map(printed) for key in ("note", "tail") if key in said}
        yield Number(
            value=known[name].total, names=(name,), also=tuple(row.get("also", ())),
            choose=choose(name) if choose is not None and row.get("rolls") else None,
            **{"label": known[name].label, "id": row_id(name, prefix) if prefix else "", **look, **said},
        )  # fmt: skip


def gauge_rows(
    document: Any, rules: Rules[Any], rows: Iterable[Mapping[str, Any]], note: Callable[[str], tuple[str, bool]]
) -> Iterator[Gauge]:
    """Two counters that fill one bar together, up to the number `to` and on to the `end`: left and right move the
    first by the verb `adjust`. `note` says by the row's id what comes next, and whether it is bad."""
    known = reasons(rules, document)
    for row in rows:
        first, second = known[row["first"]].total, known[row["second"]].total
        told, bad = note(row["id"])
        words = f"{FIRST.full} {plural(first, row['one'])} {SECOND.full} {second} {row['other']}"
        less, more = (rules.command("adjust", {"counter": row["first"], "by": by}) for by in (-1, 1))
        yield Gauge(
            row["label"], first + second, known[row["to"]].total, FIRST, part=first, end=known[row["end"]].total,
            second=SECOND, note=told, note_style="bold $bad" if bad else "$dim", detail=words,
            names=(row["first"], row["second"]), also=(row["to"], row["end"], *row["also"]), id=row["id"],
            key=row["key"], choose=row["choose"], less=less, more=more, label_width=10,
        )  # fmt: skip


# ---- what is asked, what one can


def asked_rows(
    asks: Sequence[Ask], words: Callable[[Ask], str], answer: Callable[[Ask], Deed], waive: str, key: str = "y"
) -> Iterator[Line]:
    """Rolls that the rules ask for, the oldest with the key that makes it; Delete waives."""
    for at, ask in enumerate(asks):
        yield Line(words(ask), key="" if at else key, style="$warn" if at else "bold $warn", rule=ask.rule,
                   choose=answer(ask), drop=waive)  # fmt: skip


def learned_rows(
    of: Numbers,
    held: Iterable[Held],
    chance: Callable[[int], Fraction],
    named: Callable[[int], str],
    choose: Callable[[str], Deed],
) -> Iterator[Number]:
    """Skills with the chance of a plain roll, the best first; those of the trade are marked."""
    for one in sorted(held, key=lambda one: -of.total(one.ref).total):
        total = of.total(one.ref).total
        trade = one.place is not None and of.document.skills[one.place].trade
        learned = f"{of.called(one.on)} {of.score(one.on)}, learned {signed(of.level(one))}"
        yield Number(one.label, total, note=percent(chance(total)), lead="★" if trade else "",
                     detail=f"{named(total)}: {learned}", names=(one.name,), label_width=22, room=3, bar=5, most=20,
                     value_style="bold $title" if trade else "$title", id=one.name.replace(":", "-"),
                     choose=choose(one.ref))  # fmt: skip


def next_rows(steps: Iterable[Sequence[str]], one: Any = None, actions: Iterable[Action] = ()) -> Iterator[Line]:
    """The ways on, each with its key: key, action, words, what follows. Of those that are among the `actions` only what
    may be done with the document now."""
    shut = {action.id for action in actions if not action.when(one)}
    for key, action, words, note in steps:
        if action not in shut:
            yield Line(words, key=key, note=note, choose=action, id=f"next-{action}")
