"""Asking for a piece of gear, and saying what it gives: for step 6 and for finishing points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from textual.app import App

from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character, Gear
from saga_tui.games.saga.rules.words import DAMAGE, SKILLS, GearKind
from saga_tui.games.saga.screens.builder.asking import Exclude
from saga_tui.games.saga.screens.builder.ideas import World, gear_ideas, gear_named
from saga_tui.tally import Tally
from saga_tui.ui.dialogs import AskNumber, AskText, Choose, Offer
from saga_tui.words import plural

KINDS: Final[tuple[tuple[GearKind, str, str], ...]] = (
    ("buff", "buff", "Dice on every roll for its purpose, as many as its rating"),
    ("charm", "lucky charm", "A pool of dice to add to any roll, each used once until it refreshes"),
    ("font", "font of healing", "Points each chapter that heal damage and temporary consequences"),
)
RULES: Final[dict[GearKind, str]] = {"buff": "GER-2", "charm": "GER-3", "font": "GER-4"}
EXCLUDES: Final = {"charm": "Which skills does it not help?", "font": "Which damage does it not heal?"}
UNITS: Final = {"buff": "die", "charm": "die", "font": "point"}


def pool(character: Character, piece: Gear) -> Tally:
    """What a piece gives, with its reasons (GER-2 … GER-4)."""
    return derive.gear_pool(character, derive.OwnedGear(piece.name, piece, (), False))


def pool_words(character: Character, piece: Gear) -> str:
    """`10 dice`, `7 points`, `+2 dice`."""
    total = pool(character, piece).total
    sign = "+" if piece.kind == "buff" else ""
    return f"{sign}{plural(total, UNITS[piece.kind])}" if piece.kind in UNITS else f"{sign}{total}"


def without_words(character: Character, piece: Gear) -> str:
    """`without Academia, Weaponry`; empty where nothing is excluded."""
    names = [derive.skill_name(character, key) if piece.kind == "charm" else key for key in piece.without]
    return f"without {', '.join(names)}" if names else ""


def excludable(character: Character, kind: str) -> Sequence[tuple[str, str]]:
    """What a piece of that kind may be made without, as pairs of key and name."""
    if kind == "charm":
        return [(skill, derive.skill_name(character, skill)) for skill in SKILLS]
    return [(damage, damage) for damage in DAMAGE] if kind == "font" else []


async def ask_kind(app: App[None], at: str = "") -> GearKind | None:
    """One of the three kinds."""
    offers = [Offer(kind, name.capitalize(), about, rule=RULES[kind]) for kind, name, about in KINDS]
    return cast("GearKind | None", await app.push_screen_wait(Choose("Which kind of gear?", offers, at=at)))


async def ask_without(app: App[None], character: Character, piece: Gear) -> tuple[str, ...] | None:
    """What a charm or a font is made without."""
    options = excludable(character, piece.kind)
    if not options:
        return ()

    def told(without: tuple[str, ...]) -> str:
        return pool_words(character, piece.model_copy(update={"without": without}))

    return await app.push_screen_wait(
        Exclude(f"{piece.name or 'Gear'}: exclude", options, piece.without, told, EXCLUDES[piece.kind])
    )


async def ask_gear(
    app: App[None], character: Character, title: str, world: World = None, price: str = ""
) -> Gear | None:
    """A whole piece, question by question; an idea brings its own answers along. `price`: of each point of rating."""
    ideas = [idea.text for idea in gear_ideas(world)]
    name = await app.push_screen_wait(AskText(title, "Name?", suggestions=ideas))
    if not name:
        return None
    piece = gear_named(name, world)
    kind = await ask_kind(app, at=piece.kind)
    if kind is None:
        return None
    if kind != piece.kind:
        piece = piece.model_copy(update={"kind": kind, "without": ()})
    most = derive.numbers(character).gear.max_rating
    asked = AskNumber(
        "Rating", f"Rating? (1–{most}{price and f'; costs {price}'})", default=max(1, piece.rating), least=1, most=99
    )
    rating = await app.push_screen_wait(asked)
    if rating is None:
        return None
    piece = piece.model_copy(update={"rating": rating})
    without = await ask_without(app, character, piece)
    if without is None:
        return None
    piece = piece.model_copy(update={"without": without})
    if piece.kind != "buff":
        return piece
    purpose = await ask_purpose(app, piece)
    return None if purpose is None else piece.model_copy(update={"purpose": purpose})


async def ask_purpose(app: App[None], piece: Gear) -> str | None:
    """What a piece is for: a buff gives its dice on rolls for that."""
    question = f"What is {piece.name or 'it'} for?"
    return await app.push_screen_wait(AskText("Purpose", question, value=piece.purpose, optional=True))
