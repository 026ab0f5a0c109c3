"""What is done in a conflict at the GM's table: elements act, damage is dealt, characters attack and block, challenges
and conditions are met (CNF-2, CNF-7, CNF-8, ROL-3, ROL-9, PSH-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from saga_tui.engine.party import PartyOutcome
from saga_tui.games.saga.gm import odds as laws
from saga_tui.games.saga.gm.clock import in_conflict
from saga_tui.games.saga.gm.screens.act import ActScreen, plan_doc
from saga_tui.games.saga.gm.screens.adding import element_of
from saga_tui.games.saga.gm.screens.edges import Screen, can_act, cast, command_of, ids_here, seats_here
from saga_tui.games.saga.gm.screens.panels import seat_names
from saga_tui.games.saga.gm.screens.ready import best_pool
from saga_tui.games.saga.gm.state import POOLS, Condition, Element, Table, pending, unmet
from saga_tui.games.saga.rules import composing, derive, rolls, state
from saga_tui.games.saga.rules.advice import Against, stand
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll, remembered
from saga_tui.games.saga.rules.words import DAMAGE, SKILLS, Skill
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.drawer import RollDrawer
from saga_tui.games.saga.table import Table as Sheet
from saga_tui.odds import Dist
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.dice import DiceEntry
from saga_tui.ui.edge_rows import TransitionChoice
from saga_tui.ui.party_edge import broadcast
from saga_tui.ui.party_pick import pick_seat, pick_seats
from saga_tui.ui.roll import Composed, RollOutcome
from saga_tui.words import percent, plural

OWN: Final = frozenset({"skill", "kind", "opposing", "opposition", "hold", "sure", "at_once", "at_most", "spare"})
"""What of a roll the table says itself."""


# ---- elements act


async def act(screen: Screen) -> None:
    """An element attacks or blocks: put together with its odds, rolled, and what it brings shown before it is dealt."""
    element = await element_of(screen, "Which element acts?")
    if element is None:
        return
    members = dict(screen.session.members)
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
    if outcome is not None and planned.does == "attack" and screen.document.play.strikes:
        await deal(screen)


async def deal(screen: Screen) -> None:
    """The damage on its way, as it would hit each; Escape leaves it there, so that players can block first (CNF-7)."""
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
    question = "Esc to let players block first (s)"
    await broadcast(screen, cast("deal", f"Deal the damage of {name}", {"by": by}, question=question, takes="choose",
                                 choices=choices))  # fmt: skip


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
    member: Character = screen.session.members[who]
    fields = {"kind": "attack", "opposing": dice, "opposition": "attack", "opposing_marks": None}
    made = await composed(screen, who, remembered(member).model_copy(update=fields))
    if made is not None:
        said = {"seat": who, "target": target, "skill": made.skill, "pool": pool, "roll": with_(made)}
        await rolled(screen, "attack", said, who)


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
    if table.play.order or len({seat.side for seat in table.seats}) > 1:
        ways += [(other, pool, 0) for other, *_ in seats_here(screen) if other != who for pool in POOLS]
    if len(ways) <= 1:
        if not ways:
            screen.notify("No element has dice left. Press + to add one.")
        return ways[0] if ways else None
    names = seat_names(table)
    offers = [
        Offer(str(at), f"{view.one_line(names.get(one, one), 40)}: {pool}",
              "may pay to block" if one in names else plural(dice, "die"))
        for at, (one, pool, dice) in enumerate(ways)
    ]  # fmt: skip
    key = await screen.choose("Attack what?", offers, at=str(best), rule="CNF-7")
    return None if key is None else ways[int(key)]


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
    draft = remembered(screen.session.members[who])
    fields = {"kind": "block", "opposing": 0, "opposition": "challenge", "opposing_marks": None}
    made = await composed(screen, who, draft.model_copy(update=fields))
    if made is not None:
        said = {"seat": who, "skill": made.skill, "target": target, "roll": with_(made)}
        await rolled(screen, "block", said, who)
        if screen.document.play.strikes:
            await deal(screen)


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


async def rolled(screen: Screen, verb: str, said: Mapping[str, Any], who: str) -> None:
    """Carries out a roll of a character at the table, and shows its dice and what it came to."""
    outcome = await screen.execute(command_of(verb, **said))
    part = outcome.parts.get(who) if isinstance(outcome, PartyOutcome) else None
    if outcome is None or part is None:
        return
    lines = [line.text for line in (*part.lines, *outcome.lines)]
    title = f"{view.one_line(part.after.title, 40)}: {outcome.command.title.lower()}"
    look = view.dice(part.after)
    await screen.app.push_screen_wait(RollOutcome(title, look, part.dice, lines, fresh=True))


# ---- challenges and conditions


def law_of(member: Character, skill: Skill, reflexive: bool = False) -> Dist | None:
    """The law of a character's marks with a skill and its last setup; nothing where there are too many dice."""
    try:
        plan = remembered(member, skill).plan.model_copy(update={"kind": "other", "reflexive": reflexive})
        return stand(member, plan, Against(dice=0, opposition="challenge")).own
    except ValueError:
        return None


async def challenge(screen: Screen) -> None:
    """One or several against a number of dice, together or each by themselves (ROL-3, ROL-9)."""
    chosen = (screen.chosen,) if screen.chosen else ()
    to = await pick_seats(screen, "Challenge whom?", chosen, "They roll against the dice of the challenge.",
                           among=ids_here(screen), needed=True)  # fmt: skip
    if not to:
        return
    skill = await skill_for(screen, to)
    if skill is None:
        return
    members = [screen.session.members[who] for who in to]
    own = [law for member in members if (law := law_of(member, skill)) is not None]
    dice = await screen.number(
        "The challenge", "How many dice? 1–5 easy, 6–15 very difficult, 16+ exceptional.", default=5
    )
    if dice is None:
        return
    said: dict[str, Any] = {"to": to, "skill": skill, "rating": dice}
    if len(to) == 1:
        draft = remembered(members[0], skill).model_copy(
            update={"kind": "other", "opposing": dice, "opposition": "challenge", "opposing_marks": None}
        )
        made = await composed(screen, to[0], draft)
        if made is not None:
            await rolled(screen, "challenge", said | {"skill": made.skill, "rolls": {to[0]: with_(made)}}, to[0])
        return
    if len(to) > 1:
        said["reflexive"] = in_conflict(screen.document.play)
        each = laws.together(own, [dice] * len(own)) if len(own) == len(to) else None
        best = laws.best_split(own, dice) if len(own) == len(to) else None
        offers = [
            Offer("each", "Each against all of them", f"no one fails {percent(each.no_failure)}" if each else ""),
            Offer("split", "Split them evenly"),
            *([Offer("best", "Split them best", best.words)] if best else []),
        ]
        how = await screen.choose("Several against one challenge", offers, rule="ROL-9")
        if how is None:
            return
        if how == "split":
            said |= {"split": True, "together": True}
        elif how == "best" and best is not None:
            said |= {"share": dict(zip(to, best.split, strict=True)), "together": True}
    await screen.execute(command_of("challenge", **said))


async def skill_for(screen: Screen, to: Sequence[str]) -> Skill | None:
    """A skill, with the ranks of those who roll."""
    members = [screen.session.members[who] for who in to]
    ranks = {skill: sorted((derive.ranks(one, skill).total for one in members), reverse=True) for skill in SKILLS}
    offers = [
        Offer(
            skill, view.one_line(derive.skill_name(members[0], skill), 30), "ranks " + ", ".join(map(str, ranks[skill]))
        )
        for skill in sorted(SKILLS, key=lambda one: -sum(ranks[one]))
    ]
    key = await screen.choose("Which skill?", offers)
    return next((skill for skill in SKILLS if skill == key), None)


async def condition(screen: Screen) -> None:
    """What is done about a condition this round (CNF-8)."""
    table: Table = screen.document
    place = (screen.focused.id or "" if screen.focused is not None else "").rpartition("condition-")
    found = table.play.conditions
    at = int(place[2]) if place[1] else 0 if len(found) == 1 else None
    if at is None and found:
        key = await screen.choose("Which condition?", [Offer(str(n), one.name) for n, one in enumerate(found)])
        at = None if key is None else int(key)
    if at is None or at >= len(found):
        return
    one = found[at]
    offers = [
        *([Offer("resist", "Resist it", f"challenge {one.challenge}, or 1 force")] if one.challenge else []),
        *([Offer("roll", "Roll for it", f"net marks to {one.goal}")] if one.goal else []),
        *([Offer("met", "All have faced it", "for this round")] if unmet(table, one) else []),
        Offer("count", "Count it up by 1"),
        Offer("end", "End it"),
    ]
    does = await screen.choose(view.one_line(one.name, 60), offers, view.one_line(one.text, 300), rule="CNF-8")
    if does == "resist":
        await resist(screen, one)
    elif does == "roll":
        await pursue(screen, one)
    elif does == "met":
        await screen.execute(command_of("met", condition=one.name))
    elif does == "count":
        await screen.execute(command_of("count", condition=one.name))
    elif does == "end":
        await screen.execute(command_of("end-condition", condition=one.name))


async def resist(screen: Screen, one: Condition) -> None:
    """Each rolls, pays a token, or takes it; whoever fails has the harm on its way (CNF-8)."""
    here = [who for who, *_ in seats_here(screen) if who not in one.answered]
    skill = await skill_for(screen, here) if here else None
    if skill is None:
        return

    def choices(member: Character) -> Sequence[TransitionChoice]:
        if member.id not in here:
            return ()
        law = law_of(member, skill, True)
        odds_ = f" {percent(laws.resists(law, one.challenge))}" if law is not None else ""
        force = [TransitionChoice("f", "pay", "▲ force")] if state.in_hand(member, "force") else []
        return (TransitionChoice("r", "roll", f"roll{odds_}"), *force, TransitionChoice("y", "yield", "give way"))

    def given(chosen: Mapping[str, str]) -> dict[str, Any]:
        return {
            "pay": [who for who, choice in chosen.items() if choice == "pay"],
            "yields": [who for who, choice in chosen.items() if choice == "yield"],
        }

    said = {"condition": one.name, "skill": skill, "allies": bool(screen.document.play.allies)}
    name = view.one_line(one.name, 40)
    question = f"Against {plural(one.challenge, 'die')}"
    made = cast("resist", f"Resist {name}", said, question=question, choices=choices, given_by=given, rolls=True)
    outcome = await broadcast(screen, made)
    if outcome is not None and screen.document.play.strikes:
        await deal(screen)


async def pursue(screen: Screen, one: Condition) -> None:
    """Each makes a roll against the dice of the other side; the net marks are kept (CNF-8)."""
    element = await element_of(screen, "Against which element's dice?")
    if element is None:
        return
    said = {"condition": one.name, "against": element.name, "skill": "athletics"}
    question = f"Athletics against {plural(element.dice.get('physical', 0), 'die')}"
    await broadcast(screen, cast("challenge", view.one_line(one.name, 40), said, rolls=True, question=question))


async def acted(screen: Screen) -> None:
    """The character at the focus has acted, or not (CNF-4)."""
    who = await pick_seat(screen, "Who has acted?")
    if who is not None:
        await screen.execute(command_of("acted", seat=who, no=who in screen.document.play.acted))
