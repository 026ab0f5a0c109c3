"""What is done in a conflict at the GM's table: elements act, damage is dealt, characters attack and block (CNF-2,
CNF-7, PSH-3, TRT-4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from saga_tui.engine.party import PartyOutcome
from saga_tui.games.saga.gm import state as table_state
from saga_tui.games.saga.gm.commands.challenges import Order
from saga_tui.games.saga.gm.screens.act import ActScreen, plan_doc
from saga_tui.games.saga.gm.screens.adding import element_of
from saga_tui.games.saga.gm.screens.edges import Screen, can_act, cast, command_of, ids_here, reached, seats_here
from saga_tui.games.saga.gm.screens.panels import seat_names
from saga_tui.games.saga.gm.screens.ready import best_pool
from saga_tui.games.saga.gm.state import POOLS, Element, Table, pending
from saga_tui.games.saga.gm.trial import player
from saga_tui.games.saga.rules import composing, derive, rolls, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll, remembered
from saga_tui.games.saga.rules.odds import marks as marks_law
from saga_tui.games.saga.rules.odds import net
from saga_tui.games.saga.rules.words import DAMAGE, Skill
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.games.saga.screens.session.roll.result import verdict
from saga_tui.games.saga.table import Table as Sheet
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.dice import DiceEntry, Look
from saga_tui.ui.edge_rows import TransitionChoice
from saga_tui.ui.party_edge import broadcast
from saga_tui.ui.party_pick import pick_seat, pick_seats
from saga_tui.ui.roll import Composed, RollOutcome
from saga_tui.ui.verdict import Said
from saga_tui.words import percent, plural, sentence

ORDERS: Final[Mapping[Skill, str]] = {"athletics": "t", "awareness": "e"}
"""The skills that set the order of players, each with its key (CNF-6)."""
OWN: Final = frozenset({"skill", "kind", "opposing", "opposition", "hold", "sure", "at_once", "at_most", "spare"})
"""What of a roll the table says itself."""


# ---- elements act


async def act(screen: Screen) -> None:
    """An element attacks or blocks: put together with its odds, rolled, and what it brings shown before it is dealt."""
    element = await element_of(screen, "Which element acts?")
    if element is None:
        return
    members = reached(screen)
    planned = await screen.app.push_screen_wait(ActScreen(screen.document, members, seats_here(screen), element))
    if planned is None:
        return
    said = plan_doc(planned)
    if planned.by_hand:
        marks_ = await screen.number("Your dice", "How many marks?", default=0)
        if marks_ is None:
            return
        said["marks"] = marks_
    outcome = await screen.execute(command_of("act" if planned.does == "attack" else "element-block", **said))
    if outcome is None or planned.does != "attack":
        return
    if screen.document.play.strikes:
        await deal(screen, outcome.dice)
    else:
        screen.notify("; ".join(line.text for line in outcome.lines), title="It brings nothing")


async def deal(screen: Screen, thrown: Sequence[int] = (), before: Sequence[str] = ()) -> None:
    """The damage on its way, as it would hit each; Escape leaves it there, so that players can block first (CNF-7).
    `thrown` are the dice that brought it, `before` what came of the rolls that did."""
    table: Table = screen.document
    if not table.play.strikes:
        screen.notify("No damage is on its way.")
        return
    by = table.play.strikes[0].by
    kinds = {one.target: one.kind for one in table.play.strikes if one.by == by}

    def choices(member: Character) -> Sequence[TransitionChoice]:
        own = kinds.get(member.id)
        if own is None:
            return ()
        others = [kind for kind in DAMAGE if kind != own]
        return (
            TransitionChoice(next((marks.DAMAGE_KEYS[kind] for kind in DAMAGE if kind == own), "x"), "", own),
            *(TransitionChoice(marks.DAMAGE_KEYS[kind], kind, kind, "(free)" if kind == "kismet" else "(1 ★)")
              for kind in others),
        )  # fmt: skip

    name = seat_names(table).get(by, by)
    title = f"{name}: {plural(table_state.marks(thrown), 'mark')}, deal the damage" if thrown else ""
    question = "" if all(one.at_once for one in table.play.strikes) else "Esc to let players block first (s)"
    dice = (Look(table_state.MARK_FROM, good="mark"), tuple(thrown)) if thrown else None
    await broadcast(screen, cast("deal", title or f"Deal the damage of {name}", {"by": by}, question=question,
                                 takes="choose", choices=choices, thrown=dice, before=before))  # fmt: skip


# ---- characters roll


async def attack(screen: Screen) -> None:
    """A character attacks an element: the roll is put together as on the own sheet, the pool attacked opposes it."""
    who = await pick_seat(screen, "Who attacks?", among=ids_here(screen))
    if who is None or not can_act(screen, who):
        return
    found = await target_of(screen, who)
    if found is None:
        return
    target, pool, dice = found
    fields: dict[str, Any] = {"kind": "attack", "opposing": dice, "opposition": "attack", "reflexive": False}

    def said(made: Roll) -> dict[str, Any]:
        return {"seat": who, "target": target, "skill": made.skill, "pool": pool, "roll": with_(made)}

    await rolling(screen, "attack", said, who, draft_of(screen, who, **fields))


async def target_of(screen: Screen, who: str) -> tuple[str, str, int] | None:
    """What a character attacks, which kind of dice, and how many oppose it: an element, the one at the focus or of any
    the one that is used against the character first; where players are against players another character (CNF-6)."""
    standing = [one for one in screen.document.play.elements if not (one.out or one.ally)]
    here = getattr(screen, "at_element", None)
    if isinstance(here, Element):
        standing = [here]
    standing.sort(key=lambda one: who not in one.against)
    ways = [(one.name, pool, one.dice.get(pool, 0)) for one in standing for pool in POOLS if one.dice.get(pool, 0)]
    best = next((at for at, (_, pool, _) in enumerate(ways) if pool == best_pool(standing[0])), 0) if ways else 0
    table: Table = screen.document
    side = {seat.id: seat.side for seat in table.seats}
    if table.play.order or len({*side.values()}) > 1:
        foes = [
            other for other, *_ in seats_here(screen) if other != who and (not side[who] or side[other] != side[who])
        ]
        ways, best = [*((other, pool, 0) for other in foes for pool in POOLS), *ways], 0
    if len(ways) <= 1:
        if not ways:
            screen.notify("No element has dice left. Press + to add one.")
        return ways[0] if ways else None
    names = seat_names(table)
    members = screen.session.members
    offers = [
        Offer(str(at), f"{view.one_line(names.get(one, one), 40)}: {pool}",
              versus(members[who], members[one], pool) if one in names else plural(dice, "die"))
        for at, (one, pool, dice) in enumerate(ways)
    ]  # fmt: skip
    key = await screen.choose("Attack what?", offers, at=str(best), rule="CNF-7")
    return None if key is None else ways[int(key)]


def versus(attacker: Character, target: Character, pool: str) -> str:
    """The chances that an attack on another player connects, with the best skills for it and no tokens: if nobody pays
    for a block, and if the target does; a tie is the target's (CNF-6, ROL-4)."""
    own, block = (marks_law(one.dice(one.skills[pool])) for one in (player(attacker), player(target)))
    return f"hits {percent(own.at_least(1))}, blocked {percent(net(own, block).at_least(1))}"


async def sides(screen: Screen) -> None:
    """Who is against whom: the chosen ones against all others, with the ally dice divided among them (CNF-6)."""
    here = [who for who, *_ in seats_here(screen)]
    first = [seat.id for seat in screen.document.seats if seat.side == 1]
    chosen = await pick_seats(screen, "Sides", first, "Who is on side 1? All others are on side 2; no one: no sides.")
    if chosen is None or not here:
        return
    others = [who for who in here if who not in chosen]
    (who, *also), against = (chosen, others) if chosen and others else ([*chosen, *others], [])
    side = 1 if against else 0
    await screen.execute(command_of("side", seat=who, side=side, also=also, against=against))


async def order(screen: Screen) -> None:
    """Who acts when where players are against players: each rolls the skill of the two that the player chooses; those
    who are even roll again (CNF-6, RFX-1)."""

    def choices(member: Character) -> Sequence[TransitionChoice]:
        ranks = {skill: derive.ranks(member, skill).total for skill in ORDERS}
        best_first = sorted(ORDERS, key=lambda skill: -ranks[skill])
        words = (f"{view.one_line(derive.skill_name(member, skill), 20)} {ranks[skill]}" for skill in best_first)
        both = zip(best_first, words, strict=True)
        return [TransitionChoice(ORDERS[skill], skill, said) for skill, said in both] if member.id in to else ()

    to, again = ids_here(screen), ""
    while to:
        question = f"{again}Athletics or awareness, reflexive"
        more = cast("order", "Order of the players", {"to": to}, question=question, takes="skills", choices=choices,
                    rolls=True)  # fmt: skip
        outcome = await broadcast(screen, more)
        if outcome is None:
            return
        screen.notify("\n".join(sentence(line.text) for line in outcome.lines), title="Order")
        done = outcome.command
        to, again = [who for even in done.even() for who in even] if isinstance(done, Order) else [], "Even, again: "


async def block(screen: Screen) -> None:
    """A character blocks damage that is on its way to the character or to a friend (CNF-7, PSH-3)."""
    table: Table = screen.document
    hit = [seat.id for seat in table.seats if pending(table, seat.id)]
    if not hit:
        screen.notify("No damage is on its way. An element attacks first.")
        return
    who = screen.chosen or (hit[0] if len(hit) == 1 else await pick_seat(screen, "Who blocks?"))
    if who is None or not can_act(screen, who):
        return
    target = who if who in hit else hit[0]
    if who not in hit and len(hit) > 1:
        names = seat_names(table)
        offers = [Offer(one, names[one], f"{pending(table, one)} damage") for one in hit]
        target = await screen.choose("Block for whom?", offers) or ""
    if not target:
        return
    fields: dict[str, Any] = {"kind": "block", "opposing": 0, "opposition": "challenge", "reflexive": False}

    def said(made: Roll) -> dict[str, Any]:
        return {"seat": who, "skill": made.skill, "target": target, "roll": with_(made)}

    done = await rolling(screen, "block", said, who, draft_of(screen, who, **fields))
    if done and screen.document.play.strikes:
        await deal(screen)


def draft_of(screen: Screen, who: str, skill: Skill | None = None, **fields: Any) -> Roll:
    """A character's roll to begin with: the last setup, with every trait that takes dice now (TRT-4)."""
    return remembered(screen.session.members[who], skill).model_copy(update={"opposing_marks": None} | fields)


async def composed(screen: Screen, who: str, draft: Roll) -> Roll | None:
    """The roll of a character, put together with its odds; with the faces where the player threw the dice."""
    member = screen.session.seats[who]
    sheet = Sheet(member.memory, screen.session.roller)
    while True:
        made: Composed[Roll] | None = await screen.app.push_screen_wait(RollDrawer(sheet, draft))
        if made is None or not made.by_hand:
            return made.command if made is not None else None
        character = sheet.character
        dice = max(0, rolls.pool(character, composing.covered(character, made.command.plan)).dice)
        thrown = await screen.app.push_screen_wait(DiceEntry("Your dice", view.dice(character), (0,) * dice))
        if thrown is not None:
            return made.command.model_copy(update={"faces": thrown.faces, "marks": thrown.good})
        draft = made.command


def with_(made: Roll) -> dict[str, Any]:
    """What a roll is put together of, without what the table says of it."""
    return {name: value for name, value in made.params().items() if name not in OWN}


async def rolling(screen: Screen, verb: str, said: Callable[[Roll], Mapping[str, Any]], who: str, draft: Roll) -> bool:
    """Puts a roll together, carries it out and shows it; where it was not carried out after all it is opened again as
    it was. Returns whether it was rolled."""
    while (made := await composed(screen, who, draft)) is not None:
        if await rolled(screen, verb, said(made), who):
            return True
        draft = made.model_copy(update={"faces": None, "marks": None})
    return False


async def rolled(screen: Screen, verb: str, said: Mapping[str, Any], who: str) -> bool:
    """Carries out a roll of a character at the table, and shows its own dice, what was against it, and what it came to
    there. Returns whether it was carried out."""
    outcome = await screen.execute(command_of(verb, **said))
    part = outcome.parts.get(who) if isinstance(outcome, PartyOutcome) else None
    if outcome is None or part is None:
        return outcome is not None
    title = f"{view.one_line(part.after.title, 40)}: {outcome.command.title.lower()}"
    look, roll = view.dice(part.after), state.play_of(part.after).roll
    own = [line.text for line in outcome.lines]
    found = verdict(part.after, roll) if roll is not None else None
    if found is not None:
        found = replace(found, lines=[*found.lines, *(Said(sentence(text)) for text in own)])
    lines = [line.text for line in part.lines] + own
    faces = roll.faces if roll is not None else part.dice
    await screen.app.push_screen_wait(RollOutcome(title, look, faces, lines, fresh=True, verdict=found))
    return True


async def acted(screen: Screen) -> None:
    """The character at the focus has acted, or not (CNF-4)."""
    who = await pick_seat(screen, "Who has acted?")
    if who is not None:
        await screen.execute(command_of("acted", seat=who, no=who in screen.document.play.acted))
