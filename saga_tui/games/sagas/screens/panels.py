"""What the play screen shows: harm and the fight as its heroes, what waits, skills, arms, numbers, long actions,
experience, and what can be done next. Which panels there are and where they stand is data (`book/screens.toml`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from saga_tui.degrees import chances
from saga_tui.engine.document import Ask
from saga_tui.games.sagas import book
from saga_tui.games.sagas.book import Weapon
from saga_tui.games.sagas.character import Character, Gear
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.harm import RollAsked
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules.figures import Figures, figures, skill_name
from saga_tui.games.sagas.rules.law import EVERY, ranges
from saga_tui.games.sagas.rules.ruleset import RULES
from saga_tui.games.sagas.screens.actions import ADVANCING, FIGHTS, WORKING
from saga_tui.games.sagas.screens.rolls import SPEC, answer
from saga_tui.ui import panel_table
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.panel_table import asked_rows, gauge_rows, learned_rows, next_rows, number_rows
from saga_tui.ui.pieces import Used, said, used_rows
from saga_tui.ui.specs import Line, Number, Row
from saga_tui.words import percent, plural, signed

TABLE: Final = book.data("screens")
BANDS: Final = {"short": " (+I)", "normal": "", "long": " (−I)", "very_long": " (−II)"}


def fighting(character: Character) -> bool:
    """Whether a fight is on."""
    return CLOCK.is_open(character, "fight")


def harm(character: Character) -> Iterator[Row]:
    """Injuries and stun of each kind in one bar: to the hit points, and on to the end (S-HURT)."""
    kinds = {row["id"]: row for row in TABLE["harm"]}
    return gauge_rows(character, RULES, kinds.values(), lambda name: _comes(character, kinds[name]))


def _comes(character: Character, row: dict[str, Any]) -> tuple[str, bool]:
    kind, of, play = row["kind"], figures(character), play_of(character)
    now, own, end = state.state(character, kind), state.harm_of(character, kind), of.ended_by(kind).total
    if now == "fit":
        more = f"{of.hit_points(kind).total - own.injuries - own.stun} more: {row['down']}"
        return f"{row['down'] + ' by a shock' if getattr(play, row['flag']) else more}; {row['over']} at {end}", False
    cared = ", cared for" if kind == "physical" and play.cared else ""
    left = f"{now}{cared}; {end - own.injuries} more injuries, then {row['over']}"
    return now if now == row["over"] else left, True


def fight(character: Character) -> Iterator[Row]:
    """Who acts when, and what I did this round; without a fight what defends me (S-CMB-2, S-DEF-6)."""
    play = play_of(character)
    if not fighting(character):
        yield from number_rows(character, RULES, TABLE["numbers"]["calm"], label_width=16, room=2, bar=10, most=20)
        return
    yield FIGHTS.turn(play, "o", "act", "free: attack, or defend", "S-CMB-6")
    yield from FIGHTS.rows(play)


def mood(character: Character) -> str:
    """`conflict` in a fight, `deadly` while one is dying or dead."""
    down = character.play is not None and state.state(character, "physical") in ("dying", "dead")
    return " ".join(["conflict"] * fighting(character) + ["deadly"] * down)


def band(character: Character) -> Band | None:
    """The fight with its round, or the dying: what must be rolled, and what is easily forgotten (S-APP-3)."""
    if not (feel := mood(character)):
        return None
    play, deadly, fallen = play_of(character), "deadly" in feel, state.state(character, "physical")
    left, turn = EVERY - play.dying % EVERY, FIGHTS.place(play)
    number = {"dying": str(left), "dead": ""}.get(fallen, str(play.round))
    first = {"dying": f"next injury in {plural(left, 'round')}", "dead": "S: the sheet · u: undo"}.get(fallen, turn)
    asked = [BandLine(ask_words(character, ask), "", "y") for ask in play.asks[:1]]
    rest = " · ".join(words for _, words in state.reminders(character))
    lines = [BandLine(first, turn if deadly else ""), *asked, BandLine(rest), BandLine("")]
    return Band(number, fallen.upper() if deadly else "FIGHT", tuple(lines[:3]), "-bad" if deadly else "")


def ask_words(character: Character, ask: Ask) -> str:
    """An asked roll with its chance: `Shock roll: Endurance, 75%`."""
    question, words = state.QUESTIONS.of(ask), state.QUESTIONS.words(ask)
    if question is None:
        return f"{words}, {plural(max(1, ask.dice), 'die')}"
    return f"{words}, {percent(chances(figures(character).score(question.score), RollAsked().by_itself(ask)).success)}"


def waits(character: Character) -> Iterator[Row]:
    """Rolls that the rules ask for, then what is easily forgotten (S-APP-2, S-APP-3)."""
    words, make = partial(ask_words, character), lambda ask: partial(answer, ask=ask)
    yield from asked_rows(play_of(character).asks, words, make, "waive")
    for rule, told in state.reminders(character):
        if rule != "S-CMB-6":  # stands in the fight's panel
            yield Line(told, mark="◷", rule=rule)


def skills(character: Character, bought: bool = True) -> Iterator[Number]:
    """Totals with the chance of a plain roll, the best first (S-SKILL-3, S-TST-6)."""
    found = (one for one in figures(character).shown_skills() if (one.place is not None) == bought)
    return learned_rows(figures(character), found, lambda total: chances(total).success, skill_name, _test)


def _test(ref: str) -> Any:
    return partial(SPEC.open, verb="test", skill=ref)


def arms(character: Character) -> Iterator[Line]:
    """What is in hand first: its total, chance, dice, bonus, shots and ranges; then what is worn (S-EQP-1)."""
    of = figures(character)

    def told(piece: Gear) -> Used:
        weapon, armour = of.weapon(piece), of.armour(piece)
        if weapon is None:
            worn = ("worn" if piece.worn else "not worn") if armour else piece.note
            return Used(piece.name, worn, armour_words(armour) if armour else "")
        total = of.total(weapon.skill).total
        return Used(
            weapon.name, f"{total}, {percent(chances(total).success)}", _weapon(of, weapon, piece), weapon.skill
        )

    return used_rows(character.gear, told, lambda at: partial(SPEC.open, verb="attack", weapon=f"gear:{at}"))


def _weapon(of: Figures, row: Weapon, piece: Gear) -> str:
    bonus, left = row.bonus + (of.bonus("str").total if row.close else 0), piece.shots
    far = ranges(row.range) if row.range is not None else {}
    shots = f"{row.shots if left is None else left} of {plural(row.shots, 'shot')}" if row.shots else ""
    bands = ", ".join(f"{metres:g} m{BANDS[band]}" for band, metres in far.items() if band in BANDS)
    return "; ".join(filter(None, (f"{signed(bonus)} and up to {plural(row.dmax, 'die')}", shots, bands)))


def armour_words(row: book.Armour) -> str:
    """`protection 3, 6 against bullets and impact`."""
    return ", ".join(said(row, TABLE["pieces"]["armour"])) if row.protection is not None else TABLE["pieces"]["unset"]


def abilities(character: Character) -> Iterator[Number]:
    """The eight and the four with their bonuses, and what follows from them (S-CHR, S-SEC)."""
    own, more = TABLE["numbers"]["abilities"], TABLE["numbers"]["further"]
    yield from number_rows(character, RULES, own, _test, label_width=15, room=3, bar=5, most=20)
    yield from number_rows(character, RULES, more, label_width=22)


def experience(character: Character) -> Iterator[Row]:
    """Points to spend, how much is studied at once, and what this scenario's bought (S-EXP)."""
    return ADVANCING.rows(character, "e", "advances", ("study-limit",))


def next_steps(character: Character) -> Iterator[Line]:
    """The ways on, and rest; each with its key."""
    play = play_of(character)
    yield from next_rows(book.data("actions")["next"]["fight" if fighting(character) else CLOCK.span_of(play)])
    if not fighting(character):
        due = "heals injuries" if play.to_heal else "stun goes"
        yield from next_rows([("t", "rest", "Rest ten minutes", due), ("z", "sleep", "Sleep", "heals, once a day")])


PANELS: Final = panel_table.panels(
    TABLE["panels"],
    {"harm": harm, "fight": fight, "waits": waits, "skills": skills, "untrained": partial(skills, bought=False),
     "arms": arms, "abilities": abilities, "works": lambda one: WORKING.rows(play_of(one)),
     "experience": experience, "next": next_steps},
    {"harm": {"urgent": lambda one: "deadly" in mood(one)},
     "waits": {"urgent": lambda one: bool(play_of(one).asks) or state.bleeds(one)},
     "fight": {"heading": lambda one: f"round {play_of(one).round}" if fighting(one) else ""}},
)  # fmt: skip
LAYOUT: Final = panel_table.layout(TABLE["layout"], mood=mood, band=band)
