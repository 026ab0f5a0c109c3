"""All that the rules find in a character (CRE-11): the seven steps (`checks_steps`), purchases, where play stands, the
setting that it keeps, and perks of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import get_args

from saga_tui.games.saga import book
from saga_tui.games.saga.rules import checks_steps, derive, state
from saga_tui.games.saga.rules.character import Character, Gear, OwnPerk, Play, Purchase
from saga_tui.games.saga.rules.checks_steps import check_gear, unknown
from saga_tui.games.saga.rules.named import entries
from saga_tui.games.saga.rules.setting import PLAIN
from saga_tui.games.saga.rules.state import SPANS
from saga_tui.games.saga.rules.words import ASSETS, DAMAGE, LEVELS, POOLS, SKILLS, STAKES, Purchasable
from saga_tui.problem import Problem, Where, near
from saga_tui.words import plural

ORDER = {"error": 0, "unfinished": 1, "remark": 2}


def problems(character: Character) -> list[Problem]:
    """Every problem, errors first, then in the order of the steps; those that the group overruled say so (CRE-11)."""
    found = [
        *checks_steps.problems(character),
        *_of_purchases(character),
        *_of_play(character),
        *_of_the_setting(character),
    ]
    ruled = {ruling.finding: ruling.reason or "house ruling" for ruling in character.rulings if ruling.finding}
    places = _ruled_places(character)
    marked = [_overruled(item, ruled.get(item.key) or places.get(item.where, "")) for item in found]
    return sorted(marked, key=lambda item: ORDER[item.level])


def _overruled(problem: Problem, reason: str) -> Problem:
    return replace(problem, overruled=reason) if reason else problem


def _ruled_places(character: Character) -> dict[Where, str]:
    """Where a ruling has set what play counts, with its reason: what is found there is what the group wanted."""
    standing = {one.number: one.reason or "house ruling" for one in character.rulings if one.number and not one.past}
    if not standing:
        return {}
    ruled = (entry for entry in entries(character) if entry.counted and entry.name in standing)
    return {place: standing[entry.name] for entry in ruled for place in entry.places}


def open_problems(character: Character) -> list[Problem]:
    """The problems that stand in the way of play: errors and unfinished choices that nobody overruled (CRE-11)."""
    return [item for item in problems(character) if item.stops_play]


def as_error(problem: Problem) -> Problem:
    """An unfinished choice as what it is at the door to play: something that stops it until it is overruled."""
    return replace(problem, level="error")


STEP_OF = {
    "concept": "concept",
    "assets": "assets",
    "skills": "skills",
    "gear": "gear",
    "finishing": "finishing",
    "setting": "concept",
    "perks": "assets",
}


def step_of(problem: Problem) -> str:
    """The key of the builder's step on which a problem can be mended; empty for play and growth."""
    first = str(problem.where[0]) if problem.where else ""
    if first == "story":
        return str(problem.where[1]) if len(problem.where) > 1 else "traits"
    return STEP_OF.get(first, "")


BUYS: tuple[str, ...] = get_args(Purchasable)
FINISHING_BUYS = tuple(buy for buy in BUYS if buy not in ("consequence", "doom"))


# ---- purchases (CRE-9, SPK-4)


def _of_purchases(character: Character) -> Iterator[Problem]:
    """The problems of every purchase."""
    for index, bought in enumerate(character.finishing):
        yield from check_purchase(character, bought, ("finishing", index), "CRE-9", FINISHING_BUYS)
    for index, bought in enumerate(character.advances):
        where: Where = ("advances", index)
        yield from check_purchase(character, bought, where, "SPK-4", BUYS)
        if bought.chapter < 1:
            message, fix = "An advance has no chapter", "Enter the chapter at whose end you bought it."
            yield Problem("error", "SPK-4", (*where, "chapter"), message, fix, "chapter", bought.chapter)
        elif bought.chapter > (now := state.play_of(character).chapter):
            message = f"An advance was bought in chapter {bought.chapter}, and play is in chapter {now}"
            fix = "Say at which chapter's end it was bought, or set the clock."
            yield Problem("error", "SPK-4", (*where, "chapter"), message, fix, "future", bought.chapter)


def check_purchase(
    character: Character, bought: Purchase, where: Where, rule: str, known: tuple[str, ...]
) -> Iterator[Problem]:
    """One purchase: its kind, and what that kind needs. Perks are looked at where all perks are."""
    if bought.buy not in known:
        message = f"You cannot buy {bought.buy!r} here" if bought.buy else "A purchase does not say what you bought"
        yield Problem("error", rule, (*where, "buy"), message, near(bought.buy, known), "buy", bought.buy)
        return
    if bought.buy == "asset":
        yield from unknown((*where, "asset"), [bought.asset], ASSETS, rule, "asset")
    elif bought.buy in ("rank", "specialty"):
        yield from unknown((*where, "skill"), [bought.skill], SKILLS, rule, "skill")
    if bought.buy == "specialty" and bought.skill in SKILLS:
        yield from _parent_rank(character, bought, where, rule)
    if bought.buy in ("specialty", "trait", "consequence") and not bought.name.strip():
        yield Problem("unfinished", rule, (*where, "name"), f"A bought {bought.buy} has no name", "Name it.", "name")
    if bought.buy == "gear":
        piece = Gear(name=bought.name, kind=bought.kind, rating=bought.rating, without=bought.without)
        yield from check_gear(character, piece, where, rule)


def _parent_rank(character: Character, bought: Purchase, where: Where, rule: str) -> Iterator[Problem]:
    prices = derive.numbers(character)
    least = (prices.finishing.prices if rule == "CRE-9" else prices.spark.prices).specialty_min_ranks
    have = derive.ranks(character, bought.skill).total  # type: ignore[arg-type]
    if have < least:
        name = derive.skill_name(character, bought.skill)
        message = f"The specialty {bought.name!r} needs {plural(least, 'rank')} in {name}, you have {have}"
        yield Problem(
            "error",
            rule,
            (*where, "skill"),
            message,
            f"Buy a rank of {name} first, or choose another skill.",
            "parent",
            bought.skill,
            asked=f"{plural(least, 'rank')} in {name}",
            left=f"{have}",
        )


# ---- where play stands


def _of_play(character: Character) -> Iterator[Problem]:
    """The problems of the play section; none before play begins."""
    play = character.play
    if play is None:
        return
    yield from _clock(play)
    yield from _open(character, play)
    yield from _traits(character, play)
    yield from _tokens(character, play)
    yield from _harm(character, play)
    yield from _gear(character, play)


def _least(value: int, where: Where, rule: str, what: str) -> Iterator[Problem]:
    if value < 0:
        yield Problem("error", rule, where, f"{what} is {value}, but cannot be below 0", "Set it to 0.", "low", value)


def _clock(play: Play) -> Iterator[Problem]:
    for name in ("chapter", "scene", "conflict", "round"):
        yield from _least(getattr(play, name), ("play", name), "TIME-1", f"The {name}")
    for name, value, known in (("span", play.span, SPANS), ("stakes", play.stakes, STAKES)):
        if value and value not in known:
            rule = "TIME-1" if name == "span" else "CNF-1"
            message, fix = f"There is no {name} {value!r}", near(value, known)
            yield Problem("error", rule, ("play", name), message, fix, "unknown", value)


def _open(character: Character, play: Play) -> Iterator[Problem]:
    """What is open counts from 1, and a conflict has stakes (TIME-1, TIME-3, CNF-1)."""
    span = state.span_of(play)
    for name, number in state.clock(character).items():
        if number == 0:
            rule = "TIME-3" if name in ("conflict", "round") else "TIME-1"
            message = f"A {span} is open, and its {name} is 0"
            yield Problem("error", rule, ("play", name), message, "Count from 1, or set the clock.", "zero", 0)
    if span == "conflict" and not play.stakes:
        message, fix = "A conflict is open, and it has no stakes", f"Name them: {', '.join(STAKES)}."
        yield Problem("error", "CNF-1", ("play", "stakes"), message, fix, "stakes", "")


def _traits(character: Character, play: Play) -> Iterator[Problem]:
    weights = derive.numbers(character).traits.dice
    for index, item in enumerate(play.active):
        if item.weight not in weights:
            where: Where = ("play", "active", index, "weight")
            message = f"“{item.trait}” counts {item.weight}, and a trait counts {min(weights)} to {max(weights)}"
            fix = f"Set it to {max(weights)} or less."
            yield Problem("error", "TRT-2", where, message, fix, "weight", item.weight)


def _tokens(character: Character, play: Play) -> Iterator[Problem]:
    yield from unknown(("play", "tokens"), play.tokens, ASSETS, "AST-1", "asset")
    for asset in ASSETS:
        held = play.tokens.get(asset, 0)
        where: Where = ("play", "tokens", asset)
        yield from _least(held, where, "AST-1", f"{asset.capitalize()} in hand")
        rating = derive.rating(character, asset).total
        if asset in POOLS and held > rating:
            message = f"You have {held} {asset}, but its rating is {rating}"
            fix = f"Set it to {rating} or less."
            yield Problem("error", "AST-14", where, message, fix, "high", held, asked=f"at most {rating}")
    yield from _least(play.spark, ("play", "spark"), "SPK-1", "Spark")
    for index, count in enumerate(play.drive_tokens):
        yield from _least(count, ("play", "drive_tokens", index), "DRV-4", "A drive's token count")
    if len(play.drive_tokens) > len(character.story.drives) and any(play.drive_tokens[len(character.story.drives) :]):
        message, fix = "A drive that you do not have holds tokens", "Remove them, or name the drive."
        yield Problem("error", "DRV-1", ("play", "drive_tokens"), message, fix, "many", len(play.drive_tokens))


def _harm(character: Character, play: Play) -> Iterator[Problem]:
    yield from unknown(("play", "damage"), play.damage, DAMAGE, "DMG-6", "kind of damage")
    for kind in DAMAGE:
        yield from _least(play.damage.get(kind, 0), ("play", "damage", kind), "DMG-2", kind.capitalize())
    yield from _least(play.doom, ("play", "doom"), "DOM-1", "Doom")
    for index, ask in enumerate(play.asks):
        yield from _least(ask.dice, ("play", "asks", index, "dice"), "KIS-2", "The dice of a due kismet roll")
    end = derive.doom_end(character).total
    if play.doom > end:
        message = f"You marked {plural(play.doom, 'doom step')}, but the track ends at {end}"
        yield Problem("error", "DOM-1", ("play", "doom"), message, f"Mark at most {end}.", "high", play.doom)
    for index, item in enumerate(play.consequences):
        where: Where = ("play", "consequences", index)
        yield from unknown((*where, "points"), item.points, LEVELS, "CSQ-1", "level of a consequence")
        if not item.name.strip():
            yield Problem("unfinished", "CSQ-3", (*where, "name"), "A consequence has no name yet", "Name it.", "name")
        if item.severity < 1 or min(item.points.values(), default=0) < 0:
            message, fix = f"{item.name or 'A consequence'} has no severity", "Give it a point, or remove it."
            yield Problem("error", "CSQ-1", (*where, "points"), message, fix, "none", item.severity)


def _gear(character: Character, play: Play) -> Iterator[Problem]:
    pieces = {item.key: item for item in derive.gear(character)}
    for key, used in play.gear_used.items():
        where: Where = ("play", "gear_used", key)
        rule = {"charm": "GER-3", "font": "GER-4"}.get(pieces[key].gear.kind if key in pieces else "", "GER-1")
        yield from _least(used, where, rule, f"The amount used of {key}")
        if key not in pieces:
            yield Problem("remark", rule, where, f"You have no gear {key!r}", near(key, pieces), "unknown", key)
        elif used > (pool := derive.gear_pool(character, pieces[key]).total):
            message = f"You used {used} of {pieces[key].gear.name}, but it holds {pool}"
            yield Problem("error", rule, where, message, f"Set it to {pool} or less.", "high", used)


# ---- the setting, and perks of one's own (SET-1, SET-2, PRK-1)


def _of_the_setting(character: Character) -> Iterator[Problem]:
    """What is wrong with them; a number that cannot be is left as the book has it, a broken perk does nothing."""
    yield from _named(character)
    yield from _numbers(character)
    yield from _perks(character.setting.perks, ("setting", "perks"), "SET-1")
    yield from _perks(character.perks, ("perks",), "PRK-1")


def _named(character: Character) -> Iterator[Problem]:
    named, kept = character.concept.setting.strip(), character.setting.name.strip()
    if not named or named.casefold() in (kept.casefold(), PLAIN.casefold(), "plain"):
        return
    plays = f"uses what its file keeps of {kept}" if kept else "keeps nothing of it, so plain Saga's numbers apply"
    message = f"The character's setting is {named!r}, but it {plays}"
    fix = "Choose the setting in step 1, or run: saga-tui setting use NAME CHARACTER"
    yield Problem("remark", "SET-2", ("concept", "setting"), message, fix, "kept", named)


def _numbers(character: Character) -> Iterator[Problem]:
    kept = character.setting
    if not (kept.numbers or kept.switches):
        return
    for wrong in kept.resolved[1]:
        where: Where = ("setting", *(wrong.path if wrong.path[0] == "switches" else ("numbers", *wrong.path)))
        name = ".".join(wrong.path)
        message = f"{name} has an impossible value, so the book's value applies"
        fix = "Choose the setting again, or remove this."
        if wrong.kind == "unknown":
            message, fix = f"Settings cannot change {name}", near(wrong.path[-1], wrong.known)
        elif wrong.path[0] == "switches":
            fix = near(str(wrong.value), book.switch_values(wrong.path[-1]))
        yield Problem("error", "SET-1", where, message, fix, "number", str(wrong.value)[:200])


def _perks(made: Sequence[OwnPerk], where: Where, rule: str) -> Iterator[Problem]:
    times = Counter(perk.name.strip().casefold() for perk in made)
    for index, perk in enumerate(made):
        here = (*where, index)
        name = perk.name.strip() or "A perk"
        if perk.info is None:
            message = f"{name} does nothing: {perk.read[1]}"
            yield Problem("error", rule, here, message, "Fix its text, or remove it.", "perk", perk.name)
        elif times[perk.name.strip().casefold()] > 1 or book.perk(perk.name) is not None:
            message = f"There is more than one perk named {name}"
            yield Problem("error", rule, here, message, "Give it another name.", "twice", perk.name)
