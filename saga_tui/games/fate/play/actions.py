"""Actions: cards are played from the hand against a difficulty (F-ACT, F-EDGE, F-TRUMP, F-OPP)."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from saga_tui.dice import Draw
from saga_tui.engine.command import Words
from saga_tui.engine.fields import Of
from saga_tui.games.fate import book
from saga_tui.games.fate.book import DOOM, Card
from saga_tui.games.fate.hero import Hero
from saga_tui.games.fate.play.state import Drawing, Hands, cards_of, play_of
from saga_tui.games.fate.rules import law
from saga_tui.games.fate.rules.figures import Figures, figures
from saga_tui.tally import Tally, Term

Level = Literal["automatic", "easy", "average", "challenging", "daunting", "desperate", "superhuman", "unfathomable",
                "cosmic", "godlike", "impossible"]  # fmt: skip
Suit = Literal["strength", "agility", "intellect", "willpower"]
Value = Annotated[int, Field(ge=0, le=999)]


class Acting(Drawing):
    """Cards played with an ability or a power: the last may be anything, those before it at most edge (F-EDGE-2)."""

    group, typed = "rolls", ("cards", "by")

    cards: Annotated[tuple[Annotated[Words, Of("card")], ...], Field(min_length=1, max_length=30)]
    """The cards in the order in which you play them: S7, or just 7 where you hold one such."""
    by: Annotated[Words, Of("score")]
    """The ability, or the power that stands in for one."""
    suit: Suit | None = None
    """The suit of trump, where a power names none."""
    push: Annotated[Words, Of("card")] = ""
    """One further card that counts and is not replaced: in dire need."""
    skill: Annotated[Words, Of("skill")] = ""
    """A skill that helps: one level easier; a world-class one is a certain trump."""
    take: Annotated[int, Field(ge=0, le=99)] | None = None
    """How many trump draws you take; nothing: all."""
    level: Level | None = None
    """The level of difficulty; nothing: the narrator keeps it secret."""
    more: Annotated[int, Field(ge=-10, le=10)] = 0
    """Levels on top."""
    opposition: Value = 0
    """What opposes: the other's ability or power."""
    card: Annotated[int, Field(ge=0, le=10)] | None = None
    """The value of the narrator's card; nothing: that of the one which lies open, where something opposes."""
    doom: Annotated[tuple[Annotated[int, Field(ge=1, le=10)], ...], Field(max_length=99)] = ()
    """Values of Doom that the narrator spends before you play."""
    bonus: Annotated[int, Field(ge=-99, le=99)] = 0
    """What else is added."""

    # ---- what it is made of

    def score(self, of: Figures) -> Tally:
        """The ability, or the power by its name or key (F-ACT-7)."""
        said = self.by.strip().casefold()
        if said in book.ABILITIES:
            return of.score(said)
        for key, (place, power) in of.powers.items():
            if said in (key, power.name.casefold(), f"power:{key}"):
                return of.intensity(place, key)
        return Tally("", self.by)

    def trump(self, of: Figures) -> str:
        """The action's suit: the ability's, else the power's own (F-HERO-6)."""
        said = self.by.strip().casefold()
        own = next((power.suit for key, (_, power) in of.powers.items() if said in (key, power.name.casefold())), "")
        return self.suit or (said if said in book.ABILITIES else own)

    def helps(self, of: Figures) -> tuple[bool, bool]:
        """Whether a skill helps, and whether it is world-class (F-HERO-4)."""
        said = self.skill.strip().casefold()
        found = [one for ability in of.hero.four.values() for one in ability.skills if one.name.casefold() == said]
        return bool(said), any(one.world_class for one in found)

    def shifts(self, of: Figures) -> list[str]:
        """What moves the level (F-ACT-4)."""
        return ["skill"] if self.helps(of)[0] else []

    def difficulty(self, of: Figures) -> Tally | None:
        """What is to be reached, where it is told."""
        if self.level is None:
            return None
        lies = cards_of([of.play.open]) if self.opposition else ()
        card = self.card if self.card is not None else sum(one.value for one in lies)
        return law.difficulty(self.level, self.shifts(of), more=self.more, opposition=self.opposition, card=card,
                              doom=self.doom, step=of.whole("level_step"))  # fmt: skip

    def chosen(self, edit: Hands) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
        """The cards played and the pushed one, where they may be; objects where not."""
        found = edit.find([*self.cards, *[self.push] * bool(self.push)], "F-HAND-3")
        if found is None:
            return None
        play, push = found[: len(self.cards)], found[len(self.cards) :]
        edge = figures(edit.now).edge.total
        if not law.chains(play, edge):
            high = next(one for one in play[:-1] if one.value > edge)
            message = f"{high.name} is above edge {edge}: nothing may follow it"
            edit.object("F-EDGE-2", message, f"Play {high.name} last, or alone.", code="edge")
            return None
        return play, push

    # ---- how it goes

    def draws(self, document: Hero) -> Draw:
        """The trump's draws, then one for each card played (F-TRUMP-1, F-TRUMP-2, F-ACT-8)."""
        from saga_tui.games.fate.rules.ruleset import RULES

        of, trial = figures(document), Hands(RULES, document)
        found = self.chosen(trial)
        if found is None:
            return Draw(0)
        play, push = found
        suit = self.trump(of)
        goes = law.trumps(play, suit, world_class=self.helps(of)[1]) and self.take != 0
        on = frozenset(one.number for one in book.cards(of.deck).values() if one.suit == suit)
        new = max(0, of.limit.total - len(push) - len(play_of(document).hand) + len(play) + len(push))
        return self.drawing(document, new + goes, on if goes else frozenset(), self.take or 0)

    def apply(self, edit: Hands) -> None:
        """Played, drawn, added up; the cards are put away, the hand is filled."""
        of, draw = figures(edit.before), self.draws(edit.before)
        edit.at_table = bool(self.table)
        edit.shuffle()
        found, score = self.chosen(edit), self.score(of)
        if not score.name:
            edit.object(
                "F-ACT-2", f"There is no ability or power {self.by!r}", "Choose one of the sheet.", code="score"
            )
        if found is None or not score.name:
            return
        play, push = found
        taken = edit.take(draw)
        trump = law.trumps(play, self.trump(of), world_class=self.helps(of)[1]) and self.take != 0
        chain, new = (draw.split(taken)[0], taken[len(draw.split(taken)[0]) :]) if trump and taken else ((), taken)
        drawn = cards_of(chain)
        terms = [
            *score.terms,
            *(Term(one.value, one.name, "F-ACT-7", "play") for one in play),
            *(Term(one.value, f"pushed {one.name}", "F-ACT-9", "play") for one in push),
            *(Term(one.value, f"trump {one.name}", "F-TRUMP-1", "play") for one in drawn),
            *[Term(self.bonus, "added", "F-ACT-7", "play")] * bool(self.bonus),
        ]
        edit.drop((*play, *push))
        edit.lay([one.number for one in (*play, *push)], doom=True)
        edit.lay(chain, doom=of.switch("doom_trump") == "yes")
        if push:
            field = "hurt" if edit.game.clock.is_open(edit.now, "fight") else "pushed"
            edit.put("F-ACT-9", **{field: getattr(edit.play, field) + 1})
        edit.put("F-ACT-8", hand=(*edit.play.hand, *new))
        self.ends(edit, Tally("action", f"{score.label}", tuple(terms)), self.difficulty(of))

    def ends(self, edit: Hands, score: Tally, difficulty: Tally | None) -> None:
        """Tells what came of it (F-ACT-7)."""
        cards = ", ".join(one.reason for one in score.terms if one.source == "play")
        total, met = score.total, difficulty is not None and score.total >= difficulty.total
        told = f"{score.label}: {cards}, total {total}"
        result = "" if difficulty is None else f" against {difficulty.total}, {'success' if met else 'failure'}"
        open_ = figures(edit.now).switch("difficulty") == "shown"
        edit.put("F-CHAT-3", last=f"{edit.now.title}: {told}{result if open_ else ''}")
        edit.lines.append(self.line(f"{told}{result}", total))

    def line(self, words: str, total: int) -> Any:
        """The line of the log, with the total that it tells of."""
        from saga_tui.engine.edit import Line

        return Line(words, "F-ACT-7", came=total)


class PlayCards(Acting, verb="play", title="Play cards", rules="F-ACT-2 F-ACT-7 F-ACT-8 F-ACT-9 F-EDGE-1 F-TRUMP-1"):
    """Play cards from your hand with an ability or a power. Trumps are drawn, the cards you played are replaced."""

    rolls: ClassVar[bool] = True


__all__ = ["DOOM", "Acting", "PlayCards"]
