"""The rows of the roll drawer: each reads one part of a roll and changes it by steps. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.rolls import Opposition, TraitUse
from saga_tui.games.saga.rules.words import SKILLS, THRESHOLD_ASSETS, WOUNDS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view

Step = Callable[[int], Roll]
OPPONENT = "an opponent's trait"
TIES: dict[str, str] = {
    "challenge": "barely won (challenge)",
    "attack": "lost (attacking)",
    "defence": "won (defending)",
    "neutral": "a tie (neither defends)",
}


@dataclass(frozen=True, slots=True)
class Item:
    """A row: the section it stands in, its words, its value now, whether that is in use, and how it steps."""

    key: str
    section: str
    label: str
    value: str
    used: bool
    step: Step
    note: str = ""
    colour: str = ""


def put(roll: Roll, **fields: Any) -> Roll:
    """The roll with other fields, checked again."""
    return Roll.model_validate(roll.model_dump() | fields)


def turn(options: Sequence[Any], now: Any, by: int) -> Any:
    """The next option; from the last it goes on to the first."""
    place = options.index(now) if now in options else 0
    return options[(place + by) % len(options)]


def items(character: Character, roll: Roll) -> list[Item]:
    """All rows in their order."""
    return [
        *_what(character, roll),
        *_specialties(character, roll),
        *_tokens(character, roll),
        *_traits(character, roll),
        *_drives(character, roll),
        *_gear(character, roll),
        *_harm(character, roll),
        *_table(roll),
    ]


def _what(character: Character, roll: Roll) -> Iterator[Item]:
    ranks = derive.ranks(character, roll.skill).total
    name = view.one_line(derive.skill_name(character, roll.skill), 40)
    yield Item(
        "skill", "What", "Skill", f"{name} {ranks}", True, lambda by: put(roll, skill=turn(SKILLS, roll.skill, by))
    )
    kinds = ("other", "attack", "block")
    words = {"other": "neither attack nor block", "attack": "an attack", "block": "a block"}[roll.kind]
    used = roll.kind != "other"
    yield Item("kind", "What", "It is", words, used, lambda by: put(roll, kind=turn(kinds, roll.kind, by)))
    yield Item(
        "reflexive", "What", "Reflexive", "yes" if roll.reflexive else "no", roll.reflexive,
        lambda _: put(roll, reflexive=not roll.reflexive), "the GM asks for it, no token is needed (RFX-1)",
    )  # fmt: skip
    against = f"{roll.opposing} dice" if roll.opposing else "none"
    yield Item(
        "opposing", "What", "Against", against, bool(roll.opposing) and roll.opposing_marks is None,
        lambda by: put(roll, opposing=max(0, roll.opposing + by), opposing_marks=None), "digits set it",
    )  # fmt: skip
    options = (None, *range(31))
    shown = "not rolled yet" if roll.opposing_marks is None else view.plural(roll.opposing_marks, "mark")
    yield Item(
        "opposing-marks", "What", "or marks", shown, roll.opposing_marks is not None,
        lambda by: put(roll, opposing_marks=turn(options, roll.opposing_marks, by)),
    )  # fmt: skip
    sides = get_args(Opposition)
    yield Item(
        "opposition", "What", "Ties", TIES[roll.opposition], roll.opposition != "challenge",
        lambda by: put(roll, opposition=turn(sides, roll.opposition, by)),
    )  # fmt: skip


def _toggled(held: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(item for item in held if item != name) if name in held else (*held, name)


def _specialties(character: Character, roll: Roll) -> Iterator[Item]:
    table = derive.numbers(character).roll
    found = [item for item, _ in derive.specialties(character) if item.name]
    for item in sorted(found, key=lambda item: item.skill != roll.skill):
        own = item.skill == roll.skill
        dice = table.specialty if own else table.specialty_elsewhere
        used = item.name in roll.specialties
        label = view.one_line(item.name, 40)
        note = f"+{dice}" if own else f"+{dice}, of {view.one_line(derive.skill_name(character, item.skill), 20)}"

        def step(_: int, name: str = item.name) -> Roll:
            return put(roll, specialties=_toggled(roll.specialties, name))

        yield Item(f"specialty:{item.name}", "Specialties", label, "applies" if used else "–", used, step, note)


def _tokens(character: Character, roll: Roll) -> Iterator[Item]:
    table = derive.numbers(character).roll
    applying = sum(item.name in roll.specialties for item, _ in derive.specialties(character))
    notes = {
        "force": f"+{table.force} dice each",
        "acuity": f"+{applying} each, one for each specialty" if applying else "needs a specialty that applies",
        "fortune": f"re-rolls {table.fortune_rerolls} dice each",
    }
    for asset, note in notes.items():
        now, token = getattr(roll, asset), marks.ASSETS[asset]  # type: ignore[index]
        have = state.in_hand(character, asset)  # type: ignore[arg-type]

        def step(by: int, asset: str = asset, now: int = now) -> Roll:
            return put(roll, **{asset: max(0, now + by)})

        shown = f"{token.full * now} {now} of {have}" if now else f"– of {have}"
        letter = marks.ASSET_KEYS[asset]  # type: ignore[index]
        yield Item(asset, "Tokens", f"{letter} {asset.capitalize()}", shown, bool(now), step, note, token.colour)


GRACE: tuple[tuple[int, ...], ...] = ((), (3,), (2,), (1,), (3, 3), (2, 2), (1, 1))
"""What grace may do with one trait: nothing, invoke it by relevance, or doubly (AST-4)."""


def _traits(character: Character, roll: Roll) -> Iterator[Item]:
    play = state.play_of(character)
    for item in play.active:
        used = item.trait in roll.active
        against = item.inverted != (item.owner == "scene")
        dice = f"{'−' if against else '+'}{abs(item.weight)}"

        def step(_: int, name: str = item.trait) -> Roll:
            return put(roll, active=_toggled(roll.active, name))

        label = f"“{view.one_line(item.trait, 40)}”"
        yield Item(f"active:{item.trait}", "Traits", label, dice if used else "–", used, step, "counts this scene")
    own = [text for text, _ in derive.traits(character)] + [item.name for item in play.temporary]
    for text in dict.fromkeys(own):
        yield _grace(roll, text, False, "grace invokes it")
    for text in dict.fromkeys([*play.scene_traits, OPPONENT]):
        yield _grace(roll, text, True, "grace turns it against them")


def _grace(roll: Roll, text: str, against: bool, note: str) -> Item:
    now = tuple(use.weight for use in roll.grace if use.trait == text and use.against == against)
    others = [use for use in roll.grace if not (use.trait == text and use.against == against)]

    def step(by: int) -> Roll:
        uses = [TraitUse(trait=text, weight=weight, against=against) for weight in turn(GRACE, now, by)]
        return put(roll, grace=[use.model_dump() for use in (*others, *uses)])

    sign = "−" if against else "+"
    value = " ".join(f"{sign}{weight}" for weight in now) if now else "–"
    token = marks.GRACE
    side = "against" if against else "for"
    label = f"{token.full if now else token.empty} “{view.one_line(text, 40)}”"
    return Item(f"grace:{side}:{text}", "Traits", label, value, bool(now), step, note, token.colour)


def _drives(character: Character, roll: Roll) -> Iterator[Item]:
    held = state.drive_tokens(character)
    each = derive.numbers(character).drives.dice_per_token
    for place, text in enumerate(character.story.drives):
        now = roll.drive_tokens if roll.drive == place else 0
        if not held[place] and not now:
            continue

        def step(by: int, place: int = place, now: int = now) -> Roll:
            tokens = max(0, now + by)
            return put(roll, drive=place if tokens else None, drive_tokens=tokens)

        label, token = view.one_line(text, 40), marks.DRIVE
        shown = f"{token.full * now} {now} of {held[place]}" if now else f"– of {held[place]}"
        yield Item(f"drive:{place}", "Drives", label, shown, bool(now), step, f"+{each} dice each", token.colour)


def _gear(character: Character, roll: Roll) -> Iterator[Item]:
    for owned in derive.gear(character):
        name, kind = view.one_line(owned.gear.name, 40), owned.gear.kind
        if kind == "buff":
            used = owned.key in roll.buffs

            def toggle(_: int, key: str = owned.key) -> Roll:
                return put(roll, buffs=_toggled(roll.buffs, key))

            note = f"+{derive.gear_pool(character, owned).total} dice"
            yield Item(f"buff:{owned.key}", "Gear", name, "helps" if used else "–", used, toggle, note)
        elif kind == "charm":
            now = roll.charm_dice if roll.charm == owned.key else 0
            left = derive.gear_left(character, owned)

            def step(by: int, key: str = owned.key, now: int = now) -> Roll:
                dice = max(0, now + by)
                return put(roll, charm=key if dice else "", charm_dice=dice)

            shown = f"{now} of {left}" if now else f"– of {left}"
            yield Item(f"charm:{owned.key}", "Gear", name, shown, bool(now), step, "dice of the charm")


def _harm(character: Character, roll: Roll) -> Iterator[Item]:
    for item in state.play_of(character).consequences:
        used = item.name in roll.consequences

        def bears(_: int, name: str = item.name) -> Roll:
            return put(roll, consequences=_toggled(roll.consequences, name))

        value = f"−{item.severity}" if used else "–"
        label = view.one_line(item.name, 40)
        yield Item(f"consequence:{item.name}", "Harm", label, value, used, bears, "bears on it?", "$bad")
    for kind in WOUNDS:
        hurt = next((hurt.asset for hurt in roll.hurts if hurt.kind == kind), "")

        def instead(by: int, kind: str = kind, now: str = hurt) -> Roll:
            return _with_hurt(roll, kind, now, turn(("", *THRESHOLD_ASSETS[kind]), now, by))

        value = f"1 in place of {hurt}" if hurt else "–"
        token = marks.DAMAGE[kind]
        label = f"{token.full if hurt else token.empty} take {kind}"
        yield Item(f"hurt:{kind}", "Harm", label, value, bool(hurt), instead, "in a token's place", token.colour)


def _with_hurt(roll: Roll, kind: str, old: str, new: str) -> Roll:
    """Damage taken in a token's place gives that token's benefit too: force and acuity count up with it (DMG-4)."""
    fields: dict[str, Any] = {"hurts": [hurt.model_dump() for hurt in roll.hurts if hurt.kind != kind]}
    if new:
        fields["hurts"].append({"kind": kind, "asset": new})
    for asset, by in ((old, -1), (new, 1)):
        if asset in ("force", "acuity"):
            fields[asset] = max(0, fields.get(asset, getattr(roll, asset)) + by)
    return put(roll, **fields)


def _table(roll: Roll) -> Iterator[Item]:
    yield Item(
        "ally", "Table", "Ally dice", f"+{roll.ally}" if roll.ally else "–", bool(roll.ally),
        lambda by: put(roll, ally=max(0, roll.ally + by)),
    )  # fmt: skip
    yield Item(
        "modifier", "Table", "Modifier", f"{roll.modifier:+d}".replace("-", "−") if roll.modifier else "–",
        bool(roll.modifier), lambda by: put(roll, modifier=roll.modifier + by),
        view.one_line(roll.reason, 30) or "t says why",
    )  # fmt: skip
    yield Item(
        "trade", "Table", "Trade", f"{roll.trade} dice for {roll.trade // 3}" if roll.trade else "–",
        bool(roll.trade), lambda by: put(roll, trade=max(0, roll.trade + 3 * by)), "three dice for a mark",
    )  # fmt: skip
