"""What a row of the roll drawer is, and the rows of what a character brings: specialties, traits, drives, gear, perks,
consequences. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias, cast

from saga_tui.games.saga.book import BlockDice, FreePush, SpecialtyDice, StandIn
from saga_tui.games.saga.rules import automation, composing, derive, rolls, state
from saga_tui.games.saga.rules.character import ActiveTrait, Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.rolls import Plan, TraitUse
from saga_tui.games.saga.rules.words import POOLS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.ui import roll_items
from saga_tui.ui.specs import Token
from saga_tui.words import plural

Item: TypeAlias = roll_items.Item[Roll]
OPPONENT, ANOTHER = "an opponent's trait", "another trait of theirs"
THEIRS = {OPPONENT: "An opponent's trait", ANOTHER: "Another of their traits"}
"""How the traits that have no name are shown."""
OF_TRAIT = "grace:for:"
"""How the key of a row begins whose trait helps."""
ROLL, FREE, SPEND, PRICE = "The roll", "Free", "Spend", "At a price"
"""The groups of rows: what is rolled; what applies for nothing; what tokens buy; what hurts or gives dice away."""
UNOPPOSED = {"opposing": 0, "opposing_marks": None}
"""A roll that nothing stands against, as a block (CNF-7)."""
Weights = tuple[int, ...]


# ---- a roll changed, and the kinds of rows


def put(roll: Roll, **fields: Any) -> Roll:
    """The roll with other fields, checked again."""
    return Roll.model_validate(roll.model_dump() | fields)


def put_one(roll: Roll, field: str, value: Any) -> Roll:
    """The roll with one other field."""
    return put(roll, **{field: value})


def trimmed(character: Character, roll: Roll) -> Roll:
    """The roll without what pays for nothing any more: damage or fortune in the place of tokens that it uses no
    longer, more dice traded than its pool has, and anything against a block (DMG-4, PRK-6, ROL-6, CNF-7)."""
    met = roll.kind == "block" and (roll.opposing or roll.opposing_marks is not None)
    fields: dict[str, Any] = dict(UNOPPOSED) if met else {}
    roll = cast("Roll", composing.with_taken(character, roll))
    left: dict[str, int] = {asset: roll.plan.used(asset) for asset in POOLS}
    left["grace"] = max(left["grace"], roll.stood("grace"))
    hurts = [hurt for hurt in roll.hurts if _one_of(left, hurt.asset)]
    lucky = [asset for asset in roll.lucky if _one_of(left, asset)]
    if (len(hurts), len(lucky)) != (len(roll.hurts), len(roll.lucky)):
        fields |= {"hurts": [hurt.model_dump() for hurt in hurts], "lucky": lucky}
    pool, each = rolls.pool(character, roll.plan), derive.numbers(character).roll.trade
    most = 0 if pool.chance else max(0, pool.tally.total) // each * each
    if roll.trade > most:
        fields["trade"] = most
    return put(roll, **fields) if fields else roll


def _one_of(left: dict[str, int], asset: str) -> bool:
    left[asset] = left.get(asset, 0) - 1
    return left[asset] >= 0


def turn(options: Sequence[Any], now: Any, by: int) -> Any:
    """The next option; from the last it goes on to the first."""
    place = options.index(now) if now in options else 0
    return options[(place + by) % len(options)]


def walk(options: Sequence[Any], now: Any, by: int) -> Any:
    """The next option; at the ends it stays."""
    place = options.index(now) if now in options else 0
    return options[max(0, min(len(options) - 1, place + by))]


def on_or_off(
    roll: Roll, field: str, name: str, *, key: str, section: str, value: str, note: str, label: str = "",
    colour: str = "", bound: str = "",
) -> Item:  # fmt: skip
    """A row for one name in a field of the roll, which a step puts there or takes out."""
    held: tuple[str, ...] = getattr(roll, field)
    used = name in held

    def change(_: int = 0) -> Roll:
        return put_one(roll, field, tuple(item for item in held if item != name) if used else (*held, name))

    label, value = label or view.one_line(name, 40), value if used else f"({value})"
    return Item(f"{key}:{name}", section, label, value, used, change, note, colour, change if used else None,
                bound=bound)  # fmt: skip


def counted(
    key: str, section: str, label: str, to: Callable[[int], Roll], *, now: int, have: int, note: str, token: Token,
    shown: bool = True, most: int = 1, bound: str = "",
) -> Item:  # fmt: skip
    """A row for tokens or dice out of what one has; up to `most` are drawn one by one, more as one with its number."""
    glyphs = token.full * now if now <= most else token.full
    value = f"{glyphs} {now} of {have}" if now else f"0 of {have}"
    return Item(
        key, section, label, value, bool(now), lambda by: to(max(0, min(999, now + by))), note, token.colour,
        lambda: to(0), shown, bound=bound,
    )  # fmt: skip


# ---- what a character brings


def specialties(character: Character, roll: Roll) -> Iterator[Item]:
    """Own specialties of the skill, then those of others (SKL-3)."""
    table = derive.numbers(character).roll
    found = {item.name: item for item, _ in derive.specialties(character) if item.name}
    mine = [item.name for item in found.values() if item.skill == roll.skill]
    following = next((name for name in mine if name not in roll.specialties), mine[0] if mine else "")
    for item in found.values():
        own = item.skill == roll.skill
        dice = table.specialty if own else table.specialty_elsewhere
        of = view.one_line(derive.skill_name(character, item.skill), 20)
        gain = f"+{plural(dice, 'die')}"
        note = f"{gain} on {of}; c: next specialty" if own else f"{gain}; a specialty of {of}"
        yield on_or_off(
            roll, "specialties", item.name, key="specialty", section=FREE, value=f"+{dice}", note=note,
            bound="roll.specialty" * (item.name == following),
        )  # fmt: skip


def active(character: Character, roll: Roll) -> Iterator[Item]:
    """Traits that count for the scene already (TRT-2)."""
    play = state.play_of(character)
    counting: dict[str, list[ActiveTrait]] = {}
    for item in rolls.counting(character, Plan(skill=roll.skill, active=tuple(item.trait for item in play.active))):
        counting.setdefault(item.trait, []).append(item)
    for text, ways in counting.items():
        label, dice = f"“{view.one_line(text, 40)}”", " ".join(map(_counts, ways))
        note = f"active this scene through {view.one_line(ways[-1].by, 20) or 'your group'}"
        yield on_or_off(roll, "active", text, key="active", section=FREE, value=dice, note=note, label=label)


def traits(character: Character, roll: Roll) -> Iterator[Item]:
    """Traits that grace invokes, and those that it turns (AST-4)."""
    play = state.play_of(character)
    own = [text for text, _ in derive.traits(character)] + [item.name for item in play.temporary]
    for text in dict.fromkeys([*own, *play.scene_traits]):
        yield _grace(character, roll, text, False)
    theirs = [item.trait for item in play.active if rolls.turned_on_them(item)]
    for text in dict.fromkeys([*theirs, *play.scene_traits, OPPONENT, ANOTHER]):
        yield _grace(character, roll, text, True)


def _counts(item: ActiveTrait) -> str:
    """`+3`; `−2 against them` for an opponent's that is inverted (AST-9)."""
    against = item.inverted != (item.owner == "scene")
    return f"{'−' if against else '+'}{abs(item.weight)}{' against them' * rolls.turned_on_them(item)}"


def weights(character: Character, roll: Roll, text: str, against: bool = False) -> list[Weights]:
    """What grace may do with a trait: nothing, invoke it as last time on this skill or by another relevance, or doubly;
    one that counts through fortune it may only double (AST-4, TRT-2)."""
    through = rolls.through_fortune(character, roll.plan, against)
    if text in through:
        return [(), (min(3, max(1, abs(through[text]))),)]
    usual = composing.weight(character, text, roll.skill)
    order = [usual, *(weight for weight in (3, 2, 1) if weight != usual)]
    return [(), *((weight,) for weight in order), *((weight, weight) for weight in order)]


def through_fortune(character: Character, roll: Roll, text: str) -> Roll | None:
    """The roll with a trait that fortune invokes for the scene, or without it again; nothing where it counts through
    fortune already (AST-8, AST-9)."""
    others = [use.model_dump() for use in roll.invoked if use.trait != text]
    if len(others) < len(roll.invoked):
        return put(roll, invoked=others)
    if any(item.trait == text and item.by == "fortune" for item in state.play_of(character).active):
        return None
    weight = next(
        (use.weight for use in roll.grace if use.trait == text), composing.weight(character, text, roll.skill)
    )
    grace = [use.model_dump() for use in roll.grace if use.trait != text or use.against]
    return put(roll, grace=grace, invoked=[*others, {"trait": text, "weight": weight}])


def grace_left(character: Character, roll: Roll) -> bool:
    """Whether one more trait could be paid: in grace, by damage taken in its place, or by what stands in for it."""
    paid = state.in_hand(character, "grace") + roll.plan.stood("grace") + roll.plan.lucky.count("grace")
    if paid > roll.plan.used("grace"):
        return True
    perk = composing.standing_in(character, roll.plan)
    return perk is not None and isinstance(perk.effect, StandIn) and "grace" in perk.effect.counts_as


def _grace(character: Character, roll: Roll, text: str, against: bool) -> Item:
    now = tuple(use.weight for use in roll.grace if use.trait == text and use.against == against)
    others = [use for use in roll.grace if not (use.trait == text and use.against == against)]
    options = weights(character, roll, text, against)

    def with_(chosen: Weights) -> Roll:
        uses = [TraitUse(trait=text, weight=weight, against=against) for weight in chosen]
        return put(roll, grace=[use.model_dump() for use in (*others, *uses)])

    sign = "−" if against else "+"
    through = [] if against else [use.weight for use in roll.invoked if use.trait == text]
    token, star = marks.GRACE, marks.FORTUNE
    told = [*(f"{star.full} +{weight}" for weight in through), *(f"{sign}{weight}" for weight in now)]
    value = " ".join(told) or "–"
    side = "against" if against else "for"
    scene = text in state.play_of(character).scene_traits
    label = f"{token.full if now else token.empty} {THEIRS.get(text) or view.one_line(text, 40)}"
    used, colour = bool(now or through), star.colour if through and not now else token.colour
    value += (" against them" if against else " for you") * scene
    shown = bool(now) or text != ANOTHER or any(use.trait == OPPONENT for use in roll.grace)
    doubled = len(options) == 2
    relevant = f"{sign}3 very, {sign}2 moderately, {sign}1 tangentially relevant"
    note = "grace doubles it" if doubled else relevant if against else f"{relevant}; i: fortune for the scene"

    def off() -> Roll:
        rest = [use.model_dump() for use in roll.invoked if against or use.trait != text]
        return put(with_(()), invoked=rest)

    def digit(number: int) -> Roll | None:
        chosen = (number,) if number else ()
        return with_(chosen) if chosen in options else None

    return Item(
        f"grace:{side}:{text}", SPEND, label, value, used,
        lambda by: with_(turn(options, now, by)), note, colour, off, shown, digit=digit,
        barred="" if now or grace_left(character, roll) else f"no {token.full} left", family="traits",
    )  # fmt: skip


def drives(character: Character, roll: Roll) -> Iterator[Item]:
    """Tokens of the drives that matter on this roll (DRV-3)."""
    each = derive.numbers(character).drives.dice_per_token
    note = f"+{plural(each, 'die')} each; 1 Spark on a success"
    holding = state.drive_tokens(character)
    alone = sum(map(bool, holding)) == 1
    for place, (text, held) in enumerate(zip(character.story.drives, holding, strict=True)):
        now = roll.driving.get(place, 0)
        yield counted(
            f"drive:{place}", SPEND, view.one_line(text, 40), partial(_driven, roll, place),
            now=now, have=held, note=note, token=marks.DRIVE, shown=bool(held or now), most=8,
            bound="roll.drive" * (alone and bool(held)),
        )  # fmt: skip


def _driven(roll: Roll, place: int, tokens: int) -> Roll:
    return put(roll, **rolls.driven_by(roll.driving | {place: tokens}))


def gear(character: Character, roll: Roll) -> Iterator[Item]:
    """Buffs, and dice of a charm (GER-2, GER-3)."""
    for owned in derive.gear(character):
        name = view.one_line(owned.gear.name, 40)
        if owned.gear.kind == "buff":
            dice = derive.gear_pool(character, owned).total
            note = f"+{plural(dice, 'die')} on rolls for its purpose"
            yield on_or_off(roll, "buffs", owned.key, key="buff", section=FREE, value=f"+{dice}", note=note, label=name)
        elif owned.gear.kind == "charm":
            now = roll.charm_dice if roll.charm == owned.key else 0
            left, helps = derive.gear_left(character, owned), roll.skill not in owned.gear.without
            yield counted(
                f"charm:{owned.key}", SPEND, name, partial(_charmed, roll, owned.key),
                now=now, have=left, note="+1 die each", token=marks.GEAR, shown=helps or bool(now),
            )  # fmt: skip


def _charmed(roll: Roll, key: str, dice: int) -> Roll:
    return put(roll, charm=key if dice else "", charm_dice=dice)


def perks(character: Character, roll: Roll) -> Iterator[Item]:
    """Perks that act on the pool or add a push: by themselves unless left out, or because they are taken (PRK-3)."""
    plan = roll.plan
    for perk in derive.perks(character):
        effect = perk.effect
        if not isinstance(effect, (BlockDice, SpecialtyDice, FreePush)) or perk.asset not in POOLS:
            continue
        fits = roll.kind == "block" if isinstance(effect, BlockDice) else perk.skill in (None, "", roll.skill)
        acts, paid = rolls.acts(character, perk, plan), bool(plan.used(perk.asset))

        def turned(_: int = 0, perk: derive.OwnedPerk = perk, acts: bool = acts) -> Roll:
            always = automation.mode_of(character, perk) == "always"
            taken = [name for name in roll.perks if name != perk.name]
            left = [name for name in roll.without if name != perk.name]
            if acts:
                return put(roll, perks=taken, without=[*left, perk.name] if always else left)
            return put(roll, perks=taken if always else [*taken, perk.name], without=left)

        value = "off" if not acts else "on" if paid else f"needs {perk.asset}"
        note = "a free push on a success" if isinstance(effect, FreePush) else f"more dice with {perk.asset}"
        yield Item(
            f"perk:{perk.name}:{perk.skill or ''}", FREE, view.one_line(perk.name, 30), value, acts and paid, turned,
            note, marks.ASSETS[perk.asset].colour, turned if acts else None, fits,
        )  # fmt: skip


def harm(character: Character, roll: Roll) -> Iterator[Item]:
    """Consequences by name, for the player to say which bear on the roll (CSQ-2)."""
    for item in state.play_of(character).consequences:
        yield on_or_off(
            roll, "consequences", item.name, key="consequence", section=FREE, value=f"−{item.severity}",
            note="does it apply to the roll?", colour="$bad",
        )  # fmt: skip
