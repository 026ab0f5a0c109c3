"""What a roll brings: its degree, the outcome that waits while Courage may still change it, its effects (W-DEG,
W-CRG, W-ACT, W-AFF)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from saga_tui.engine.document import Ask
from saga_tui.games.world import book
from saga_tui.games.world.character import Affliction, Harm, Thrown, Ward
from saga_tui.games.world.play import state
from saga_tui.games.world.play.state import play_of
from saga_tui.games.world.rules.base import Change
from saga_tui.games.world.rules.figures import TESTS, Figures, figures
from saga_tui.roll_under import MISS, WON, WORST
from saga_tui.words import plural

NAMES: Final = {one["key"]: one["name"] for one in TESTS["degree"]}
NUDGE, AVERT = 2, 3
"""What they cost in Courage (W-CRG-3, W-CRG-4)."""
NUMBER: Final = re.compile(r"(stamina|attention|courage|rank|therapy|toxic)([+\-=*])(\d{1,3})")


def row_of(of: Figures, key: str) -> book.Action | None:
    """The action, or the roll that is none, of that key."""
    return of.actions.get(key) or book.fixed().get(key)


def read(of: Figures, one: Thrown) -> str:
    """The degree of a roll; against somebody of the own side (W-DEG-1, W-TST-7, W-TST-8). A Basic Test only succeeds or
    fails."""
    scale = of.scale
    if one.test == "opposed":
        sides = (one.other, one.other_die, one.number, one.die) if one.defends else (
            one.number, one.die, one.other, one.other_die)  # fmt: skip
        return WON if (scale.winner(*sides) == "attacker") != one.defends else MISS
    if one.test == "conflict":
        if one.defends:
            theirs = scale.settled(one.other, one.other_die, one.number, one.die)
            return WON if theirs in (MISS, WORST) else MISS
        return scale.settled(one.number, one.die, one.other, one.other_die)
    found = scale.read(one.number, one.die)
    return found if one.test == "complex" or found in (MISS, WORST) else WON


def outcome_of(of: Figures, row: book.Action, degree: str) -> tuple[str, book.Outcome | None]:
    """The degree whose outcome counts, and that outcome: the next one that has any; a switch may keep the best one for
    Great alone (W-DEG-3, W-AFF-7)."""
    for one in (degree, *TESTS["fallback"].get(degree, ())):
        found = row.outcome.get(one)
        if found is not None and not (found.switch and of.switch(found.switch) == "great" and degree != "great"):
            return one, found
    return degree, None


def effects(of: Figures, one: Thrown) -> tuple[str, ...]:
    """All that it brings: of its degree, and what always comes."""
    row = row_of(of, one.what)
    if row is None:
        return ()
    found = outcome_of(of, row, one.degree)[1]
    return (*(found.effects if found else ()), *row.always)


def ways(of: Figures, one: Thrown) -> Iterator[str]:
    """What can still be done about a roll: `nudge`, `avert`, `way-out` (W-CRG-3, W-CRG-4, W-ACT-3, W-ACT-4)."""
    row, worst = row_of(of, one.what), of.scale.read(one.number, one.die) == WORST
    if one.settled or of.lost():
        return
    if not worst and of.play.courage >= NUDGE:
        yield "nudge"
    if worst and of.play.courage >= AVERT and (row is None or row.avert):
        yield "avert"
    found = outcome_of(of, row, one.degree)[1] if row is not None else None
    if worst and found is not None and found.instead is not None and not of.suffers(found.instead.barred):
        yield "way-out"


def told(of: Figures, one: Thrown) -> str:
    """A roll in words: `Resilience 12, rolled 14: Failure`."""
    met = f" against {of.scale.cut(one.other)}, rolled {one.other_die}" if one.test in ("opposed", "conflict") else ""
    number = str(of.scale.cut(one.number)).replace("-", "−")
    return f"{of.label_of(one.skill)} {number}, rolled {one.die}{met}: {NAMES[one.degree]}"


def thrown(edit: Change, one: Thrown, rule: str) -> None:
    """A roll is made: it is told; its outcome comes, or waits while something can still be done about it."""
    of = figures(edit.now)
    one = one.model_copy(update={"degree": read(of, one)})
    rank = ("critical-failure", "failure", "complication", "weak", "success", "strong", "great").index(one.degree) - 1
    edit.say(told(of, one), rule, came=rank)
    cut, own = of.scale.cut(one.number), of.scale.read(one.number, one.die)
    if one.die == cut and own not in (MISS, WORST) and of.switch("critical_success") == "on":
        edit.say("Critical Success: your GM names a benefit", "W-DEG-4")
    if own == "complication":
        edit.say("a Complication: your GM may add a wrinkle", "W-DEG-1")
    waits = bool(one.what) and bool([*ways(of, one)]) and one.degree != "great" and bool(effects(of, one))
    edit.put(rule, thrown=one.model_copy(update={"waits": waits}))
    if waits:
        row = row_of(of, one.what)
        found = outcome_of(of, row, one.degree)[1] if row else None
        edit.say(f"unless you change it: {found.text if found and found.text else ', '.join(effects(of, one))}", rule)
    elif one.what:
        take(edit)


def take(edit: Change) -> None:
    """The outcome of the last roll comes."""
    one = play_of(edit.now).thrown
    row = row_of(figures(edit.now), one.what) if one else None
    if one is None or row is None or one.degree == "":
        return
    edit.put(row.rule, thrown=one.model_copy(update={"waits": False, "settled": True}))
    of = figures(edit.now)
    found = outcome_of(of, row, one.degree)[1]
    if found is not None and found.text:
        edit.say(found.text.rstrip(".")[:1].lower() + found.text.rstrip(".")[1:], row.rule)
    for effect in effects(of, one):
        carry_out(edit, effect, one, row.rule)


def carry_out(edit: Change, effect: str, one: Thrown, rule: str) -> None:
    """One effect."""
    if effect in state.KINDS:
        harm(edit, effect, rule)
    elif effect.startswith("clear:"):
        state.end(edit, rule, lambda held: held.key == effect.removeprefix("clear:"))
    elif effect in ("immune:activity", "resist-2:activity"):
        kept = tuple(ward for ward in play_of(edit.now).wards if ward.key != one.of)
        immune = effect.startswith("immune")
        edit.put(rule, wards=(*kept, Ward(key=one.of, immune=immune)))
        edit.say("immune to it for ten minutes" if immune else "−2 on resisting it for ten minutes", rule)
    elif found := NUMBER.fullmatch(effect):
        _number(edit, found, one, rule)
    elif effect in figures(edit.now).conditions:
        state.gain(edit, effect, rule)


def _number(edit: Change, said: re.Match[str], one: Thrown, rule: str) -> None:
    what, how, amount = said[1], said[2], int(said[3])
    ill = state.ill_of(edit.now, one.of)
    if what == "therapy":
        state.heal(edit, "traumas", one.of, amount, rule)
    elif what == "toxic" and one.what == "confront-affliction":
        state.toxic(edit, one.of, amount)
    elif what == "rank" and how == "=":
        _begin(edit, one, amount, rule)
    elif what == "rank" and ill is not None:
        state.rank(edit, one.of, ill.rank + (amount if how == "+" else -amount), rule)
    elif what in book.tolerances():
        state.regain(edit, what, amount, rule, free=True)


def _begin(edit: Change, one: Thrown, rank: int, rule: str) -> None:
    """An affliction that was not resisted: it is felt once its onset is over, with its toxic damage as often as its
    Rank (W-AFF-6)."""
    row = figures(edit.now).afflictions[one.of]
    kept = tuple(ill for ill in play_of(edit.now).afflictions if ill.key != one.of)
    before = state.ill_of(edit.now, one.of)
    known = before.resistance if before else one.skill
    made = Affliction(key=one.of, rank=min(rank, row.max_rank), onset=row.onset.count, toxic=rank, resistance=known)
    edit.put(rule, afflictions=(*kept, made))
    if row.onset.count:
        edit.say(f"{row.name} will take hold: {plural(row.onset.count, row.onset.unit)} of onset", rule, way="goes")
    else:
        state.take_hold(edit, one.of)


def harm(edit: Change, kind: str, rule: str) -> None:
    """A random injury or trauma is asked for; who holds all of them gets no further one (W-INJ-1, W-TRM-1)."""
    if len(figures(edit.now).harmed(state.KINDS[kind])) >= len(book.harms(state.KINDS[kind])):
        edit.say(f"no further {kind}: all three are held", rule)
        return
    edit.ask(Ask(what=kind, dice=3, rule="W-INJ-1" if kind == "injury" else "W-TRM-1"))
    edit.say(f"to roll: which {kind}, and how long", rule)


def harmed(edit: Change, kind: str, key: str, left: int, rule: str) -> None:
    """An injury or a trauma comes, with its Recovery Days or its Therapy Score (W-INJ-4, W-TRM-3)."""
    field = state.KINDS[kind]
    held = getattr(play_of(edit.now), field)
    edit.put(rule, **{field: (*held, Harm(key=key, left=left))})
    name, words = book.harms(field)[key].name, "Recovery Days" if kind == "injury" else "Therapy Score"
    edit.say(f"{kind}: {name}, {words} {left}", rule, way="goes")
