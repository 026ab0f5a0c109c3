"""Every number and every text of a character in one table, from which what explains, rules on, names or prints them is
made (S-APP-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from saga_tui.engine.entries import Entry, counted, number
from saga_tui.engine.levels import Held
from saga_tui.games.sagas.character import Character, Play
from saga_tui.games.sagas.rules.figures import KINDS, MAIN, SECONDARY, Figures, figures
from saga_tui.tally import Tally, Term

TEXTS: Final = {
    "name": "Name",
    "player": "Player",
    "line": "Concept",
    "trade": "Trade",
    "age": "Age",
    "looks": "Looks",
    "background": "Background",
    "motives": "Motives",
    "notes": "Notes",
}
"""The texts of a character by their fields."""
CLOCK: Final = ("scenario", "scene", "fight", "round")
ODD: Final = ("bluff", "charm", "eloquence")
"""Skills whose technology level in the book is a hint only (S-TL-2)."""
CHOSEN: Final = (("characteristics",), ("advances",))
LEARNED: Final = (*CHOSEN, ("bonuses",), ("skills",), ("world",), ("campaign", "switches"))


def entries(character: Character) -> Iterator[Entry]:
    """Every number and text, in the order of the sheet."""
    of = figures(character)
    for field, label in TEXTS.items():
        yield Entry(field, label, getattr(character.concept, field), ("concept", field))
    yield Entry("campaign", "Setting", character.campaign.setting, ("campaign", "setting"))
    yield Entry("class", "Social class", character.standing, ("standing",))
    yield from _characteristics(of)
    yield from _secondary(of)
    yield from _skills(of)
    for place, piece in enumerate(character.gear, 1):
        yield Entry(f"gear:{place}", "Gear", piece.name, ("gear", place - 1, "name"))
    yield number(of.left(), rests_on=(*LEARNED, ("campaign",), ("standing",), ("entered",)), signed=True)
    level = Term(character.campaign.technology, "chosen", "S-TL-1")
    yield number(Tally("technology", "Technology level", (level,)), ("campaign", "technology"))
    yield from _in_play(of)


def _characteristics(of: Figures) -> Iterator[Entry]:
    for key in MAIN:
        where = ("characteristics", key)
        yield number(of.main(key), rests_on=(where, ("advances",)))
        yield number(of.bonus(key), rests_on=(where, ("advances",)), signed=True)


def _secondary(of: Figures) -> Iterator[Entry]:
    for key in SECONDARY:
        yield number(of.secondary(key), rests_on=LEARNED, signed=True)
        yield number(of.bought(key), rests_on=(("bonuses", key), ("advances",)))
    yield number(of.bonus("spd"), rests_on=LEARNED, signed=True)
    for kind in KINDS:
        yield number(of.hit_points(kind), rests_on=CHOSEN)
        yield number(of.ended_by(kind), rests_on=CHOSEN)
        yield number(of.shock(kind), rests_on=CHOSEN, signed=True)
    worn = (*CHOSEN, ("gear",), ("world",))
    yield number(of.protection(), rests_on=worn)
    yield number(of.protection(bullets=True), rests_on=worn)
    yield number(of.impact(), rests_on=worn, signed=True)
    yield number(of.reflex(), rests_on=LEARNED, signed=True)
    yield number(of.of_table("carry", "Carried at most, kg", "str", "weight_kg"), rests_on=CHOSEN)
    yield number(of.of_table("top-speed", "Top speed, m a round", "spd", "speed_m_per_round"), rests_on=LEARNED)
    yield number(of.study_limit(), rests_on=CHOSEN)


def _skills(of: Figures) -> Iterator[Entry]:
    for one in shown_skills(of):
        place = () if one.place is None else (("skills", one.place),)
        yield number(of.total(one.ref), rests_on=(*place, *LEARNED), signed=True)


def shown_skills(of: Figures) -> list[Held]:
    """Those that were bought, and those of the campaign's age above 0 (S-SHEET-1, S-TL-1)."""
    age, held = of.character.campaign.technology, of.held.values()
    known = {one.ref for one in held if one.tl is None or one.tl <= age or one.key in ODD}
    return [one for one in held if one.place is not None or (one.ref in known and of.total(one.ref).total > 0)]


def _in_play(of: Figures) -> Iterator[Entry]:
    """What play counts: injuries and stun, experience, the clock, shots."""
    play = of.character.play or Play()
    for kind in KINDS:
        harm = getattr(play, kind)
        for sort in ("injuries", "stun"):
            name, label = f"{kind}-{sort}", f"{kind.capitalize()} {sort}"
            held = counted(name, label, getattr(harm, sort), "suffered", "S-HURT-1")
            yield number(held, ("play", kind, sort), counted=True, rest=(0,))
    experience = counted("experience", "Experience", play.experience, "not spent", "S-EXP-1")
    yield number(experience, ("play", "experience"), counted=True)
    yield Entry("illness", "Illness of the mind", play.illness, ("play", "illness"))
    for span in CLOCK:
        now = counted(span, span.capitalize(), getattr(play, span), "so far", "S-CLK-1")
        yield number(now, ("play", span), counted=True)
    for place, piece in enumerate(of.character.gear):
        row = of.weapon(piece)
        if row is not None and row.shots:
            shots = row.shots if piece.shots is None else piece.shots
            held = counted(f"shots:{place + 1}", f"Shots, {row.name}", shots, "in the magazine", "S-EQP-1")
            yield number(held, ("gear", place, "shots"), rest=(row.shots,), counted=True)
