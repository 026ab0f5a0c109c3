"""What the next harm would bring, and how a roll on the table stands: numbers and words for the panels (DMG-2, KIS-2,
KIS-5, DOM-3, AST-6, AST-7, PRK-3). Pure."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from saga_tui.games.saga.book import AddedDice
from saga_tui.games.saga.rules import derive, odds, open_roll, rolls, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands.harm import level_now
from saga_tui.games.saga.rules.words import WOUNDS, DamageKind
from saga_tui.odds import Dist
from saga_tui.words import percent, plural


@dataclass(frozen=True, slots=True)
class NextHit:
    """How much more of a kind of damage is borne (DMG-2)."""

    kind: DamageKind
    held: int
    threshold: int
    words: str
    """`one more pain: a consequence`."""

    @property
    def room(self) -> int:
        """Tokens that bring nothing yet."""
        return max(0, self.threshold - self.held)


@dataclass(frozen=True, slots=True)
class KismetLook:
    """What a kismet roll now would bring (KIS-2, DOM-3)."""

    dice: int
    left: int
    """Unmarked steps before one's doom."""
    hitch: Fraction
    """The chance of at least one hitch."""
    doom: Fraction
    """The chance of meeting one's doom with this roll."""
    spark: Fraction
    """The expected Spark."""
    words: str


def next_hit(character: Character, kind: DamageKind) -> NextHit:
    """What one more pain, doubt or fear would do; a deadly conflict calls for a kismet roll besides (KIS-5)."""
    held, threshold = state.held(character, kind), derive.threshold(character, kind).total
    room = max(0, threshold - held)
    if room:
        return NextHit(kind, held, threshold, f"{room} more {kind} without a consequence")
    level = level_now(character)
    roll = " and a kismet roll" if state.play_of(character).stakes == "deadly" else ""
    return NextHit(kind, held, threshold, f"next {kind}: a {level} consequence{roll}")


def kismet(character: Character, more: int = 0) -> KismetLook | None:
    """The kismet roll that is due; else one with the tokens held and `more`, in a deadly conflict with one die at least
    (KIS-2, KIS-5). Nothing where there would be no die to roll, or more than `odds.MOST_DICE`, or doom is met."""
    due = state.kismet_due(character)
    least = derive.numbers(character).damage.deadly_min_dice if state.play_of(character).stakes == "deadly" else 0
    left = state.doom_left(character)
    dice = due[0] if due else max(least, state.held(character, "kismet") + more)
    if state.doomed(character) or not 0 < dice <= odds.MOST_DICE:
        return None
    found = odds.kismet(dice, left)
    hitch = 1 - found.no_hitch
    words = (
        f"kismet roll with {plural(dice, 'die')}: {percent(hitch)} chance of a hitch; "
        f"chance of meeting your doom: {percent(found.doom)}"
    )
    return KismetLook(dice, left, hitch, found.doom, found.spark, words)


def lines(character: Character) -> list[str]:
    """The words for the damage pools: the kinds that bear no more, then the kismet roll. One more token of kismet is
    looked at where none is held."""
    found = [item for item in (next_hit(character, kind) for kind in WOUNDS) if not item.room]
    look = kismet(character, 0 if state.held(character, "kismet") else 1)
    return [*(item.words for item in found), *([look.words] if look else [])]


# ---- a roll on the table


@dataclass(frozen=True, slots=True)
class Standing:
    """The chances of a roll that lies: compared as it is, and with one thing more done before."""

    now: odds.Outcome
    reroll: odds.Outcome | None
    """With one fortune token on dice that are no marks (AST-6); nothing where there is none to pay or re-roll."""
    deliberate: odds.Outcome | None
    """With one token of Deliberate (PRK-3)."""


def had(character: Character, roll: LastRoll) -> Fraction | None:
    """The chance of a clear success that a compared roll had, with the fortune that was planned (ROL-2, AST-6); nothing
    where the odds do not know such pools, or nobody rolled against it."""
    sides = _sides(character, roll)
    return None if sides is None or roll.outcome == "neutral" else Fraction(*odds.ahead(*sides, 1))


def law(character: Character, roll: LastRoll) -> Dist | None:
    """The law of its net marks before it was rolled; of a roll that is not compared yet that of comparing it as it is
    (ROL-2); nothing where the odds do not know such pools."""
    if roll.stage == open_roll.THROWN and roll.marks <= odds.MOST_DICE:
        roll = roll.model_copy(update={"thrown": 0, "automatic": roll.marks})
    sides = _sides(character, roll)
    return odds.net(*sides) if sides is not None else None


def _sides(character: Character, roll: LastRoll) -> tuple[Dist, Dist] | None:
    """The laws of one's own marks and of the opposing ones."""
    many = max(roll.thrown, roll.against, roll.automatic, roll.given or 0, roll.opposing, roll.sure)
    if roll.net_only or many > odds.MOST_DICE:
        return None
    fortune, each = min(open_roll.plan_of(roll).fortune, odds.MOST_DICE), derive.numbers(character).roll.fortune_rerolls
    own = odds.marks(max(0, roll.thrown), max(0, roll.automatic), fortune, each)
    return own, _opposing(roll)


def _opposing(roll: LastRoll) -> Dist:
    """The law of the opposing marks, with those that are sure for dice traded there (ROL-6)."""
    sure = max(0, roll.sure)
    return odds.marks(max(0, roll.against), sure) if roll.given is None else odds.marks(0, max(0, roll.given) + sure)


def expected(dice: int, fortune: int, again: int, each: int) -> Fraction | None:
    """Marks that so many own dice bring with `fortune` tokens of the plan, which re-roll `each` so many, and with dice
    thrown `again` later; nothing where the odds do not know such pools (ROL-1, AST-6, AST-7)."""
    if max(dice, fortune, 0) > odds.MOST_DICE:
        return None
    return odds.marks(max(0, dice), 0, max(0, fortune), each).mean + odds.THIRD * again


def luck(character: Character, roll: LastRoll) -> Fraction | None:
    """Marks on one's own dice beyond what was to be expected of them (ROL-1)."""
    fortune = open_roll.plan_of(roll).fortune if roll.again is None else 0
    each = derive.numbers(character).roll.fortune_rerolls
    brought = None if roll.net_only else expected(roll.thrown, fortune, (roll.again or 0) + roll.late, each)
    return None if brought is None else max(0, roll.marks - roll.automatic) - brought


def standing(character: Character) -> Standing | None:
    """How the roll on the table stands; nothing where none lies, or where the odds do not know such pools."""
    roll = open_roll.uncompared(character)
    if roll is None or max(roll.against, roll.marks, roll.given or 0) > odds.MOST_DICE:
        return None
    table = derive.numbers(character).roll
    again = min(table.fortune_rerolls, open_roll.blank_count(character, roll))
    fortune = state.in_hand(character, "fortune") + max(0, roll.owed)
    perk = open_roll.adding(character)
    added = perk.effect.dice if perk and isinstance(perk.effect, AddedDice) else 0
    able = added and perk is not None and perk.asset is not None and state.in_hand(character, perk.asset)
    stays = Fraction(open_roll.shows_dramatic(character, roll))
    thrown_again = odds.THIRD if roll.chance and 0 in open_roll.blanks(character, roll) else odds.NEVER
    return Standing(
        _chances(roll, 0, stays),
        _chances(roll, again, thrown_again, 1) if fortune and again else None,
        _chances(roll, added, stays) if able else None,
    )


def _chances(roll: LastRoll, more: int, dramatic: Fraction, again: int = 0) -> odds.Outcome:
    """The chances with `more` dice thrown, `again` of them the one of a chance roll; it shows a dramatic failure by the
    chance `dramatic` (ROL-8)."""
    opposing = _opposing(roll)
    law = odds.net(odds.marks(more, max(0, roll.marks)), opposing)
    lost = odds.net(odds.marks(more - again, max(0, roll.marks)), opposing).p(0) * dramatic if dramatic else odds.NEVER
    return odds.outcome(law, rolls.judge(0, open_roll.opposition_of(roll)), lost)
