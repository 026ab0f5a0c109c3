"""What single entries of the journal tell: moments of a scene, consequences, causes of Spark, rulings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

from pydantic import ValidationError

from saga_tui.games.saga.recap.rolls import Roll
from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character, Consequence, Purchase, from_doc
from saga_tui.games.saga.rules.words import LEVELS, SKILLS
from saga_tui.games.saga.sheet.told import bought
from saga_tui.paper.steps import Step
from saga_tui.safe import clean

Kind = Literal["roll", "harm", "note", "drive", "luck", "spark", "doom", "conflict", "mended"]

EARNED: Final = {
    "KIS-4": "kismet rolls",
    "DRV-3": "successes with a drive",
    "DRV-7": "drives fulfilled",
    "SPK-2": "leftover tokens",
    "SPK-3": "offers and gifts",
}
"""What brought Spark, by the rule that says so (SPK-1)."""
GONE: Final = {
    "end-scene": "when the scene ended",
    "start-chapter": "before the next chapter",
    "end-chapter": "when the chapter ended",
    "buy": "bought off with Spark",
    "clear-temporary": "by fortune",
    "use-font": "healed",
    "reduce": "reduced",
    "correct": "corrected",
}
"""What took a consequence away, by the command."""


# ---- moments


def moments(step: Step, rolled: Roll | None, character: Character) -> Iterator[tuple[Kind, str]]:
    """What is worth telling of a step, with its kind."""
    params, before = step.event.params, step.before
    match step.do:
        case "roll" if rolled is not None:
            if rolled.matters:
                yield "roll", rolled.words(_skill(rolled.skill, character))
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


def _skill(key: str, character: Character) -> str:
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
                how = GONE.get(step.do, "")
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
    return EARNED.get(step.rule_of("spark"), "otherwise")


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
