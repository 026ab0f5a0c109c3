"""What can be done about the roll on the table, as lines with one key each; and pushes spent: a small menu of what this
kind of roll may buy (PSH)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar, Final, cast

from textual.binding import Binding, BindingType

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import automation, derive, forecast, odds, open_roll, state
from saga_tui.games.saga.rules.character import Character, FollowUp, LastRoll
from saga_tui.games.saga.rules.commands.pushes import ALLOWED, RULES, Push, Use
from saga_tui.games.saga.rules.commands.stages import Deliberate, LateReroll, Reroll
from saga_tui.games.saga.rules.moments import Moment, moments
from saga_tui.games.saga.rules.words import DAMAGE
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.offers import Offered
from saga_tui.ui.spending import SpendMenu, Spent
from saga_tui.words import listed, percent, plural

ROLL_MOMENTS: Final = ("after-roll", "success", "attack-success")
FORTUNE_KEYS: Final = {automation.REROLL: "o", automation.LATE: "o", automation.SIDE_EFFECT: "s"}
PUSH_WORDS: Final = {
    "attack": "deal damage or create a temporary trait",
    "block": "cancel damage or counterattack",
}
OTHER_PUSHES: Final = "a story benefit or a follow-on"


def offered(character: Character) -> list[Offered]:
    """All that can be done about the roll on the table and is not set to `never`, in the order of its keys."""
    found = [item for item in moments(character) if item.when in ROLL_MOMENTS and item.mode != "never"]
    perks = [item for item in found if item.command is not None and item.key not in FORTUNE_KEYS]
    keys = {item.key: str(number) for number, item in enumerate(perks, 1)}
    lines = [*_due(character), *_pushes(character)]
    for item in sorted(found, key=lambda item: item.key not in FORTUNE_KEYS):
        if item.command is None:
            lines.append(Offered("", f"{item.name}: {item.offer}", rule=item.rule, option=item.key, reminder=True))
        else:
            lines.append(_line(character, item, FORTUNE_KEYS.get(item.key) or keys[item.key]))
    return lines


def _line(character: Character, item: Moment, key: str) -> Offered:
    words, note = f"{item.name}: {item.offer}", ""
    if isinstance(item.command, Reroll):
        words, note = f"{item.name} re-rolls {which(character)}", _would(character, "reroll")
    elif isinstance(item.command, Deliberate):
        words, note = f"{item.name}: roll 1 more die", _would(character, "deliberate")
    elif isinstance(item.command, LateReroll):
        words, note = f"{item.name} re-rolls {which(character)}; keep the better", turning(character, item)
    return Offered(key, words, cost(item), note, item.rule, item.command, item.key)


def cost(moment: Moment) -> str:
    """`1 ★`; what is paid already says so."""
    number, _, asset = moment.cost.partition(" ")
    token = next((token for name, token in marks.ASSETS.items() if name == asset), None)
    return f"{number} {token.full}" if token else moment.cost


def _would(character: Character, what: str) -> str:
    """`61 → 79 % success`: the chance of a success now and with it; nothing where nothing is rolled against it."""
    standing, roll = forecast.standing(character), open_roll.uncompared(character)
    then = getattr(standing, what) if standing is not None else None
    if standing is None or then is None or roll is None:
        return ""
    now, more = standing.now.success, then.success
    return f"{percent(now)} → {percent(more)} success"


def turning(character: Character, moment: Moment) -> str:
    """What the late re-roll may bring, with its exact chance (AST-7)."""
    roll = open_roll.judged_roll(character)
    chance = moment.chance or Fraction()
    if chance:
        return f"{percent(chance)} to change the result"
    if roll is not None and roll.net >= 0 and roll.outcome in open_roll.WON:
        return f"{percent(odds.THIRD)} to gain 1 push"
    return "cannot change the result"


def picked(character: Character) -> frozenset[int]:
    """The places of the dice that fortune would re-roll next: those that are drawn apart (AST-6, AST-7)."""
    roll = open_roll.uncompared(character)
    wanted = {item.key for item in moments(character) if item.mode != "never"}
    if roll is not None and automation.REROLL in wanted:
        return frozenset(open_roll.blanks(character, roll)[: derive.numbers(character).roll.fortune_rerolls])
    judged = open_roll.judged_roll(character)
    if judged is not None and automation.LATE in wanted:
        return frozenset(open_roll.blanks(character, judged)[:1])
    return frozenset()


def which(character: Character) -> str:
    """`the 2 dice at ▲`, `the die at ▲, a 2`: as they are drawn apart."""
    roll, places = state.play_of(character).roll, sorted(picked(character))
    if roll is None or not places:
        return "a die that is not a mark" if open_roll.uncompared(character) is None else "dice that are not marks"
    return f"the {plural(len(places), 'die')} at ▲" if len(places) > 1 else f"the die at ▲, a {roll.faces[places[0]]}"


def _pushes(character: Character) -> Iterator[Offered]:
    roll = open_roll.judged_roll(character)
    if roll is not None and roll.pushes > 0:
        what = PUSH_WORDS.get(roll.kind, OTHER_PUSHES)
        yield Offered("p", f"Spend {plural(roll.pushes, 'push')}: {what}", rule="PSH-1")


def _due(character: Character) -> Iterator[Offered]:
    due = next_due(character)
    if due is not None:
        yield Offered("f", due_words(character, due), rule="PSH-3" if due.kind == "attack" else "PSH-4")


def next_due(character: Character) -> FollowUp | None:
    """The first roll that pushes have paid for and that is not rolled yet."""
    return next(iter(state.play_of(character).due), None)


def due_words(character: Character, due: FollowUp) -> str:
    """`Follow-on with Weaponry, up to 3 dice`."""
    name = view.one_line(derive.skill_name(character, due.skill), 40)
    what = view.one_line(due.what, 20).capitalize()
    return f"{what} with {name}, up to {plural(due.cap, 'die')}"


# ---- the roll itself, in words


def mark_words(roll: LastRoll) -> str:
    """`3 marks on 6 dice (1 from a trade)`."""
    dice = plural(roll.thrown, "die")
    traded = f" ({roll.automatic} from a trade)" if roll.automatic > 0 else ""
    return f"{plural(roll.marks, 'mark')} on {dice}{traded}"


def against_words(character: Character, roll: LastRoll) -> str:
    """What it will be compared with, and the chances as it lies."""
    if roll.given is not None:
        return f"Against {plural(roll.given, 'mark')} already rolled"
    if roll.against <= 0:
        return "Unopposed"
    standing = forecast.standing(character)
    said = f"Against {plural(roll.against, 'die')}"
    if standing is None:
        return said
    tie = f", {percent(standing.now.qualified)} qualified" if standing.now.qualified else ""
    return f"{said}: {percent(standing.now.success)} success{tie}"


def followed(roll: LastRoll) -> list[tuple[str, str]]:
    """What came of a compared roll beside its result: words and rule."""
    found = []
    if roll.dramatic:
        found.append(("Dramatic failure: the GM deals damage or a temporary consequence", "ROL-8"))
    if roll.sparked:
        found.append((f"{marks.SPARK.full} Gain 1 Spark: you used a drive and succeeded", "DRV-3"))
    if roll.free:
        names = view.one_line(listed(roll.free), 80)
        found.append((f"{names}: {plural(len(roll.free), 'free push')}", "PRK-3"))
    if roll.damage > 0:
        found.append((f"You deal {roll.damage} damage", "PSH-2"))
    if roll.described:
        found.append(("You describe the side effect", "ROL-5"))
    return found


KEYS: Final[dict[str, str]] = {
    "damage": "d",
    "trait": "t",
    "story": "s",
    "follow-on": "f",
    "cancel": "c",
    "counterattack": "k",
}
"""The key of each use in the menu."""


def push_words(use: str, pushes: int) -> str:
    """What so many pushes make: `Create a temporary trait for 3 rounds`."""
    dice = f"up to {plural(pushes, 'die')}, no token needed"
    return {
        "damage": f"Deal {pushes} damage",
        "trait": f"Create a temporary trait for {plural(1 + pushes, 'round')}",
        "story": f"Gain {plural(pushes, 'story benefit')}",
        "follow-on": f"Follow-on action: {dice}",
        "cancel": f"Cancel {pushes} damage",
        "counterattack": f"Counterattack: {dice}",
    }[use]


class PushMenu(SpendMenu):
    """How many pushes, and what they are put into: a key each, Enter for the first."""

    KEYS = KEYS
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                key, f"spend('{use}')", use.capitalize(), id=f"push.{use}", show=False, tooltip=f"Spend pushes: {use}"
            )
            for use, key in KEYS.items()
        ),
        Binding("escape,q", "leave", "Keep pushes", id="push.leave"),
    ]

    def __init__(self, roll: LastRoll) -> None:
        """What this kind of roll may buy."""
        uses = ALLOWED.get(roll.kind, ALLOWED["other"])
        super().__init__(roll.pushes, uses, push_words)
        self.rule = RULES[uses[0]]
        kind = {"attack": "an attack", "block": "a block"}.get(roll.kind, "a roll")
        self.title_text = f"{plural(self.held, 'push')} from {kind}"


async def spend_pushes(desk: SagaScreen) -> bool:
    """The menu, what its choice still needs, and the command; says whether pushes were spent."""
    roll = open_roll.judged_roll(desk.character)
    if roll is None or roll.pushes <= 0:
        desk.notify("No pushes left on your last roll.")
        return False
    chosen = await desk.app.push_screen_wait(PushMenu(roll))
    if chosen is None:
        return False
    command = await _command(desk, roll, chosen)
    return command is not None and await desk.execute(command) is not None


async def _command(desk: SagaScreen, roll: LastRoll, spent: Spent) -> Push | None:
    """The command, with a name or a benefit in words, or the kind of damage; `None` where that was left."""
    use, pushes = cast(Use, spent.use), spent.many
    if use == "trait":
        ideas = [item.text for item in book.pushes() if item.attack and _fits(roll, item.asset)]
        text = await desk.text("Temporary trait", "What is now true of your target?", suggestions=ideas)
        return None if text is None else Push(use=use, pushes=pushes, text=text)
    if use == "story":
        ideas = [item.text for item in book.pushes() if not item.attack and item.pushes <= pushes]
        text = await desk.text("Story benefit", "What goes even better?", suggestions=ideas, optional=True)
        return None if text is None else Push(use=use, pushes=pushes, text=text)
    if use == "cancel":
        held = own_damage(desk.character)
        offers = [Offer(kind, f"Your {kind}", f"You have {many}") for kind, many in held.items()]
        offers.append(Offer("", "Someone else's, or damage still to come", "Noted in the log only"))
        kind = await desk.choose("Whose damage do you cancel?", offers) if held else ""
        if kind is None:
            return None
        return Push(use=use, pushes=pushes, kind=next((name for name in DAMAGE if name == kind), None))
    return Push(use=use, pushes=pushes)


def own_damage(character: Character) -> dict[str, int]:
    """The character's own damage that a block could cancel."""
    return {kind: held for kind in DAMAGE if (held := state.held(character, kind))}


def _fits(roll: LastRoll, asset: str | None) -> bool:
    """Whether an example belongs to an asset that the roll used; all do where it used none."""
    plan = open_roll.plan_of(roll)
    used = {name for name in ("force", "grace", "acuity") if plan.used(name)}
    return not used or asset in used
