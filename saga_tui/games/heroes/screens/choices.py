"""What somebody may decide now, as rows of a panel, each with its digit, in a fight with exact chances; what lies in an
area, and who plays. Pure: a state and what is picked go in, rows come out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from saga_tui.engine.pieces import Aim, aiming, among
from saga_tui.engine.worded import holding
from saga_tui.games.heroes import board, fight, laws, moving, play, sides
from saga_tui.games.heroes.book import AREAS, PIECES, THINGS
from saga_tui.games.heroes.commands import Attack, Command
from saga_tui.games.heroes.paper import factors, held
from saga_tui.games.heroes.screens.faces import ICE, SCREEN, piece
from saga_tui.games.heroes.state import COUNTRY, Question, State
from saga_tui.games.heroes.told import NAMES, WORDS, named, player
from saga_tui.result_table import chances_told, halves
from saga_tui.ui.specs import AnyRow, Line
from saga_tui.words import listed, percent, plural, sentence

if TYPE_CHECKING:
    from saga_tui.games.heroes.screens.play import Table

WAYS: Final = ("killed", "wounded", "flee")
"""What may befall either side, the worst first."""


# ---- who decides what


def asks(state: State, table: Table) -> Iterator[AnyRow]:
    """The rows of the panel that says who decides what."""
    winners = board.winners(board.totals(state)) if state.phase == "over" else []
    fought = ""
    if (one := state.fight) is not None:
        both = (one.attackers, one.defenders or (one.target,))
        ours, theirs = (listed(named(state, key) for key in side) for side in both)
        fought = f"{ours} against {theirs} in {AREAS[one.area].name}"
    rows = _answers if state.questions else _moves if state.phase == "move" else _fights
    return table.ask_rows(rows(state, table), fought, winners, "H-END-1")


def movers(state: State) -> list[str]:
    """The seat's counters that can still move, its hero first."""
    return [one.id for one in state.ranked(state.own(state.whose)) if len(moving.reach_of(state, one)) > 1]


def _moves(state: State, table: Table) -> Iterator[Line]:
    def words(key: str) -> tuple[str, str]:
        one = state.counters[key]
        return named(state, key), f"{AREAS[one.at].label} {moving.left(state, one)} left"

    yield from table.picks(movers(state), words)
    yield from (_choice(state, one, table) for one in moving.options(state) if one.verb != "go")
    yield Line("Done moving", key="n", choose="done", rule="H-STATE-3")


def fighters(state: State) -> list[str]:
    """The seat's counters that may still attack something."""
    return aiming(sides.choices(state))


def _fights(state: State, table: Table) -> Iterator[Line]:
    if len(who := fighters(state)) > 1:
        yield from table.picks(who, lambda key: (named(state, key), AREAS[state.counters[key].at].name))
    for one in among(sides.choices(state), table.group):
        attack = table.order(Attack(counters=one.counters, target=one.target))
        yield _target(state, one, style="bold", choose=attack)
    if fight.duty(state, state.whose):
        yield Line("A monster must be attacked first", style="$dim", rule="H-FIGHT-3")
    else:
        yield Line("Done fighting", key="n", choose="done", rule="H-STATE-3")


def _target(state: State, one: Aim, **more: Any) -> Line:
    """A target with its worth, the exact chances, and those that luck would bring."""
    odds = sides.forecast(state, one.counters, one.target)
    spells, subdued = ("stopped by spells", odds.stopped), "subdued" * (one.target == COUNTRY)
    few, whole = chances_told(odds.chances, WAYS, spells, subdued)
    if one.target == COUNTRY:
        worth = f"{plural(board.tax(state, one.area), 'mark')} a turn"
    elif state.counters[one.target].up or state.counters[one.target].master:
        worth = "slain: {} glory or {} luck".format(*laws.reward([one.target], []))
    else:
        worth = "beaten by a hero it may join for 1 luck"
    luck = range(1, min(state.seats[state.whose].luck, 5) + 1)
    won = (halves(sides.forecast(state, one.counters, one.target, (n, 0)).chances)[1] for n in luck)
    with_luck = "; with luck " + ", ".join(f"{n}: {percent(part)}" for n, part in zip(luck, won, strict=True))
    return Line(sentence(named(state, one.target)), note=few, detail=f"{worth}; {whole}{with_luck * bool(luck)}",
                rule="H-FIGHT-11", id=f"target-{one.target}", **more)  # fmt: skip


def _answers(state: State, table: Table) -> Iterator[Line]:
    for command in play.legal(state):
        if command.verb == "luck":
            few, whole = _luck_words(state, state.questions[-1].hero, command.points)
            yield Line(f"Spend {command.points or 'none'}", key=str(command.points), note=few, detail=whole,
                       choose=table.order(command), rule="H-LUCK-1")  # fmt: skip
        elif not command.areas:  # ways are chosen on the map
            yield _choice(state, command, table)
    if state.questions[-1].kind == "flee":
        yield Line("Or choose an area on the map", style="$dim", rule="H-FLEE-1")


def _choice(state: State, command: Command, table: Table) -> Line:
    """What can be decided, with what it costs and means (`book/screen.toml`)."""
    question = state.questions[-1] if state.questions else Question("aid", state.whose)
    verb = command.choice if command.verb == "death" else command.verb
    facts = {name: named(state, str(getattr(command, name))) for name in ("thing", "to", "dragon", "jarl")}
    facts |= {"who": named(state, command.counter), "kind": command.kind,
              "amount": f"{abs(getattr(question, command.kind))}",
              "others": listed(named(state, one) for one in command.counters) or "no one",
              "notice": percent(Fraction(laws.notice(state.seats[question.hero].rune), 6)),
              "total": f"{board.total(state, state.seats[question.hero])}"}  # fmt: skip
    if verb == "ride":
        facts["steps"] = plural(board.moves(state, state.counters[command.counter], riding=True), "step")
    told = SCREEN["choices"]
    text, note, detail = told.get(verb) or told.get(f"{verb} yes" if command.yes else "no") or told["yes"]
    note = note.format(**facts)
    if verb == "aid" and (one := state.fight) is not None:
        odds = sides.forecast(state, one.attackers, one.target, aid=command.counters)
        note, detail = chances_told(odds.chances[::-1], WAYS)
    return Line(sentence(text.format(**facts)), note=note, detail=detail, choose=table.order(command))


def _luck_words(state: State, hero: str, points: int) -> tuple[str, str]:
    one = state.fight
    assert one is not None
    if hero == one.by:
        few, whole = chances_told(sides.outlook(state, (points, 0)), WAYS, whole="subdued" * (one.target == COUNTRY))
        of = state.seats[hero]
        recruits = one.unknown and of.counter in one.attackers
        return few, whole + "; no luck left to recruit" * (recruits and points == of.luck)  # H-JARL-3
    before = 0 if state.on("luck_bids", "secret") else one.luck.get(one.by, 0)  # H-INFO-1
    return chances_told(sides.outlook(state, (before, points))[::-1], WAYS)


# ---- what lies where, and who plays


def here(state: State, area: str, group: Sequence[str]) -> Iterator[AnyRow]:
    """What an area holds, and the chances there of those who are picked."""
    if AREAS[area].kind == "land":
        owner = state.kingdoms.get(area, "")
        words = [f"tax {board.tax(state, area)}", f"{PIECES[owner].name}'s kingdom" if owner else ""]
        words += [f"{ICE} under ice: no kingdom" * (area in state.iced)]
        words += [f"{PIECES[seat.hero].name}'s home" for seat in state.playing() if seat.home == area]
        yield Line("; ".join(filter(None, words)), style="$dim", id="here-area")
    for counter in sorted(state.there(area), key=lambda each: (not each.master, each.master, each.rank)):
        more = "; ".join([*(NAMES[key] for key in counter.borne), *holding(WORDS["counter"], counter)])
        yield Line(sentence(named(state, counter.id)), mark=piece(state, counter).sign, note=factors(state, counter),
                   style=counter.master and f"${counter.master}", detail=more, id=f"here-{counter.id}")  # fmt: skip
    if not (state.there(area) or area in state.ground):
        yield Line("No one is there.", style="$dim", id="here-nobody")
    for thing in state.ground.get(area, ()):
        yield Line(THINGS[thing].name, mark="†" if THINGS[thing].sword else "*", note="lies here",
                   rule=THINGS[thing].rule, id=f"here-{thing}")  # fmt: skip
    if state.phase == "move" and group and state.counters[group[0]].at != area:
        yield from _prospects(state, area, group)


def _prospects(state: State, area: str, group: Sequence[str]) -> Iterator[Line]:
    """The chances of those who are picked, were they there."""
    then = state.copy()
    for key in group:
        then.counters[key].at = area
    for target in sides.targets(then, area):
        yield _target(then, Aim(area, target, tuple(group)), style="$warn", mark="▸")


def seat(state: State, hero: str) -> tuple[Sequence[int], str]:
    """A seat's numbers, and all else that is open of it (H-INFO-1)."""
    of = state.seats[hero]
    numbers = of.glory, of.luck, of.hoard, board.total(state, of)
    return numbers, "; ".join(filter(None, (player(state, hero), held(state, hero))))
