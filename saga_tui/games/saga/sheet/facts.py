"""What stands on a character's sheet, whatever its form. Every number comes from a tally or from where play stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from saga_tui.engine.document import Ruling
from saga_tui.engine.ruled import is_ruled, says_otherwise, sentence
from saga_tui.games.saga import book
from saga_tui.games.saga.rules import derive, setting, state
from saga_tui.games.saga.rules.character import Character, Consequence, Purchase
from saga_tui.games.saga.rules.named import slugged
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, LEVELS, SKILLS, WOUNDS
from saga_tui.safe import clean
from saga_tui.tally import Tally
from saga_tui.words import plural

RULED = "*"
"""Stands beside a number that a ruling of the group touches (CRE-11)."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number with the mark of a ruling, if one touches it."""

    total: int
    ruled: bool = False

    def __str__(self) -> str:
        return f"{self.total}{RULED if self.ruled else ''}"


@dataclass(frozen=True, slots=True)
class Pool:
    """An asset: its rating and its tokens now in hand (AST-1)."""

    key: str
    name: str
    rating: Number
    in_hand: int


@dataclass(frozen=True, slots=True)
class Harm:
    """A kind of damage: the tokens held and its threshold; kismet has none (DMG-1, KIS-1)."""

    key: str
    name: str
    threshold: Number | None
    held: int


@dataclass(frozen=True, slots=True)
class Doom:
    """The Doom Track: its end and its marked steps (DOM-1)."""

    end: Number
    marked: int


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill with its ranks and specialties (SKL-2, SKL-3)."""

    name: str
    ranks: Number
    specialties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Perk:
    """A perk, what it was taken for, and what it does in one line (PRK-1)."""

    name: str
    asset: str
    skill: str
    line: str


@dataclass(frozen=True, slots=True)
class Drive:
    """A drive and its tokens (DRV-1)."""

    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of gear: `pool` dice or points, of which `left` are left; a buff is never used up (GER-2 … GER-4)."""

    name: str
    kind: str
    rating: int
    pool: Number
    left: int
    unit: str
    without: tuple[str, ...]
    purpose: str

    @property
    def runs_out(self) -> bool:
        """Whether its pool is used up in play."""
        return self.kind in ("charm", "font")


@dataclass(frozen=True, slots=True)
class Wound:
    """A consequence: its penalty and its points by level (CSQ-1, CSQ-2)."""

    name: str
    kind: str
    penalty: int
    levels: str


@dataclass(frozen=True, slots=True)
class Facts:
    """The whole sheet. All texts are safe to print, in one line each but for the notes."""

    name: str
    line: str
    player: str
    setting: str
    as_is: bool
    standing: str
    playing: bool
    spark: Number
    pools: tuple[Pool, ...]
    harm: tuple[Harm, ...]
    doom: Doom
    skills: tuple[Skill, ...]
    perks: tuple[Perk, ...]
    traits: tuple[str, ...]
    drives: tuple[Drive, ...]
    gear: tuple[Piece, ...]
    wounds: tuple[Wound, ...]
    now: tuple[str, ...]
    """Traits that count now, for how long and through what; traits of the scene; traits that run out."""
    rewards: tuple[str, ...]
    asks: tuple[str, ...]
    """What the rules still want to know."""
    advances: tuple[tuple[int, tuple[str, ...]], ...]
    """What was bought with Spark, by chapter."""
    notes: tuple[str, ...]
    rulings: tuple[str, ...]


def facts(character: Character) -> Facts:
    """All that the sheet of a character says, a half-built one's as well."""
    concept, play = character.concept, state.play_of(character)
    return Facts(
        name=told(character, "name", character.title),
        line=told(character, "line", concept.line),
        player=told(character, "player", concept.player),
        setting=_setting(setting.title(character)),
        as_is=character.as_is,
        standing=standing(character) + (RULED if is_ruled(character, *state.clock(character)) else ""),
        playing=character.play is not None,
        spark=Number(play.spark, is_ruled(character, "spark")),
        pools=tuple(
            Pool(
                asset,
                asset.capitalize(),
                number(character, derive.rating(character, asset), f"{asset}-tokens"),
                state.in_hand(character, asset),
            )
            for asset in ASSETS
        ),
        harm=tuple(
            Harm(
                kind,
                kind.capitalize() + (RULED if kind not in WOUNDS and is_ruled(character, kind) else ""),
                number(character, derive.threshold(character, kind), kind) if kind in WOUNDS else None,
                state.held(character, kind),
            )
            for kind in DAMAGE
        ),
        doom=Doom(number(character, derive.doom_end(character), "doom"), max(0, play.doom)),
        skills=tuple(_skills(character)),
        perks=tuple(_perks(character)),
        traits=tuple(told(character, "trait", text) for text, _ in derive.traits(character)),
        drives=tuple(
            Drive(told(character, "drive", text, f"drive:{place}"), tokens)
            for place, (text, tokens) in enumerate(
                zip(character.story.drives, state.drive_tokens(character), strict=True), 1
            )
            if text.strip() or tokens
        ),
        gear=tuple(_gear(character)),
        wounds=tuple(_wound(character, key, item) for key, item in slugged(play.consequences, "name")),
        now=tuple(_now(character)),
        rewards=tuple(f"{told(character, 'reward', item.name)} ({_until(item.until)})" for item in play.rewards),
        asks=tuple(_asks(character)),
        advances=_advances(character),
        notes=tuple(clean(line) for line in concept.notes.strip().splitlines()),
        rulings=tuple(ruling_words(item) for item in character.rulings if not item.past),
    )


def standing(character: Character) -> str:
    """Where play stands, in words: `chapter 3 › scene 2 › serious conflict › round 2` (TIME-1)."""
    if character.play is None:
        return "not in play yet"
    if state.doomed(character):
        return "has met their doom"
    play, clock = character.play, state.clock(character)
    if not clock:
        return f"after chapter {play.chapter}" if play.chapter else "before chapter 1"
    conflict = f"{clean(play.stakes)} conflict".strip()
    words = (conflict if name == "conflict" else f"{name} {at}" for name, at in clock.items())
    return " › ".join(words) + (", given in" if play.given_in and "conflict" in clock else "")


def number(character: Character, tally: Tally, *beside: str) -> Number:
    """A tally's total, marked where a ruling of the group touches it, or a number that stands beside it."""
    return Number(tally.total, is_ruled(character, tally.name, *beside))


def told(character: Character, kind: str, text: str, *numbers: str) -> str:
    """A text in one line, marked where a ruling has put it there, or touches a number that stands beside it."""
    ruled = says_otherwise(character, kind, text) or is_ruled(character, *numbers)
    return clean(text) + (RULED if ruled else "")


def _setting(name: str) -> str:
    plain = name.strip().casefold() in ("", "plain", setting.PLAIN.casefold())
    return "plain Saga" if plain else clean(name)


def _skills(character: Character) -> Iterable[Skill]:
    for key in SKILLS:
        named = tuple(told(character, "specialty", name) for name in derive.specialties_of(character, key))
        yield Skill(clean(derive.skill_name(character, key)), number(character, derive.ranks(character, key)), named)
    for other in dict.fromkeys(item.skill for item, _ in derive.specialties(character) if item.skill not in SKILLS):
        yield Skill(
            clean(other) or "?", Number(0), tuple(clean(name) for name in derive.specialties_of(character, other))
        )


def _perks(character: Character) -> Iterable[Perk]:
    from saga_tui.games.saga.sheet.perk_lines import perk_line

    for owned in derive.perks(character):
        if owned.name.strip():
            skill = clean(derive.skill_name(character, owned.skill)) if owned.skill else ""
            yield Perk(told(character, "perk", owned.name), owned.asset or "", skill, clean(perk_line(owned, skill)))


UNITS = {"buff": "dice", "charm": "dice", "font": "points"}


def _gear(character: Character) -> Iterable[Piece]:
    for owned in derive.gear(character):
        piece = owned.gear
        without = tuple(clean(derive.skill_name(character, key)) for key in dict.fromkeys(piece.without))
        yield Piece(
            told(character, "gear", piece.name) or "(no name)",
            clean(piece.kind),
            piece.rating,
            number(character, (pool := derive.gear_pool(character, owned)), f"{pool.name}:left"),
            derive.gear_left(character, owned),
            UNITS.get(piece.kind, ""),
            without,
            clean(piece.purpose),
        )


def _wound(character: Character, key: str, item: Consequence) -> Wound:
    known = [level for level in LEVELS if item.points.get(level)]
    others = [level for level in item.points if level not in LEVELS]
    levels = [f"{item.points[level]} {level}" for level in [*known, *others]]
    if len(levels) == 1 and item.severity == 1:
        levels = [level.split(" ", 1)[1] for level in levels]
    name = told(character, "consequence", item.name, f"consequence:{key}") or "(not named yet)"
    return Wound(name, clean(item.kind), -item.severity, clean(", ".join(levels)))


_UNTIL = {
    "round": "this round",
    "conflict": "this conflict",
    "scene": "this scene",
    "chapter": "this chapter",
    "good": "permanent",
}


def _until(until: str) -> str:
    return _UNTIL.get(until) or (f"until {clean(until)}" if until.strip() else "")


def _now(character: Character) -> Iterable[str]:
    play = state.play_of(character)
    for key, item in slugged(play.active, "trait"):
        how = "inverted" if item.inverted else "invoked"
        whose = {"self": "", "scene": "of the scene"}.get(item.owner, f"of {clean(item.owner)}")
        by = f"by {clean(item.by)}" if item.by else ""
        counts = " ".join(part for part in (f"{'−' if item.inverted else '+'}{abs(item.weight)} {how}", by) if part)
        named = told(character, "trait", item.trait, f"trait:{key}")
        yield f"{named} ({', '.join(part for part in (whose, counts, _until(item.until)) if part)})"
    for text in play.scene_traits:
        yield f"{told(character, 'scene-trait', text)} (of the scene)"
    for key, trait in slugged(play.temporary, "name"):
        rounds = plural(trait.rounds, "round") if trait.rounds else _until(trait.until)
        yield f"{told(character, 'temporary', trait.name, f'temporary:{key}')} ({rounds})"


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


def _advances(character: Character) -> tuple[tuple[int, tuple[str, ...]], ...]:
    by_chapter: dict[int, list[str]] = {}
    for item in character.advances:
        by_chapter.setdefault(item.chapter, []).append(bought(character, item))
    return tuple((chapter, tuple(said)) for chapter, said in sorted(by_chapter.items()))


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
