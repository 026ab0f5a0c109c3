"""Challenges for one or several, and the conditions of a conflict that are met in each round, at the GM's table (CNF-8,
ROL-3, ROL-9, TRT-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from saga_tui.games.saga.gm import odds as laws
from saga_tui.games.saga.gm.clock import in_conflict
from saga_tui.games.saga.gm.screens.acts import deal, draft_of, rolling, with_
from saga_tui.games.saga.gm.screens.adding import element_of
from saga_tui.games.saga.gm.screens.edges import Screen, cast, command_of, ids_here
from saga_tui.games.saga.gm.state import Condition, Table, unmet
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.advice import Against, stand
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.words import SKILLS, Skill
from saga_tui.games.saga.screens.session import view
from saga_tui.odds import Dist
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.edge_rows import TransitionChoice
from saga_tui.ui.party_edge import broadcast
from saga_tui.ui.party_pick import pick_seats
from saga_tui.words import percent, plural, sentence


def counting(member: Character) -> dict[str, Any]:
    """What a roll is put together of that nobody puts together: no token, only the traits that count now (TRT-4)."""
    return {"active": [item.trait for item in state.play_of(member).active]}


def each_of(screen: Screen, to: Sequence[str]) -> dict[str, Any]:
    """The rolls of several, by their ids, where something counts on them."""
    return {who: made for who in to if (made := counting(screen.session.members[who]))["active"]}


def law_of(member: Character, skill: Skill, reflexive: bool = False) -> Dist | None:
    """The law of a character's marks with a skill and nothing but what counts now: nothing where there are too many
    dice."""
    try:
        made = Roll.model_validate({"skill": skill, "reflexive": reflexive} | counting(member))
        plan = made.plan.model_copy(update={"kind": "other"})
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
        asked = in_conflict(screen.document.play)
        fields = {"kind": "other", "opposing": dice, "opposition": "challenge", "reflexive": asked}
        draft = draft_of(screen, to[0], skill, **fields)

        def told(made: Roll) -> dict[str, Any]:
            return said | {"skill": made.skill, "rolls": {to[0]: with_(made)}}

        await rolling(screen, "challenge", told, to[0], draft)
        return
    if len(to) > 1:
        said |= {"reflexive": in_conflict(screen.document.play), "rolls": each_of(screen, to)}
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
    outcome = await screen.execute(command_of("challenge", **said))
    if outcome is not None:
        screen.notify("\n".join(sentence(line.text) for line in outcome.lines), title="Challenge")


async def skill_for(screen: Screen, to: Sequence[str], usual: Skill | None = None) -> Skill | None:
    """A skill, with the ranks of those who roll; the usual one first, then the one with most ranks."""
    members = [screen.session.members[who] for who in to]
    ranks = {skill: [derive.ranks(one, skill).total for one in members] for skill in SKILLS}
    offers = [
        Offer(skill, view.one_line(derive.skill_name(members[0], skill), 30), who_has(members, ranks[skill]))
        for skill in sorted(SKILLS, key=lambda one: (one != usual, -sum(ranks[one])))
    ]
    key = await screen.choose("Which skill?", offers)
    return next((skill for skill in SKILLS if skill == key), None)


def who_has(members: Sequence[Character], ranks: Sequence[int]) -> str:
    """The ranks of those who roll, most first, each by the first word of the name where that tells them apart."""
    if len(members) == 1:
        return plural(ranks[0], "rank")
    first = [view.one_line(one.title, 60).partition(" ")[0] for one in members]
    names = first if len({*first}) == len(first) else [view.one_line(one.title, 20) for one in members]
    ranked = sorted(zip(ranks, names, strict=True), key=lambda one: -one[0])
    return ", ".join(f"{name} {rank}" for rank, name in ranked if rank) or "no one has ranks"


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
    here = [who for who in ids_here(screen) if who not in one.answered]
    if not here:
        screen.notify("Everyone in the scene has faced it this round.", title=view.one_line(one.name, 40))
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

    said: dict[str, Any] = {"condition": one.name, "skill": skill, "allies": bool(screen.document.play.allies)}
    said["rolls"] = each_of(screen, here)
    name = view.one_line(one.name, 40)
    question = f"Against {plural(one.challenge, 'die')}"
    made = cast("resist", f"Resist {name}", said, question=question, choices=choices, given_by=given, rolls=True)
    outcome = await broadcast(screen, made)
    if outcome is not None:
        came = [sentence(line.text) for line in outcome.lines]
        if screen.document.play.strikes:
            await deal(screen, before=came)
        else:
            screen.notify("\n".join(came), title=name)


async def pursue(screen: Screen, one: Condition) -> None:
    """Each makes a roll against the dice of the other side; the net marks are kept. A pursuit usually takes Athletics
    (CNF-8)."""
    here = [who for who in ids_here(screen) if not one.every_round or who not in one.answered]
    if not here:
        screen.notify("Everyone in the scene has faced it this round.", title=view.one_line(one.name, 40))
        return
    element = await element_of(screen, "Against which element's dice?")
    if element is None:
        return
    skill = await skill_for(screen, here, "athletics" if one.pattern == "pursuit" else None)
    if skill is None:
        return
    said: dict[str, Any] = {"condition": one.name, "against": element.name, "skill": skill}
    said["rolls"] = each_of(screen, here)
    named = view.one_line(derive.skill_name(screen.session.members[here[0]], skill), 30)
    question = f"{named} against {plural(element.dice.get('physical', 0), 'die')}"
    name = view.one_line(one.name, 40)

    def chance(member: Character) -> Sequence[TransitionChoice]:
        law = law_of(member, skill, True) if member.id in here else None
        odds_ = f" {percent(laws.resists(law, element.dice.get('physical', 0)))}" if law is not None else ""
        return (TransitionChoice("r", "roll", f"roll{odds_}"),) if member.id in here else ()

    made = cast("challenge", name, said, rolls=True, question=question, choices=chance)
    outcome = await broadcast(screen, made)
    if outcome is not None:
        screen.notify("\n".join(sentence(line.text) for line in outcome.lines), title=name)
