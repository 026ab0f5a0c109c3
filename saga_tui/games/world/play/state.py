"""Where somebody stands in play, what happens to tolerances and conditions, and the lists that parameters choose
from: pure functions of a character, and of an edit; the commands and the clock's rows are made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from saga_tui.engine import listed as lists
from saga_tui.engine.asked import Questions, drop
from saga_tui.engine.document import Ask
from saga_tui.games.world import book
from saga_tui.games.world.character import Affliction, Character, Condition, Harm, Play
from saga_tui.games.world.rules.base import Change
from saga_tui.games.world.rules.checks import rolls, trainable
from saga_tui.games.world.rules.figures import ATTRIBUTES, TOLERANCES, Figures, Roll, entries, figures
from saga_tui.words import plural

KINDS: Final = {"injury": "injuries", "trauma": "traumas"}
ENDS: Final = {"injuries": "dead", "traumas": "insane"}
ROWS: Final = {**book.actions(), **book.fixed()}


def play_of(character: Character) -> Play:
    """Where play stands; where it will begin before that."""
    return character.play or Play()


def most(of: Figures, key: str) -> int:
    """The maximum of a tolerance as it is now."""
    return max(0, of.number(f"{key}-most").total)


def name_of(key: str) -> str:
    """A tolerance by its name."""
    return str(book.tolerances()[key]["name"])


# ---- conditions


def gain(
    edit: Change, key: str, rule: str, *, source: str = "", number: int = 0, ends: str = "", until: int | None = None
) -> None:
    """A condition comes; one from the same source is renewed (W-CND-2, W-TOL-10). `until` is the own turn that ends it:
    the next one that has yet to begin, where nothing is said (W-TIM-5)."""
    of, play = figures(edit.now), play_of(edit.now)
    row = of.conditions[key]
    how = ends or row.ends
    last = (play.turn + 1 if until is None else until) if how == "turn-end" else 0
    made = Condition(key=key, number=number, ends=how, until=last, since=play.rounds, source=source)
    same = [one for one in play.conditions if source and (one.key, one.source) == (key, source)]
    if same:
        return
    new = not of.suffers(key)
    edit.put(rule, conditions=(*play.conditions, made))
    if new or row.numbered:
        edit.say(f"{row.name}{f' {number}' if row.numbered else ''}", rule, way="goes")


def end(edit: Change, rule: str, goes: Callable[[Condition], bool]) -> bool:
    """Conditions end, but for those that are skipped; whether any did."""
    kept, ended, of = [], [], figures(edit.now)
    for one in play_of(edit.now).conditions:
        if goes(one) and not edit.skips(one.key):
            ended.append(one)
        else:
            kept.append(one)
    edit.all_of_it()
    if ended:
        edit.put(rule, conditions=tuple(kept))
        left = figures(edit.now)
        for key in dict.fromkeys(one.key for one in ended):
            name = of.conditions[key].name if key in of.conditions else key
            edit.say(f"{name} {'lasts: another gives it' if left.suffers(key) else 'ends'}", rule, way="comes")
    return bool(ended)


# ---- tolerances


def put(edit: Change, key: str, value: int, rule: str) -> None:
    """Brings a tolerance to a value within 0 and its maximum; at 0 its condition comes, and Exhausted ends above it
    (W-TOL-1, W-TOL-4, W-TOL-5)."""
    before = getattr(play_of(edit.now), key)
    after = max(0, min(value, most(figures(edit.now), key)))
    if after != before:
        edit.put(rule, **{key: after})
        edit.say_moved(name_of(key), before, after, rule)
    at_zero = book.tolerances()[key]["at_zero"]
    if after == 0 and value < max(before, 1):
        gain(edit, at_zero, "W-TOL-4", source=key)
    elif after > 0 and figures(edit.now).conditions[at_zero].ends == "zero-left":
        end(edit, "W-TOL-5", lambda one: one.key == at_zero)


def damage(edit: Change, key: str, amount: int, *, lethal: bool = True) -> None:
    """Damage to a tolerance; to one whose condition holds already it asks for more (W-TOL-2, W-TOL-5, W-TOL-8)."""
    of, row = figures(edit.now), book.tolerances()[key]
    if any(f"{key} damage" in one.immune for one, _, _ in of.standing):
        edit.say(f"unconscious: no {name_of(key)} damage", "W-CND-15")
        return
    hit = row["asks"] and of.suffers(row["at_zero"]) and (amount > 0 or (lethal and key == "stamina"))
    if amount:
        put(edit, key, getattr(play_of(edit.now), key) - amount, "W-TOL-2")
    if hit and not lethal and key == "stamina":
        ask(edit, "non-lethal", roll=Roll("resilience", "resistance"))
    elif hit:
        ask_action(edit, row["asks"])


def spend(edit: Change, key: str, amount: int, rule: str) -> bool:
    """Spends of a tolerance, never below 0; whether it could (W-TOL-2)."""
    left: int = getattr(play_of(edit.now), key)
    if amount > left:
        message = f"Not enough {name_of(key)}: this costs {amount}, you have {left}"
        edit.object(rule, message, "Spend less.", code="short")
    if amount:
        put(edit, key, left - amount, rule)
    return amount <= left


def regain(edit: Change, key: str, amount: int, rule: str, *, free: bool = False) -> None:
    """So much comes back, up to the maximum; no Courage while Hopeless, unless it is `free` of that (W-TOL-8)."""
    of = figures(edit.now)
    at_zero = book.tolerances()[key]["at_zero"]
    if "recover courage" in of.conditions[at_zero].forbids and of.suffers(at_zero) and not free:
        edit.object(
            "W-TOL-8", f"{name_of(key)} does not recover while Hopeless", "Enhearten ends it first.", code="hopeless"
        )
        return
    put(edit, key, getattr(play_of(edit.now), key) + amount, rule)


def settle(edit: Change) -> None:
    """What follows whatever happened: current values sink with their maxima, afflictions give the conditions of their
    Ranks (W-TOL-3, W-AFF-5)."""
    if edit.now.play is None:
        return
    for ill in play_of(edit.now).afflictions:
        if not ill.onset and ill.felt != ill.rank:
            _rank_conditions(edit, ill)
    of = figures(edit.now)
    for key in TOLERANCES:
        now = getattr(play_of(edit.now), key)
        if now > most(of, key):
            put(edit, key, most(of, key), "W-TOL-3")
    if over := of.lost():
        drop(edit, of.conditions[over].rule, *(one.what for one in play_of(edit.now).asks))


def _rank_conditions(edit: Change, ill: Affliction) -> None:
    row, source = figures(edit.now).afflictions.get(ill.key), f"affliction:{ill.key}"
    wanted = [one.condition for one in row.at_rank if one.least <= ill.rank <= one.most] if row else []
    change(edit, ill.key, felt=ill.rank)
    end(edit, "W-AFF-5", lambda one: one.source == source and one.key not in wanted)
    for key in wanted:
        if key in figures(edit.now).conditions:
            gain(edit, key, "W-AFF-5", source=source)


# ---- rolls that are asked for


QUESTIONS: Final = Questions(
    [{"what": key, "name": row.name, "score": row.roll} for key, row in ROWS.items()],
    lambda key: book.skills()[key].name if key in book.skills() else "",
)


def ask(edit: Change, what: str, kind: str = "", roll: Roll | None = None) -> None:
    """Asks for a roll; its target number is that of now (W-TIM-4)."""
    target = figures(edit.now).target(roll).total if roll is not None else None
    of = ROWS[what].rule
    edit.ask(Ask(what=what, kind=kind, dice=1, target=target, rule=of))
    edit.say(f"to roll: {words(edit.now, Ask(what=what, kind=kind))}", of)


def words(document: Character, one: Ask) -> str:
    """An asked roll in words: `Endure: Resilience`, `Therapy: Withdrawn`."""
    of = figures(document)
    rows: Mapping[str, Any] = {**of.afflictions, **book.injuries(), **book.traumas()}
    about = rows[one.kind].name if one.kind in rows else ""
    known = {"injury": "Injury", "trauma": "Trauma", "recovery": "Recovery", "toxic": "Toxic damage"}
    return f"{known[one.what]}{f': {about}' if about else ''}" if one.what in known else (
        f"{ROWS[one.what].name}: {about}" if about and one.what in ROWS else QUESTIONS.words(one))  # fmt: skip


def ask_action(edit: Change, key: str) -> None:
    """Endure or Persevere is asked for; with every harm of its kind held it is over without a roll (W-ACT-3,
    W-ACT-4)."""
    of, row = figures(edit.now), ROWS[key]
    if row.penalty is not None and len(of.harmed(row.penalty.of)) >= len(book.harms(row.penalty.of)):
        gain(edit, row.ends, row.rule)
        return
    ask(edit, key, roll=Roll(row.roll, "resistance", action=key))


def ask_state(edit: Change, key: str) -> None:
    """The test at a round's end, unless the state began in this round (W-INJ-5, W-TRM-4)."""
    play = play_of(edit.now)
    if any(one.key == key and one.since < play.rounds for one in play.conditions):
        ask(edit, key, roll=Roll(ROWS[key].roll, "resistance"))


def ask_therapy(edit: Change) -> None:
    """A Resolve Basic Test for each trauma, all against the state of now (W-TRM-3)."""
    for one in play_of(edit.now).traumas:
        if one.left and not edit.skips(one.key):
            ask(edit, "therapy", one.key, Roll("resolve", "resistance"))
    edit.all_of_it()


def in_rounds(document: Character) -> str:
    """What keeps rounds going outside Combat too (W-TIM-3); nothing where nothing does."""
    of = figures(document)
    found = [of.conditions[key].name for key in ("bleeding-out", "going-mad") if of.suffers(key)]
    ills = ((of.afflictions[one.key], one) for one in of.play.afflictions if one.key in of.afflictions)
    found += [row.name for row, one in ills if (row.onset if one.onset else row.frequency).unit == "round"]
    return "" if of.lost() else next(iter(found), "")


# ---- injuries, traumas, afflictions


def recover(edit: Change) -> None:
    """A day less for each injury; at 0 it is gone (W-INJ-4)."""
    for one in play_of(edit.now).injuries:
        if one.left and not edit.skips(one.key):
            heal(edit, "injuries", one.key, 1, "W-INJ-4")
    edit.all_of_it()


def heal(edit: Change, kind: str, key: str, amount: int, rule: str) -> None:
    """So much less of an injury's days or a trauma's score; at 0 it is gone."""
    left: list[Harm] = []
    for one in getattr(play_of(edit.now), kind):
        now = max(0, one.left - amount) if one.key == key else one.left
        name = book.harms(kind)[one.key].name if one.key in book.harms(kind) else one.key
        if one.key == key and not now:
            edit.say(f"{name} is gone", rule, way="comes")
            continue
        if now != one.left:
            edit.say_moved(f"{name}, {'Recovery Days' if kind == 'injuries' else 'Therapy Score'}", one.left, now, rule)
        left.append(one.model_copy(update={"left": now}))
    edit.put(rule, **{kind: tuple(left)})


def change(edit: Change, key: str, rule: str = "W-AFF-2", **fields: int | str) -> None:
    """Sets fields of an affliction; one of no Rank is cured."""
    made = [one.model_copy(update=fields) if one.key == key else one for one in play_of(edit.now).afflictions]
    edit.put(rule, afflictions=tuple(one for one in made if one.rank > 0))


def rank(edit: Change, key: str, to: int, rule: str) -> None:
    """An affliction reaches a Rank, not above its highest; at 0 it is cured (W-AFF-7)."""
    row, ill = figures(edit.now).afflictions[key], ill_of(edit.now, key)
    if ill is None:
        return
    now = max(0, min(to, row.max_rank))
    if not now:
        edit.say(f"{row.name} is cured", rule, way="comes")
        end(edit, rule, lambda one: one.source == f"affliction:{key}")
    elif now != ill.rank:
        edit.say_moved(f"{row.name}, Rank", ill.rank, now, rule)
    change(edit, key, rule, rank=now)


def ill_of(document: Character, key: str) -> Affliction | None:
    """An affliction that one has."""
    return next((one for one in play_of(document).afflictions if one.key == key), None)


def onsets(edit: Change, unit: str) -> None:
    """A unit less until afflictions are felt; those whose time it is take hold (W-AFF-2)."""
    for one in play_of(edit.now).afflictions:
        row = figures(edit.now).afflictions.get(one.key)
        if row is None or not one.onset or row.onset.unit != unit or edit.skips(one.key):
            continue
        change(edit, one.key, onset=one.onset - 1)
        if one.onset == 1:
            take_hold(edit, one.key)
    edit.all_of_it()


def take_hold(edit: Change, key: str) -> None:
    """An affliction is felt: its Rank, its toxic damage; it is confronted a full frequency later (W-AFF-6, W-AFF-8)."""
    one, row = ill_of(edit.now, key), figures(edit.now).afflictions[key]
    if one is None:
        return
    edit.say(f"{row.name} takes hold: Rank {one.rank}", "W-AFF-6", way="goes")
    # the edge on which it takes hold is not one of its frequency
    change(edit, key, onset=0, due=row.frequency.count + int(row.onset.count > 0))
    toxic(edit, key, one.toxic)


def toxic(edit: Change, key: str, times: int) -> None:
    """An affliction's toxic damage: one point, or dice that are asked for (W-AFF-4)."""
    row = figures(edit.now).afflictions[key]
    if row.toxic is None or not times:
        return
    if row.toxic.level == "minor":
        for tolerance in row.toxic.tolerances:
            damage(edit, tolerance, times)
        return
    each = 2 if row.toxic.level == "major" else 1
    for tolerance in row.toxic.tolerances:
        for _ in range(times):
            edit.ask(Ask(what="toxic", kind=key, dice=each, level=tolerance, rule="W-AFF-4"))
    edit.say(f"{row.name}: {plural(each, 'die')} of toxic damage to roll", "W-AFF-4")


def confront_due(edit: Change, unit: str) -> None:
    """Each affliction whose time it is, is confronted (W-AFF-8)."""
    if unit == "round":
        onsets(edit, unit)
    for one in play_of(edit.now).afflictions:
        row = figures(edit.now).afflictions.get(one.key)
        if row is None or one.onset or row.frequency.unit != unit or edit.skips(one.key):
            continue
        due = one.due - 1
        change(edit, one.key, due=due if due > 0 else row.frequency.count)
        if due <= 0:
            confront(edit, one.key)
    edit.all_of_it()


def confront(edit: Change, key: str) -> None:
    """Confront is asked for, against the state of now where its resistance is known (W-AFF-7, W-AFF-9)."""
    one, row = ill_of(edit.now, key), figures(edit.now).afflictions[key]
    resistance = row.resistance or (one.resistance if one else "")
    roll = Roll(resistance, "resistance", action="confront-affliction") if resistance else None
    ask(edit, "confront-affliction", key, roll)


def end_wards(edit: Change) -> None:
    """Immunity, and the penalty on resisting again, end (W-AFF-6)."""
    if play_of(edit.now).wards:
        edit.put("W-AFF-6", wards=())
        edit.say("immunity and the penalty after resisting are over", "W-AFF-6")


# ---- the lists that parameters choose from


LISTS: Final[Mapping[str, Callable[[Character], Sequence[str]]]] = {
    **lists.in_play(entries, QUESTIONS),
    "asked": lambda one: [words(one, ask) for ask in play_of(one).asks],
    "attribute": lambda _: ATTRIBUTES,
    "tolerance": lambda _: TOLERANCES,
    "trainable": lambda one: trainable(figures(one)),
    "touched": lambda one: rolls(figures(one)),
    "item": lambda one: [item.name for item in one.items],
    "rule option": lambda _: list(book.switches()),
    "score": lambda one: [*map(figures(one).label_of, figures(one).refs())],
    "score key": lambda one: figures(one).refs(),
    "condition": lambda one: list(figures(one).conditions),
    "held condition": lambda one: list(dict.fromkeys(held.key for held in play_of(one).conditions)),
    "injury": lambda _: list(book.injuries()),
    "trauma": lambda _: list(book.traumas()),
    "affliction": lambda one: list(figures(one).afflictions),
    "ill": lambda one: [ill.key for ill in play_of(one).afflictions],
    "action": lambda one: list(figures(one).actions),
    "advance": lambda one: trainable(figures(one)),
}
"""By the names that parameters give them."""


def reminders(character: Character) -> Iterator[tuple[str, str]]:
    """What is easily forgotten now, each with its rule: what conditions bar and how they end (W-CND)."""
    of = figures(character)
    for row, number, by in of.standing:
        if not by and row.text:
            yield row.rule, f"{row.name}{f' {number}' if row.numbered else ''}: {row.text}"
