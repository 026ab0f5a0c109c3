"""What the GM's table shows beside the characters, as data: elements with their dice, what they do next with its odds,
what belongs to the scene, conditions and clocks, and the log (CNF-2, CNF-4, CNF-8, CNF-9, TRT-4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from textual.content import Content

from saga_tui.games.saga.gm.clock import CLOCK, in_conflict
from saga_tui.games.saga.gm.screens.turns import phase_words, step_words
from saga_tui.games.saga.gm.state import (
    ENDS,
    POOLS,
    Allies,
    Condition,
    Countdown,
    Element,
    Table,
    Trait,
    ended,
    free,
    given_in,
    unmet,
)
from saga_tui.games.saga.screens.session.view import one_line
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.defaults import NEXT
from saga_tui.ui.specs import LOG, AnyRow, Figure, Layout, Line, Panel, Pips, Plan, Token
from saga_tui.words import listed

LETTERS: Final = "abcdefg"
"""The keys of elements; all other letters are for what is done."""
DIE: Final = Token("▮", "▯", "$title")
"""A die of an element, or of the allies."""
TICK: Final = Token("▰", "▱", "$title")
NAME: Final = 30
LEAST: Final = 14
"""Cells of an element's name at most, and at least where its dice are drawn one by one."""
DONE: Final = 9
"""Cells of what is left of an element's actions."""
LABEL: Final = 14
SCENE_WIDTH: Final = 34
"""Cells for the name of ally dice or a clock at least, and for the name with its marks in the narrowest panel."""
DRAWN: Final = 12
"""Dice of a pool that are drawn one by one."""
MEANS: Final = {
    "minor": "consequences end with the scene",
    "serious": "consequences last until the chapter ends",
    "severe": "consequences are permanent",
    "deadly": "consequences are permanent, each with a kismet roll",
}
"""What the stakes decide (CSQ-4, KIS-5)."""


def letter(table: Table, element: Element) -> str:
    """The key of an element."""
    at = next((at for at, one in enumerate(table.play.elements) if one is element), len(LETTERS))
    return LETTERS[at] if at < len(LETTERS) else " "


def seat_names(table: Table) -> dict[str, str]:
    """What those who sit there are called, by their ids."""
    return {seat.id: one_line(seat.name or seat.id, 40) for seat in table.seats}


# ---- elements


@dataclass(frozen=True)
class Drawn:
    """An element as it is drawn: its letter, its pools as dice, what is left of its actions; below, whom it is used
    against and its traits."""

    key: str
    element: Element
    against: tuple[str, ...]
    in_conflict: bool
    columns: tuple[int, ...]
    """The most dice of each pool that any element has or had."""

    def __call__(self, width: int, level: int) -> Sequence[Content]:
        """Its lines."""
        end = self._actions()
        pools = self._pools(width - 4 - LEAST - max(DONE, end.cell_length))
        room = max(8, min(NAME, width - 4 - pools.cell_length - max(DONE, end.cell_length)))
        name = Content.styled(one_line(self.element.name, 60), "strike $dim" if self.element.out else "bold")
        name = name.truncate(room, ellipsis=True)
        name = name.pad_right(room - name.cell_length + 1)
        start = Content.assemble((f"{self.key} ", "bold $key"), name, pools)
        gap = max(1, width - start.cell_length - end.cell_length)
        first = Content.assemble(start, " " * gap, end).truncate(width, ellipsis=True)
        below = self._below()
        if not level or not below:
            return [first]
        return [first, *(Content.assemble("    ", line) for line in below.wrap(max(10, width - 4)))]

    def _pools(self, room: int) -> Content:
        """Its dice in columns: with names where they fit, else with initials, else as numbers."""
        one, wide = self.element, sum(min(DRAWN, most) + 4 for most in self.columns)
        names = room >= wide + sum(map(len, POOLS)) + 4
        if not names and room < wide + 7:
            return Content(" ").join(_brief(one, pool) for pool in POOLS)
        shown = [_pool(one, pool, names) for pool in POOLS]
        cells = [len(pool) * names or 1 for pool in POOLS]
        full = [label + 1 + min(DRAWN, most) + 3 for label, most in zip(cells, self.columns, strict=True)]
        return Content(" ").join(
            part.pad_right(cell - part.cell_length) for part, cell in zip(shown, full, strict=True)
        )

    def _actions(self) -> Content:
        """Its two actions of the round; what is left of its block (CNF-2)."""
        one = self.element
        if one.out:
            return Content.styled("out", "$dim")
        if not self.in_conflict:
            return Content("")
        left = max(0, 2 - one.acted)
        block = f"block {one.pushes}  " if one.pushes else ""
        signs = "▸" * left + "·" * (2 - left)
        style = "bold $key" if left else "$dim"
        return Content.assemble((block, "$warn"), (signs, style), (f" {left} left" if left else " done", "$dim"))

    def _below(self) -> Content:
        """`→ Kestrel, Anselm   ↓ Quick knives −2 · Never alone`."""
        parts = []
        if self.element.ally:
            parts.append(Content.styled("an ally", "$good"))
        if self.against:
            parts.append(Content.assemble(("→ ", "$dim"), (", ".join(self.against), "bold")))
        if self.element.traits:
            parts.append(Content(" · ").join(trait_words(trait) for trait in self.element.traits))
        if self.element.note:
            parts.append(Content.styled(one_line(self.element.note, 200), "$dim"))
        return Content("   ").join(parts)


def trait_words(trait: Trait) -> Content:
    """A trait, bright with what it takes off rolls where it is invoked (TRT-4)."""
    text = one_line(trait.text, 80)
    return Content.styled(f"↓ {text} −{trait.weight}", "bold $bad") if trait.weight else Content.styled(text, "$dim")


def _pool(element: Element, pool: str, wide: bool) -> Content:
    """`physical ▮▮▮▮▯▯ 4`."""
    left, full = element.dice.get(pool, 0), max(element.full.get(pool, 0), element.dice.get(pool, 0))
    label = pool if wide else pool[:1].upper()
    if not full:
        return Content.styled(f"{label} –", "$faint")
    drawn = min(full, DRAWN)
    lit = -(-left * drawn // full)
    return Content.assemble(
        (f"{label} ", "$dim"),
        (DIE.full * lit, DIE.colour),
        (DIE.empty * (drawn - lit), "$faint"),
        (f" {left}", "bold" if left else "bold $bad"),
    )


def _brief(element: Element, pool: str) -> Content:
    """`P6/9`."""
    left, full = element.dice.get(pool, 0), element.full.get(pool, 0)
    style = "$faint" if not full else "bold" if left else "bold $bad"
    return Content.assemble((pool[:1].upper(), "$dim"), (f"{left}", style), (f"/{full}" if left < full else "", "$dim"))


def elements(table: Table) -> Iterator[AnyRow]:
    """Each element, with its letter; Enter has it act (CNF-2)."""
    names, found = seat_names(table), table.play.elements
    columns = tuple(
        max((max(one.full.get(pool, 0), one.dice.get(pool, 0)) for one in found), default=0) for pool in POOLS
    )
    for at, element in enumerate(found):
        against = tuple(names.get(who, who) for who in element.against)
        drawn = Drawn(letter(table, element), element, against, in_conflict(table.play), columns)
        yield Figure(drawing=drawn, id=f"element-{at}", choose="act", drop="out", turn="assign")


# ---- what belongs to the scene


def scene(table: Table) -> Iterator[AnyRow]:
    """Damage that is on its way, ally dice, scene traits, conditions and clocks."""
    yield from _strikes(table)
    yield from _teams(table)
    wide = _label_width(table)
    yield from (_allies(one, wide) for one in table.play.allies)
    for at, trait in enumerate(table.play.scene_traits):
        mark, style = ("↓", "$bad") if trait.weight else ("·", "")
        note = f"−{trait.weight} on rolls" if trait.weight else "i: invoke"
        words = one_line(trait.text, 120)
        yield Line(words, mark=mark, style=style, note=note, id=f"trait-{at}", choose="invoke", rule="TRT-4")
    for at, one in enumerate(table.play.conditions):
        yield _condition(at, one, len(unmet(table, one)))
    for at, clock in enumerate(table.play.clocks):
        yield _clock(at, clock, wide)


def _strikes(table: Table) -> Iterator[AnyRow]:
    """What has been rolled and not dealt yet (CNF-7)."""
    names = seat_names(table)
    for strike in table.play.strikes:
        left = max(0, strike.amount - strike.blocked)
        blocked = f", {strike.blocked} blocked" if strike.blocked else ""
        who, by = names.get(strike.target, strike.target), names.get(strike.by, strike.by)
        words = f"{one_line(who, 40)}: {left} {one_line(strike.kind, 20)} from {one_line(by, 40)}{blocked}"
        yield Line(words, mark="▸", style="bold $bad", note="x: deal", choose="deal", rule="CNF-7")


def _teams(table: Table) -> Iterator[AnyRow]:
    """Who is on which side, and in which order the players act where they are against each other (CNF-6)."""
    names = {who: one_line(name, 40).partition(" ")[0] for who, name in seat_names(table).items()}
    sides = sorted({seat.side for seat in table.seats if seat.side})
    for side in sides if len(sides) > 1 else ():
        on = listed(names[seat.id] for seat in table.seats if seat.side == side)
        yield Line(f"Side {side}: {on}", mark="·", choose="side", rule="CNF-6")
    order = [f"{names[who]}{' ✓' if who in table.play.acted else ''}" for who in table.play.order if who in names]
    if order:
        yield Line(f"Order: {', '.join(order)}", mark="→", choose="order", rule="CNF-6")


def _label_width(table: Table) -> int:
    """Cells for the names of ally dice and clocks: as many as the longest takes, where their marks leave them."""
    play = table.play
    found = [*((one.name, one.full) for one in play.allies), *((one.name, one.total) for one in play.clocks)]
    longest = max((len(one_line(name, 40)) for name, _ in found), default=0)
    room = min((SCENE_WIDTH - marks for _, marks in found), default=0)
    return max(LABEL, min(longest + 1, room))


def _allies(allies: Allies, wide: int) -> Pips:
    """Ally dice: free this round of those that are left (CNF-9)."""
    taken = f", {allies.used} taken" if allies.used else ""
    lost = f", {allies.full - allies.now} lost" if allies.full > allies.now else ""
    brief = f"{free(allies)} of {allies.full}"
    label = one_line(allies.name, 40) or "Ally dice"
    return Pips(label, free(allies), allies.full, DIE, label_width=wide, note=f"{brief}{taken}{lost}", narrow=brief,
                choose="allies", rule="CNF-9", alone=True)  # fmt: skip


def _condition(at: int, one: Condition, left: int) -> AnyRow:
    """A condition, how far it is, and how many have still to deal with it in this round (CNF-8)."""
    note = f"{one.total} of {one.goal}" if one.goal else f"challenge {one.challenge}" if one.challenge else ""
    note += f", {one.lost} against them" if one.lost and one.goal else ""
    over = listed(words for words, reached in zip(ENDS, ended(one), strict=True) if reached)
    due = over or (f"m: {left} to face it" if left else "each round" if one.every_round else "")
    told = " · ".join(part for part in (note, due) if part)
    words, detail = one_line(one.name or one.text, 120), one_line(one.text, 200)
    style = "bold $warn" if left or over else ""
    return Line(words, mark="≈", style=style, note=told, narrow=due or note, detail=detail,
                id=f"condition-{at}", choose="condition", rule="CNF-8")  # fmt: skip


def _clock(at: int, clock: Countdown, wide: int) -> Pips:
    label, note = one_line(clock.name, 40), f"{clock.filled} of {clock.total}"
    return Pips(label, clock.filled, clock.total, TICK, label_width=wide, alone=True, note=note, id=f"clock-{at}",
                choose="tick")  # fmt: skip


# ---- where the table stands


def band(table: Table) -> Band | None:
    """The conflict with its round, stakes and phases, the scene's traits and the ally dice."""
    play = table.play
    if not in_conflict(play):
        return None
    stakes = one_line(play.stakes, 20) or "open"
    traits = " · ".join(
        f"{one_line(one.text, 40)}{f' ↓ −{one.weight}' if one.weight else ''}" for one in play.scene_traits
    )
    first = "" if play.gm_first else "! the GM acts first, +1 ★ each"
    dice = "   ".join(_dice_left(one) for one in play.allies)
    lines = (
        BandLine(MEANS.get(play.stakes, ""), f"{step_words(table)} · N: end"),
        BandLine(phase_words(table), first),
        BandLine(f"scene: {traits}" if traits else "no scene traits yet (+: add)", dice),
    )
    return Band(str(play.round), f"{stakes} conflict".upper(), lines, "-bad" if play.stakes == "deadly" else "")


def _dice_left(allies: Allies) -> str:
    """`ally dice ▮▮▮▮▮▯▯ 5 of 7`."""
    here, most = min(DRAWN, free(allies)), min(DRAWN, allies.full)
    drawn = DIE.full * here + DIE.empty * (most - here)
    return f"{one_line(allies.name, 16) or 'ally dice'} {drawn} {free(allies)} of {allies.full}"


def mood(table: Table) -> str:
    """`conflict` while one lasts, and whether it is deadly; `set` where elements stand there before it begins."""
    if not in_conflict(table.play):
        return "set" if table.play.elements or table.play.strikes else ""
    return "conflict deadly" if table.play.stakes == "deadly" else "conflict"


def kept_rows(table: Table) -> Iterator[AnyRow]:
    """What is ready for another day: elements that are kept, situations."""
    for one in table.situations:
        yield Line(one_line(one.name, 80), mark="◇", note="situation", choose="situation")
    for element in table.kept:
        dice = "/".join(str(element.full.get(pool, 0)) for pool in POOLS)
        yield Line(one_line(element.name, 80), mark="·", note=dice, choose="bring")


STEPS: Final = {
    "table": (("n", "next-chapter", "Start a chapter", "a drive token each", "Fortune resets, gear refills."),),
    "chapter": (
        ("n", "next-scene", "Start a scene", "", "Charms refill, perks act."),
        ("N", "end-chapter", "End the chapter", "Spark", "Tokens become Spark; what lasts a chapter ends."),
    ),
    "scene": (
        ("n", "next-conflict", "Start a conflict", "stakes first", "You choose how long consequences last."),
        ("N", "end-scene", "End the scene", "damage heals", "Tokens recover, damage and the scene's traits end."),
    ),
    "conflict": (
        ("n", "next-phase", "Next phase", "", "After the last one the round ends: each chooses a token."),
        ("!", "gm-first", "The GM acts first", "+1 ★ each", "Once a round."),
        ("r", "attack", "A character attacks", "", "The pool attacked opposes the roll."),
        ("E", "escalate", "Escalate", "tokens recover", "Each may remove one kind of damage."),
        ("N", "end-conflict", "End the conflict", "tokens recover", "N again ends the scene too."),
    ),
}
"""By the innermost span that is open: keys, actions, words, what follows in few words, and what more is to be said
(TIME-1, REG-3, CNF-4, CNF-5, CNF-10)."""
ALWAYS: Final = (
    ("+", "add", "Add", "Thug 6/2/3 x3", "An element, a scene trait, ally dice, a condition or a clock in one line."),
    ("p", "bring", "Bring what is ready", "", "Kept elements, situations, a dozen opponents for each setting."),
    ("y", "challenge", "Challenge", "one or several", "Dice for all of them, or split."),
    ("o", "give", "Give", "fortune, Spark …", "Drive tokens, rewards, recovery; traits of players; damage."),
    ("w", "away", "Who is away", "", "What happens to the scene skips them."),
)
"""What can be done at any time."""


def next_rows(table: Table) -> Iterator[AnyRow]:
    """What can be done now, with its key: seats first where no one sits there."""
    if not table.seats:
        yield Line("Seat a character", key="Q", note="from this folder", choose="seat", style="bold $warn")
    for key, action, words, note, more in (*STEPS[CLOCK.span_of(table.play)], *ALWAYS):
        if action != "gm-first" or not table.play.gm_first:
            yield Line(words, key=key, note=note, detail=more, choose=action, id=f"next-{action}")


def given_rows(table: Table) -> Iterator[AnyRow]:
    """What each got from the GM in this chapter, so that nobody is forgotten (DRV-8, TRT-5, SPK-3)."""
    given = given_in(table, table.play.chapter)
    for who, name in seat_names(table).items():
        told = ", ".join(one_line(what, 40) for what in given.get(who, ()))
        yield Line(name, note=told or "nothing yet", note_style="$dim" if told else "$warn")


ELEMENTS: Final = Panel("elements", "Against them", elements, frozenset({"elements", "span", "seats"}), worth=1,
                        empty="No one yet. Press + and type: Thug 6/2/3 x3",
                        subtitle=lambda table: "Enter: it acts · r: roll" if table.play.elements else "",
                        )  # fmt: skip
READY: Final = Panel("ready", "Ready", lambda _table: (), frozenset({"elements", "phase"}), worth=2, grows=True,
                     empty="Go to an element (a to g) or a character (1 to 9) to see the odds here.")  # fmt: skip
SCENE: Final = Panel(
    "scene",
    "Scene, conditions, clocks",
    scene,
    frozenset({"scene_traits", "conditions", "clocks", "allies", "strikes"}),
    worth=3,
    empty="Press + to add a scene trait, ally dice, a condition or a clock.",
    subtitle=lambda table: "t: tick a clock" if table.play.clocks else "",
    urgent=lambda table: bool(table.play.strikes) or any(unmet(table, one) for one in table.play.conditions),
)
KEPT: Final = Panel("kept", "Prepared", kept_rows, worth=6, empty="Nothing prepared. Press k to keep an element.")
GIVEN: Final = Panel("given", "Given this chapter", given_rows, frozenset({"given"}), worth=7)
STEP: Final = Panel(NEXT, "Next", next_rows, frozenset({"span", "gm_first"}), worth=2)
PANELS: Final = (ELEMENTS, READY, SCENE, STEP, KEPT, GIVEN, LOG)

ONE: Final[Plan] = (("elements", "scene"),)
TWO: Final[Plan] = (("elements", "ready"), ("scene", "log"))
TALL: Final[Plan] = (("elements", "ready", "scene"),)
MIDDLE: Final[Plan] = (("elements", "ready", "scene"), ("log",))
LARGE: Final[Plan] = (("elements", "ready"), ("scene", NEXT, "kept", "given"), ("log",))
CALM: Final[Plan] = ((NEXT, "scene"), ("given", "kept", "elements"), ("log",))
CALM_TWO: Final[Plan] = ((NEXT, "scene"), ("given", "elements"))
CALM_ONE: Final[Plan] = ((NEXT, "scene", "elements"),)
LAYOUT: Final = Layout(
    plans=((170, 40, LARGE), (100, 28, MIDDLE), (76, 0, TWO), (0, 32, TALL), (0, 0, ONE)),
    moods={"": ((110, 28, CALM), (76, 0, CALM_TWO), (0, 0, CALM_ONE))},
    mood=mood,
    band=band,
)
"""In a conflict, or once there is somebody to fight, elements come first; else what can be done."""
