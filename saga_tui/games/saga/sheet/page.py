"""A character's sheet as sections. Every number comes from a tally or from where play stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from saga_tui.engine.document import Ruling
from saga_tui.engine.ruled import is_ruled, says_otherwise, sentence
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, setting, state
from saga_tui.games.saga.rules.character import Character, Consequence, Purchase
from saga_tui.games.saga.rules.derive import OwnedPerk
from saga_tui.games.saga.rules.named import slugged
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, LEVELS, SKILLS, WOUNDS
from saga_tui.paper.items import Block, Counted, Entry, Led, Meter, Row, Written
from saga_tui.paper.sections import Foot, Head, Pair, Section
from saga_tui.safe import clean
from saga_tui.tally import Tally
from saga_tui.words import listed, plural


def levels(item: Consequence) -> str:
    """A consequence's points by level: `1 temporary, 1 lasting`; of a single point the level alone (CSQ-1)."""
    known = [level for level in LEVELS if item.points.get(level)]
    others = [level for level in item.points if level not in LEVELS]
    found = [f"{item.points[level]} {level}" for level in [*known, *others]]
    if len(found) == 1 and item.severity == 1:
        found = [level.split(" ", 1)[1] for level in found]
    return clean(", ".join(found))


def until_words(until: str) -> str:
    """How long a trait or a reward lasts."""
    return book.words("until").get(until) or (f"until {clean(until)}" if until.strip() else "")


def bought(character: Character, item: Purchase) -> str:
    """A purchase in a few words: `Weaponry +1`, `trait “Paranoid”` (CRE-9, SPK-4)."""
    skill = derive.skill_name(character, item.skill) if item.skill else ""
    match item.buy:
        case "asset":
            said = f"{item.asset} +1"
        case "rank":
            said = f"{skill} +1"
        case "specialty":
            said = f"{skill}: {item.name}"
        case "perk":
            info = book.perk(item.name)
            said = f"perk {info.name if info else item.name}" + (f" ({skill})" if skill else "")
        case "consequence":
            said = f"{item.name} −1{f' {item.level}' if item.level else ''}"
        case "doom":
            said = "cleared a doom step"
        case "trait" | "gear":
            said = f"{item.buy} “{item.name}”"
        case _:
            said = f"{item.buy} {item.name}"
    return clean(said)


def ruling_words(ruling: Ruling) -> str:
    """A ruling in one line: what it set aside or changed, and why (CRE-11)."""
    return clean(sentence(ruling))


# ---- perks


def perk_line(perk: OwnedPerk, skill: str = "") -> str:
    """A perk's effect in one line, made from its numbers, with the asset it was taken for; empty where nobody knows the
    perk (PRK-3).

    `skill` is the name of the skill that it was taken for, if it was taken for one.
    """
    if perk.effect is None or perk.info is None:
        return ""
    if isinstance(perk.effect, book.Reminder):
        return perk.info.text
    asset = listed(perk.info.assets, "or") if isinstance(perk.effect, book.ShedDamage) else perk.asset or "asset"
    said = book.effect_words(perk.effect, asset, skill)
    return f"once a {perk.info.once}, {said}" if perk.info.once else said


RULED: Final = "*"
"""Stands beside a number that a ruling of the group touches (CRE-11)."""
SIGNS: Final = {"force": "▲", "grace": "◆", "acuity": "●", "fortune": "★"}
UNITS: Final = {"buff": "dice", "charm": "dice", "font": "points"}
SPARE: Final = 4
"""Boxes beyond the threshold, and spare ones for fortune that a pencil may yet add."""
KISMET_BOXES: Final = 10
LINES_TO_WRITE_ON: Final = 3
CREDIT: Final = "Saga (beta) by Brian Engard, Gamecrafters' Guild. Creative Commons Attribution."
LEGEND: Final = (
    "Tick ■ a token when spent, damage when taken, a doom step when marked, a drive's token when gained. "
    "Each box over the threshold │ causes a consequence."
)


def sheet(character: Character) -> tuple[Block, ...]:
    """All that the sheet of a character says, a half-built one's as well."""
    rating = ("Asset", "Rating", *(["In hand"] if character.play else []))
    traits = tuple(Entry(told(character, "trait", text)) for text, _ in derive.traits(character))
    rulings = tuple(Entry(ruling_words(item)) for item in character.rulings if not item.past)
    return (
        _head(character),
        Pair(
            Section("Assets", tuple(_pools(character)), rating),
            Section("Damage", tuple(_harm(character)), ("Damage", "Threshold", "Now")),
            (_doom(character),),
            LEGEND,
        ),
        Section("Skills", tuple(_skills(character)), ("Skill", "Ranks", "Specialties"), (1,), columns=2),
        Section("Perks", tuple(_perks(character)), write=1),
        Pair(
            Section("Traits", traits, write=1),
            Section("Drives", tuple(_drives(character)), write=1),
        ),
        Section("Gear", tuple(_gear(character)), write=1),
        Pair(
            Section("Consequences", tuple(_wounds(character)), write=LINES_TO_WRITE_ON),
            Section("Now", tuple(_now(character)), write=LINES_TO_WRITE_ON),
        ),
        Section("Advances", tuple(_advances(character))),
        Section("Notes", tuple(Written(clean(line)) for line in character.concept.notes.strip().splitlines())),
        Section(
            "House rulings",
            rulings,
            note=f"{RULED} marks a number changed by a ruling",
            remark=f"{RULED} marks a number that a house ruling changes.",
        ),
        Foot(CREDIT),
    )


def number(character: Character, tally: Tally, *beside: str) -> str:
    """A tally's total, marked where a ruling of the group touches it, or a number that stands beside it."""
    return f"{tally.total}{RULED if is_ruled(character, tally.name, *beside) else ''}"


def told(character: Character, kind: str, text: str, *numbers: str) -> str:
    """A text in one line, marked where a ruling has put it there, or touches a number that stands beside it."""
    ruled = says_otherwise(character, kind, text) or is_ruled(character, *numbers)
    return clean(text) + (RULED if ruled else "")


# ---- the top


def _head(character: Character) -> Head:
    concept, play = character.concept, state.play_of(character)
    spark = f"{play.spark}{RULED if is_ruled(character, 'spark') else ''}" if character.play is not None else ""
    world = _setting(setting.title(character)) + (", from paper" if character.as_is else "")
    return Head(
        told(character, "name", character.title),
        told(character, "line", concept.line),
        (("Player", told(character, "player", concept.player)), ("Setting", world)),
        state.standing(character) + (RULED if is_ruled(character, *state.clock(character)) else ""),
        ("Spark", spark),
    )


def _setting(name: str) -> str:
    plain = name.strip().casefold() in ("", "plain", setting.PLAIN.casefold())
    return "plain Saga" if plain else clean(name)


# ---- numbers with boxes


def _pools(character: Character) -> Iterator[Meter]:
    """The assets, their tokens ticked when spent (AST-1)."""
    for asset in ASSETS:
        tally, held = derive.rating(character, asset), state.in_hand(character, asset)
        yield Meter(
            asset.capitalize(),
            number(character, tally, f"{asset}-tokens"),
            max(tally.total, held),
            max(0, tally.total - held),
            SIGNS[asset],
            tail=f"{held} in hand" if character.play is not None else "",
            spare=SPARE if asset == "fortune" else 0,
            cells=(str(held),),
        )


def _harm(character: Character) -> Iterator[Meter]:
    """The kinds of damage with their thresholds; kismet has none (DMG-1, KIS-1)."""
    for kind in DAMAGE:
        held, name = state.held(character, kind), kind.capitalize()
        if kind in WOUNDS:
            limit = derive.threshold(character, kind)
            bar = max(0, limit.total)
            shown = number(character, limit, kind)
            yield Meter(name, shown, max(bar, held) + SPARE, held, bar=bar, cells=(str(held),))
        else:
            name += RULED if is_ruled(character, kind) else ""
            yield Meter(name, "", max(KISMET_BOXES, held), held, cells=(str(held),))


def _doom(character: Character) -> Meter:
    """The Doom Track to its end, its marked steps ticked (DOM-1)."""
    end, marked = derive.doom_end(character), max(0, state.play_of(character).doom)
    count = max(0, end.total)
    tail = f"{plural(max(0, count - marked), 'step')} left"
    return Meter("Doom", number(character, end, "doom"), count, marked, tail=tail, end=True, cells=(str(marked),))


# ---- what the character can do


def _skills(character: Character) -> Iterator[Row]:
    for key in SKILLS:
        named = ", ".join(told(character, "specialty", name) for name in derive.specialties_of(character, key))
        yield Row(clean(derive.skill_name(character, key)), number(character, derive.ranks(character, key)), named)
    for other in dict.fromkeys(item.skill for item, _ in derive.specialties(character) if item.skill not in SKILLS):
        yield Row(clean(other) or "?", "0", ", ".join(clean(name) for name in derive.specialties_of(character, other)))


def _perks(character: Character) -> Iterator[Entry]:
    for owned in derive.perks(character):
        if owned.name.strip():
            skill = clean(derive.skill_name(character, owned.skill)) if owned.skill else ""
            chosen = ", ".join(filter(None, (owned.asset, skill)))
            yield Entry(clean(perk_line(owned, skill)), told(character, "perk", owned.name), note=chosen)


def _drives(character: Character) -> Iterator[Counted]:
    drives = zip(character.story.drives, state.drive_tokens(character), strict=True)
    for place, (text, tokens) in enumerate(drives, 1):
        if text.strip() or tokens:
            yield Counted(told(character, "drive", text, f"drive:{place}"), tokens, plural(tokens, "token"))


def _gear(character: Character) -> Iterator[Entry]:
    """Gear: its pool of dice or points, and what of it is used up; a buff is never used up (GER-2 … GER-4)."""
    for owned in derive.gear(character):
        piece, pool, left = owned.gear, derive.gear_pool(character, owned), derive.gear_left(character, owned)
        kind, runs_out = clean(piece.kind), piece.kind in ("charm", "font")
        without = ", ".join(clean(derive.skill_name(character, key)) for key in dict.fromkeys(piece.without))
        worth = f"{number(character, pool, f'{pool.name}:left')} {UNITS.get(piece.kind, '')}".strip()
        yield Entry(
            f"{kind} {piece.rating}, {'+' if piece.kind == 'buff' else ''}{worth}".strip(),
            told(character, "gear", piece.name) or "(no name)",
            count=pool.total if runs_out else 0,
            ticked=max(0, pool.total - left),
            boxes_in_words=f"{left} left" if runs_out and left != pool.total else "",
            more=(clean(piece.purpose), f"without {without}" if without else ""),
        )


# ---- what has happened to the character


def _wounds(character: Character) -> Iterator[Entry]:
    for key, item in slugged(state.play_of(character).consequences, "name"):
        name = told(character, "consequence", item.name, f"consequence:{key}") or "(not named yet)"
        yield Entry("", name, _penalty(item), ", ".join(filter(None, (levels(item), clean(item.kind)))))


def _penalty(item: Consequence) -> str:
    return f"−{item.severity}" if item.severity >= 0 else f"+{-item.severity}"


def _now(character: Character) -> Iterator[Entry]:
    """What the rules still want to know; traits that count now; rewards."""
    play = state.play_of(character)
    yield from (Entry(f"To do: {ask}") for ask in _asks(character))
    for key, item in slugged(play.active, "trait"):
        how = "inverted" if item.inverted else "invoked"
        whose = {"self": "", "scene": "of the scene"}.get(item.owner, f"of {clean(item.owner)}")
        by = f" by {clean(item.by)}" if item.by else ""
        counts = f"{'−' if item.inverted else '+'}{abs(item.weight)} {how}{by}"
        named = told(character, "trait", item.trait, f"trait:{key}")
        yield Entry(f"{named} ({', '.join(filter(None, (whose, counts, until_words(item.until))))})")
    for text in play.scene_traits:
        yield Entry(f"{told(character, 'scene-trait', text)} (of the scene)")
    for key, trait in slugged(play.temporary, "name"):
        rounds = plural(trait.rounds, "round") if trait.rounds else until_words(trait.until)
        yield Entry(f"{told(character, 'temporary', trait.name, f'temporary:{key}')} ({rounds})")
    for reward in play.rewards:
        text = f"{told(character, 'reward', reward.name)} ({until_words(reward.until)})"
        yield Entry(text, label="Reward", heading="Rewards")


def _asks(character: Character) -> Iterable[str]:
    for ask in state.play_of(character).asks:
        kind = " ".join(clean(part) for part in (ask.level, ask.kind) if part)
        match ask.what:
            case "consequence":
                yield f"{plural(ask.count, f'{kind} consequence'.strip())} to name"
            case "kismet":
                yield f"a kismet roll of {plural(state.dice_due(character, ask), 'die')}"
            case _:
                yield clean(f"{ask.what} {kind}")


def _advances(character: Character) -> Iterator[Led]:
    """What was bought with Spark, by chapter."""
    by_chapter: dict[int, list[str]] = {}
    for item in character.advances:
        by_chapter.setdefault(item.chapter, []).append(bought(character, item))
    yield from (Led(f"chapter {chapter}  ", ", ".join(items)) for chapter, items in sorted(by_chapter.items()))
