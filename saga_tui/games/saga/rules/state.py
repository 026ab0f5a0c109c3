"""Reading where play stands: tokens in hand, damage held, the clock. Answers are never negative."""

from __future__ import annotations

from saga_tui.engine.document import Ask
from saga_tui.engine.ruled import is_ruled
from saga_tui.games.saga.rules import derive
from saga_tui.games.saga.rules.character import Character, LastRoll, Play
from saga_tui.games.saga.rules.words import ASSETS, POOLS, Asset, DamageKind, Span
from saga_tui.safe import clean

THROWN = "thrown"
"""The stage of a roll that is not compared yet."""
SPANS: tuple[Span, ...] = ("saga", "chapter", "scene", "conflict")


def play_of(character: Character) -> Play:
    """Its play state; before play begins, that of a character who stands before chapter 1 (TIME-3)."""
    return character.play or Play()


def span_of(play: Play) -> Span:
    """The innermost span that is open (TIME-1); where a file does not say, what its numbers suggest."""
    for span in SPANS:
        if play.span == span:
            return span
    return suggested_span(play)


def suggested_span(play: Play) -> Span:
    """The innermost span that the numbers of play suggest (TIME-1)."""
    if play.round or play.conflict or play.stakes:
        return "conflict"
    if play.scene:
        return "scene"
    return "chapter" if play.chapter else "saga"


def in_span(play: Play, span: Span) -> bool:
    """Whether that span is open: a scene is open during its conflict too (TIME-1)."""
    return SPANS.index(span_of(play)) >= SPANS.index(span)


def clock(character: Character) -> dict[str, int]:
    """The open spans by number, for journal and header: `{"chapter": 3, "scene": 2, "conflict": 1, "round": 2}`."""
    play = play_of(character)
    depth = SPANS.index(span_of(play))
    names = (["chapter"], ["scene"], ["conflict", "round"])
    return {name: getattr(play, name) for group in names[:depth] for name in group}


def when(character: Character) -> str:
    """Where in time a ruling is made: `chapter 3, scene 2`."""
    return ", ".join(f"{span} {number}" for span, number in clock(character).items() if span in ("chapter", "scene"))


def in_hand(character: Character, asset: Asset) -> int:
    """Tokens of an asset now in hand (AST-1): all of them where the file does not say; never above the rating but for
    fortune (AST-12, AST-14), and where a ruling has given more."""
    rating = derive.rating(character, asset).total
    held = max(0, play_of(character).tokens.get(asset, rating))
    if asset == "fortune" or is_ruled(character, f"{asset}-tokens"):
        return held
    return min(held, max(0, rating))


def spent(character: Character, asset: Asset) -> int:
    """Tokens that could come back (AST-14); fortune has none."""
    if asset not in POOLS:
        return 0
    return max(0, derive.rating(character, asset).total - in_hand(character, asset))


def held(character: Character, kind: DamageKind) -> int:
    """Damage tokens held of a kind (DMG-2)."""
    return max(0, play_of(character).damage.get(kind, 0))


def beyond(character: Character, kind: DamageKind) -> int:
    """Tokens held beyond the threshold (DMG-2); kismet has none (KIS-1)."""
    if kind == "kismet":
        return 0
    return max(0, held(character, kind) - derive.threshold(character, kind).total)


def drive_tokens(character: Character) -> tuple[int, ...]:
    """The tokens on each drive, in the drives' order (DRV-1)."""
    listed = play_of(character).drive_tokens
    return tuple(max(0, listed[index]) if index < len(listed) else 0 for index in range(len(character.story.drives)))


def kismet_due(character: Character) -> tuple[int, ...]:
    """The dice of each kismet roll that is due, the oldest first (KIS-2). Of one that was written without them they are
    the tokens held now without those that came later, and at least those that brought it or that a deadly conflict
    calls for (KIS-5)."""
    least = derive.numbers(character).damage.deadly_min_dice
    left, found = held(character, "kismet"), []
    for ask in reversed([ask for ask in play_of(character).asks if ask.what == "kismet"]):
        found.append(max(0, ask.dice or max(ask.of, left, least if ask.kind == "deadly" else 0)))
        left -= max(0, ask.of)
    return tuple(reversed(found))


def dice_due(character: Character, asked: Ask) -> int:
    """The dice of one of the character's due kismet rolls."""
    asks = (ask for ask in play_of(character).asks if ask.what == "kismet")
    return next((dice for ask, dice in zip(asks, kismet_due(character), strict=True) if ask is asked), asked.dice)


def doom_left(character: Character) -> int:
    """Unmarked steps before the end of the Doom Track (DOM-1)."""
    return max(0, derive.doom_end(character).total - play_of(character).doom)


def doomed(character: Character) -> bool:
    """Whether the end of the Doom Track is marked (DOM-3)."""
    end = max(1, derive.doom_end(character).total)
    return character.play is not None and end <= character.play.doom


def all_in_hand(character: Character) -> dict[Asset, int]:
    """Every asset's tokens in hand."""
    return {asset: in_hand(character, asset) for asset in ASSETS}


def standing(character: Character) -> str:
    """Where play stands, in words: `chapter 3 › scene 2 › serious conflict › round 2` (TIME-1)."""
    if character.play is None:
        return "not in play yet"
    if doomed(character):
        return "has met their doom"
    play, places = character.play, clock(character)
    if not places:
        return f"after chapter {play.chapter}" if play.chapter else "before chapter 1"
    conflict = f"{clean(play.stakes)} conflict".strip()
    words = (conflict if name == "conflict" else f"{name} {at}" for name, at in places.items())
    return " › ".join(words) + (", given in" if play.given_in and "conflict" in places else "")


def uncompared(character: Character) -> LastRoll | None:
    """The roll that was thrown and is not compared yet."""
    roll = play_of(character).roll
    return roll if roll is not None and roll.stage == THROWN else None
