"""SagaS's rolls at the play screen: their rows, their exact odds, what they came to, and the actions that open them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from textual.content import Content

from saga_tui import degrees
from saga_tui.degrees import roman
from saga_tui.engine.command import Command, Outcome, objections
from saga_tui.engine.document import Ask
from saga_tui.engine.session import Session
from saga_tui.games.sagas.character import Character
from saga_tui.games.sagas.play import blows, rolls
from saga_tui.games.sagas.play.clock import CLOCK
from saga_tui.games.sagas.play.harm import RollAsked
from saga_tui.games.sagas.play.state import asked_words, label_of, play_of, scores, weapons
from saga_tui.games.sagas.rules.base import MADE
from saga_tui.games.sagas.rules.figures import figures
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.dice import Look
from saga_tui.ui.document_screen import DocumentScreen
from saga_tui.ui.forms import carry_out
from saga_tui.ui.open_dice import Part
from saga_tui.ui.roll import Offered, RollSpec, roll, told
from saga_tui.ui.roll_fields import bonus_rows, field_rows, modifier_rows
from saga_tui.ui.roll_items import Item
from saga_tui.ui.roll_odds import Chance, Priced, Reading
from saga_tui.ui.specs import Action, Why
from saga_tui.ui.verdict import Said, Verdict
from saga_tui.words import percent, sentence

if TYPE_CHECKING:
    from saga_tui.ui.specs import Deed

Screen = DocumentScreen[Character]
ROLL, THEM, MODIFIERS = "Roll", "Opponent", "Modifiers"
GROUPS: Final[Mapping[str, tuple[str, str]]] = {
    "skill": (ROLL, "Skill"), "difficulty": (ROLL, ""), "nearby": (ROLL, "As a close skill"), "by": (ROLL, "Defence"),
    "weapon": (ROLL, ""), "second": (ROLL, "Other hand"), "field": (ROLL, "Field of the art"), "shots": (ROLL, ""),
    "bursts": (ROLL, ""), "area": (ROLL, "Over 30°"), "zone": (ROLL, ""), "charge": (ROLL, ""),
    "counter": (ROLL, "Counterattack"), "also": (ROLL, "With another skill"), "modifier": (ROLL, "GM's modifier"),
    "foe": (THEM, "Foe"),
    "met_by": (THEM, "They use"), "against": (THEM, "Their score"), "against_modifier": (THEM, "Their modifiers"),
    "degree": (THEM, "Or their degree"), "armour": (THEM, "Protection"), "threshold": (THEM, "Shock threshold"),
    "ra": (THEM, "Their armour resists"), "hit_points": (THEM, "Hit points"), "endurance": (THEM, "Endurance"),
}  # fmt: skip
"""The fields of a roll in the order of its rows, each with its group and its words."""
SHOTS: Final = {"shots", "bursts", "area"}
WORDS: Final = {
    ("test", "comes"): "Success", ("test", "goes"): "Failure", ("oppose", "comes"): "You win", ("oppose", ""): "No win",
    ("attack", "comes"): "Hit", ("attack", "goes"): "Missed", ("attack", ""): "Explosion",
    ("defend", "comes"): "Not hit", ("defend", "goes"): "You are hit", ("damage", "comes"): "Damage",
}  # fmt: skip
"""The word of a banner, by what was rolled and how it went."""
DEGREE: Final = re.compile(r"(?:degree|damage) (−?\w+)", re.IGNORECASE)


def signed(degree: int) -> str:
    """`+II`, `−I`, `0`."""
    return f"{'+' * (degree > 0)}{roman(degree)}"


class Degrees(RollSpec[rolls.Rolling]):
    """A roll for a degree."""

    look = Look(sides=6, again=6)
    columns = ((ROLL, THEM), ("In hand", MODIFIERS))

    def rows(self, document: Character, command: rolls.Rolling) -> Sequence[Item[rolls.Rolling]]:
        """What is rolled, the other side, bonuses in hand, modifiers of the list."""
        from saga_tui.games.sagas.rules.ruleset import RULES

        found = field_rows(RULES, document, command, GROUPS, usual=8)
        if isinstance(command, rolls.Against) and (known := command.facing(document)) is not command:
            told = field_rows(RULES, document, known, GROUPS, usual=8)  # what is known of the foe stands in its rows
            found = [replace(one, value=other.value) for one, other in zip(found, told, strict=True)]
        if isinstance(command, blows.Armed):
            row = command.held(figures(document))[1]
            out = {*(SHOTS if row.close or not row.shots else ()), "" if row.radius_m else "zone"}
            out |= {"bursts", "area"} if not row.rof else set()
            out |= (
                {"weapon", "skill", "second"} if isinstance(command, blows.Defend) and command.by != "parry" else set()
            )
            out |= {"charge"} if not row.close else set()
            out |= {"field"} if "martial" not in command.skill else set()
            out |= {"counter"} if not any(one.what == "counterattack" for one in play_of(document).asks) else set()
            found = [one for one in found if one.key not in out]
        mine = bonus_rows(document, command, "In hand", signed)
        return [*found, *mine, *modifier_rows(document, command, MODIFIERS, signed)]

    def chance(self, document: Character, command: rolls.Rolling) -> Fraction:
        """Of what one hopes for."""
        return self.chances(document, command)[0].chance

    def chances(self, document: Character, command: rolls.Rolling) -> list[Chance]:
        """What may come of it, the best first (S-TST-6, S-OPP-2, S-ATK-1, S-DEF)."""
        own = command.law(document)
        if isinstance(command, blows.Attack):
            blow = command.blow(document)
            turned = {"dodge": ("they gain initiative", blow.met.far), "parry": ("hit back", blow.met.turned)}
            worse = turned.get(command.met_by, ("", Fraction()))
            missed = Chance("missed", 1 - blow.met.wins, "$bad")
            return [Chance("hit", blow.met.wins, "$good"), missed, Chance(*worse, "bold $bad", within=True)]
        others = command.others(document) if isinstance(command, rolls.Against) else own
        if isinstance(command, blows.Defend):
            met = degrees.against(others, own)
            more = {"dodge": ("initiative, +II", met.far), "parry": ("hit back", met.turned)}
            gain = more.get(command.by, ("", Fraction()))
            return [Chance("not hit", 1 - met.wins, "$good"), Chance(*gain, "bold $good", within=True),
                    Chance("hit", met.wins, "$bad")]  # fmt: skip
        if isinstance(command, rolls.Oppose):
            met = degrees.against(own, others)
            return [Chance("you win", met.wins, "$good"), Chance("nothing", met.neither, "$title"),
                    Chance("they win", met.loses, "$bad")]  # fmt: skip
        all_of = degrees.chances(command.number(document).total, command.degrees(document).total)
        short = 1 - all_of.success - all_of.outright
        return [Chance("success", all_of.success, "$good"), Chance("too little", short, "$title"),
                Chance("outright failure", all_of.outright, "$bad")]  # fmt: skip

    def read(self, session: Session[Character], command: rolls.Rolling, rows: Sequence[Item[rolls.Rolling]]) -> Reading:
        """Terms, chances, the chart of degrees, what each row would add."""
        document = session.document
        score, more = command.number(document), command.degrees(document)
        chances = self.chances(document, command)
        now, law = chances[0].chance, command.law(document)
        attack = command if isinstance(command, blows.Attack) else None
        if attack is not None:
            law = attack.blow(document).met.law
        elif isinstance(command, rolls.Against):
            law = degrees.against(law, command.others(document)).law
        known = {more.total: now}
        adds = {}
        for row in rows:
            if row.section == THEM or (row.section == ROLL and row.digit):
                adds[row.key] = self.chance(document, row.step(1)) - now
            elif row.section != ROLL:  # a modifier is worth what its degrees are
                total = (made := row.step(1)).degrees(document).total
                if total not in known:
                    known[total] = self.chance(document, made)
                adds[row.key] = known[total] - now
        terms = [Content.assemble((f"{signed(term.amount):>4}  ", "bold"), term.reason) for term in more.terms]
        wrong = objections(session.game, document, command)
        return Reading(
            heading=[Content(f"{score.label} {score.total}")],
            terms=[(one, "") for one in terms],
            notes=[Content.styled(f"! {found.message}", "bold $bad") for found in wrong],
            chances=chances,
            tail=Content.styled(self.tail(document, command), "$dim"),
            law=law,
            named=roman,
            tone=lambda degree: "$good" if degree > 0 else "$bad",
            prices=[
                Priced(f"{row.value} {row.label}", "", adds[row.key])
                for row in rows
                if row.section not in (ROLL, THEM) and not row.used and adds[row.key] > 0
            ],
            columns=(chances[0].words, ""),
            adds=adds,
            unpaid=next(iter(wrong), None),
            why=Why(score, more=(more,)),
        )

    def tail(self, document: Character, command: rolls.Rolling) -> str:
        """What else follows: damage, shock, falling; natural 2 and 12 (S-ATK-4, S-TST-7)."""
        if not isinstance(command, blows.Attack):
            all_of = degrees.chances(command.number(document).total, command.degrees(document).total)
            if figures(document).switch("natural_rolls") == "off":
                return ""
            return f"natural 2 {percent(all_of.natural_2)}, natural 12 that fails {percent(all_of.fumble)}"
        fate = command.fate(document)
        said = f"{float(fate.expected):.1f} damage expected, shock {percent(fate.shock)}, down {percent(fate.down)}"
        return f"{said}, dead {percent(fate.dead)}"

    def parts(self, document: Character, command: rolls.Rolling) -> Sequence[Part]:
        """Yours, the other weapon's, theirs, the bursts."""
        bursts = command.bursts if isinstance(command, blows.Attack) else 0
        second = isinstance(command, blows.Attack) and command.second
        theirs = isinstance(command, rolls.Against) and command.rolls_too and command.other is None
        found = ("Your dice", 2), ("The other weapon", 2 * bool(second)), ("Their dice", 2 * theirs), ("Bursts", bursts)
        return [part for part in found if part[1]]

    def verdict(self, outcome: Outcome[Character]) -> Verdict | None:
        """How it went, with its degree drawn large."""
        lines = outcome.lines
        best = [one for one in lines if "elative degree" in one.text] or [
            one for one in lines if DEGREE.search(one.text)
        ]
        if not best or (found := DEGREE.search(best[0].text)) is None:
            return None
        way = next((one.way for one in lines if one.way in ("comes", "goes") and one.rule != "S-EQP-1"), "")
        word = WORDS.get((outcome.command.verb, way), outcome.command.title)
        tone = {"comes": "good", "goes": "bad"}.get(way, "")
        return Verdict(
            word,
            tone,
            found[1],
            [Said(sentence(one.text)) for one in sorted(lines, key=lambda one: one.rule == "S-CMB-6")],
        )

    def offers(self, document: Character) -> Sequence[Offered]:
        """Damage, a counterattack, a bonus gained."""
        found = []
        for ask in play_of(document).asks:
            if ask.what == "damage":
                bonus = ask.level.partition(" ")[0].replace("+0", "")
                found.append(Offered("d", f"Roll damage: {ask.dice}d6* {bonus}", rule=ask.rule, command=blows.Damage()))
            elif ask.what == "counterattack":
                strike = blows.Attack(counter=True, foe=ask.kind)
                found.append(Offered("c", "Hit back at once", rule=ask.rule, command=strike, composed=True))
        held = (one for one in play_of(document).held if one.what == "dodge")
        return [
            *found,
            *(Offered("", f"In hand until round {one.until} ends: {one.told}", reminder=True) for one in held),
        ]

    def follows(self, outcome: Outcome[Character]) -> Sequence[Offered]:
        """A hold after a narrow win (S-SOC-3)."""
        found = outcome.command.follows(outcome) if isinstance(outcome.command, rolls.Oppose) else ()
        return [Offered("h", "Take a hold on them: +I once, this scene", rule="S-SOC-3",
                        command=MADE[verb].model_validate(params)) for verb, params in found]  # fmt: skip


SPEC: Final = Degrees()


# ---- what opens them


async def put_together(desk: Screen, kind: type[rolls.Rolling], **said: Any) -> None:
    """Opens a roll; an attack where one may strike back does that."""
    back = next((ask for ask in play_of(desk.document).asks if ask.what == "counterattack"), None)
    if back is not None and kind is blows.Attack:
        said = {"counter": True, "foe": back.kind} | said
    if issubclass(kind, blows.Armed):
        said = {"weapon": next(iter(weapons(figures(desk.document))))} | said
    await roll(desk, SPEC, kind.model_validate(said))


async def skill(desk: Screen, kind: type[rolls.Rolling] = rolls.Plain) -> None:
    """Which characteristic or skill, then its roll."""
    of = figures(desk.document)
    rows = [(key, rolls.total_of(of, key).total) for key in scores(of)]
    offers = [Offer(key, f"{label_of(of, key)} {total}", percent(degrees.chances(total).success) if total > 0 else "–")
              for key, total in rows]  # fmt: skip
    if (key := await desk.choose("Roll what?", offers)) is not None:
        await put_together(desk, kind, skill=key)


async def at_once(desk: Screen, command: Command) -> None:
    """Rolls without a panel, and shows what it came to."""
    await told(desk, SPEC, await desk.execute(command))


def answered(ask: Ask) -> Deed:
    """What makes a roll that is asked for: a hit's damage, the counterattack's panel, or the roll itself."""
    known: Mapping[str, Deed] = {
        "damage": partial(at_once, command=blows.Damage()),
        "counterattack": partial(put_together, kind=blows.Attack),
    }
    return known.get(ask.what) or RollAsked(what=asked_words(ask))


async def answer(desk: Screen) -> None:
    """Makes the oldest roll that is asked for."""
    await carry_out(desk, answered(play_of(desk.document).asks[0]))


async def again(desk: Screen) -> None:
    """Opens the last roll again."""
    from saga_tui.games.sagas.rules.ruleset import RULES

    for event in islice(desk.memory.history(), 60):
        if event.do in RULES.commands and issubclass(kind := RULES.commands[event.do], rolls.Rolling):
            once = ("total", "double_six", "other", "bonus", "degree")
            await put_together(desk, kind, **{name: value for name, value in event.params.items() if name not in once})
            return
    desk.notify("Nothing was rolled yet.")


def in_play(document: Character) -> bool:
    """Whether play has begun."""
    return document.play is not None


def hit(document: Character) -> bool:
    """Whether a hit's damage is open."""
    return any(ask.what == "damage" for ask in play_of(document).asks)


ROLLS: Final[Sequence[Action]] = (
    Action("roll", "Roll…", "Roll a characteristic or skill", skill, ("test",), "r", when=in_play, shown=True),
    Action("oppose", "Opposed…", "Roll against someone", partial(skill, kind=rolls.Oppose), ("oppose",), "v",
           when=in_play, group="Roll"),
    Action("attack", "Attack", "Attack, with the odds in sight", partial(put_together, kind=blows.Attack), ("attack",),
           "a", when=in_play, shown=True),
    Action("defend", "Defend", "Dodge, parry, or reflex dodge", partial(put_together, kind=blows.Defend), ("defend",),
           "d", when=in_play, shown=True),
    Action("damage", "Damage", "Roll the damage of your hit", partial(at_once, command=blows.Damage()), ("damage",),
           "D", when=hit, shown=True),
    Action("initiative", "Initiative", "Roll your initiative again", partial(at_once, command=MADE["initiative"]()),
           ("initiative",), "I", when=lambda one: CLOCK.is_open(one, "fight")),
    Action("again", "Again", "Open the last roll again", again, key="A", old="l", when=in_play),
)  # fmt: skip
