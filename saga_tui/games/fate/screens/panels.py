"""What the play screen shows: the hand as cards, wounds and the fight, abilities, powers, what can be done next. Which
panels there are and where they stand is data (`book/screens.toml`)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from saga_tui.games.fate import book, odds
from saga_tui.games.fate.book import ABILITIES
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.clock import CLOCK
from saga_tui.games.fate.play.state import cards_of, hand_of, play_of, waiting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import LOST, figures
from saga_tui.games.fate.rules.ruleset import RULES
from saga_tui.games.fate.screens.plays import AURAS, LOOKS, face, playing
from saga_tui.ui import panel_table, theme
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.card_faces import Face, Fan
from saga_tui.ui.panel_table import next_rows, number_rows
from saga_tui.ui.specs import Boxes, Figure, Line, Number, Pips, Row, Token
from saga_tui.words import listed, percent, plural, sentence

TABLE: Final = book.data("screens")
BACK: Final = Face("", "face down", "░", "$dim", "░", "░░", "░")
"""A card of a closed hand."""
HELD: Final = Token("▮", "▯", "$accent")
theme.wear(TABLE["colours"])


def hand(hero: Hero) -> Iterator[Row]:
    """The cards, and how many there may be (F-HAND-4)."""
    of, held = figures(hero), hand_of(hero)
    if hero.health:
        left = of.health.total if of.play.health is None else of.play.health
        yield Boxes(label="Health", filled=left, total=of.health.total, names=("health",), also=("full-health",))
        return
    faces = (BACK,) * len(held) if of.play.closed else tuple(map(face, held))
    yield Figure(drawing=Fan(faces, "No cards in hand."), id="hand-cards", choose="play")
    size, start = of.size.total, f", {of.play.start} at the start" * bool(of.play.start)
    yield Pips(label="Cards", filled=len(held), total=of.limit.total, token=HELD, names=("hand-limit",), label_width=7,
               also=("hand-size",), id="hand-said", note=f"size {size}{start}", choose="fill")  # fmt: skip


def state(hero: Hero) -> Iterator[Row]:
    """Wounds to take, cards lost and why, the narrator's card, what holds now."""
    play = play_of(hero)
    if due := waiting(hero):
        offer = listed(one.name for one in law.offered(hand_of(hero), due))
        yield Line(text=f"{plural(due, 'wound')}: give up {offer}", mark="!", style="bold $bad", choose="give-up",
                   drop="waive", rule="F-DMG-5", id="state-wounds")  # fmt: skip
    if play.state:
        yield Line(text=sentence(play.state), mark="✕", style="bold $bad", choose="recover", rule="F-DMG-7")
    for field, (words, rule) in LOST.items():
        if lost := getattr(play, field):
            yield Number(label=sentence(words), value=lost, names=(f"cards-{field}",), rule=rule, label_width=26)
    for card in cards_of([play.open]):
        yield Line(text=f"The narrator's card: {card.words}", note=card.aura, mark=AURAS[card.aura], rule="F-FIGHT-2")
    flags = {"used this exchange's action": play.acted, "surprised": play.surprised, f"aims at {play.aim}": play.aim,
             f"{plural(play.piled, 'hero')} on one target": play.piled, f"{play.distance} distance": play.distance,
             f"if it comes to that: {play.contingent}": play.contingent}  # fmt: skip
    yield from (Line(text=sentence(words), mark="◷") for words, on in flags.items() if on)
    for lasts in play.durations:
        until = "comes with a positive card" if lasts.kind == "delayed" else "until a negative card"
        yield Line(text=lasts.what, note=until, mark="◷", rule="F-FIGHT-13")
    if play.bank:
        held = cards_of(play.bank)
        yield Number(label="Doom bank", value=sum(one.value for one in held), note=listed(one.name for one in held),
                     choose="spend-doom", rule="F-DOOM-1", label_width=26)  # fmt: skip
    if play.last:
        yield Line(text=play.last, note="c: copy for the chat", mark="›", choose="copy", rule="F-CHAT-3")


def abilities(hero: Hero) -> Iterator[Row]:
    """The four with their skills; Enter plays cards with one (F-HERO-2)."""
    for key, own in hero.four.items():
        skills = ", ".join(f"{one.name}{' ★' if one.world_class else ''}" for one in own.skills)
        yield Number(label=f"{LOOKS[key].full} {key.capitalize()}", value=figures(hero).score(key).total,
                     lead=" "[: own.score < 10], tail=f" {own.code}  {skills}", names=(key,), label_width=13,
                     choose=playing(key))  # fmt: skip
    yield from number_rows(hero, RULES, [{"name": "edge"}], label_width=12)


def reach(hero: Hero) -> Iterator[Row]:
    """What the best play of this hand comes to with each ability and power: its chance at each level (F-ODDS-3)."""
    of = figures(hero)
    if not hand_of(hero) or of.play.closed:
        return
    step, known = of.whole("level_step"), [(key, of.score(key), key) for key in ABILITIES]
    known += [(power.name, of.intensity(at, key), power.suit) for key, (at, power) in of.powers.items() if power.name]
    for name, score, suit in known:
        action = odds.Action(score.total, suit, of.edge.total, odds.plain(hand_of(hero)), odds.unseen(of))
        chances = {goal: best.chance for goal in range(step, 11 * step, step) if (best := odds.best(action, goal))}
        open_ = [f"{goal}: {percent(chance)}" for goal, chance in chances.items() if Fraction(1, 200) < chance < 1]
        sure = max((goal for goal, chance in chances.items() if chance == 1), default=0)
        lead = LOOKS[suit].full if suit in LOOKS else "·"
        told = [*[f"{sure}: sure"] * bool(sure), *open_]
        yield Line(text=name.capitalize() if name == suit else name, mark=lead, choose=playing(name), rule="F-ODDS-3",
                   note="  ".join(told[:3]))  # fmt: skip


def levels(_hero: Hero) -> Iterator[Row]:
    """The levels of difficulty with what they are like (F-ACT-3)."""
    for row in book.data("deck")["difficulties"]:
        yield Number(label=row["key"].capitalize(), value=f"{row['rating']:2}", label_width=13,
                     tail=f"  {row['examples'][0]}", rule="F-ACT-3")  # fmt: skip


def powers(hero: Hero) -> Iterator[Row]:
    """Powers with their trump suit, stunts and limits; weapons and armour (F-HERO-6 … F-HERO-8)."""
    of = figures(hero)
    for key, (place, power) in of.powers.items():
        tricks = [*power.stunts, *(f"limit: {one}" for one in power.limits)]
        yield Number(label=f"{LOOKS[power.suit].full if power.suit in LOOKS else '·'} {power.name or 'Power'}",
                     value=of.intensity(place, key).total, names=(f"power:{key}",), label_width=20,
                     tail=f" {power.suit}", detail=", ".join(tricks), choose=playing(power.name))  # fmt: skip
    for piece in hero.gear:
        kind = {"weapon": "damage", "armour": "wounds off"}.get(piece.kind, "")
        used = "" if piece.used else ", put away"
        yield Line(text=piece.name, mark="◉", note=f"+{piece.bonus} {kind}{used}" if piece.bonus else used)


def person(hero: Hero) -> Iterator[Row]:
    """Calling and hindrances (F-CALL-1, F-HERO-9)."""
    row = book.keyed("callings").get(hero.calling)
    if row is not None:
        yield Line(text=row["name"], detail=row["text"], mark="✦", rule="F-CALL-1")
    yield from (Line(text=one, mark="−", rule="F-HERO-9") for one in hero.hindrances)


def following(hero: Hero) -> Iterator[Row]:
    """The ways on, each with its key."""
    span = "fight" if CLOCK.is_open(hero, "fight") else CLOCK.span_of(play_of(hero))
    return next_rows(book.data("actions")["next"][span])


def mood(hero: Hero) -> str:
    """`conflict` in a fight."""
    return "conflict" if CLOCK.is_open(hero, "fight") else ""


def band(hero: Hero) -> Band | None:
    """The fight with its exchange, the narrator's card and what waits."""
    if not mood(hero):
        return None
    play, due = play_of(hero), waiting(hero)
    shown = next((f"{one.words}, {one.aura}" for one in cards_of([play.open])), "no card")
    lines = [BandLine(f"The narrator's card: {shown}"),
             BandLine(f"{plural(due, 'wound')} to take" if due else "acted: counter, then results" if play.acted
                      else "your action: play cards", "", "w" if due else "p")]  # fmt: skip
    return Band(str(play.exchange), "FIGHT", (*lines, BandLine("")), "-bad" if due or play.state else "")


ROWS: Final = {"hand": hand, "state": state, "abilities": abilities, "reach": reach, "levels": levels, "powers": powers,
               "person": person, "next": following}  # fmt: skip
PANELS: Final = panel_table.panels(
    TABLE["panels"],
    ROWS,
    {
        "state": {"urgent": lambda one: bool(waiting(one))},
        "hand": {"heading": lambda one: f"edge {figures(one).edge.total}"},
    },
)
LAYOUT: Final = panel_table.layout(TABLE["layout"], mood=mood, band=band)
