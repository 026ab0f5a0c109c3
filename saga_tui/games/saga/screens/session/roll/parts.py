"""The rows of what a character brings to a roll: specialties, traits, drives, gear, perks, consequences. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from saga_tui.games.saga.book import BlockDice, FreePush, SpecialtyDice
from saga_tui.games.saga.rules import automation, derive, habits, rolls, state
from saga_tui.games.saga.rules.character import ActiveTrait, Character
from saga_tui.games.saga.rules.commands.rolls import Roll
from saga_tui.games.saga.rules.rolls import Plan, TraitUse
from saga_tui.games.saga.rules.words import POOLS
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.roll.item import Item, put, toggled, turn
from saga_tui.words import plural

OPPONENT, ANOTHER = "an opponent's trait", "another trait of theirs"
THEIRS = {OPPONENT: "An opponent's trait", ANOTHER: "Another of their traits"}
"""How the traits that have no name are shown."""
OF_TRAIT = "grace:for:"
"""How the key of a row begins whose trait helps."""
THROUGH_GRACE = "Traits (grace)"
Weights = tuple[int, ...]


def specialties(character: Character, roll: Roll) -> Iterator[Item]:
    """Own specialties of the skill, then those of others (SKL-3)."""
    table = derive.numbers(character).roll
    found = {item.name: item for item, _ in derive.specialties(character) if item.name}
    for item in found.values():
        own = item.skill == roll.skill
        dice = table.specialty if own else table.specialty_elsewhere
        used = item.name in roll.specialties
        label = view.one_line(item.name, 40)
        of = view.one_line(derive.skill_name(character, item.skill), 20)
        gain = f"+{plural(dice, 'die')}"
        note = f"{gain} on {of}; c: next specialty" if own else f"{gain}; a specialty of {of}"

        def step(_: int, name: str = item.name) -> Roll:
            return put(roll, specialties=toggled(roll.specialties, name))

        value = f"+{dice}" if used else f"(+{dice})"
        off = (lambda step=step: step(0)) if used else None
        yield Item(f"specialty:{item.name}", "Specialties", label, value, used, step, note, off=off)


def traits(character: Character, roll: Roll) -> Iterator[Item]:
    """Traits that count for the scene already, those that grace invokes, those that it turns (AST-4, TRT-2)."""
    play = state.play_of(character)
    counting: dict[str, list[ActiveTrait]] = {}
    for item in rolls.counting(character, Plan(skill=roll.skill, active=tuple(item.trait for item in play.active))):
        counting.setdefault(item.trait, []).append(item)
    for text, ways in counting.items():
        used = text in roll.active
        dice = " ".join(map(_counts, ways))

        def step(_: int, name: str = text) -> Roll:
            return put(roll, active=toggled(roll.active, name))

        label, off = f"“{view.one_line(text, 40)}”", (lambda step=step: step(0)) if used else None
        note = f"active this scene through {view.one_line(ways[-1].by, 20) or 'your group'}"
        yield Item(f"active:{text}", "Traits", label, dice if used else f"({dice})", used, step, note, off=off)
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
    usual = habits.weight(character, text, roll.skill)
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
    weight = next((use.weight for use in roll.grace if use.trait == text), habits.weight(character, text, roll.skill))
    grace = [use.model_dump() for use in roll.grace if use.trait != text or use.against]
    return put(roll, grace=grace, invoked=[*others, {"trait": text, "weight": weight}])


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
        f"grace:{side}:{text}", THROUGH_GRACE, label, value, used,
        lambda by: with_(turn(options, now, by)), note, colour, off, shown, digit=digit,
    )  # fmt: skip


def drives(character: Character, roll: Roll) -> Iterator[Item]:
    """Tokens of the drives that matter on this roll (DRV-3)."""
    held = state.drive_tokens(character)
    each = derive.numbers(character).drives.dice_per_token
    for place, text in enumerate(character.story.drives):
        now = roll.driving.get(place, 0)

        def step(by: int, place: int = place, now: int = now) -> Roll:
            return put(roll, **rolls.driven_by(roll.driving | {place: max(0, min(999, now + by))}))

        def off(place: int = place) -> Roll:
            return put(roll, **rolls.driven_by(roll.driving | {place: 0}))

        label, token = view.one_line(text, 40), marks.DRIVE
        shown = f"{token.full * min(now, 8)} {now} of {held[place]}" if now else f"0 of {held[place]}"
        note = f"+{plural(each, 'die')} each; 1 Spark on a success"
        yield Item(
            f"drive:{place}", "Drives", label, shown, bool(now), step, note, token.colour,
            off, bool(held[place] or now),
        )  # fmt: skip


def gear(character: Character, roll: Roll) -> Iterator[Item]:
    """Buffs, and dice of a charm (GER-2, GER-3)."""
    for owned in derive.gear(character):
        name, kind = view.one_line(owned.gear.name, 40), owned.gear.kind
        if kind == "buff":
            used = owned.key in roll.buffs

            def toggle(_: int, key: str = owned.key) -> Roll:
                return put(roll, buffs=toggled(roll.buffs, key))

            dice = derive.gear_pool(character, owned).total
            off = (lambda toggle=toggle: toggle(0)) if used else None
            note = f"+{plural(dice, 'die')} on rolls for its purpose"
            yield Item(
                f"buff:{owned.key}", "Gear", name, f"+{dice}" if used else f"(+{dice})", used, toggle, note, off=off
            )
        elif kind == "charm":
            now = roll.charm_dice if roll.charm == owned.key else 0
            left = derive.gear_left(character, owned)

            def step(by: int, key: str = owned.key, now: int = now) -> Roll:
                dice = max(0, min(999, now + by))
                return put(roll, charm=key if dice else "", charm_dice=dice)

            helps, token = roll.skill not in owned.gear.without, marks.GEAR
            shown = f"{token.full} {now} of {left}" if now else f"0 of {left}"
            yield Item(
                f"charm:{owned.key}", "Gear", name, shown, bool(now), step, "+1 die each",
                token.colour, lambda: put(roll, charm="", charm_dice=0), helps or bool(now),
            )  # fmt: skip


def perks(character: Character, roll: Roll) -> Iterator[Item]:
    """Perks that act on the pool or add a push: by themselves unless left out, or because they are taken (PRK-3)."""
    plan = roll.plan
    for perk in derive.perks(character):
        effect = perk.effect
        if not isinstance(effect, (BlockDice, SpecialtyDice, FreePush)) or perk.asset not in POOLS:
            continue
        fits = roll.kind == "block" if isinstance(effect, BlockDice) else perk.skill in (None, "", roll.skill)
        acts, paid = rolls.acts(character, perk, plan), bool(plan.used(perk.asset))

        def step(_: int, perk: derive.OwnedPerk = perk, acts: bool = acts) -> Roll:
            always = automation.mode_of(character, perk) == "always"
            taken = [name for name in roll.perks if name != perk.name]
            left = [name for name in roll.without if name != perk.name]
            if acts:
                return put(roll, perks=taken, without=[*left, perk.name] if always else left)
            return put(roll, perks=taken if always else [*taken, perk.name], without=left)

        value = "off" if not acts else "on" if paid else f"needs {perk.asset}"
        note = "a free push on a success" if isinstance(effect, FreePush) else f"more dice with {perk.asset}"
        token = marks.ASSETS[perk.asset]
        off = (lambda step=step: step(0)) if acts else None
        yield Item(
            f"perk:{perk.name}:{perk.skill or ''}", "Perks", view.one_line(perk.name, 30), value, acts and paid, step,
            f"{note}", token.colour, off, fits,
        )  # fmt: skip


def harm(character: Character, roll: Roll) -> Iterator[Item]:
    """Consequences by name, for the player to say which bear on the roll (CSQ-2)."""
    for item in state.play_of(character).consequences:
        used = item.name in roll.consequences

        def bears(_: int, name: str = item.name) -> Roll:
            return put(roll, consequences=toggled(roll.consequences, name))

        value = f"−{item.severity}" if used else f"(−{item.severity})"
        off = (lambda bears=bears: bears(0)) if used else None
        note = "does it apply to the roll?"
        yield Item(
            f"consequence:{item.name}", "Consequences", view.one_line(item.name, 40), value, used, bears, note, "$bad",
            off,
        )  # fmt: skip
