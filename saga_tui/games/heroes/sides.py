"""Who may attack whom, how strong each side is and what the chances are (H-FIGHT-1 to 3, H-FIGHT-6, H-FIGHT-11).

choices(state), choice(state, counters, target)     what the seat may attack, with which of its counters
duty(state, seat)                                   whether its hero owes an attack on a monster
parts(state, side, other, …), strength(…)           a side's strength, told part by part, or as a number
forecast(state, counters, target, …), outlook(…)    exact chances before an attack, and in the open fight
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from saga_tui.engine.pieces import Aim
from saga_tui.games.heroes import laws
from saga_tui.games.heroes.board import tax
from saga_tui.games.heroes.book import AREAS, JARLS, KINDS, MONSTERS, PIECES, RUNES, THINGS
from saga_tui.games.heroes.commands import Refused
from saga_tui.games.heroes.state import COUNTRY, DEAD, Counter, State
from saga_tui.result_table import mixed


def able(counter: Counter) -> bool:
    """Whether it may attack at all this turn (H-FIGHT-1, H-FLEE-3)."""
    return not (counter.out or counter.fled or counter.recruited)


def duty(state: State, seat: str) -> bool:
    """Whether a hero who can attack still owes an attack on a monster in his area (H-FIGHT-3)."""
    hero = state.hero(seat)
    if not able(hero) or hero.at not in AREAS or hero.at in state.done_with:
        return False
    if any(each in MONSTERS for each in hero.attacked) or (hero.attacked and state.on("attacks", "once")):
        return False
    return any(each.id in MONSTERS for each in state.there(hero.at))


def targets(state: State, area: str) -> Iterator[str]:
    """All that one's counters there could attack (H-FIGHT-2, H-JARL-4), another's kingdom too (H-TAX-1, H-TAX-2)."""
    yield from (each.id for each in state.there(area) if each.master != state.whose)
    if AREAS[area].kind == "land" and area not in state.iced and state.kingdoms.get(area) != state.whose:
        yield COUNTRY


def _may(state: State, counter: Counter, target: str, owes: bool) -> bool:
    """Whether one counter may still attack a target (H-FIGHT-2)."""
    spent = counter.attacked or (owes and state.is_hero(counter) and target not in MONSTERS)
    return target not in counter.attacked and not (state.on("attacks", "once") and spent)


def choices(state: State) -> list[Aim]:
    """Every target of the seat whose part of the fights it is, areas in the order of its counters."""
    fields: dict[str, list[Counter]] = {}
    for counter in state.ranked(state.own(state.whose)):
        if able(counter) and counter.at not in state.done_with:
            fields.setdefault(counter.at, []).append(counter)
    owes = duty(state, state.whose)
    if owes and state.battlefield == state.hero(state.whose).at and state.on("areas", "one-at-a-time"):
        fields = {state.battlefield: fields[state.battlefield]}
    found = (Aim(area, target, tuple(each.id for each in mine if _may(state, each, target, owes)))
             for area, mine in fields.items() for target in targets(state, area))  # fmt: skip
    return [each for each in found if each.counters]


def choice(state: State, counters: Sequence[str], target: str) -> Aim:
    """An attack as it will be made, or `Refused` with the reason."""
    mine = [state.counters[each] for each in dict.fromkeys(counters) if each in state.counters]
    fit = all(each.master == state.whose and able(each) and each.at in AREAS for each in mine)
    if len(mine) != len(counters) or len({each.at for each in mine}) != 1 or not fit:
        why = "Attackers are your own counters in one area, but no one who lost this turn, fled or joined in it."
        raise Refused("H-FIGHT-1", why)
    area = mine[0].at
    offered = next((each for each in choices(state) if (each.area, each.target) == (area, target)), None)
    if offered and set(counters) <= set(offered.counters):
        return Aim(area, target, tuple(each.id for each in state.ranked(mine)))
    if area in state.done_with or (not offered and duty(state, state.whose) and area != state.battlefield):
        raise Refused("H-FIGHT-1", "One area is done with before the next, and one that was left is done with.")
    none = target not in targets(state, area)
    raise Refused("H-FIGHT-2", "That is no target in their area." if none else "Not all of them may attack that now.")


class Part(NamedTuple):
    """What a counter adds to its side: by its factor, hail, a rune, a sword or armour."""

    counter: str
    what: str
    amount: int


WHOLE = laws.Left("all")


def parts(state: State, side: Sequence[Counter], other: Sequence[Counter], *, attacks: bool,
          left: laws.Left = WHOLE) -> Iterator[Part]:  # fmt: skip
    """A side's strength, part by part (H-FIGHT-6): swords (H-SWORD-1, H-SWORD-2, H-SWORD-4), armour of those who defend
    (H-TREAS-6, H-TREAS-7). `left`: hail that spells may still bring."""
    jarls = any(each.id in JARLS and not state.is_hero(each) for each in other)
    cancelled = {thing for each in other if each.sword for thing in THINGS[each.sword].cancels} if not attacks else ()
    for counter in side:
        printed, hero = PIECES[counter.id].combat, state.is_hero(counter)
        yield Part(counter.id, "factor", printed)
        if hail := min(printed, counter.hail + (left.hail_hero if hero else left.hail)):
            yield Part(counter.id, "hail", -hail)
        if hero and (rune := state.seats[counter.master].rune) and (more := RUNES[rune].combat):
            yield Part(counter.id, rune, more)
        if sword := counter.sword:
            yield Part(counter.id, sword, THINGS[sword].combat + (THINGS[sword].against_jarls if jarls else 0))
        if not attacks:
            for thing in counter.things:
                if (more := THINGS[thing].defence) and thing not in cancelled:
                    yield Part(counter.id, thing, more)


def strength(state: State, side: Sequence[Counter], other: Sequence[Counter], *, attacks: bool,
             left: laws.Left = WHOLE) -> int:  # fmt: skip
    """That as one number, without gods and luck."""
    return sum(part.amount for part in parts(state, side, other, attacks=attacks, left=left))


def turner(attack: Iterable[Counter], defence: Iterable[Counter]) -> str:
    """The side of Hrunting's bearer, "" for neither (H-SWORD-3)."""
    bearers = (name for name, side in zip(laws.SIDES, (attack, defence), strict=True) for each in side
               if each.sword and THINGS[each.sword].turns_flight)  # fmt: skip
    return next(bearers, "")


def favours(state: State, attack: Sequence[Counter], defence: Sequence[Counter]) -> Iterator[tuple[str, laws.Favour]]:
    """What gods owe the heroes of a fight before its die, by seat: attackers first, Odin before Tyr (H-GOD-2)."""
    for name, side in zip(laws.SIDES, (attack, defence), strict=True):
        seat = state.led_by(side)
        for god in ("odin", "tyr") if seat else ():
            if getattr(state.seats[seat], god):
                yield seat, laws.Favour(god, name, len(side))


class Forecast(NamedTuple):
    """The chance that spells leave nobody to attack, and of each result (H-FIGHT-11, H-SPELL-9)."""

    stopped: Fraction
    chances: laws.Chances


def unseen(state: State) -> list[int]:
    """The factors of all jarls whose place nobody knows: face down, or in their pile (H-INFO-2)."""
    hidden = (each for each in state.counters.values() if each.id in JARLS and not each.up and each.at != DEAD)
    return [PIECES[each.id].combat for each in hidden]


def _odds(state: State, attack: Sequence[Counter], defence: Sequence[Counter], luck: tuple[int, int], *,
          strong: int | None = None, left: laws.Left = WHOLE) -> laws.Chances:  # fmt: skip
    """Chances of two sides; `strong` is the defence's strength where it is known, as a country's is."""
    attack = [each for each in attack if state.is_hero(each)] if left.who == "hero" else attack
    if strong is None:
        strong = strength(state, defence, attack, attacks=False, left=left)
    difference = strength(state, attack, defence, attacks=True, left=left) - strong
    due = tuple(favour for _, favour in favours(state, attack, defence))
    return laws.odds(difference, *luck, hrunting=turner(attack, defence), favours=due,
                     clamped=state.on("table", "clamped"))  # fmt: skip


def forecast(state: State, counters: Sequence[str], target: str, luck: tuple[int, int] = (0, 0), *,
             aid: Sequence[str] = ()) -> Forecast:  # fmt: skip
    """Chances of an attack not made yet, with luck of both sides and whoever comes to aid. What lies face down is
    every jarl that it may be, at equal odds."""
    attack = [state.counters[each] for each in counters]
    if target == COUNTRY:
        return Forecast(Fraction(), _odds(state, attack, (), luck, strong=tax(state, attack[0].at)))
    aimed = state.counters[target]
    if target in JARLS and not aimed.up:
        pool = [max(0, factor - aimed.hail) for factor in unseen(state)]
        each = ((Fraction(1, len(pool)), _odds(state, attack, (aimed,), luck, strong=factor)) for factor in pool)
        return Forecast(Fraction(), mixed(each))
    defence, kind = [aimed, *(state.counters[each] for each in aid)], PIECES[target].kind
    if kind not in KINDS:
        return Forecast(Fraction(), _odds(state, attack, defence, luck))
    seat = state.led_by(attack)
    sygil = bool(seat and (rune := state.seats[seat].rune) and RUNES[rune].saves)
    return Forecast(*laws.spelled(kind, lambda left: _odds(state, attack, defence, luck, left=left), sygil=sygil))


def open_parts(state: State, side: laws.Side) -> list[Part]:
    """A side's strength in the open fight, part by part, without gods and luck."""
    attack, defence = state.sides(state.fight)
    if side == "attack":
        return list(parts(state, attack, defence, attacks=True))
    if state.fight and state.fight.target == COUNTRY:
        return [Part(COUNTRY, "tax", tax(state, state.fight.area))]
    return list(parts(state, defence, attack, attacks=False))


def outlook(state: State, luck: tuple[int, int] = (0, 0)) -> laws.Chances:
    """Chances in the open fight before its die, spells past, with luck yet to be named on either side."""
    assert state.fight is not None
    strong = tax(state, state.fight.area) if state.fight.target == COUNTRY else None
    return _odds(state, *state.sides(state.fight), luck, strong=strong)
