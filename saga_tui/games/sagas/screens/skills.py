"""Skills in SagaS's builder: a row each, and what is asked for a new one (S-SKILL, S-COST-2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from saga_tui.engine.levels import Held
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules.build import MADE, made
from saga_tui.games.sagas.rules.figures import ART, MAIN, SECONDARY, Figures, figures, name_of, skill_name
from saga_tui.games.sagas.settings import STARTS
from saga_tui.problem import Where
from saga_tui.ui.builder.priced import Price, priced, row_id
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Form, Pick, Text
from saga_tui.ui.specs import Action, Number, Row
from saga_tui.words import sentence, signed

WIDTH: Final = 24
"""Cells of the longest label."""
Groups: TypeAlias = Iterator[tuple[str, Iterator[Row]]]


def skills(character: Character) -> Groups:
    """Every skill of the age and those that were bought, under their characteristics; arts have a step of their own."""
    of = figures(character)
    for key in (*MAIN, *SECONDARY):
        if found := [one for one in of.held.values() if one.on == key and one.key != ART and not later(of, one)]:
            yield f"{name_of(key)} {of.score(key)}", (skill_row(of, one) for one in found)


def later_skills(character: Character) -> Groups:
    """Those of later ages than the campaign's (S-TL-2)."""
    of = figures(character)
    yield "Of later ages", (skill_row(of, one) for one in of.held.values() if one.key != ART and later(of, one))


def later(of: Figures, one: Held) -> bool:
    """Whether a skill is of a later age than the campaign's and was not bought (S-TL-2)."""
    return one.place is None and of.later(one.key, one.tl)


def skill_row(of: Figures, one: Held) -> Number:
    """A skill with its level and what it costs."""
    row, lower = of.skills.get(one.key), of.level_before(one.level, one.start)
    trade = one.place is not None and of.character.skills[one.place].trade
    said, grade = f"technology {one.tl}" * later(of, one), sentence(skill_name(of.total(one.ref).total))
    next_, paid = of.price("skill", one.level, of.next_level(one.level)), of.price("skill", one.start, one.level)
    return priced(
        of.total(one.ref), Price("level", one.level, next_, paid), kept=said or "trade" * trade,
        label=one.label, label_width=WIDTH, room=3, value_style="bold" if one.place is not None else "$dim",
        detail=f"{grade}. {row.use if row else ''}", more=made("raise-skill", skill=one.ref),
        less=made("lower-skill", skill=one.ref) if lower is not None else None,
        choose=Form(MADE["set-skill"], title=one.label, params={"skill": one.ref}, now={"level": one.level}),
        drop=made("remove-skill", place=one.place) if one.place is not None else None,
        turn=made("mark-trade", skill=one.ref, on=not trade),
    )  # fmt: skip


def skill_at(character: Character, where: Where) -> str:
    """The row of a skill that was bought."""
    place = where[1] if len(where) > 1 else None
    known = isinstance(place, int) and place < len(character.skills)
    return row_id(figures(character).bought_at(int(str(place))).name) if known else ""


def special(character: Character, _given: Any) -> list[Offer]:
    """The skills that are bought once for each specialisation (S-SKILL-5)."""
    return [Offer(one.key, one.name, one.use) for one in figures(character).skills.values() if one.specialise]


def names_of(character: Character, given: Mapping[str, Any]) -> list[str]:
    """Specialisations that the tables know: arts, and those of the ideas."""
    if given["skill"] == ART:
        return [art.name for art in figures(character).arts.values()]
    known = (one.partition(":") for concept in book.data("ideas")["concept"] for one in concept["skills"])
    return list(dict.fromkeys(name for key, _, name in known if key == given["skill"] and name))


def starts(_character: Character, _given: Any) -> list[Offer]:
    """Where a skill may start (S-SKILL-2)."""
    return [Offer(str(start), f"Starts at {signed(start)}" if start else "Starts at 0") for start in reversed(STARTS)]


def _free_start(character: Character, given: Mapping[str, Any]) -> bool:
    return figures(character).skills[given["skill"]].base is None


SPECIALTY: Final = (
    Pick("skill", special, "Which skill?"),
    Text("name", "Which one?", suggestions=names_of),
    Pick("start", starts, "Where does it start? Your GM says.", when=_free_start),
)
OWN: Final = (
    Text("name", "What is it called?"),
    Pick("on", [Offer(key, name_of(key)) for key in (*MAIN, *SECONDARY)], "Which characteristic is it on?"),
    Pick("start", starts, "Where does it start? Your GM agrees."),
)
SKILL_KEYS: Final = (
    Action("special", "Add", "Add a language, an art …", Form(MADE["add-skill"], SPECIALTY), key="a", shown=True),
    Action("own", "Own skill", "Make a skill of your own", Form(MADE["make-skill"], OWN), key="o", shown=True),
)  # fmt: skip
