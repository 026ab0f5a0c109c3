"""Damage, what it forces, consequences, doom, perks that shed damage (DMG, CSQ, DOM, PRK-3)."""

from __future__ import annotations

from saga_tui.games.saga.rules import derive, state
from saga_tui.games.saga.rules.commands import Command, command_of, harm, kismet
from saga_tui.games.saga.rules.words import LEVELS, THRESHOLD_ASSETS, WOUNDS, DamageKind
from saga_tui.games.saga.screens import marks
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.flows import perks as asked
from saga_tui.games.saga.screens.session.flows import tokens
from saga_tui.ui.dialogs import Offer
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
    prompt = WayPrompt(
        ways(kind), lambda text, way: desk.foresee(suffering(kind, text, way)), default="1", pattern=AMOUNT
    )
    text = await prompt.put(desk)
    if text is not None:
        await desk.execute(suffering(kind, text, prompt.way))


async def suffer_one(desk: SagaScreen, kind: DamageKind) -> None:
    """One token at once."""
    await desk.execute(harm.TakeDamage(kind=kind))


async def heal(desk: SagaScreen, kind: DamageKind) -> None:
    """How much goes."""
    held = state.held(desk.character, kind)
    if not held:
        desk.notify(f"You have no {kind} to heal.")
        return

    def command(text: str) -> Command:
        return harm.Heal(kind=kind, amount=max(1, int(text or 1)))

    way = Way("heal", f"Heal {kind}")
    prompt = WayPrompt([way], lambda text, _: desk.foresee(command(text)), default="1", pattern=r"\d{0,3}")
    text = await prompt.put(desk)
    if text is not None:
        await desk.execute(command(text))


async def heal_one(desk: SagaScreen, kind: DamageKind) -> None:
    """One token at once."""
    await desk.execute(harm.Heal(kind=kind))


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


async def no_consequence(desk: SagaScreen) -> None:
    """No consequence after all."""
    await desk.execute(harm.NoConsequence())


async def own_words(desk: SagaScreen) -> None:
    """The player names it, for a fortune token (CSQ-3)."""
    name = await desk.line("Name the consequence yourself", "", f"costs 1 {STAR}", "CSQ-3", needed="a name")
    if name:
        await desk.execute(naming(name, "own"))


async def other_kind(desk: SagaScreen) -> None:
    """A fortune token chooses the kind of damage (DMG-3)."""
    offers = [Offer(kind, kind.capitalize()) for kind in WOUNDS]
    question = f"Which kind did the GM name? 1 {STAR} buys another."
    named = await desk.choose("Choose the kind of damage", offers, question, rule="DMG-3")
    if named is None:
        return
    offers = [Offer(kind, f"Take {kind} instead") for kind in WOUNDS if kind != named]
    taken = await desk.choose("Choose the kind of damage", offers, rule="DMG-3")
    amount = await desk.number("Choose the kind of damage", f"How much {named}?", least=1) if taken else None
    if taken and amount:
        await desk.execute(command_of("take-damage", {"kind": named, "choose": taken, "amount": amount}))


async def consequence_menu(desk: SagaScreen, place: int) -> None:
    """What can happen to one consequence."""
    listed = state.play_of(desk.character).consequences
    if place >= len(listed):
        return
    item = listed[place]
    fonts = [owned for owned in derive.gear(desk.character) if owned.gear.kind == "font"]
    offers = [
        Offer("ease", "Reduce by 1", "Your group's call", rule="CSQ-2"),
        Offer("again", "Take it again", "Adds 1 point", rule="CSQ-2"),
        *(Offer(owned.key, f"Heal with {view.one_line(owned.gear.name)}", rule="GER-4") for owned in fonts),
    ]
    chosen = await desk.choose(view.one_line(item.name), offers, view.severity_note(item))
    if chosen == "again":
        await desk.execute(harm.NameConsequence(name=item.name))
    elif chosen == "ease":
        await ease(desk, place)
    elif chosen is not None:
        await tokens.heal_with(desk, chosen, str(place))


async def ease(desk: SagaScreen, place: int | None = None) -> None:
    """A point goes; where it has points of several levels, one is chosen."""
    listed = state.play_of(desk.character).consequences
    if place is None:
        offers = [Offer(str(at), view.one_line(item.name), view.severity_note(item)) for at, item in enumerate(listed)]
        chosen = await desk.choose("Reduce a consequence", offers) if offers else None
        if not offers:
            desk.notify("You have no consequences.")
        if chosen is None:
            return
        place = int(chosen)
    levels = [level for level in LEVELS if listed[place].points.get(level)]
    level: str | None = levels[0] if levels else ""
    if len(levels) > 1:
        level = await desk.choose("Reduce a consequence", [Offer(key, f"A {key} point") for key in levels])
    if level is not None:
        await desk.execute(command_of("reduce", {"consequence": place, "level": level or None}))


# ---- doom, perks


async def doom(desk: SagaScreen, steps: int | None = None) -> None:
    """Marks or clears steps by the GM's word (DOM-2)."""
    if steps is None:
        offers = [Offer("1", "Mark a step"), Offer("-1", "Clear a step")]
        chosen = await desk.choose("Doom Track", offers, "GM's call", rule="DOM-2")
        if chosen is None:
            return
        steps = int(chosen)
    await desk.execute(kismet.MarkDoom(steps=steps))


async def perks(desk: SagaScreen) -> None:
    """Takes the perk that is asked for at the foot, else lists what can act now or was passed and still may."""
    await asked.take(desk)
