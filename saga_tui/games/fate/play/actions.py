"""Actions and counter actions: cards are played from the hand against a difficulty (F-ACT, F-EDGE, F-TRUMP, F-OPP)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine import command
from saga_tui.engine.command import Words
from saga_tui.engine.edit import Line
from saga_tui.engine.fields import Of
from saga_tui.games.fate import book
from saga_tui.games.fate.book import Card
from saga_tui.games.fate.hero import Gear, Hero
from saga_tui.games.fate.play import harm
from saga_tui.games.fate.play.state import Drawing, Hands, cards_of, play_of, waiting
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.base import in_play
from saga_tui.games.fate.rules.figures import Figures, figures
from saga_tui.tally import Tally, Term

Level = Literal["automatic", "easy", "average", "challenging", "daunting", "desperate", "superhuman", "unfathomable",
                "cosmic", "godlike", "impossible"]  # fmt: skip
Suit = Literal["strength", "agility", "intellect", "willpower"]
Value = Annotated[int, Field(ge=0, le=999)]
Held = Annotated[Words, Of("card")]


def awake(edit: Hands) -> None:
    """A gate: objects to what the unconscious do, and, where wounds fall at once, to what comes before them."""
    if edit.play.state:
        edit.object("F-DMG-7", f"You are {edit.play.state}", "Recover first.", code="down")
    if waiting(edit.before) and figures(edit.before).switch("wounds") == "at-once":
        edit.object("F-FIGHT-12", "You have wounds to take first", "Give up cards for them.", code="wounds")


class Acting(Drawing):
    """Cards played with an ability or a power."""

    group = "rolls"
    typed: ClassVar[tuple[str, ...]] = ("cards", "by")
    gates: ClassVar[tuple[command.Gate, ...]] = (in_play, awake)

    cards: Annotated[tuple[Held, ...], Field(min_length=1, max_length=30)]
    """The cards in the order in which you play them: S7, or just 7 where you hold one such."""
    by: Annotated[Words, Of("score")]
    """The ability, or the power that replaces one."""
    suit: Suit | None = None
    """The suit of trump, where a power names none."""
    push: Held = ""
    """One further card that counts and is not replaced: in dire need."""
    skill: Annotated[Words, Of("skill")] = ""
    """A skill that helps: one level easier; a world-class one is a certain trump."""
    take: Annotated[int, Field(ge=0, le=99)] | None = None
    """How many trump draws you take; nothing: all."""
    level: Level | None = None
    """The level of difficulty; nothing: the narrator keeps it secret."""
    more: Annotated[int, Field(ge=-10, le=10)] = 0
    """Levels on top."""
    card: Annotated[int, Field(ge=0, le=10)] | None = None
    """The value of the narrator's card; nothing: that of the open one, where something opposes."""
    doom: Annotated[tuple[Annotated[int, Field(ge=1, le=10)], ...], Field(max_length=99)] = ()
    """Values of Doom that the narrator spends before you play."""
    bonus: Annotated[int, Field(ge=-99, le=99)] = 0
    """What else is added."""

    # ---- what it is made of

    def used(self, of: Figures) -> tuple[Tally, str] | None:
        """The ability's score or the power's intensity, and the suit of trump (F-ACT-7, F-HERO-6)."""
        said = self.by.strip().casefold()
        if said in book.ABILITIES:
            return of.score(said), self.suit or said
        for key, (place, power) in of.powers.items():
            if said in (key, power.name.casefold()):
                return of.intensity(place, key), self.suit or power.suit
        return None

    def helps(self, of: Figures) -> bool:
        """Whether a world-class skill helps (F-HERO-4, F-TRUMP-4)."""
        said = self.skill.strip().casefold()
        return any(
            one.world_class for own in of.hero.four.values() for one in own.skills if one.name.casefold() == said
        )

    def shifts(self, of: Figures) -> list[str]:
        """What moves the level (F-ACT-4)."""
        return ["skill"] if self.skill.strip() else []

    def opposes(self, of: Figures) -> int:
        """The score of what opposes."""
        return 0

    def narrated(self, of: Figures) -> int:
        """The value of the narrator's card, where something opposes (F-OPP-2)."""
        lies = cards_of([of.play.open]) if self.opposes(of) else ()
        return self.card if self.card is not None else sum(one.value for one in lies)

    def difficulty(self, of: Figures) -> Tally | None:
        """What is to be reached, where it is told."""
        if self.level is None:
            return None
        return law.difficulty(self.level, self.shifts(of), more=self.more, opposition=self.opposes(of),
                              card=self.narrated(of), doom=self.doom, penalty=self.spared(),
                              step=of.whole("level_step"))  # fmt: skip

    def spared(self) -> int:
        """What a foe loses who attacks a whole pile-on."""
        return 0

    def chosen(self, edit: Hands) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
        """The cards played and the pushed one, where they may be; objects where not (F-EDGE-2)."""
        found = edit.find([*self.cards, *[self.push] * bool(self.push)], "F-HAND-3")
        if found is None:
            return None
        play, push = found[: len(self.cards)], found[len(self.cards) :]
        edge = figures(edit.now).edge.total
        if not law.chains(play, edge):
            high = next(one.name for one in play[:-1] if one.value > edge)
            message, fix = f"{high} is above edge {edge}: nothing may follow it", f"Play {high} last, or alone."
            edit.object("F-EDGE-2", message, fix, code="edge")
            return None
        return play, push

    # ---- how it goes

    def draws(self, document: Hero) -> Draw:
        """The trump's draws, then what fills the hand again (F-TRUMP-1, F-TRUMP-2, F-ACT-8)."""
        of, trial = figures(document), self.trial(document)
        found, used = self.chosen(trial), self.used(of)
        if found is None or used is None:
            return Draw(0)
        (play, push), suit = found, used[1]
        goes = law.trumps(play, suit, world_class=self.helps(of)) and self.take != 0
        on = frozenset(one.number for one in book.cards(of.deck).values() if one.suit == suit)
        new = max(0, of.limit.total - len(push) - (len(play_of(document).hand) - len(play) - len(push)))
        return self.drawing(trial, new + goes, on if goes else (), self.take or 0)

    def apply(self, edit: Hands) -> None:
        """Played, drawn, added up; the cards are put away, the hand is filled."""
        of, draw = figures(edit.before), self.draws(edit.before)
        edit.begin(self)
        found, used = self.chosen(edit), self.used(of)
        if used is None:
            edit.object(
                "F-ACT-2", f"There is no ability or power {self.by!r}", "Choose one of the sheet.", code="score"
            )
        if found is None or used is None:
            return
        (play, push), (score, suit) = found, used
        taken = edit.take(draw)
        trump = law.trumps(play, suit, world_class=self.helps(of)) and self.take != 0
        chain = draw.split(taken)[0] if trump and taken else ()
        terms = [
            *(Term(one.value, one.name, "F-ACT-7", "play") for one in play),
            *(Term(one.value, f"pushed {one.name}", "F-ACT-9", "play") for one in push),
            *(Term(one.value, f"trump {one.name}", "F-TRUMP-1", "play") for one in cards_of(chain)),
            *[Term(self.bonus, "added", "F-ACT-7", "play")] * bool(self.bonus),
            *self.adds(of),
        ]
        edit.drop((*play, *push))
        edit.lay([one.number for one in (*play, *push)], bank=True)
        edit.lay(chain, bank=of.switch("doom_trump") == "yes")
        if push:
            edit.lose(1, "F-ACT-9", "pushed")
        edit.put("F-ACT-8", hand=(*edit.play.hand, *taken[len(chain) :]))
        self.ends(edit, Tally("action", score.label, (*score.terms, *terms)), self.difficulty(of))

    def adds(self, of: Figures) -> list[Term]:
        """What else the moment adds."""
        return []

    def ends(self, edit: Hands, score: Tally, difficulty: Tally | None) -> None:
        """Tells what came of it, and keeps it as a line for the chat (F-ACT-7, F-CHAT-3)."""
        parts = [f"{one.reason}{'' if one.reason[-1].isdigit() else f' {one.amount:+d}'}"
                 for one in score.terms if one.source == "play"]  # fmt: skip
        told, met = f"{score.label}: {', '.join(parts)}, total {score.total}", None
        against = ""
        if difficulty is not None:
            met = score.total >= difficulty.total
            against = f" against {difficulty.total}, {'success' if met else 'failure'}"
        shown = figures(edit.now).switch("difficulty") == "shown"
        edit.put("F-CHAT-3", last=f"{edit.now.title}: {told}{against if shown else ''}")
        edit.lines.append(Line(f"{told}{against}", "F-ACT-7", came=score.total))
        self.follows(edit, score, met)

    def follows(self, edit: Hands, score: Tally, met: bool | None) -> None:
        """What follows; `met` is nothing where the difficulty is secret."""


class PlayCards(Acting, verb="play", title="Play cards",
                rules="F-ACT-1 F-ACT-2 F-ACT-7 F-ACT-8 F-ACT-9 F-EDGE-1 F-TRUMP-1 F-OPP-4 F-FIGHT-6"):  # fmt: skip
    """Play cards from your hand with an ability or a power. Trumps are drawn, the cards you played are replaced."""

    opposition: Value = 0
    """What opposes: the other's ability or power."""
    weapon: Annotated[Words, Of("weapon")] = ""
    """The weapon of an attack: its bonus is added to the damage only."""
    target: Words = ""
    """At whom: an aim counts for its own target."""

    def opposes(self, of: Figures) -> int:
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
        """It is the exchange's action; the surprised have none (F-FIGHT-1, F-FIGHT-3)."""
        if edit.game.clock.is_open(edit.now, "exchange"):
            if edit.play.surprised:
                edit.object("F-FIGHT-3", "You are surprised: no action in this exchange", "Counter.", code="surprised")
            elif edit.play.acted:
                message = "You have used this exchange's action"
                edit.object("F-FIGHT-1", message, "Start the next exchange, or counter.", code="acted")
        super().apply(edit)
        if edit.game.clock.is_open(edit.now, "exchange"):
            edit.put("F-FIGHT-1", acted=True)
        elif edit.play.open:
            edit.lay([edit.play.open])
            edit.put("F-TIME-2", open=0)
        if edit.play.aim:
            edit.put("F-TIME-2", aim="")

    def follows(self, edit: Hands, score: Tally, met: bool | None) -> None:
        """An attack that is not missed tells its damage: defence and armour come off it (F-DMG-2)."""
        arm = self.arm(figures(edit.before))
        if arm is not None and met is not False:
            edit.say(f"damage {score.total + arm.bonus} before defence and armour", "F-DMG-2")


class Counter(Acting, harm.Attacked, verb="counter", title="Counter an attack",
              rules="F-FIGHT-10 F-DMG-4 F-DOOM-4 F-OPP-2"):  # fmt: skip
    """Play cards against an attack on you. If you fail, you take wounds: its score, weapon, card and Doom, less your
    defence and armour."""

    typed = ("cards", "by", "attack")

    def opposes(self, of: Figures) -> int:
        """The attack's score."""
        return self.attack

    def spared(self) -> int:
        """A foe who attacks several at once."""
        return law.piled(self.heroes)[1]

    def follows(self, edit: Hands, score: Tally, met: bool | None) -> None:
        """A failure brings wounds."""
        if met is False:
            self.hits(edit, self.narrated(figures(edit.before)), self.doom)
