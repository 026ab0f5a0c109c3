"""Numbers that a screen shows beside those of the sheet, each with its reasons: what is left of a threshold and of the
Doom Track, the dice of the next kismet roll, what is asked for, the last roll (house idea 2)."""

from __future__ import annotations

from collections.abc import Iterator

from saga_tui.games.saga.rules import budget, derive, state
from saga_tui.games.saga.rules.character import Character, Gear, Purchase
from saga_tui.games.saga.rules.named import counted, kismet_due
from saga_tui.games.saga.rules.words import WOUNDS, DamageKind
from saga_tui.tally import Tally, Term


def further(character: Character) -> Iterator[Tally]:
    """The numbers that a screen shows beyond the entries.

    They are `pain-room` … (below zero: so many beyond the threshold), `doom-left`, `kismet-dice`, `penalties`,
    `ask:1` …, `roll:dice`, `roll:marks`, `roll:net`, `roll:pushes`, `finishing-points:all` and `:left` ….
    """
    play = state.play_of(character)
    yield from (room(character, kind) for kind in WOUNDS)
    yield doom_left(character)
    yield kismet_dice(character)
    yield penalties(character)
    for number, ask in enumerate(play.asks, 1):
        yield counted(f"ask:{number}", f"Needed: {ask.what}", ask.count, f"{ask.kind} {ask.level}".strip(), ask.rule)
    yield from _roll(character)
    if not character.as_is:
        yield from points(character)


def room(character: Character, kind: DamageKind) -> Tally:
    """What is free below a threshold, in tokens; below zero it is what lies beyond it (DMG-2)."""
    held = Term(-state.held(character, kind), f"{kind} held", "DMG-2", "play")
    limit = derive.threshold(character, kind)
    return Tally(f"{kind}-room", f"Room for {kind}", (*limit.terms, held))


def doom_left(character: Character) -> Tally:
    """Steps of the Doom Track that are left, never less than none (DOM-1, DOM-2)."""
    end = derive.doom_end(character)
    marked = min(max(0, state.play_of(character).doom), end.total)
    return Tally("doom-left", "Doom steps left", (*end.terms, Term(-marked, "steps marked", "DOM-2", "play")))


def kismet_dice(character: Character) -> Tally:
    """The dice of a kismet roll now: of the first that is due those counted when the kismet came, else the tokens held
    (KIS-2, KIS-5)."""
    for due in kismet_due(character):
        return Tally("kismet-dice", due.label, due.terms)
    return counted("kismet-dice", "Dice of a kismet roll", state.held(character, "kismet"), "kismet held", "KIS-2")


def penalties(character: Character) -> Tally:
    """The dice that all consequences together take off a roll to which all of them matter (CSQ-2)."""
    borne = state.play_of(character).consequences
    terms = tuple(Term(-item.severity, item.name, "CSQ-2", "consequence") for item in borne)
    return Tally("penalties", "All consequences together", terms)


def _roll(character: Character) -> Iterator[Tally]:
    roll = state.play_of(character).roll
    if roll is None:
        return
    name = derive.skill_name(character, roll.skill)
    yield counted("roll:dice", f"Dice of the last roll, {name}", roll.dice, "dice in the pool", "ROL-1")
    marks = (Term(roll.marks - roll.automatic, "on the dice", "ROL-1", "play"),)
    traded = (Term(roll.automatic, "traded for dice", "ROL-6", "play"),) if roll.automatic else ()
    own = Tally("roll:marks", f"Marks of the last roll, {name}", (*marks, *traded))
    yield own
    if roll.net_only:
        yield counted("roll:net", "Net marks of the last roll", roll.net, "as entered", "ROL-10")
    else:
        rest = roll.net - own.total + roll.opposing
        more = (Term(rest, "as compared", "ROL-2", "play"),) if rest else ()
        against = Term(-roll.opposing, "opposition", "ROL-2", "play")
        yield Tally("roll:net", "Net marks of the last roll", (*own.terms, against, *more))
    yield counted("roll:pushes", "Pushes left of the last roll", roll.pushes, "net marks above zero", "PSH-1")


def finishing_cost(character: Character, bought: Purchase) -> Tally:
    """What a purchase costs in finishing points (CRE-9)."""
    paid = Term(budget.finishing_price(character, bought), "its price", "CRE-9", "setting")
    return Tally(f"price:{bought.buy}", f"Price of {budget.describe(character, bought)}", (paid,))


def gear_rating(piece: Gear) -> Tally:
    """The rating of a piece of gear as it was chosen (GER-1)."""
    return Tally("rating", f"Rating of {piece.name or 'the piece'}", (Term(piece.rating, "as chosen", "GER-1"),))


def points(character: Character) -> Iterator[Tally]:
    """The points of each step of creation: all there are, and what is left of them (CRE-3, CRE-5, CRE-8, CRE-9)."""
    for sums in (
        budget.assets_budget(character),
        budget.skills_budget(character),
        budget.gear_budget(character),
        budget.finishing_budget(character),
    ):
        whole = Term(sums.total, "as in the book", sums.rule, "setting")
        name = sums.cost.name
        yield sums.cost
        yield Tally(f"{name}:all", f"Points for {sums.step}", (whole,))
        spent = tuple(Term(-term.amount, term.reason, term.rule, term.source) for term in sums.cost.terms)
        yield Tally(f"{name}:left", f"Points left for {sums.step}", (whole, *spent))
