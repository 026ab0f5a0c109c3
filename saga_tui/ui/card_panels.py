"""What one with a hand of cards shows at the play screen: the hand as cards, what waits and holds now, scores with
their skills, what the hand can reach, powers, gear, the fight. Words and rules are data, beside those of
`card_playing`:

    [[now]]    what holds in play: `when`, `words`, `rule` (see `engine.told`)
    [next]     the ways on by span, `fight` while one is on
    [rules]    give, out, open, lasts, bank, last, plays, level, calling, hindrance
    [words]    open, bank, face-down, none (no cards), delayed, limited, copy, act, acted
    spends     the action that spends of the bank
    guards     the scores that defend against attacks
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from saga_tui.card_plays import Action, best
from saga_tui.engine.card_fight import waiting
from saga_tui.engine.told import reminders
from saga_tui.portrait import Badge, Meter, Part, Portrait
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.card_faces import Face, Fan
from saga_tui.ui.card_playing import CardPlaying
from saga_tui.ui.panel_table import next_rows, number_rows
from saga_tui.ui.specs import AnyRow, Boxes, Figure, Line, Number, Pips, Row, Token
from saga_tui.words import listed, percent, plural, sentence

HELD: Final = Token("▮", "▯", "$accent")
NARROW: Final = Fraction(1, 200)
"""Chances up to this are not told."""


class CardPanels(CardPlaying):
    """The rows of such a document."""

    def plain(self, of: Any, score: int, suit: str) -> Action:
        """What the hand comes to with a score alone."""
        raise NotImplementedError

    # ---- rows

    def hand(self, one: Any) -> Iterator[Row]:
        """The cards, and how many there may be; of one who has no hand its health."""
        of, play = self.of(one), self.of(one).play
        if one.health:
            full = of.health.total
            left = full if play.health is None else play.health
            yield Boxes(label="Health", filled=left, total=full, names=("health",), also=("full-health",))
            return
        back = Face("", self.said["face-down"], "░", "$dim", "░", "░░", "░")
        faces = (back,) * len(of.held) if play.closed else tuple(map(self.face, of.held))
        yield Figure(drawing=Fan(faces, self.said["none"]), id="hand-cards", choose="play")
        start = f", {play.start} at the start" * bool(play.start)
        yield Pips(label="Cards", filled=len(of.held), total=of.limit.total, token=HELD, names=("hand-limit",),
                   label_width=7, also=("hand-size",), id="hand-said", note=f"size {of.size.total}{start}",
                   choose="fill")  # fmt: skip

    def state(self, one: Any) -> Iterator[Row]:
        """Wounds to take, cards lost and why, the open card, what holds now."""
        of, play = self.of(one), self.of(one).play
        if due := waiting(one):
            offer = listed(card.name for card in self.offered(one, due))
            yield Line(text=f"{plural(due, 'wound')}: give up {offer}", mark="!", style="bold $bad", choose="give-up",
                       drop="waive", rule=self.ids["give"], id="state-wounds")  # fmt: skip
        if play.state:
            yield Line(sentence(play.state), mark="✕", style="bold $bad", choose="recover", rule=self.ids["out"])
        for field, (words, rule) in of.lost.items():
            if lost := getattr(play, field):
                yield Number(label=sentence(words), value=lost, names=(f"cards-{field}",), rule=rule, label_width=26)
        if card := of.open:
            told = self.said["open"].format(card=card)
            yield Line(text=told, note=self.face(card).meaning, mark=self.face(card).foot, rule=self.ids["open"])
        for rule, words in reminders(self.data["now"], play):
            yield Line(text=sentence(words), mark="◷", rule=rule)
        for lasts in play.durations:
            yield Line(text=lasts.what, note=self.said[lasts.kind], mark="◷", rule=self.ids["lasts"])
        if of.banked:
            yield Number(label=self.said["bank"], value=sum(card.value for card in of.banked),
                         note=listed(card.name for card in of.banked), choose=self.data["spends"],
                         rule=self.ids["bank"], label_width=26)  # fmt: skip
        if play.last:
            yield Line(text=play.last, note=self.said["copy"], mark="›", choose="copy", rule=self.ids["last"])

    def abilities(self, one: Any) -> Iterator[Row]:
        """Each with its skills; Enter plays cards with it."""
        of = self.of(one)
        for key, own in one.four.items():
            skills = ", ".join(f"{skill.name}{' ★' if skill.world_class else ''}" for skill in own.skills)
            yield Number(label=f"{self.looks[key].full} {key.capitalize()}", value=of.score(key).total,
                         lead=" "[: own.score < 10], tail=f" {own.code}  {skills}", names=(key,), label_width=13,
                         choose=self.playing(key))  # fmt: skip
        yield from number_rows(one, self.rules, [{"name": "edge"}], label_width=12)

    def known(self, one: Any) -> Iterator[tuple[str, str, Action, dict[int, Fraction]]]:
        """Each score and power by name and suit, what the hand is played on with it, and the best chance by level."""
        of = self.of(one)
        if not of.held or of.play.closed:
            return
        step, found = of.whole("level_step"), [(key, of.score(key), key) for key in one.four]
        found += [(power.name, of.intensity(at, key), power.suit) for key, (at, power) in of.powers.items()]
        for name, score, suit in found:
            action = self.plain(of, score.total, suit)
            chances = {goal: play.chance for goal in range(step, 11 * step, step) if (play := best(action, goal))}
            if name:
                yield name, suit, action, chances

    def reach(self, one: Any) -> Iterator[Row]:
        """What the best play of this hand comes to with each score and power: its chance at each level."""
        for name, suit, _, chances in self.known(one):
            told = [f"{goal}: {percent(chance)}" for goal, chance in chances.items() if NARROW < chance < 1]
            sure = max((goal for goal, chance in chances.items() if chance == 1), default=0)
            told = [*[f"{sure}: sure"] * bool(sure), *told]
            yield Line(self.called(name, suit), mark=self.sign(suit), choose=self.playing(name), rule=self.ids["plays"],
                       note="  ".join(told[:3]))  # fmt: skip

    def plays(self, one: Any) -> Iterator[Row]:
        """With each score and power the best play at the lowest level that is not sure, and what a push makes of it."""
        held = self.of(one).held
        for name, suit, action, chances in self.known(one):
            goal = next((goal for goal, chance in chances.items() if NARROW < chance < 1), None)
            if goal is None or (found := best(action, goal)) is None:
                continue
            told, pushed = " ".join(held[at].name for at in found.play.cards), found.pushed()
            more = "a push gains nothing"
            if pushed is not None and pushed.play.push is not None and pushed.chance > found.chance:
                more = f"pushing {held[pushed.play.push].name}: {percent(pushed.chance)}"
            words = f"{self.called(name, suit)} at {goal}: {told}, {percent(found.chance)}"
            yield Line(words, mark=self.sign(suit), note=more, choose=self.playing(name), rule=self.ids["push"])

    @staticmethod
    def called(name: str, suit: str) -> str:
        """A score as a word at the start, a power as it is named."""
        return name.capitalize() if name == suit else name

    def sign(self, suit: str) -> str:
        """A suit's sign."""
        return self.looks[suit].full if suit in self.looks else "·"

    def difficulties(self, _one: Any) -> Iterator[Row]:
        """The levels of difficulty with what they are like."""
        for row in self.data["levels"]:
            yield Number(label=row["key"].capitalize(), value=f"{row['rating']:2}", label_width=13,
                         tail=f"  {row['examples'][0]}", rule=self.ids["level"])  # fmt: skip

    def powers(self, one: Any) -> Iterator[Row]:
        """Powers with their suit, stunts and limits; weapons and armour."""
        of = self.of(one)
        for key, (place, power) in of.powers.items():
            tricks = [*power.stunts, *(f"limit: {limit}" for limit in power.limits)]
            yield Number(label=f"{self.sign(power.suit)} {power.name or 'Power'}", label_width=20,
                         value=of.intensity(place, key).total, names=(f"power:{key}",), tail=f" {power.suit}",
                         detail=", ".join(tricks), choose=self.playing(power.name))  # fmt: skip
        for piece in one.gear:
            kind = {"weapon": "damage", "armour": "wounds off"}.get(piece.kind, "")
            used = "" if piece.used else ", put away"
            yield Line(piece.name, mark="◉", note=f"+{piece.bonus} {kind}{used}" if piece.bonus else used)

    def person(self, one: Any) -> Iterator[Row]:
        """Calling and hindrances."""
        row = self.data["callings"].get(one.calling)
        if row is not None:
            yield Line(text=row["name"], detail=row["text"], mark="✦", rule=self.ids["calling"])
        yield from (Line(text=words, mark="−", rule=self.ids["hindrance"]) for words in one.hindrances)

    def following(self, one: Any) -> Iterator[AnyRow]:
        """The ways on, each with its key."""
        span = "fight" if self.mood(one) else self.rules.clock.span_of(self.of(one).play)
        yield from next_rows(self.data["next"][span])

    def mood(self, one: Any) -> str:
        """`conflict` in a fight."""
        return "conflict" if self.rules.clock.is_open(one, "fight") else ""

    def band(self, one: Any) -> Band | None:
        """The fight with its exchange, the open card and what waits."""
        if not self.mood(one):
            return None
        of, due = self.of(one), waiting(one)
        shown = self.said["open"].format(card=of.open) + f", {self.face(of.open).meaning}" if of.open else "No card"
        told = f"{plural(due, 'wound')} to take" if due else self.said["acted" if of.play.acted else "act"]
        lines = (BandLine(shown), BandLine(told, "", "w" if due else "p"), BandLine(""))
        return Band(str(of.play.exchange), "FIGHT", lines, "-bad" if due or of.play.state else "")

    # ---- beside others

    def portrait(self, base: Portrait, one: Any) -> Portrait:
        """What others see of it: how many cards are held, not which, or health; how one is, what one can do."""
        of, play = self.of(one), one.play
        if play is None:
            return base
        size, limit = of.size.total, of.limit.total
        lost = f"limit {limit}" if limit < size else ""
        hand = Meter("pips", "Hand", HELD.full, HELD.empty, "$title", len(play.hand), size, "has", lost)
        if one.health:
            full = of.health.total
            left = full if play.health is None else play.health
            hand = Meter("gauge", "Health", "█", "░", "$good", left, full, "has")
        badges = [*[Badge(play.state, "bad")] * bool(play.state), *base.badges]
        if due := waiting(one):
            badges = [Badge(plural(due, "wound"), "bad")]
        guards = listed(f"{of.score(key).total}" for key in self.data["guards"])
        powers = [(f"{its.name} {of.intensity(at, key).total}", its.suit) for key, (at, its) in of.powers.items()]
        powers += [(its.name, f"+{its.bonus}" if its.bonus else its.kind) for its in one.gear if its.used]
        lines = [("  ".join(f"{key[0].upper()} {of.score(key).total}" for key in one.four), f"edge {of.edge.total}"),
                 (play.last.removeprefix(f"{one.title}: "), ""),
                 (f"defence {guards}, armour {of.bonus('armour').total}", ""),
                 (", ".join(skill.name for own in one.four.values() for skill in own.skills), "")]  # fmt: skip
        parts = (
            Part("Abilities", tuple(line for line in lines if line[0])),
            Part("Calling", ((one.calling.replace("-", " ").capitalize(), ""),)),
            Part("Powers", tuple(powers)),
            Part("Hindrances", tuple((words, "") for words in one.hindrances)),
        )
        return base._replace(meters=(hand,), badges=tuple(badges), parts=parts)
