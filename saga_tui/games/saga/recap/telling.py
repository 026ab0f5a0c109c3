"""What entries of the journal tell: skill rolls with their odds and their luck (ROL-2, PSH-1, AST-6, AST-7, PRK-3),
moments of a scene, consequences, causes of Spark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, Literal

from pydantic import ValidationError

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, forecast, odds, open_roll, rolls, state
from saga_tui.games.saga.rules.character import Character, Consequence, LastRoll, Play, Purchase, from_doc
from saga_tui.games.saga.rules.words import LEVELS, SKILLS
from saga_tui.games.saga.sheet.page import bought
from saga_tui.paper.steps import Step
from saga_tui.paper.story import Rolled
from saga_tui.safe import clean
from saga_tui.words import percent, plural

UNLIKELY, LIKELY = Fraction(1, 3), Fraction(2, 3)
"""A success at most so likely, and a failure where success was at least so likely, is worth telling."""
BIG = 4
"""Net marks from which on a success is worth telling."""


@dataclass(frozen=True)
class Roll(Rolled):
    """A skill roll, with what it was; its marks are those on one's own dice, those traded for left out."""

    skill: str
    """The skill's key."""
    roll: LastRoll
    chance: odds.Outcome | None
    """The chances when it was put together; nothing where they cannot be known."""

    @property
    def made(self) -> bool:
        """Whether it succeeded, barely or well."""
        return self.roll.outcome in open_roll.WON

    @property
    def at(self) -> Fraction | None:
        """The chance of what happened, told as chances of success: of a clear one, or of any that is not a failure."""
        if self.chance is None or self.roll.kind == "block" or self.roll.outcome == "neutral":
            return None
        if self.roll.outcome == "success":
            return self.chance.success
        return self.chance.success + self.chance.qualified

    @property
    def matters(self) -> bool:
        """Whether it is worth telling: against the odds, driven, dramatic, or very well done."""
        chance = self.at
        against = chance is not None and (chance <= UNLIKELY if self.made else chance >= LIKELY)
        return against or bool(self.roll.driven) or self.roll.dramatic or (self.made and self.roll.net >= BIG)

    def words(self, skill: str) -> str:
        """`made it at 12%: Marksmanship, 5 dice against 9, 3 net marks`. The chance is always that of a clear success,
        as the roll showed it; one that fell short of that says how likely it was to be at least qualified."""
        head = {"success": "made it", "qualified": "qualified success", "failure": "missed", "neutral": "a tie"}
        told = head.get(self.roll.outcome, self.roll.outcome)
        if self.roll.dramatic:
            told = "missed dramatically"
        if self.at is not None and self.chance is not None:
            clear, any_ = percent(self.chance.success), percent(self.at)
            told += f" at {clear}{f' ({any_} at least qualified)' if any_ != clear else ''}"
        return f"{told}: {skill}, {self._against()}"

    def _against(self) -> str:
        if self.roll.net_only:
            return plural(self.roll.net, "net mark")
        theirs = ""
        if self.roll.given is not None:
            theirs = f" against {plural(self.roll.given, 'mark')}"
        elif self.roll.against:
            theirs = f" against {self.roll.against}"
        dice = f"{plural(self.roll.dice, 'die')}{theirs}"
        parts = [dice, plural(self.roll.net, "net mark")]
        if self.roll.driven:
            parts.append(plural(self.roll.driven, "drive token"))
        return ", ".join(parts)


def rolled(found: Sequence[Step], numbers: book.Numbers) -> list[Roll]:
    """Every roll that came to a result, in order; `numbers` are those the character plays by."""
    groups: list[list[Step]] = []
    for step in found:
        if step.do == "roll":
            groups.append([step])
        elif groups and step.after is not None and step.touches("play", "roll"):
            groups[-1].append(step)
    return [one for group in groups if (one := _one(group, numbers)) is not None]


def _roll(step: Step) -> LastRoll | None:
    table = step.play(step.after).get("roll")
    try:
        return LastRoll.model_validate(table) if isinstance(table, dict) else None
    except ValidationError:
        return None


def _one(group: Sequence[Step], numbers: book.Numbers) -> Roll | None:
    first, states = group[0], [state for step in group if (state := _roll(step)) is not None]
    last = states[-1] if states else None
    if last is None or last.outcome not in open_roll.WORDS or _roll(first) is None:
        return None
    plan = open_roll.plan_of(states[0])
    expected = None if last.net_only else _expected(states, group, plan, numbers)
    return Roll(
        first.chapter,
        first.scene,
        first.event.id,
        max(0, states[0].thrown) + sum(_again(step, before, after) for step, before, after in _pairs(group)),
        max(0, last.marks - last.automatic),
        expected,
        last.skill,
        last,
        _chance(first, states[0], last, numbers),
    )


def _chance(first: Step, thrown: LastRoll, last: LastRoll, numbers: book.Numbers) -> odds.Outcome | None:
    """The chances of the roll as it was put together, against what it was compared with in the end."""
    against, given, plan = max(0, last.against), last.given, open_roll.plan_of(thrown)
    if last.net_only:
        opposing = first.event.params.get("opposing")
        if not isinstance(opposing, int):
            return None
        try:
            active = Play.model_validate({"active": first.play(first.before).get("active", ())})
        except ValidationError:
            active = Play()
        against = max(0, opposing - rolls.opposing_penalty(Character(play=active), plan))
    try:
        own = odds.marks(max(0, thrown.thrown), max(0, thrown.automatic), plan.fortune, numbers.roll.fortune_rerolls)
        sure = max(0, last.sure)
        theirs = odds.marks(against, sure) if given is None else odds.marks(0, max(0, given) + sure)
    except ValueError:  # more dice than anybody throws
        return None
    lost = odds.dramatic_tie(theirs, plan.fortune) if thrown.chance else odds.NEVER
    return odds.outcome(odds.net(own, theirs), rolls.judge(0, open_roll.opposition_of(last)), lost)


def _expected(
    states: Sequence[LastRoll], group: Sequence[Step], plan: rolls.Plan, numbers: book.Numbers
) -> Fraction | None:
    """The marks to be expected of the dice thrown at first, and a third of one for each die thrown after."""
    waits = states[0].stage == open_roll.THROWN
    again = sum(_again(step, one, two) for step, one, two in _pairs(group))
    return forecast.expected(states[0].thrown, 0 if waits else plan.fortune, again, numbers.roll.fortune_rerolls)


def _pairs(group: Sequence[Step]) -> list[tuple[Step, LastRoll, LastRoll]]:
    found = []
    for one, two in pairwise(group):
        before, after = _roll(one), _roll(two)
        if before is not None and after is not None:
            found.append((two, before, after))
    return found


def _again(step: Step, before: LastRoll, after: LastRoll) -> int:
    """Dice that were thrown in a later stage: re-rolled, or added by Deliberate."""
    more = max(0, after.thrown - before.thrown)
    results = step.event.params.get("results")
    match step.do:
        case "reroll":
            return more + (len(results) if isinstance(results, list) else len(step.event.dice) or 2)
        case "late-reroll":
            return more + 1
        case _:
            return more


Kind = Literal["roll", "harm", "note", "drive", "luck", "spark", "doom", "conflict", "mended"]


# ---- moments


def moments(step: Step, rolled: Roll | None, character: Character) -> Iterator[tuple[Kind, str]]:
    """What is worth telling of a step, with its kind."""
    params, before = step.event.params, step.before
    match step.do:
        case "roll" if rolled is not None:
            if rolled.matters:
                yield "roll", rolled.words(skill_words(rolled.skill, character))
        case "note":
            yield "note", str(params.get("text", step.event.text))
        case "luck" if params.get("fact"):
            yield "luck", f"a stroke of luck: {params['fact']}"
        case "side-effect" if params.get("effect"):
            yield "luck", f"side effect: {params['effect']}"
        case "offer" if params.get("fact"):
            refused = " (rejected)" if params.get("answer") == "rejected" else ""
            yield "spark", f"offered a Spark: {params['fact']}{refused}"
        case "escalate" | "give-in" | "correct":
            yield _turn(step)
        case "fulfil-drive":
            yield "drive", f"fulfilled “{_drive(before, params)}”{_next_drive(params)}"
        case "change-drive":
            yield "drive", f"changed “{_drive(before, params)}”{_next_drive(params)}"
        case "consequence":
            taken, _ = wounds([step])
            yield from (("harm", f"took {text}") for text in taken or (step.event.text,))
    if _doom_met(step):
        yield "doom", f"{clean(character.title)} met their doom"


def _turn(step: Step) -> tuple[Kind, str]:
    """A conflict takes a turn, or an earlier entry is corrected."""
    how = step.event.params.get("how")
    match step.do:
        case "escalate":
            return "conflict", f"escalated to {step.play(step.after).get('stakes') or 'worse'}"
        case "give-in":
            return "conflict", f"gave in: {how}" if how else "gave in"
        case _:
            return "mended", step.event.text


def skill_words(key: str, character: Character) -> str:
    """A skill's name."""
    return clean(derive.skill_name(character, key)) if key in SKILLS else clean(key)


def _drive(before: dict[str, Any] | None, params: dict[str, Any]) -> str:
    drives, place = ((before or {}).get("story") or {}).get("drives") or [], params.get("drive", 0)
    there = isinstance(drives, list) and isinstance(place, int) and 0 <= place < len(drives)
    return clean(str(drives[place])) if there else f"drive {place + 1}" if isinstance(place, int) else "a drive"


def _next_drive(params: dict[str, Any]) -> str:
    return f", now “{clean(str(params['text']))}”" if params.get("text") else ""


def _doom_met(step: Step) -> bool:
    """Whether the end of the Doom Track was marked by it (DOM-3)."""
    if step.moved("doom") is None or step.before is None or step.after is None:
        return False
    try:
        return state.doomed(from_doc(step.after)) and not state.doomed(from_doc(step.before))
    except ValidationError:
        return False


# ---- consequences


def wounds(part: Iterable[Step]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Consequences suffered and those that went, with what took them: each in words, in order (CSQ-1, CSQ-2)."""
    taken: list[str] = []
    lost: list[str] = []
    for step in part:
        if step.before is None or step.after is None or not step.touches("play", "consequences"):
            continue
        before, after = _listed(step, step.before), _listed(step, step.after)
        names = dict.fromkeys([*before, *after])
        for name in names:
            old, new = before.get(name, Consequence()), after.get(name, Consequence())
            if new.severity > old.severity:
                taken.append(_came(name, old, new))
            elif new.severity < old.severity:
                how = book.words("gone").get(step.do, "")
                left = f" −{old.severity} → −{new.severity}" if new.severity else f" −{old.severity}"
                lost.append(f"{name}{left}{f', {how}' if how else ''}")
    return tuple(taken), tuple(lost)


def _listed(step: Step, doc: dict[str, Any]) -> dict[str, Consequence]:
    found: dict[str, Consequence] = {}
    items = step.play(doc).get("consequences")
    for item in items if isinstance(items, list) else []:
        try:
            one = Consequence.model_validate(item)
        except ValidationError:
            continue
        found[clean(one.name) or "(not named)"] = one
    return found


def _came(name: str, old: Consequence, new: Consequence) -> str:
    levels = [level for level in LEVELS if new.points.get(level, 0) > old.points.get(level, 0)]
    size = f"−{old.severity} → −{new.severity}" if old.severity else f"−{new.severity}"
    return ", ".join([f"{name} {size}", *levels])


# ---- Spark


FROM_GM: Final = "from GM"


def spark_cause(step: Step, character: Character) -> str:
    """Why Spark came or went, in words."""
    params = step.event.params
    match step.do:
        case "buy":
            return _bought(params, character)
        case "refund":
            return _taken_back(step, character)
        case "offer":
            return "offers"
        case "correct":
            return "corrections"
        case "gain-spark" if params.get("who"):
            return f"from {clean(str(params['who']))}"
    return book.words("earned").get(step.rule_of("spark"), "otherwise")


def spark_back(step: Step) -> int:
    """The Spark that the GM gave back for an offer, which counts as earned as any other from the GM does (SPK-3)."""
    return int(step.do == "offer" and step.event.params.get("answer") == "to-player-rewarded")


def _bought(fields: dict[str, Any], character: Character) -> str:
    known = {name: value for name, value in fields.items() if name in Purchase.model_fields}
    try:
        return bought(character, Purchase.model_validate(known))
    except ValidationError:
        return "an advance"


def _taken_back(step: Step, character: Character) -> str:
    """The words under which the advance was bought, so that the two cancel each other."""
    listed, place = (step.before or {}).get("advances"), step.event.params.get("advance", 0)
    if isinstance(listed, list) and isinstance(place, int) and 0 <= place < len(listed):
        kept = {name: value for name, value in listed[place].items() if name not in ("chapter", "step", "short")}
        return _bought(kept, character)
    return "an advance"
