"""Cards played at the screen of one who has a hand: with which score, against what, and which cards, each play with its
exact chance; and wounds paid. Words and rules are data:

    [suits]              `sign`, `colour` and `short` by suit
    [signs]              what stands at the foot of a card, by its sign's word
    [[settings.play]]    what cards are played on, by verb, as `card_plays.Setting` has it: `offers` names a list of
                         `CardPlaying`, `in_fight` says what is usual there, `when` that it is asked for in a `fight` or
                         when `opposed`
    [rules]              score, skill, level, hidden, weapon, plays, push, drawn, give, paid
    [words]              costs, against, secret, goal, none
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from saga_tui.card_plays import Action
from saga_tui.engine.card_fight import waiting
from saga_tui.engine.rules import Rules
from saga_tui.ui import card_plays
from saga_tui.ui.card_faces import Face
from saga_tui.ui.card_plays import Setting
from saga_tui.ui.dialogs import Offer
from saga_tui.ui.specs import Token
from saga_tui.words import plural

SECRET: Final = "secret"
HELPS: Final = ("one level easier", "one level easier, a certain trump")


class CardPlaying:
    """The dialogues of such a hand. A game says what is played on, and what is best given up."""

    def __init__(self, rules: Rules[Any], data: Mapping[str, Any], numbers: Callable[[Any], Any]) -> None:
        """`numbers` gives those of a document: `score` by its key, `powers` by theirs, `size` and `limit` of the hand,
        `edge`, full `health`, what is `lost` by counter; cards that are `held`, `banked`, the `open` one, `faces` by
        their numbers."""
        self.rules, self.data, self.of = rules, data, numbers
        self.ids, self.said = data["rules"], data["words"]
        self.looks = {key: Token(row["sign"], row["sign"], row["colour"]) for key, row in data["suits"].items()}

    # ---- a game's own

    def action(self, of: Any, made: Any, gone: Iterable[int] = ()) -> Action | None:
        """What a command plays the hand on, while these cards are elsewhere; nothing where there is no such score."""
        raise NotImplementedError

    def offered(self, document: Any, due: int) -> Sequence[Any]:
        """The cards that are best given up."""
        raise NotImplementedError

    # ---- what there is to choose

    def face(self, card: Any) -> Face:
        """A card as it is drawn."""
        look, short = self.looks[card.suit], self.data["suits"][card.suit]["short"]
        return Face(str(card.value), card.suit.capitalize(), look.full, look.colour, self.data["signs"][card.aura],
                    card.name, short, card.aura)  # fmt: skip

    def scores(self, one: Any) -> Iterator[Offer]:
        """Scores and powers, with their numbers; then scores with the skills below them."""
        of = self.of(one)
        for key in one.four:
            yield Offer(key, f"{key.capitalize()} {of.score(key).total}", rule=self.ids["score"])
        for key, (at, power) in of.powers.items():
            yield Offer(power.name, f"{power.name} {of.intensity(at, key).total}", power.suit and f"trump {power.suit}")
        for key, own in one.four.items():
            for skill in own.skills:
                words = f"{key.capitalize()} {of.score(key).total}, {skill.name}"
                yield Offer(f"{key}\nskill={skill.name}", words, HELPS[skill.world_class], rule=self.ids["skill"])

    def levels(self, one: Any) -> Iterator[Offer]:
        """The levels of difficulty; or none, where it is kept secret."""
        step = self.of(one).whole("level_step")
        yield Offer(SECRET, "Secret", self.said["secret"], rule=self.ids["hidden"])
        for at, row in enumerate(self.data["levels"]):
            yield Offer(row["key"], f"{row['key'].capitalize()} {at * step}", rule=self.ids["level"])

    def skills(self, one: Any) -> Iterator[Offer]:
        """None, or a skill that helps, whichever score is used."""
        yield Offer("", "No skill")
        for own in one.four.values():
            yield from (Offer(it.name, it.name, HELPS[it.world_class], rule=self.ids["skill"]) for it in own.skills)

    def weapons(self, one: Any) -> Iterator[Offer]:
        """None, or what is in hand: its bonus is added to damage."""
        yield Offer("", "No weapon")
        for it in one.gear:
            if it.kind == "weapon" and it.used:
                yield Offer(it.name, it.name, f"+{it.bonus} damage", rule=self.ids["weapon"])

    def settings(self, one: Any, verb: str, said: Mapping[str, Any]) -> Iterator[Setting]:
        """What cards are played on, as it is usual; the weapon is the one in hand, a suit is asked for where a power
        names none."""
        fight = self.rules.clock.is_open(one, "fight")
        for row in self.data["settings"][verb]:
            given, when = dict(row), row.get("when", "")
            usual = given.pop("in_fight", given.get("usual", "")) if fight else given.get("usual", "")
            given = {name: value for name, value in given.items() if name not in ("when", "in_fight")} | {
                "usual": usual
            }
            if when and not (fight or (when == "opposed" and self.of(one).open)):
                continue
            if isinstance(lists := given.get("offers"), str):
                given["offers"] = [*getattr(self, lists)(one)]
                if len(given["offers"]) < 2:
                    continue
            elif lists:
                given["offers"] = [Offer(key, key.capitalize()) for key in lists]
            if row["name"] == "weapon":
                given["usual"] = given["offers"][1].key
            yield Setting(**given)
        if any(power.name == said.get("by") and not power.suit for _, power in self.of(one).powers.values()):
            yield Setting("suit", "t", "trump", "Which suit is trump?", [Offer(key, key) for key in one.four])

    def offers(self, one: Any, made: Any, gone: Iterable[int] = (), bank: Iterable[int] = ()) -> card_plays.Listed:
        """The plays with their chances and means, the best first; then the best with a push. No card that is `gone`
        comes; those of the `bank` may be spent on it."""
        of = self.of(one)
        action, goal, more = (
            self.action(of, made, gone),
            made.difficulty(of),
            sum(card.value for card in of.faces(bank)),
        )
        if action is None:
            return []
        return card_plays.plays(action, [*map(self.face, of.held)], None if goal is None else goal.total,
                                (self.ids["plays"], self.ids["push"]), self.said["costs"],
                                against=(more, self.said["against"].format(sum=more)))  # fmt: skip

    # ---- dialogues

    async def ask(self, desk: Any, verb: str, real: bool = False, **known: Any) -> None:
        """Lists the plays, with what they are played on as it was the last time, and plays the one that is chosen; of
        a `real` deck the cards that were drawn are typed in."""
        one, of, title = desk.document, self.of(desk.document), self.rules.commands[verb].title
        if not of.held:
            desk.notify(self.said["none"])
            return

        def made(said: Mapping[str, Any], **more: Any) -> Any:
            level = None if said["level"] == SECRET else said["level"]
            return self.rules.command(verb, {**said, "level": level, **more})

        def listed(said: dict[str, Any]) -> tuple[str, card_plays.Listed]:
            tried = made(said, cards=[of.held[0].name])
            goal = tried.difficulty(of)
            told = card_plays.reckoned(goal) if goal is not None else "The difficulty is secret."
            return f"{told}{tried.warns(of)}", self.offers(one, tried, bank=of.play.bank)

        at = card_plays.pointed(desk)
        said = await card_plays.put_together(
            desk, title, partial(self.settings, one, verb), dict(known), listed, rule=self.ids["plays"],
            card=of.held[at].name if at is not None and of.held[at:] else "",
        )  # fmt: skip
        if said is not None:
            does = card_plays.execute_drawn(desk, made(said), self.ids["drawn"]) if real else desk.execute(made(said))
            await does

    def playing(self, by: str) -> Any:
        """What plays cards with a score."""
        return partial(self.ask, verb="play", by=by)

    async def paid(self, desk: Any, one: Any) -> list[str] | None:
        """Which cards are given up for wounds: the set that keeps most first, then the others that are enough; None
        where the list is left."""
        held, due = self.of(one).held, waiting(one)
        first = [card.name for card in self.offered(one, due)]
        faces, values = [*map(self.face, held)], [card.value for card in held]
        found = card_plays.payments(faces, values, due, first, self.ids["paid"])
        title, asked = f"{one.title} gives up cards", f"{plural(due, 'wound')}: which cards?"
        chosen: str | None = await desk.choose(title, found, asked, rule=self.ids["give"])
        return None if chosen is None else chosen.split()

    async def pay(self, desk: Any) -> None:
        """Cards are given up for wounds."""
        if (cards := await self.paid(desk, desk.document)) is not None:
            await desk.execute(self.rules.command("give-up", {"cards": cards}))

    async def copy(self, desk: Any) -> None:
        """Puts the last action as one line where other programs can paste it."""
        if line := self.of(desk.document).play.last:
            desk.app.copy_to_clipboard(line)
            desk.notify(f"Copied: {line}", markup=False)
