"""Damage, what it forces, consequences, doom (DMG, CSQ, DOM)."""

from __future__ import annotations

from functools import partial

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.character import Character
from saga_tui.games.saga.rules.commands import Command, command_of, harm, kismet
from saga_tui.games.saga.rules.words import LEVELS, THRESHOLD_ASSETS, WOUNDS, DamageKind
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.flows import tokens
from saga_tui.ui import forms
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.forms import Entry, Foot, Form, Given, Number, Pick, Screen
from saga_tui.ui.prompt import Told, Way, WayPrompt

AMOUNT = r"\d{0,3}(-\d{0,2})?"
"""`3`, or `3-1` where a block cancelled one of three."""
STAR = marks.FORTUNE.full

SUGGESTIONS: dict[str, tuple[str, ...]] = {
    "pain": ("Bruised ribs", "Injured leg", "Bleeding", "Sprained wrist", "Broken arm", "Concussed"),
    "doubt": ("Shaken", "Humiliated", "Out of favour", "Second-guessing", "Discredited", "Lost face"),
    "fear": ("Panicked", "Jumpy", "Frozen", "Haunted", "Afraid of the dark", "Broken nerve"),
}
"""Names offered for a consequence of each kind; the group's own are better."""


def ways(kind: DamageKind) -> list[Way]:
    """The ways in which damage of a kind can be taken (DMG-2, DMG-3, DMG-4, KIS-6)."""
    name = kind.capitalize()
    if kind == "kismet":
        return [Way("taken", name), Way("choice", f"Kismet by choice (+1 {STAR})")]
    others = [Way(f"as-{other}", f"{name}, taken as {other} (1 {STAR})") for other in WOUNDS if other != kind]
    stands = [Way(f"for-{asset}", f"{name} instead of {asset}") for asset in THRESHOLD_ASSETS[kind]]
    return [Way("taken", name), Way("kismet", f"{name}, taken as kismet"), *others, *stands]


def suffering(kind: DamageKind, text: str, way: str) -> Command:
    """The command that a typed amount and a way make."""
    first, _, second = text.partition("-")
    amount, blocked = max(1, int(first or 1)), int(second or 0)
    if way == "choice":
        return kismet.ChooseKismet(amount=amount)
    if way.startswith("for-"):
        return command_of("take-for-token", {"kind": kind, "asset": way.removeprefix("for-"), "amount": amount})
    params: dict[str, object] = {"kind": kind, "amount": amount, "blocked": blocked}
    if way == "kismet":
        params["to_kismet"] = amount
    elif way.startswith("as-"):
        params["choose"] = way.removeprefix("as-")
    return command_of("take-damage", params)


async def suffer(desk: SagaScreen, kind: DamageKind) -> None:
    """How much, and Tab for another way to take it; what will follow is shown beside it."""
    await forms.typed(desk, ways(kind), lambda text, way: suffering(kind, text, way), AMOUNT)


async def heal(desk: SagaScreen, kind: DamageKind) -> None:
    """How much goes."""
    if not state.held(desk.character, kind):
        desk.notify(f"You have no {kind} to heal.")
        return
    await forms.count(desk, [Way("heal", f"Heal {kind}")], lambda many, _: harm.Heal(kind=kind, amount=many))


# ---- consequences

SKIP = Way("none", "Skip the consequence")


def naming(text: str, way: str) -> Command:
    """The command that names a consequence, by the GM or in the player's own words (CSQ-3)."""
    return harm.NameConsequence(name=text, own=way == "own")


async def name_consequence(desk: SagaScreen) -> None:
    """Names the consequence that is asked for, or one that is simply suffered. Tab: in one's own words."""
    play = state.play_of(desk.character)
    asked = next((ask for ask in play.asks if ask.what == "consequence"), None)
    what = f"{asked.level} consequence".strip() if asked else "consequence"
    kind = asked.kind if asked else ""
    borne = [view.one_line(item.name) for item in play.consequences]
    offered = [*borne, *(SUGGESTIONS.get(kind) or [name for names in SUGGESTIONS.values() for name in names])]

    def foresee(text: str, way: str) -> str | Told:
        if way == SKIP.key:
            return desk.foresee(harm.NoConsequence())
        return desk.foresee(naming(text, way)) if text.strip() else "as the GM says (Esc: later)"

    prompt = WayPrompt(
        [Way("gm", f"Name the {what}"), Way("own", f"Name the {what} yourself (1 {STAR})"), *([SKIP] if asked else [])],
        foresee,
        suggestions=tuple(dict.fromkeys(offered)),
        needed="a name",
        free=(SKIP.key,),
    )
    text = await prompt.put(desk)
    if text is not None:
        skipped = prompt.way == SKIP.key
        await desk.execute(harm.NoConsequence() if skipped else naming(text.strip(), prompt.way))


no_consequence = Form(harm.NoConsequence)
"""No consequence after all."""
own_words = Form(
    harm.NameConsequence,
    (Foot("name", "Name the consequence yourself", f"costs 1 {STAR}", "CSQ-3", needed="a name"),),
    params={"own": True},
)
"""The player names it, for a fortune token (CSQ-3)."""
other_kind = Form(
    harm.TakeDamage,
    (
        Pick(
            "kind",
            tuple(Offer(kind, kind.capitalize()) for kind in WOUNDS),
            f"Which kind did the GM name? 1 {STAR} buys another.",
            rule="DMG-3",
        ),
        Pick(
            "choose",
            lambda _character, given: [Offer(kind, f"Take {kind} instead") for kind in WOUNDS if kind != given["kind"]],
            rule="DMG-3",
        ),
        Number(question="How much {kind}?"),
    ),
    "Choose the kind of damage",
)
"""A fortune token chooses the kind of damage (DMG-3)."""


async def consequence_menu(desk: SagaScreen, place: int) -> None:
    """What can happen to one consequence."""
    listed = state.play_of(desk.character).consequences
    if place >= len(listed):
        return
    item = listed[place]
    fonts = [owned for owned in derive.gear(desk.character) if owned.gear.kind == "font"]
    ways: list[Entry] = [
        (Offer("ease", "Reduce by 1", "Your group's call", rule="CSQ-2"), partial(ease, consequence=place)),
        (Offer("again", "Take it again", "Adds 1 point", rule="CSQ-2"), harm.NameConsequence(name=item.name)),
        *((Offer(owned.key, f"Heal with {view.one_line(owned.gear.name)}", rule="GER-4"),
           partial(tokens.heal_with, key=owned.key, what=str(place))) for owned in fonts),
    ]  # fmt: skip
    await forms.menu(desk, view.one_line(item.name), ways, view.severity_note(item))


def _eased(character: Character, _given: Given) -> list[Offer]:
    listed = state.play_of(character).consequences
    return [Offer(str(at), view.one_line(item.name), view.severity_note(item)) for at, item in enumerate(listed)]


async def _level(screen: Screen, given: Given, title: str) -> Given | None:
    """Of points of several levels one is chosen; of one level, that."""
    points = state.play_of(screen.document).consequences[int(given["consequence"])].points
    levels = [level for level in LEVELS if points.get(level)]
    if len(levels) < 2:
        return {"level": levels[0]} if levels else {}
    level = await screen.choose(title, [Offer(key, f"A {key} point") for key in levels])
    return None if level is None else {"level": level}


ease = Form(
    harm.ReduceConsequence,
    (Pick("consequence", _eased, none="You have no consequences."), _level),
    "Reduce a consequence",
)
"""A point goes; where it has points of several levels, one is chosen (CSQ-2)."""

doom = Form(
    kismet.MarkDoom,
    (Pick("steps", (Offer("1", "Mark a step"), Offer("-1", "Clear a step")), "GM's call", rule="DOM-2"),),
    "Doom Track",
)
"""Marks or clears steps by the GM's word (DOM-2)."""
