"""What is wrong with a character, what is left to choose, and what is worth a word (S-MAKE-10). The words stand in
`problems.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saga_tui.engine import examined
from saga_tui.engine.findings import Findings
from saga_tui.games.sagas import book
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.rules.figures import ART, FIELDS, MAIN, SECONDARY, START, Figures, figures
from saga_tui.problem import Problem, Severity

GOOD: Final = 11
"""The total that a trade asks for (S-SKILL-3)."""
ON: Final = (*MAIN, *SECONDARY)
NUMBERS: Final = ("creation_points",)
"""Rule options that may be any number."""
BENEFITS: Final = {"dmax-3": "up to 3 dice of damage with bare hands", "two-weapons": "two attack rolls, keep one"}
"""What an art can bring to strikes (S-MART-2)."""
found: Final = Findings(book.data("problems"))


def problems(character: Character) -> list[Problem]:
    """All of it, errors first."""
    of = figures(character)
    ages = [one["tl"] for one in book.data("technology")["level"]]
    later: Severity | None = "error" if of.switch("technology") == "strict" else None
    return examined.ordered([
        *examined.begun(found, of, ages, book.classes(), "middle"),
        *examined.points(found, of, kept=of.switch("leftover_creation") == "kept"),
        *examined.scores(found, of, MAIN, START),
        *examined.bonuses(found, of, SECONDARY),
        *examined.skills(found, of, ON, later, GOOD),
        *_arts(of),
        *examined.gear(found, of, of.score("str"), later),
        *examined.switches(found, of, book.switches(), NUMBERS),
    ])  # fmt: skip


def _arts(of: Figures) -> Iterator[Problem]:
    """Arts that leave a choice (S-MART-2), and names that are no art's."""
    for place, chosen in enumerate(of.character.skills):
        if chosen.key != ART or not chosen.name.strip():
            continue
        art, where = of.art(chosen.name), ("skills", place)
        if of.switch("martial_arts") == "by-field":
            if chosen.name.casefold() not in FIELDS:
                yield found("field", (*where, "name"), chosen.name, known=FIELDS)
        elif art is None:
            yield found("art", (*where, "name"), chosen.name, known=[row.name for row in of.arts.values()])
        elif art.strike_benefit == "choice" and chosen.benefit not in BENEFITS:
            yield found("benefit", (*where, "benefit"), name=art.name)


def open_arts(of: Figures) -> list[int]:
    """Where the arts that leave a choice stand among the skills bought (S-MAKE-5)."""
    arts = ((place, of.art(one.name)) for place, one in enumerate(of.character.skills) if one.key == ART)
    return [place for place, art in arts if art is not None and art.strike_benefit == "choice"]
