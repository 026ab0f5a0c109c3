"""Where somebody stands in play, and what happens to the counters: blows, bleeding, recovery, what is to be rolled.

Pure functions of a character, and of an edit; the commands and the clock's rows are made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, Literal

from saga_tui import blows
from saga_tui.engine.advances import MADE, OFFERED
from saga_tui.engine.asked import ASKED, CONDITIONS, COUNTERS, Question, drop
from saga_tui.engine.conflict import BONUSES, FIGHTERS
from saga_tui.engine.document import Ask
from saga_tui.engine.rolled import MODIFIERS
from saga_tui.engine.works import WORKS
from saga_tui.games.sagas import book
from saga_tui.games.sagas.book import Weapon
from saga_tui.games.sagas.character import Character, Harm, Play
from saga_tui.games.sagas.rules import harm as law
from saga_tui.games.sagas.rules.base import Change
from saga_tui.games.sagas.rules.figures import MAIN, SECONDARY, Figures, entries, figures, name_of
from saga_tui.words import plural

Kind = Literal["physical", "mental"]
Form = Literal["injuries", "stun"]
KINDS: Final[tuple[Kind, ...]] = ("physical", "mental")
SCORES: Final = {"physical": "end", "mental": "pre"}
"""What is rolled against a shock and to heal, by kind (S-SHK, S-HEAL-1)."""
BEGINS: Final = {
    "dying": ("S-HURT-3", f"unconscious and dying: 1 injury every {law.EVERY} rounds until someone treats it"),
    "unconscious": ("S-HURT-3", "unconscious"),
    "dead": ("S-HURT-4", "dead"),
    "confused": ("S-HURT-6", "confused: no plan is possible, only defence or flight"),
    "mad": ("S-HURT-7", "mad: confused, and a lasting illness of the mind is chosen with the GM"),
}
OVER: Final = {
    "unconscious": ("S-HURT-3", "you wake"),
    "confused": ("S-HURT-6", "no longer confused"),
    "mad": ("S-HURT-6", "no longer confused"),
}
"""What is said when nothing is left of a state; of the others that the dying is over."""


def play_of(character: Character) -> Play:
    """Where play stands; where it will begin before that."""
    return character.play or Play()


def harm_of(character: Character, kind: Kind) -> Harm:
    """Injuries and stun of a kind."""
    play = play_of(character)
    return play.physical if kind == "physical" else play.mental


def law_of(own: Harm) -> blows.Harm:
    """The counters as the rules take them."""
    return blows.Harm(own.injuries, own.stun)


def state(character: Character, kind: Kind) -> str:
    """What the counters say of body or mind: `fit`, `dying`, `unconscious`, `dead`; `confused`, `mad`."""
    own, of = law_of(harm_of(character, kind)), figures(character)
    points, end = of.hit_points(kind).total, of.score(SCORES[kind])
    return law.body(own, points, end, of.switches) if kind == "physical" else law.mind(own, points, end)


def dead(character: Character) -> bool:
    """Whether the injuries have killed (S-HURT-4)."""
    return character.play is not None and state(character, "physical") == "dead"


def bleeds(character: Character) -> bool:
    """Whether somebody is dying whom nobody has cared for (S-HURT-3)."""
    return character.play is not None and not character.play.cared and state(character, "physical") == "dying"


def beside_oneself(character: Character) -> bool:
    """Whether a shock or the counters leave no coherent decision (S-SHK-2, S-HURT-6)."""
    return play_of(character).confused or state(character, "mental") != "fit"


def down(character: Character) -> bool:
    """Whether nothing can be done: fainted, unconscious, dying or dead."""
    return play_of(character).fainted or state(character, "physical") != "fit"


def magazines(character: Character) -> dict[int, Weapon]:
    """The gear that has a magazine, by its place (S-EQP-1)."""
    rows = ((at, figures(character).weapon(one)) for at, one in enumerate(character.gear))
    return {at: row for at, row in rows if row is not None and row.shots}


@cache
def questions() -> Mapping[tuple[str, str], Question]:
    """The rolls under a characteristic that the rules ask for, by their sort and kind."""
    found = (Question(**row) for row in book.data("play")["asked"])
    return {(one.what, one.kind): one for one in found}


def asked_words(ask: Ask) -> str:
    """An open roll in words: `Shock roll: Endurance`, `Initiative: Guard`."""
    known = questions().get((ask.what, ask.kind))
    name, of = (known.name, name_of(known.score)) if known else (ask.what.capitalize(), ask.kind)
    return f"{name}: {of}" if of else name


# ---- counters


def set_harm(edit: Change, kind: Kind, rule: str, injuries: int | None = None, stun: int | None = None) -> None:
    """Sets the counters of a kind, never below 0, and tells what moved and what it brings."""
    was, old = harm_of(edit.now, kind), {one: state(edit.now, one) for one in KINDS}
    now = Harm(
        injuries=max(0, was.injuries if injuries is None else injuries),
        stun=max(0, was.stun if stun is None else stun),
    )
    if now == was:
        return
    edit.put(rule, **{kind: now})
    of = f" (damage {now.injuries + now.stun} of {figures(edit.now).hit_points(kind).total})"
    for form in ("injuries", "stun"):
        before, after = getattr(was, form), getattr(now, form)
        if before != after:
            edit.say_moved(f"{kind} {form}", before, after, rule, of)
    settle(edit, kind, old[kind])


def settle(edit: Change, kind: Kind, old: str) -> None:
    """Tells of a threshold that was passed, and begins or ends the dying (S-HURT-3 … 7)."""
    new = state(edit.now, kind)
    play = play_of(edit.now)
    if kind == "physical" and new != "dying" and (play.dying or play.cared):
        edit.put("S-HURT-3", dying=0, cared=False)
    if new == old:
        return
    if new == "dead":
        drop(edit, "S-HURT-4", "shock", "complication", "heal", "breath")
    if new == "fit" and play_of(edit.now).confused and kind == "mental":
        return  # a shock still confuses
    rule, words = BEGINS.get(new) or OVER.get(old, ("S-HURT-3", "no longer dying"))
    edit.say(words, rule, way="goes" if new in BEGINS else "comes")


def blow(edit: Change, kind: Kind, form: Form, amount: int, rule: str, *, threshold: int | None = None) -> None:
    """One blow's damage after protection: to its counter, with what it brings (S-HURT-2, S-HURT-5, S-SHK)."""
    numbers, own = figures(edit.now), harm_of(edit.now, kind)
    points = numbers.hit_points(kind).total
    after = law.suffer(law_of(own), amount, form == "stun", points, numbers.switches)
    if form == "stun" and after.injuries > own.injuries:
        edit.say("stun over the hit points becomes injuries", "S-HURT-5")
    if amount and play_of(edit.now).cared and kind == "physical":
        edit.put("S-HURT-3", cared=False)
    set_harm(edit, kind, rule, after.injuries, after.stun)
    least = numbers.shock(kind).total if threshold is None else threshold
    if law.is_shock(amount, least) and not dead(edit.now):
        ask_roll(edit, "shock", kind, rule="S-SHK-1" if kind == "physical" else "S-SHK-2")
        edit.say(f"shock: {amount} is above {least}", edit.game.play_of(edit.now).asks[-1].rule)


def ask_roll(edit: Change, what: str, kind: str = "", *, dice: int = 2, level: str = "", rule: str = "") -> None:
    """Notes a roll that the rules ask for; it stays until it is made or waived."""
    edit.ask(Ask(what=what, kind=kind, dice=dice, level=level, rule=rule))


# ---- time on the body


def bleed(edit: Change, rounds: int) -> None:
    """Rounds in which nobody cared for the dying: the first injury comes at the end of the fourth (S-HURT-3)."""
    if not bleeds(edit.now):
        return
    before = play_of(edit.now).dying
    edit.put("S-HURT-3", dying=before + rounds)
    numbers, own = figures(edit.now), play_of(edit.now).physical
    left = max(0, numbers.ended_by("physical").total - own.injuries)
    lost = min(left, law.bled(before + rounds) - law.bled(before))
    if lost:
        set_harm(edit, "physical", "S-HURT-3", own.injuries + lost)
    else:
        edit.say(f"bleeding: the next injury in {until_injury(before + rounds)}", "S-HURT-3")


def until_injury(rounds: int) -> str:
    """How soon the next injury comes after so many rounds of dying (S-HURT-3)."""
    return plural(law.EVERY - rounds % law.EVERY, "round")


def clear_stun(edit: Change, rule: str) -> None:
    """All stun goes (S-HEAL-1, S-HEAL-2)."""
    for kind in KINDS:
        if not edit.skips(kind):
            set_harm(edit, kind, rule, stun=0)
    edit.all_of_it()


def rouse(edit: Change, rule: str) -> bool:
    """The unconscious wake, the confused recover, unless injuries alone still reach the hit points (S-HEAL-2). Says
    whether anybody did."""
    flags = {"physical": ("fainted", "you wake"), "mental": ("confused", "no longer confused")}
    done = False
    for kind in KINDS:
        flag, words = flags[kind]
        up = harm_of(edit.now, kind).injuries < figures(edit.now).hit_points(kind).total
        if getattr(play_of(edit.now), flag) and up and not dead(edit.now):
            edit.put(rule, **{flag: False})
            edit.say(words, rule, way="comes")
            done = True
    return done


def reminders(character: Character) -> Iterator[tuple[str, str]]:
    """What is easily forgotten now, each with its rule (S-APP-3)."""
    play, numbers = play_of(character), figures(character)
    if bleeds(character):
        yield "S-HURT-3", f"Dying: the next injury in {until_injury(play.dying)}"
    if play.choking:
        yield "S-ENV-3", "Choking: 1d6* stun a round"
    elif play.breath is not None:
        free = 2 * numbers.score("end") if play.prepared else 0
        yield "S-ENV-3", f"No air for {plural(play.breath, 'round')}" + (f", breath holds {free}" if free else "")
    if play.fire:
        yield "S-ENV-4", f"Burning: {play.fire}d6* a round"
    for one in play.poisons:
        period = f", {one.period}" if one.period else ""
        yield "S-ENV-1", f"{one.name or 'Poison'}: virulence {one.virulence}{period}"
    for held in play.held:
        yield ("S-DEF-2" if held.until else "S-SOC-3"), f"Bonus in hand: {held.told}"
    if play.acted:
        yield "S-CMB-6", f"This round is used: {play.acted}"
    for at, row in magazines(character).items():
        left = character.gear[at].shots
        if left is not None:
            yield "S-EQP-1", f"{row.name}: {left} of {plural(row.shots or 0, 'shot')}"
    if play.to_heal and play.physical.injuries:
        yield "S-HEAL-2", "The roll after the fight is still to be made: rest ten minutes"


# ---- the lists that parameters choose from


def offered(character: Character) -> Sequence[str]:
    """All that experience can raise (S-EXP-3)."""
    return [*MAIN, *(f"{key}-bonus" for key in SECONDARY), *(one.name for one in figures(character).held.values())]


def label_of(of: Figures, ref: str) -> str:
    """A characteristic or a skill by its name."""
    return of.held[ref].label if ref in of.held else name_of(ref)


def scores(of: Figures) -> list[str]:
    """What can be tested: characteristics, then the skills that were bought, then the rest."""
    held = sorted(of.held.values(), key=lambda one: one.place is None)
    return [*MAIN, *SECONDARY, *(one.ref for one in held)]


@lru_cache(maxsize=4)
def weapons(of: Figures) -> Mapping[str, book.Weapon]:
    """The weapons that somebody has, those in hand first, and the bare hands."""
    own = sorted(enumerate(of.character.gear, 1), key=lambda one: not one[1].worn)
    rows = {f"gear:{at}": row for at, piece in own if (row := of.weapon(piece)) is not None}
    return {**rows, "fist": of.weapons["fist"]}


LISTS: Final[Mapping[str, Callable[[Character], Sequence[str]]]] = {
    ASKED: lambda one: [asked_words(ask) for ask in play_of(one).asks],
    COUNTERS: lambda one: [entry.name for entry in entries(one) if entry.counted],
    FIGHTERS: lambda one: [turn.called for turn in play_of(one).order],
    "foe": lambda one: [turn.name for turn in play_of(one).order if turn.name],
    BONUSES: lambda one: [held.told for held in play_of(one).held],
    WORKS: lambda one: [work.name for work in play_of(one).works],
    "poison": lambda one: [ill.name for ill in play_of(one).poisons],
    CONDITIONS: lambda _: [row["key"] for row in book.data("play")["condition"]],
    "magazine": lambda one: [f"shots:{at + 1}" for at in magazines(one)],
    "score": lambda one: [label_of(figures(one), key) for key in scores(figures(one))],
    "score key": lambda one: scores(figures(one)),
    "weapon": lambda one: [row.name for row in weapons(figures(one)).values()],
    "weapon key": lambda one: list(weapons(figures(one))),
    MODIFIERS: lambda _: [row["key"] for rows in book.data("modifiers").values() for row in rows if "on" in row],
    OFFERED: offered,
    MADE: lambda one: [made.told for made in one.advances],
}
"""By the names that parameters give them."""
