"""What the play screen shows: three tolerances with what follows at 0, where time stands, what waits, conditions
with what they bar, injuries, traumas, afflictions and their cure, numbers, items, the ways on. Which panels there are
and where they stand is data (`book/screens.toml`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Final

from saga_tui.engine.document import Ask
from saga_tui.games.world import book
from saga_tui.games.world.character import Affliction, Character, Condition
from saga_tui.games.world.play.clock import CLOCK, PERIODS
from saga_tui.games.world.play.state import AILS, ROWS, play_of
from saga_tui.games.world.rules import odds
from saga_tui.games.world.rules.figures import ATTRIBUTES, HARMS, RESISTANCES, Figures, Roll, figures, training_name
from saga_tui.games.world.rules.ruleset import RULES
from saga_tui.games.world.screens.rolls import SPEC
from saga_tui.games.world.screens.steps import item_words
from saga_tui.ui import panel_table
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.builder.priced import row_id
from saga_tui.ui.panel_table import asked_rows, next_rows
from saga_tui.ui.specs import Boxes, Line, Number, Pips, Row, Token, Track
from saga_tui.ui.theme import OWN, wear
from saga_tui.words import listed, percent, plural, signed

TABLE: Final = book.data("screens")
wear({look: {name: hues[at] for name, hues in TABLE["colours"].items()} for at, look in enumerate(OWN)})
TOKENS: Final = {key: Token(one["full"], one["empty"], f"${key}") for key, one in TABLE["tolerances"].items()}
ONE: Final = {field: row["one"] for field, row in AILS.kinds.items()}
HARM: Final = Token("■", "□", "$bad")
ILL: Final = Token("▰", "▱", "$warn")


def fighting(character: Character) -> bool:
    """Whether Combat is on."""
    return CLOCK.is_open(character, "combat")


# ---- the heroes


def tolerances(character: Character) -> Iterator[Pips]:
    """Three bars: what is left, and what comes at 0 before it comes (W-TOL-1, W-TOL-4)."""
    of, play = figures(character), play_of(character)
    for key, row in book.tolerances().items():
        now, look = getattr(play, key), TABLE["tolerances"][key]
        note, detail, bad = _follows(of, key, now)
        less, more = (RULES.command("adjust", {"counter": key, "by": by}) for by in (-1, 1))
        yield Pips(f"{row['name']} {now}", now, of.number(f"{key}-most").total, TOKENS[key], label_width=13, note=note,
                   narrow=note, detail=detail, note_style="bold $bad" if bad else "$dim", names=(key, f"{key}-most"),
                   id=key, key=look["key"], rule=look["rule"], choose=f"take-{key}", less=less, more=more)  # fmt: skip


def _follows(of: Figures, key: str, now: int) -> tuple[str, str, bool]:
    """What comes of a tolerance at 0, the chance to stand what further damage asks for, and whether it is bad."""
    row = book.tolerances()[key]
    gone, asks = of.conditions[row["at_zero"]].name, row["asks"]
    if not of.suffers(row["at_zero"]):
        return f"0: {gone}", f"next damage: {gone}" if not now else f"at 0 {gone}", not now
    if not asks:
        return gone, "", True
    number = of.target(Roll(of.actions[asks].roll, "resistance", action=asks)).total
    fate = {degree: chance for degree, chance, _, _ in odds.outcomes(of, asks, number)}
    return gone, f"hurt: {of.actions[asks].name}, unharmed {percent(fate['great'] + fate['strong'])}", True


def now(character: Character) -> Iterator[Row]:
    """Where time stands, and the slots for injuries and traumas (W-TIM, W-INJ-1, W-TRM-1)."""
    play = play_of(character)
    when = f"{play.mode.capitalize()}, day {play.day}, {PERIODS[(play.period - 1) % len(PERIODS)]}"
    yield Line(when, key="t", choose="mode", note=_unit(character), id="clock", rule="W-TIM-2", style="bold")
    for kind, key in zip(HARMS, "i ", strict=True):
        held, table = getattr(play, kind), book.harms(kind)
        told = [f"{table[one.key].name if one.key in table else one.key} {one.left}" for one in held]
        yield Boxes(kind.capitalize(), len(held), len(table), HARM, label_width=10, note=", ".join(told) or "none",
                    id=f"slots-{kind}", key=key.strip(), choose="others", alone=True)  # fmt: skip


def _unit(character: Character) -> str:
    """What the mode counts: `round 3, your turn`, `activity 5 of 36`."""
    play = play_of(character)
    if fighting(character):
        return f"round {play.round}{', your turn' if play.acting else ''}"
    return f"activity {play.activity + 1} of 36" if play.mode == "exploration" else ""


# ---- what waits, and what holds


def mood(character: Character) -> str:
    """`conflict` in Combat, `deadly` where death or madness is near, or there."""
    down = character.play is not None and any(figures(character).suffers(key) for key in TABLE["deadly"])
    return " ".join(["conflict"] * fighting(character) + ["deadly"] * down)


def band(character: Character) -> Band | None:
    """Combat with its round, or the end that is near: what must be rolled, what is barred."""
    if not (feel := mood(character)):
        return None
    of, play = figures(character), play_of(character)
    near = next((key for key in TABLE["deadly"] if of.suffers(key)), "")
    first = "your turn" if play.acting else "t: your turn" if fighting(character) else "rounds go on: R"
    if near in ROWS:
        roll = ROWS[near].roll
        chance = of.scale.success(of.target(Roll(roll, "resistance")).total)
        first = (
            f"{of.label_of(roll)} {percent(chance)} at each round's end; {listed(of.conditions[near].by, 'or')} ends it"
        )
    barred = listed(dict.fromkeys(what for what, _ in of.bars()))
    asked = [BandLine(ask_words(character, ask), "", "y") for ask in play.asks[:1]]
    lines = [BandLine(first), *asked, BandLine(f"Barred: {barred}" if barred else ""), BandLine("")]
    number = str(play.round) if fighting(character) else ""
    return Band(
        number, (of.conditions[near].name if near else "Combat").upper(), tuple(lines[:3]), "-bad" * ("deadly" in feel)
    )


def ask_words(character: Character, ask: Ask) -> str:
    """An asked roll with its chance: `Endure: Resilience, 55%`."""
    words, chance = AILS.words(character, ask), odds.forecast(character, ask)
    return f"{words}, {percent(chance)}" if chance is not None else words


def waits(character: Character) -> Iterator[Row]:
    """The outcome of the last roll while it may be changed, rolls that the rules ask for, rounds that go on."""
    of, play = figures(character), play_of(character)
    if play.thrown is not None and play.thrown.waits:
        yield Line(f"{AILS.told(of, play.thrown)}: change or accept", key="o", style="bold $warn", choose="outcome")
    words = partial(ask_words, character)
    yield from asked_rows(play.asks, words, lambda ask: partial(SPEC.answer, ask=ask), "waive")
    if (why := AILS.in_rounds(character)) and not fighting(character):
        yield Line(f"Rounds go on: {why}", mark="◷", key="R", choose="round", rule="W-TIM-3")


def conditions(character: Character) -> Iterator[Line]:
    """Each with its number, its end and what it bars; those within another below it (W-CND)."""
    of = figures(character)
    for one in play_of(character).conditions:
        row = of.conditions.get(one.key)
        name = f"{row.name if row else one.key}{f' {one.number}' if one.number else ''}"
        yield Line(name, mark="●", style="bold", note=_ends(of, one), narrow=_ends(of, one), choose="conditions",
                   detail=row.text if row else "", rule=row.rule if row else "W-CND-1",
                   drop=RULES.command("end-condition", {"what": one.key}))  # fmt: skip
    for row, strength, by in of.standing:
        if by:
            name = f"{row.name}{f' {strength}' if row.numbered else ''}"
            yield Line(name, mark="└", note=f"by {by}", rule=row.rule, style="bold")
    for what, by in dict.fromkeys(of.bars()):
        yield Line(what, mark="✗", style="$bad", note=f"barred: {by}")


def _ends(of: Figures, one: Condition) -> str:
    """`Recenter`, `your next turn ends, the cave`."""
    row = of.conditions.get(one.key)
    by = listed((of.actions[key].name if key in of.actions else key for key in row.by), "or") if row and row.by else ""
    ends = by or str(TABLE["ends"].get(one.ends or (row.ends if row else "gm"), ""))
    source = one.source.removeprefix("affliction:") if one.source not in TABLE["tolerances"] else ""
    return ", ".join(filter(None, (ends, source)))


def harms(character: Character) -> Iterator[Row]:
    """Injuries and traumas with the days or the score that are left and what they touch; then those that may come."""
    of, play = figures(character), play_of(character)
    for kind in HARMS:
        left, table = {one.key: one.left for one in getattr(play, kind)}, book.harms(kind)
        for key, row in ((key, table[key]) for key in left if key in table):
            days = plural(left[key], "day") if kind == "injuries" else f"score {left[key]}"
            name = f"{ONE[kind]}:{key}"
            less, more = (RULES.command("adjust", {"counter": name, "by": by}) for by in (-1, 1))
            yield Track(row.name, left[key], 12, HARM, label_width=11, note=days, names=(name,), id=f"harm-{key}",
                        alone=True, less=less, more=more, choose="treat")  # fmt: skip
            touched = listed(one.name for ref, one in of.skills.items() if row.attribute in of.pair(ref))
            yield Line(f"−2 on {touched}", mark="└", style="$dim")
        if free := [row.name for key, row in table.items() if key not in left]:
            yield Line(", ".join(free), mark="□", style="$dim", note=f"no {ONE[kind]}")


def afflictions(character: Character) -> Iterator[Row]:
    """Each with its Rank, its onset, the next test and the chance of a cure before the worst (W-AFF, W-ODD-7)."""
    of = figures(character)
    for at, one in enumerate(play_of(character).afflictions):
        row = of.afflictions.get(one.key)
        most = row.max_rank if row else one.rank
        due, course = _course(character, one)
        yield Pips(row.name if row else one.key, one.rank, most, ILL, label_width=14, note=due, narrow=due,
                   names=(f"affliction:{one.key}",), id=f"affliction-{at}", alone=True,
                   choose=RULES.command("confront", {"affliction": one.key}),
                   drop=RULES.command("set-affliction", {"affliction": one.key, "rank": 0}))  # fmt: skip
        if course:
            yield Line(course, mark="└", style="$dim", rule="W-ODD-7")
    for ward in play_of(character).wards:
        told = "immune for ten minutes" if ward.immune else "−2 to resist it for ten minutes"
        yield Line(of.afflictions[ward.key].name if ward.key in of.afflictions else ward.key, mark="◷", note=told)


def _course(character: Character, one: Affliction) -> tuple[str, str]:
    """When it is felt or confronted, and the chance of a cure before it has done its worst (W-AFF-8, W-ODD-7)."""
    row = figures(character).afflictions.get(one.key)
    if row is None or one.onset:
        return f"felt in {plural(one.onset, row.onset.unit if row else 'day')}", ""
    due = f"test in {plural(one.due, row.frequency.unit)}" if one.due else "test now"
    if not (known := row.resistance or one.resistance):
        return due, "its resistance is still to be said"
    cure = odds.cured(character, one.key, known).get(one.rank)
    return due, "it has done its worst" if cure is None else f"cured before its worst Rank: {percent(cure)}"


# ---- numbers


def rank(of: Figures, name: str) -> Number:
    """A target number now, with the chance of a plain roll; of an attribute its rank. Enter rolls it (W-TST-4)."""
    row, base = of.table[name], of.number(name).total
    number = of.target(Roll(name, "resistance" if name in RESISTANCES else "own")).total
    trained = of.training(row.key) if row.kind == "rank" else 0
    pair = listed(of.label_of(one) for one in of.pair(row.key.partition(":")[0])) if row.kind == "rank" else ""
    bare, shift = row.kind == "attribute", number - base
    return Number(row.label, base if bare else of.scale.cut(number), note=percent(of.scale.success(number)), room=2,
                  tail=f" {signed(shift)}" if shift and not bare else "", label_width=16, bar=9,
                  most=12 if bare else 18,
                  value_style="bold $title" if trained else "$title", names=(name,), id=row_id(name, "rank"),
                  detail=f"{training_name(trained)} {trained}: {pair}" if pair else row.use,
                  choose=partial(SPEC.open, verb="test", skill=name))  # fmt: skip


def skills(character: Character, trained: bool = True) -> Iterator[Number]:
    """Those that are trained, the best first; or the others."""
    of = figures(character)
    names = [name for name, row in of.table.items() if row.kind == "rank" and row.key not in RESISTANCES]
    mine = [name for name in names if bool(of.training(of.table[name].key)) == trained]
    fields = {row.partition(":")[0] for row in names if ":" in row}
    shown = (name for name in mine if trained or name not in fields)
    yield from sorted((rank(of, name) for name in shown), key=lambda row: -int(row.value))


def ranks(character: Character, names: Sequence[str]) -> Iterator[Number]:
    """These, in their order."""
    yield from (rank(figures(character), name) for name in names)


def items(character: Character) -> Iterator[Line]:
    """What is carried: Enter uses it or puts it away."""
    for at, one in enumerate(character.items):
        use: Any = RULES.command("use-item", {"item": at, "on": not one.used})
        yield Line(
            one.name or "(no name)",
            mark="◆" if one.used else "◇",
            note=item_words(character, one),
            choose=use,
            id=f"item-{at}",
        )
    if character.speed:
        yield Line(f"Speed {character.speed}", mark="◇")


def experience(character: Character) -> Iterator[Row]:
    """What is not spent, and what was raised (W-ENT-5)."""
    points = play_of(character).experience
    yield Number("Experience", points, names=("experience",), key="e", choose="raise", label_width=11, id="experience",
                 less=RULES.command("adjust", {"counter": "experience", "by": -1}),
                 more=RULES.command("adjust", {"counter": "experience", "by": 1}))  # fmt: skip
    for one in character.advances[-3:]:
        yield Line(f"{figures(character).label_of(one.what)} {one.old} → {one.new}", note=one.reason)


def next_steps(character: Character) -> Iterator[Line]:
    """The ways on by mode, each with its key."""
    play = play_of(character)
    key = ("turn" if play.acting else "combat") if fighting(character) else play.mode
    yield from next_rows(book.data("deeds")["next"].get(key, ()))


PANELS: Final = panel_table.panels(
    TABLE["panels"],
    {"tolerances": tolerances, "now": now, "waits": waits, "conditions": conditions, "harms": harms,
     "afflictions": afflictions, "skills": skills, "untrained": partial(skills, trained=False),
     "resistances": partial(ranks, names=RESISTANCES), "attributes": partial(ranks, names=ATTRIBUTES), "items": items,
     "experience": experience, "next": next_steps},
    {"tolerances": {"urgent": lambda one: "deadly" in mood(one)},
     "waits": {"urgent": lambda one: bool(play_of(one).asks)}},
)  # fmt: skip
LAYOUT: Final = panel_table.layout(TABLE["layout"], mood=mood, band=band)
