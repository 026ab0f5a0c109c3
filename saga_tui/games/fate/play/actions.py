"""Actions and counter actions: cards are played from the hand against a difficulty; and hits that nobody counters
(F-ACT, F-EDGE, F-TRUMP, F-OPP, F-DMG)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from saga_tui.engine import card_action, card_fight, command
from saga_tui.engine.command import Words
from saga_tui.engine.fields import Of
from saga_tui.games.fate import book
from saga_tui.games.fate.hero import Gear, Hero
from saga_tui.games.fate.play.state import Drawing, Hands, cards_of, waiting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.base import Command, in_play
from saga_tui.games.fate.rules.figures import Figures, figures
from saga_tui.tally import Tally, Term
from saga_tui.words import plural

Level = Literal["automatic", "easy", "average", "challenging", "daunting", "desperate", "superhuman", "unfathomable",
                "cosmic", "godlike", "impossible"]  # fmt: skip
Suit = Literal["strength", "agility", "intellect", "willpower"]
Value = Annotated[int, Field(ge=0, le=999)]
Shown = Annotated[int, Field(ge=0, le=10)]
Spent = Annotated[tuple[Annotated[int, Field(ge=1, le=10)], ...], Field(max_length=99)]


def at_once(edit: Hands) -> None:
    """A gate: where wounds fall at once, objects to what comes before them."""
    if waiting(edit.before) and figures(edit.before).switch("wounds") == "at-once":
        edit.object("F-FIGHT-12", "You have wounds to take first", "Give up cards for them.", code="wounds")


class Acting(card_action.PlayCards, Drawing):
    """Cards played with an ability or a power."""

    group = "rolls"
    ids = card_action.Ids("F-ACT-7", "F-EDGE-2", "F-ACT-9", "F-TRUMP-1", "F-ACT-8")
    typed: ClassVar[tuple[str, ...]] = ("cards", "by")
    gates: ClassVar[tuple[command.Gate, ...]] = (in_play, card_fight.awake, at_once)

    by: Annotated[Words, Of("score")]
    """The ability, or the power that replaces one."""
    suit: Suit | None = None
    """The suit of trump, where a power names none."""
    skill: Annotated[Words, Of("skill")] = ""
    """A skill that helps: one level easier; a world-class one is a certain trump."""
    level: Level | None = None
    """The level of difficulty; nothing: the narrator keeps it secret."""
    more: Annotated[int, Field(ge=-10, le=10)] = 0
    """Levels on top."""
    card: Shown | None = None
    """The value of the narrator's card; nothing: that of the open one, where something opposes."""
    doom: Spent = ()
    """Values of Doom that the narrator spends before you play."""

    def used(self, of: Figures) -> tuple[Tally, str] | None:
        """The ability's score or the power's intensity, and the suit of trump (F-ACT-7, F-HERO-6)."""
        said = self.by.strip().casefold()
        if said in book.ABILITIES:
            return of.score(said), self.suit or said
        named = ((key, at, power) for key, (at, power) in of.powers.items() if said in (key, power.name.casefold()))
        return next(((of.intensity(at, key), self.suit or power.suit) for key, at, power in named), None)

    def helps(self, of: Figures) -> bool:
        """Whether a world-class skill helps (F-HERO-4, F-TRUMP-4)."""
        said, skills = self.skill.strip().casefold(), (one for own in of.hero.four.values() for one in own.skills)
        return any(one.world_class and one.name.casefold() == said for one in skills)

    def shifts(self, of: Figures) -> list[str]:
        """What moves the level (F-ACT-4)."""
        return ["skill"] if self.skill.strip() else []

    def opposes(self) -> int:
        """The score of what opposes."""
        return 0

    def spared(self) -> int:
        """What a foe loses who attacks a whole pile-on."""
        return 0

    def adds(self, of: Figures) -> list[Term]:
        """What else the moment adds."""
        return []

    def narrated(self, of: Figures) -> int:
        """The value of the narrator's card, where something opposes (F-OPP-2)."""
        lies = cards_of([of.play.open]) if self.opposes() else ()
        return self.card if self.card is not None else sum(one.value for one in lies)

    def difficulty(self, of: Figures) -> Tally | None:
        """What is to be reached, where it is told."""
        if self.level is None:
            return None
        return law.difficulty(self.level, self.shifts(of), more=self.more, opposition=self.opposes(),
                              card=self.narrated(of), doom=self.doom, penalty=self.spared(),
                              step=of.whole("level_step"))  # fmt: skip

    def tried(self, document: Hero) -> card_action.Tried | None:
        """All of it (F-EDGE-2, F-TRUMP-1, F-TRUMP-4, F-DOOM-1)."""
        of = figures(document)
        used, banks = self.used(of), of.switch("doom_trump") == "yes"
        more, goal = tuple(self.adds(of)), self.difficulty(of)
        return used and card_action.Tried(*used, of.edge.total, self.helps(of), goal, more, banks)

    def unknown(self, edit: Hands) -> None:
        """No such ability or power."""
        message = f"There is no ability or power {self.by!r}"
        edit.object("F-ACT-2", message, "Choose one of the sheet.", code="score")

    def pushed(self, edit: Hands) -> None:
        """The limit falls (F-ACT-9)."""
        edit.lose(1, "F-ACT-9", "pushed")

    def ends(self, edit: Hands, score: Tally, told: str, met: bool | None) -> None:
        """Kept as a line for the chat, which tells the difficulty only where it is open (F-CHAT-3)."""
        shown = figures(edit.now).switch("difficulty") == "shown"
        edit.put("F-CHAT-3", last=f"{edit.now.title}: {edit.lines[-1].text if shown else told}")
        self.follows(edit, score, met)

    def follows(self, edit: Hands, score: Tally, met: bool | None) -> None:
        """What follows of it."""


class PlayCards(Acting, verb="play", title="Play cards",
                rules="F-ACT-1 F-ACT-2 F-ACT-7 F-ACT-8 F-ACT-9 F-EDGE-1 F-TRUMP-1 F-OPP-4 F-FIGHT-6"):  # fmt: skip
    """Play cards from your hand with an ability or a power. Trumps are drawn, the cards you played are replaced."""

    opposition: Value = 0
    """What opposes: the other's ability or power."""
    weapon: Annotated[Words, Of("weapon")] = ""
    """The weapon of an attack: its bonus is added to the damage only."""
    target: Words = ""
    """At whom: an aim counts for its own target."""

    def opposes(self) -> int:
        """As it is told."""
        return self.opposition

    def arm(self, of: Figures) -> Gear | None:
        """The weapon by its name."""
        said = self.weapon.strip().casefold()
        return next((one for one in of.hero.gear if one.kind == "weapon" and one.name.casefold() == said), None)

    def shifts(self, of: Figures) -> list[str]:
        """An aim, and a firing weapon hand to hand, move it too (F-FIGHT-7, F-FIGHT-9)."""
        arm, aim = self.arm(of), of.play.aim
        aimed = bool(aim) and bool(arm and arm.fires) and self.target.casefold() in ("", aim.casefold())
        near = bool(arm and arm.fires) and of.play.distance == "striking"
        return [*super().shifts(of), *["aim"] * aimed, *["striking-fire"] * near]

    def adds(self, of: Figures) -> list[Term]:
        """For being one of several on one target (F-FIGHT-8)."""
        bonus, _ = law.piled(of.play.piled, of.switch("pile_on"))
        return [Term(bonus, "pile-on", "F-FIGHT-8", "play")] if bonus else []

    def apply(self, edit: Hands) -> None:
        """It is the exchange's action; the surprised have none (F-FIGHT-1, F-FIGHT-3, F-TIME-2)."""
        fights = edit.game.clock.is_open(edit.now, "exchange")
        if fights and edit.play.surprised:
            edit.object("F-FIGHT-3", "You are surprised: no action in this exchange", "Counter.", code="surprised")
        elif fights:
            edit.again()
        super().apply(edit)
        if not fights:
            edit.close()
        edit.put("F-TIME-2", acted=fights or edit.play.acted, aim="")

    def follows(self, edit: Hands, score: Tally, met: bool | None) -> None:
        """An attack that is not missed tells its damage: defence and armour come off it (F-DMG-2)."""
        arm = self.arm(figures(edit.before))
        if arm is not None and met is not False:
            edit.say(f"damage {score.total + arm.bonus} before defence and armour", "F-DMG-2")


class Attacked(Command):
    """Something done about an attack on you."""

    attack: Value
    """The attacker's ability or power."""
    kind: Literal["physical", "energy", "mental", "magical", "plain"] = "physical"
    """What defends: strength, or willpower against the mental and magical; against plain wounds nothing does."""
    strong: Value = 0
    """The bonus of its weapon, and what else adds to wounds."""
    heroes: Annotated[int, Field(ge=0, le=99)] = 0
    """How many heroes it attacks at once, because they pile on it."""

    def spared(self) -> int:
        """A foe who attacks several at once (F-FIGHT-8)."""
        return law.piled(self.heroes)[1]

    def due(self, of: Figures, card: int, doom: tuple[int, ...] = ()) -> tuple[int, str]:
        """The wounds of a hit, and what they are made of (F-DMG-1, F-DMG-4)."""
        open_to = self.kind == "plain"
        more = {"attack": self.attack + self.strong, "card": card, "Doom": sum(doom)}
        less = {"defence": 0 if open_to else of.score(law.defence_of(self.kind)).total,
                "armour": 0 if open_to else of.bonus("armour").total, "pile-on": self.spared()}  # fmt: skip
        told = " + ".join(f"{by} {words}" for words, by in more.items() if by)
        told += "".join(f" − {by} {words}" for words, by in less.items() if by)
        return law.wounds(*more.values(), defence=sum(less.values())), told or "nothing"

    def hits(self, edit: Hands, card: int, doom: tuple[int, ...] = ()) -> None:
        """Asked for in cards, or taken off health (F-DMG-2, F-FIGHT-9)."""
        due, told = self.due(figures(edit.now), card, doom)
        edit.say(f"{plural(due, 'wound')}: {told}", "F-DMG-4", way="goes")
        if due:
            edit.put("F-FIGHT-9", aim="")
            edit.wound(due)


class TakeHit(Attacked, verb="take-hit", title="Take a hit", rules="F-DMG-1 F-DMG-4 F-DMG-8 F-DMG-10", group="damage"):
    """Take the wounds of an attack that nobody countered: score, weapon, card and Doom, less defence and armour."""

    card: Shown | None = None
    """The narrator's card; nothing: the open one."""
    doom: Spent = ()
    """Values of Doom that the narrator spends on it."""

    def apply(self, edit: Hands) -> None:
        """Reckoned and asked for."""
        lies = cards_of([edit.play.open]) if self.kind != "plain" else ()
        self.hits(edit, self.card if self.card is not None else sum(one.value for one in lies), self.doom)


class Counter(Attacked, Acting, verb="counter", title="Counter an attack",
              rules="F-FIGHT-10 F-DMG-4 F-DOOM-4 F-OPP-2"):  # fmt: skip
    """Play cards against an attack on you. If you fail, you take wounds: its score, weapon, card and Doom, less your
    defence and armour."""

    typed = ("cards", "by", "attack")

    def opposes(self) -> int:
        """The attack's score."""
        return self.attack

    def warns(self, of: Figures) -> str:
        """The wounds that a failure brings (F-DMG-4)."""
        due, _ = self.due(of, self.narrated(of), self.doom)
        return f". If you fail: {plural(due, 'wound')}"

    def follows(self, edit: Hands, score: Tally, met: bool | None) -> None:
        """A failure brings wounds (F-DMG-4)."""
        if met is False:
            self.hits(edit, self.narrated(figures(edit.before)), self.doom)
