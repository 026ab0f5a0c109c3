"""What would happen next, with its exact odds before a die is thrown: an element's attack on characters, or a
character's roll against an element (CNF-2, CNF-3, CNF-7, DMG-2, DOM-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from textual.content import Content

from saga_tui.games.saga.gm import odds as laws
from saga_tui.games.saga.gm.clock import plays
from saga_tui.games.saga.gm.state import POOLS, Element, Table
from saga_tui.games.saga.rules import derive, forecast, odds, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import remembered
from saga_tui.games.saga.rules.words import DamageKind
from saga_tui.games.saga.screens.session.view import one_line
from saga_tui.odds import Dist
from saga_tui.ui.deal import FULL, LAVISH, PLAIN
from saga_tui.ui.odds_hero import hero
from saga_tui.ui.roll_odds import Chance, chart, window
from saga_tui.ui.roll_wide import law_rows
from saga_tui.ui.specs import AnyRow, Figure
from saga_tui.words import percent, plural

KIND: Final[Mapping[str, DamageKind]] = {"physical": "pain", "social": "doubt", "mental": "fear"}
"""The damage that an attack with each kind of dice deals, unless the GM says otherwise (DMG-6)."""
Members = Mapping[str, Character]
LARGE, WIDE = 12, 40
"""Lines of a large chart, at most; the least cells for it."""
TABLE = 76
"""The least cells for a table of all who could be attacked, or of all elements."""
LEAST, HIGH, COLUMN, GAP = 3, 6, 3, 3
"""Lines of a chart beside others and of a high one, the least cells of its columns, and those before it."""


@dataclass(frozen=True)
class Lines:
    """Lines as they are drawn, by what they were worked out from."""

    of: tuple[object, ...]
    chances: tuple[Chance, ...] = field(compare=False)
    tail: Content = field(compare=False)
    more: tuple[Content, ...] = field(compare=False, default=())
    law: Dist | None = field(compare=False, default=None)
    """The law of what is dealt or lost: a small chart beside the lines, a large one where there are lines in plenty."""
    tone: Callable[[int], str] = field(compare=False, default=lambda _number: "$title")

    def __call__(self, width: int, level: int) -> Sequence[Content]:
        """The chance as the hero, and a line for each that is concerned."""
        chances = self.chances
        while hero(chances, self.tail, width)[0].plain.endswith("…") and chances[-1].within:
            chances = chances[:-1]
        lines = hero(chances, self.tail, width) if chances else [self.tail]
        if lines[-1].plain.endswith("…"):  # what has no room beside the number stands below it
            lines = [*hero(chances, Content(""), width), *self.tail.wrap(width)]
        most = (1, 3, 9, 9)[min(level, 3)]
        rest = [part for line in self.more[:most] for part in line.wrap(width)]
        if self.law is None or level < PLAIN:
            return lines + rest
        if level >= LAVISH and width >= WIDE and (drawn := law_rows(self.law, self.tone, width, LARGE)):
            return [*lines, *rest, Content(""), *drawn]
        return lines + beside(rest, self.law, self.tone, width, HIGH if level >= FULL else LEAST)


def beside(lines: Sequence[Content], law: Dist, tone: Callable[[int], str], width: int, high: int) -> list[Content]:
    """Lines with a law's chart at their right where both have room, `high` lines at least; else below a high one, or
    alone."""
    longest = max((line.cell_length for line in lines), default=-GAP)
    room, down = width - longest - GAP, max(high, len(lines))
    columns = len(window(law, width))
    if (high == LEAST and len(lines) < LEAST) or room < COLUMN * columns:
        return [*lines, *(law_rows(law, tone, width, columns + 1) if high == HIGH and width >= WIDE else ())]
    drawn = chart(law, tone, room, down - 1)
    start = width - max(line.cell_length for line in drawn) if lines else 0
    left = [*lines, *([Content("")] * (down - len(lines)))]
    return [
        Content.assemble(line, " " * (start - line.cell_length), bars) for line, bars in zip(left, drawn, strict=True)
    ]


@dataclass(frozen=True)
class Each:
    """A table of the same for all whom it could be done to, drawn where there are lines in plenty: `of` is what it is
    worked out from, `rows` begin with a name and end with what is said of it."""

    of: tuple[object, ...]
    head: tuple[str, ...]
    rows: Callable[[], Sequence[tuple[str, ...]]] = field(compare=False)

    def __call__(self, width: int, level: int) -> Sequence[Content]:
        """A blank line, what each column is, and a line for each."""
        if level < LAVISH or width < TABLE:
            return ()
        lines = [Content.styled(_columns(self.head, width), "$dim")]
        for name, *told in self.rows():
            line = Content(_columns((name, *told), width))
            lines.append(line.stylize("bold", 0, min(len(name), NAMED)))
        return [Content(""), *lines]


@dataclass(frozen=True)
class Both:
    """The odds of one, and below them those of all."""

    one: Lines
    each: Each

    def __call__(self, width: int, level: int) -> Sequence[Content]:
        """The lines of both."""
        return [*self.one(width, level), *self.each(width, level)]


NAMED, CELLS = 24, 13


def _columns(cells: Sequence[str], width: int) -> str:
    """A name, numbers below each other, and words at the end."""
    name, *numbers, last = cells
    start = f"{name[:NAMED]:<{NAMED}}{''.join(f'{one:>{CELLS}}' for one in numbers)}"
    return f"{start}  {last}"[:width]


def _against_each(table: Table, members: Members, element: Element) -> Each:
    """What the element's attack would bring each one in the scene (CNF-7)."""
    pool = best_pool(element)
    here = [seat.id for seat in table.seats if not seat.away and seat.id in members and plays(members[seat.id])]
    blow = Blow(element, pool, tuple(here))

    def rows() -> Sequence[tuple[str, ...]]:
        found, kind = [], blow.dealt
        for who in here if blow.dice else ():
            harm, one = Blow(element, pool, (who,)).harm(table, members, 0), members[who]
            most = derive.threshold(one, kind).total
            mine = " · against them" if who in element.against else ""
            shares = (percent(harm.hit), laws.mean(harm.damage), percent(harm.consequence))
            found.append((one_line(one.title, 40), *shares, f"{kind} {state.held(one, kind)} of {most}{mine}"))
        return found

    known = (blow, tuple(members[who] for who in here), table.play.stakes)
    return Each(known, ("Each of them", "hit", "damage", "consequence", "now"), rows)


def _on_each(table: Table, members: Members, who: str) -> Each:
    """What the character's roll with its last setup would do to each element (CNF-3)."""
    standing, character = [one for one in table.play.elements if not (one.out or one.ally)], members[who]

    def rows() -> Sequence[tuple[str, ...]]:
        plan, found = remembered(character).plan, []
        for one in standing:
            pool = best_pool(one)
            law = laws.attack_on(character, plan, one, pool)
            if law is not None:
                shares = (percent(law.connects), laws.mean(law.lost), percent(law.out))
                found.append((one_line(one.name, 40), *shares, f"{pool} {one.dice.get(pool, 0)}"))
        return found

    return Each((character, tuple(standing)), ("Each element", "connects", "dice lost", "all its dice", "pool"), rows)


def best_pool(element: Element) -> str:
    """The kind with the most dice left."""
    return max(POOLS, key=lambda pool: element.dice.get(pool, 0))


def targets(table: Table, element: Element, members: Members) -> list[str]:
    """Whom an element would attack: those that it is used against, or the first in the scene; none who are not in play
    (TIME-3, DOM-3)."""
    here = [seat.id for seat in table.seats if not seat.away and seat.id in members and plays(members[seat.id])]
    return [who for who in element.against if who in here] or here[:1]


@dataclass(frozen=True)
class Blow:
    """An element's attack as it is put together: with which dice, on whom, dice traded for marks, and the damage."""

    element: Element
    pool: str
    whom: tuple[str, ...]
    traded: int = 0
    """Dice that go three for a mark (CNF-2, ROL-6)."""
    kind: DamageKind | None = None
    """The damage, where it is not the usual one of its dice."""

    @property
    def dice(self) -> int:
        """The dice of the pool."""
        return self.element.dice.get(self.pool, 0)

    @property
    def dealt(self) -> DamageKind:
        """The damage that it deals."""
        return self.kind or KIND.get(self.pool, "pain")

    def harm(self, table: Table, members: Members, at: int) -> laws.Harm:
        """What it may do to one of its targets by its place among them (CNF-7)."""
        thrown = laws.thrown(min(self.dice, odds.MOST_DICE), self.traded)
        on = laws.target(members[self.whom[at]], self.dealt, table.play.stakes == "deadly")
        return laws.harm(on, laws.share(thrown, len(self.whom), at))


def usual(table: Table, members: Members, element: Element) -> Blow:
    """The attack that an element would make by itself: with most of its dice, on those it is used against."""
    return Blow(element, best_pool(element), tuple(targets(table, element, members)))


def blow_lines(table: Table, members: Members, blow: Blow, *, others: bool = True) -> Lines:
    """An element's attack: the chance that the first one is hit, what each of the `others` has to expect, and what they
    could block (CNF-7)."""
    known = (blow, others, tuple(members[who] for who in blow.whom), table.play.stakes)
    if not blow.dice:
        return Lines(known, (), Content.styled(f"the {blow.pool} pool is empty", "$warn"))
    if not blow.whom:
        return Lines(known, (), Content.styled("no one in the scene to attack", "$dim"))
    first, *more = (blow.harm(table, members, at) for at in range(len(blow.whom)))
    chances = (
        Chance("a hit", first.hit, "$bad"),
        Chance("nothing", 1 - first.hit, "$dim"),
        *((Chance("a consequence", first.consequence, "$bad", True),) if first.consequence else ()),
        *((Chance("doom", first.doom, "$bad", True),) if first.doom else ()),
    )
    tail = damage_words(members[blow.whom[0]], blow.dealt, first)
    if more:  # of several it is said whose it is
        tail = Content.assemble((f"{one_line(members[blow.whom[0]].title, 30)}: ", "bold"), tail)
    rest = [
        Content.assemble((f"{one_line(members[who].title, 30)} ", "bold"), (harm.words, "$dim"))
        for who, harm in zip(blow.whom[1:], more, strict=True)
        if others
    ]
    on = laws.target(members[blow.whom[0]], blow.dealt, table.play.stakes == "deadly")
    told = (*rest, *block_lines(members, blow.whom))
    return Lines(known, chances, tail, told, first.damage, lambda hit: "$bad" if on.consequences(hit) else "$warn")


def damage_words(character: Character, kind: DamageKind, harm: laws.Harm) -> Content:
    """`2.0 damage expected · pain 4 of 4 now`: loud where a consequence is as likely as not, or doom may come."""
    held, most = state.held(character, kind), derive.threshold(character, kind).total if kind != "kismet" else 0
    now = f"{kind} {held} of {most}" if most else f"{kind} {held}"
    parts = [f"{laws.mean(harm.damage)} damage expected", f"{now} now"]
    bad = bool(harm.doom) or float(harm.consequence) >= 1 / 2
    return Content.styled(" · ".join(parts), "$bad" if bad else "")


def block_lines(members: Members, whom: Sequence[str]) -> Iterator[Content]:
    """What those who are attacked could cancel by a block with their last setup (CNF-7, PSH-3)."""
    for who in whom:
        character = members[who]
        if character.play is None or state.doomed(character):
            continue
        roll = remembered(character)
        law = laws.block_of(character, roll.plan)
        if law is not None:
            skill = one_line(derive.skill_name(character, roll.skill), 30)
            words = f"blocks with {skill}: cancels {laws.mean(law)} on average"
            yield Content.assemble((f"{one_line(character.title, 30)} ", "bold"), (words, "$dim"))


def roll_lines(members: Members, who: str, element: Element, pool: str) -> Lines:
    """A character's attack on an element with its last setup: the chance to connect, dice it loses, out (CNF-3)."""
    character, dice = members[who], element.dice.get(pool, 0)
    roll = remembered(character)
    found = laws.attack_on(character, roll.plan, element, pool)
    known = (character, element, pool)
    if found is None:
        return Lines(known, (), Content.styled("too many dice for odds", "$dim"))
    chances = (
        Chance("it connects", found.connects, "$good"),
        Chance("nothing", 1 - found.connects, "$dim"),
        *((Chance("all its dice", found.out, "$good", True),) if found.out else ()),
    )
    skill = one_line(derive.skill_name(character, roll.skill), 30)
    tail = Content(f"{skill} against {plural(dice, 'die')}: it loses {laws.mean(found.lost)} on average")
    return Lines(known, chances, tail, (), found.lost, lambda lost: "$good" if lost else "$dim")


def kismet_lines(character: Character) -> Lines | None:
    """The kismet roll that a character has to make (KIS-2)."""
    look = forecast.kismet(character)
    if look is None or not any(ask.what == "kismet" for ask in state.play_of(character).asks):
        return None
    chances = (
        Chance("a hitch", look.hitch, "$bad"),
        Chance("clear", 1 - look.hitch, "$good"),
        Chance("doom", look.doom, "$bad", True),
    )
    return Lines((character,), chances, Content("the kismet roll that is due: Enter opens the character, m rolls"))


def rows(table: Table, members: Members, who: str, element: Element | None) -> Iterator[AnyRow]:
    """One drawing of what would happen for the element or the character at the focus."""
    whom = members.get(who)
    if whom is not None and whom.play is not None:
        due = kismet_lines(whom)
        if due is not None:
            yield Figure(drawing=due, id="ready-kismet", choose="open")
        elif element is not None and not state.doomed(whom):
            lines = roll_lines(members, who, element, best_pool(element))
            yield Figure(drawing=Both(lines, _on_each(table, members, who)), id="ready-roll", choose="attack")
    elif element is not None:
        lines = blow_lines(table, members, usual(table, members, element))
        yield Figure(drawing=Both(lines, _against_each(table, members, element)), id="ready-act", choose="act")


def heading(table: Table, members: Members, who: str, element: Element | None) -> str:
    """`The Vargas brothers attack Kestrel: physical, 6 dice`."""
    whom = members.get(who)
    if whom is not None and whom.play is not None:
        if kismet_lines(whom) is not None:
            return f"{one_line(whom.title, 40)}, kismet roll"
        if element is None:
            return ""
        return f"{one_line(whom.title, 40)} against {one_line(element.name, 40)}, {best_pool(element)}"
    if element is None:
        return ""
    names = ", ".join(one_line(members[one].title, 30) for one in targets(table, element, members)) or "no one"
    pool = best_pool(element)
    return f"{one_line(element.name, 40)} against {names}: {pool}, {plural(element.dice.get(pool, 0), 'die')}"
