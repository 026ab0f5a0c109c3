"""What the play screen shows, as data: harm and the fight as its heroes, what waits, skills, arms, numbers, long
actions, experience, and what can be done next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from saga_tui import degrees
from saga_tui.engine.document import Ask
from saga_tui.games.sagas import book
from saga_tui.games.sagas.book import Weapon
from saga_tui.games.sagas.character import Character, Gear
from saga_tui.games.sagas.play import state
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.harm import Adjust, modifier_of
from saga_tui.games.sagas.play.state import play_of
from saga_tui.games.sagas.rules.fight import ranges
from saga_tui.games.sagas.rules.figures import (
    KINDS,
    MAIN,
    SECONDARY,
    Figures,
    figures,
    name_of,
    shown_skills,
    skill_name,
)
from saga_tui.games.sagas.rules.harm import EVERY
from saga_tui.games.sagas.screens import flows
from saga_tui.games.sagas.screens.rolls import answered
from saga_tui.games.sagas.screens.things import armour_words
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.specs import (
    ASIDE,
    LOG,
    PANES,
    Gauge,
    Layout,
    Line,
    Number,
    Pane,
    Panel,
    Plan,
    Row,
    Token,
)
from saga_tui.words import percent, plural, signed

INJURY, STUN = Token("█", "░", "$warn"), Token("▚", "░", "$title")
KEYS: Final = {"physical": "p", "mental": "m"}
ENDS: Final = {"physical": ("unconscious", "dead"), "mental": ("confused", "mad")}
LESS, MORE = ({kind: Adjust(counter=f"{kind}-injuries", by=by) for kind in KINDS} for by in (-1, 1))
BANDS: Final = {"short": " (+I)", "normal": "", "long": " (−I)", "very_long": " (−II)"}


# ---- the heroes


def harm(character: Character) -> Iterator[Row]:
    """Injuries and stun of each kind in one bar: to the hit points, and on to the end (S-HURT)."""
    of = figures(character)
    for kind in state.KINDS:
        own, points, end = state.harm_of(character, kind), of.hit_points(kind).total, of.ended_by(kind)
        yield Gauge(
            kind.capitalize(),
            own.injuries + own.stun,
            points,
            INJURY,
            part=own.injuries,
            end=end.total,
            second=STUN,
            note=_next_harm(character, kind, points, end.total),
            note_style="$dim" if state.state(character, kind) == "fit" else "bold $bad",
            detail=f"{INJURY.full} {plural(own.injuries, 'injury')} {STUN.full} {own.stun} stun",
            names=(f"{kind}-injuries", f"{kind}-stun"),
            also=(f"{kind}-hit-points", end.name, f"{kind}-shock"),
            id=f"harm-{kind}",
            key=KEYS[kind],
            choose=f"take-{kind}",
            less=LESS[kind],
            more=MORE[kind],
            label_width=10,
        )


def _next_harm(character: Character, kind: state.Kind, points: int, end: int) -> str:
    now, own, (down, over) = state.state(character, kind), state.harm_of(character, kind), ENDS[kind]
    play = play_of(character)
    shocked = play.fainted if kind == "physical" else play.confused
    if now == over:
        return over
    if now == "fit":
        more = points - own.injuries - own.stun
        return f"{down} by a shock; {over} at {end}" if shocked else f"{more} more: {down}; {over} at {end}"
    cared = ", cared for" if kind == "physical" and play.cared else ""
    return f"{now}{cared}; {end - own.injuries} more injuries, then {over}"


def fight(character: Character) -> Iterator[Row]:
    """Who acts when, and what I did this round; without a fight what defends me (S-CMB-2, S-DEF-6)."""
    of, play = figures(character), play_of(character)
    if not CLOCK.is_open(character, "fight"):
        bullets = of.protection(bullets=True).total
        for label, tally, note in (
            ("Reflex dodge", of.reflex(), "against any attack"),
            ("Protection", of.protection(), f"{bullets} against bullets"),
            ("Initiative", of.secondary("ini"), "+1d6* in a fight"),
            ("Physical shock", of.shock("physical"), "above: Endurance"),
            ("Mental shock", of.shock("mental"), "above: Presence"),
        ):
            yield Number(label, tally.total, note=note, names=(tally.name,), label_width=16, room=2, bar=10, most=20)
        return
    used = f"{play.acted}" if play.acted else "free: attack, or defend"
    yield Number("This round", used, key="o", choose="act", note=play.grapple, label_width=11,
                 value_style="$dim" if play.acted else "bold", id="acted", rule="S-CMB-6")  # fmt: skip
    yield from flows.FIGHTS.rows(play)


def mood(character: Character) -> str:
    """`conflict` in a fight, `deadly` while one is dying or dead."""
    down = character.play is not None and state.state(character, "physical") in ("dying", "dead")
    return " ".join(["conflict"] * CLOCK.is_open(character, "fight") + ["deadly"] * down)


def band(character: Character) -> Band | None:
    """The fight with its round, or the dying: what must be rolled, and what is easily forgotten (S-APP-3)."""
    if not (feel := mood(character)):
        return None
    play, deadly = play_of(character), "deadly" in feel
    fallen = state.state(character, "physical")
    title = fallen.upper() if deadly else "FIGHT"
    number = str(EVERY - play.dying % EVERY) if fallen == "dying" else str(play.round)
    number = "" if fallen == "dead" else number
    places = [one.called for one in play.order if not one.out]
    turn = f"round {play.round} · you act {places.index('you') + 1} of {len(places)}" if "you" in places else ""
    bleeds = f"next injury in {plural(int(number or 0), 'round')}" if deadly else turn
    first = "S: the sheet · u: undo" if fallen == "dead" else bleeds
    asked = [BandLine(ask_words(character, ask), "", "y") for ask in play.asks[:1]]
    rest = " · ".join(words for _, words in state.reminders(character))
    lines = [BandLine(first, turn if deadly else ""), *asked, BandLine(rest), BandLine("")]
    return Band(number, title, tuple(lines[:3]), "-bad" if deadly else "")


# ---- what waits


def ask_words(character: Character, ask: Ask) -> str:
    """An asked roll with its chance: `Shock roll: Endurance, 75%`."""
    question = state.questions().get((ask.what, ask.kind))
    if question is None:
        return f"{state.asked_words(ask)}, {plural(max(1, ask.dice), 'die')}"
    chance = degrees.chances(figures(character).score(question.score), modifier_of(ask)).success
    return f"{state.asked_words(ask)}, {percent(chance)}"


def waits(character: Character) -> Iterator[Row]:
    """Rolls that the rules ask for, then what is easily forgotten (S-APP-2, S-APP-3)."""
    for at, ask in enumerate(play_of(character).asks):
        yield Line(ask_words(character, ask), key="y" if not at else "", style="bold $warn" if not at else "$warn",
                   rule=ask.rule, choose=answered(ask), drop="waive")  # fmt: skip
    for rule, words in state.reminders(character):
        if rule != "S-CMB-6":  # stands in the fight's panel
            yield Line(words, mark="◷", rule=rule)


def asked(character: Character) -> bool:
    """Whether a roll is asked for, or the dying goes on."""
    return bool(play_of(character).asks) or state.bleeds(character)


# ---- what one can


def skills(character: Character, bought: bool = True) -> Iterator[Number]:
    """Totals with the chance of a plain roll, the best first; those of the trade are marked (S-SKILL-3, S-TST-6)."""
    of = figures(character)
    found = (one for one in shown_skills(of) if (one.place is not None) == bought)
    for one in sorted(found, key=lambda one: -of.total(one.ref).total):
        total = of.total(one.ref).total
        trade = one.place is not None and character.skills[one.place].trade
        learned = f"{name_of(one.on)} {of.score(one.on)}, learned {signed(of.level(one))}"
        yield Number(one.label, total, note=percent(degrees.chances(total).success), lead="★" if trade else "",
                     detail=f"{skill_name(total)}: {learned}", names=(one.name,), label_width=22, room=3, bar=5,
                     most=20, value_style="bold $title" if trade else "$title", id=one.name.replace(":", "-"),
                     choose=partial(flows.roll_skill, ref=one.ref))  # fmt: skip


def arms(character: Character) -> Iterator[Line]:
    """What is in hand first: its total, chance, dice, bonus, shots and ranges; then what is worn (S-EQP-1)."""
    of = figures(character)
    for at, piece in sorted(enumerate(character.gear), key=lambda item: (item[1].kind == "thing", not item[1].worn)):
        weapon, armour = of.weapon(piece), of.armour(piece)
        mark = "◉" if piece.worn else "·"
        if weapon is not None:
            total = of.total(weapon.skill).total
            told = f"{total}, {percent(degrees.chances(total).success)}"
            yield Line(weapon.name, mark=mark, note=told, detail=_weapon_words(of, weapon, piece), id=f"gear-{at}",
                       also=(f"skill:{weapon.skill.replace('_', '-')}",), text_name=f"gear:{at + 1}",
                       choose=partial(flows.attack, at=at))  # fmt: skip
        else:
            worn = ("worn" if piece.worn else "not worn") if armour else piece.note
            yield Line(piece.name, mark=mark, note=worn, detail=armour_words(armour) if armour else "",
                       text_name=f"gear:{at + 1}", id=f"gear-{at}")  # fmt: skip


def _weapon_words(of: Figures, row: Weapon, piece: Gear) -> str:
    bonus = row.bonus + (of.bonus("str").total if row.close else 0)
    far = ranges(row.range) if row.range is not None else {}
    left = row.shots if piece.shots is None else piece.shots
    shots = f"{left} of {plural(row.shots, 'shot')}" if row.shots else ""
    bands = ", ".join(f"{metres:g} m{BANDS[band]}" for band, metres in far.items() if band in BANDS)
    dice = f"{signed(bonus)} and up to {plural(row.dmax, 'die')}"
    return "; ".join(filter(None, (dice, shots, bands)))


def abilities(character: Character) -> Iterator[Number]:
    """The eight and the four with their bonuses, and what follows from them (S-CHR, S-SEC)."""
    of = figures(character)
    for key in (*MAIN, *SECONDARY):
        tally = of.main(key) if key in MAIN else of.secondary(key)
        yield Number(tally.label, tally.total, note=f"bonus {signed(of.bonus(key).total)}", names=(tally.name,),
                     also=(f"{key}-bonus",) if key in MAIN else (), label_width=15, room=3, bar=5, most=20,
                     choose=partial(flows.roll_skill, ref=key))  # fmt: skip
    carry, speed = of.number("carry"), of.number("top-speed")
    for tally, unit in ((of.impact(), ""), (carry, " kg"), (speed, " m a round")):
        yield Number(tally.label.partition(",")[0], tally.total, tail=unit, names=(tally.name,), label_width=22)


# ---- what grows


def works(character: Character) -> Iterator[Row]:
    """Long actions (S-LONG-4)."""
    return flows.WORKING.rows(play_of(character))


def experience(character: Character) -> Iterator[Row]:
    """Points to spend, how much is studied at once, and what this scenario's bought (S-EXP)."""
    limit = figures(character).study_limit()
    yield Number("Experience", play_of(character).experience, key="e", choose="advances", names=("experience",),
                 label_width=11, note=flows.stands(character).partition(" in ")[0], also=(limit.name,))  # fmt: skip
    for one in flows.made(character):
        yield Line(one.words, note=f"for {one.cost}", mark="✓", choose="advances", drop=one.back)


def next_steps(character: Character) -> Iterator[Line]:
    """The ways on, and rest; each with its key."""
    play = play_of(character)
    span = "fight" if CLOCK.is_open(character, "fight") else CLOCK.span_of(play)
    for key, action, words, note in book.data("actions")["next"][span]:
        yield _step(key, action, words, note)
    if span != "fight":
        due = "heals injuries" if play.to_heal else "stun goes"
        yield _step("t", "rest", "Rest ten minutes", due)
        yield _step("z", "sleep", "Sleep", "heals, once a day")


def _step(key: str, action: str, words: str, note: str, style: str = "") -> Line:
    return Line(words, key=key, note=note, choose=action, id=f"next-{action}", style=style)


# ---- all of them, and where they stand

HURT: Final = frozenset({"physical", "mental", "fainted", "confused", "cared", "dying", "illness"})
TURN: Final = frozenset({"order", "acted", "round", "fight", "span", "grapple"})
PANELS: Final = (
    Panel("harm", "Harm", harm, HURT, hero=True, urgent=lambda one: mood(one).endswith("deadly")),
    Panel("fight", "Fight", fight, TURN, hero=True,
          heading=lambda one: f"round {play_of(one).round}" if CLOCK.is_open(one, "fight") else ""),
    Panel("waits", "What waits", waits, HURT | {"asks", "held", "acted", "poisons", "fire", "breath", "to_heal"},
          worth=0, empty="Nothing waits.", urgent=asked),
    Panel("skills", "Skills", skills, worth=2, empty="None learned.", subtitle=lambda _: "★ trade · Enter: roll"),
    Panel("untrained", "Not learned", partial(skills, bought=False), worth=6, grows=True, folds=8),
    Panel("arms", "Weapons and armour", arms, frozenset(), worth=1, folds=8, empty="Nothing in hand."),
    Panel("abilities", "Characteristics", abilities, worth=4),
    Panel("works", "Long actions", works, frozenset({"works"}), worth=3, empty="None. Press w to start one."),
    Panel("experience", "Experience", experience, frozenset({"experience", "scenario"}), worth=5),
    Panel("next", "Next", next_steps, TURN | {"asks", "to_heal"}, worth=0, folds=2),
    LOG,
)  # fmt: skip

FOLD: Final[Plan] = (("waits", "arms", "next"), PANES)
PAIR: Final[Plan] = (("waits", "skills", "untrained", "next"), ("arms", "abilities", "works", "experience", "log"))
THREE: Final[Plan] = (("skills", "untrained"), ("waits", "arms", "next", "log"), ("abilities", "works", "experience"))
FOUR: Final[Plan] = (
    ("skills",),
    ("waits", "arms", "abilities", "works", "experience", "next"),
    ("untrained",),
    (ASIDE, "log"),
)
FIGHT: Final[dict[Plan, Plan]] = {
    THREE: (("waits", "arms", "next"), ("skills", "untrained"), ("abilities", "works", "log")),
    FOUR: (("waits", "arms", "works", "next"), ("skills", "experience"), ("abilities", "untrained"), (ASIDE, "log")),
}
"""In a fight what waits and what is in hand come first."""
WIDE: Final = ((180, 45, FOUR), (100, 28, THREE), (0, 40, PAIR), (0, 0, FOLD))
HARD: Final = tuple((wide, high, FIGHT.get(plan, plan)) for wide, high, plan in WIDE)
LAYOUT: Final = Layout(
    plans=WIDE,
    panes=(
        Pane("Skills", ("skills", "untrained"), "skills"),
        Pane("Numbers", ("abilities",), "characteristics"),
        Pane("More", ("works", "experience"), "long actions and experience"),
        Pane("Log", ("log",), "the log"),
    ),
    heroes=("harm", "fight"),
    mood=mood,
    band=band,
    moods={"conflict": HARD, "conflict deadly": HARD},
)
