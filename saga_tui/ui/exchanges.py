"""What a table with exchanges shows (`engine.exchanges`): the exchange as a strip of its steps, the open card, the
opponents, the bank with what it would turn, what waits for its result. Words and rules are data:

    steps = ["opening moves", …]            # of an exchange, in their order
    [cards]    hint by the open card's sign, with its {value}
    [rules]    strip, card, open, event, foes, bank, turns, deeds, materials: the rules behind the rows
    [words]    bank (while it is empty), sum (of the bank), turns, none (that does), event, calm
    [next]     the ways on by span, `fight` while one is on
    [[materials]]  `examples` of what has a `strength`, and the `weight` that such a strength lifts
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from saga_tui.engine.exchanges import ExchangeTable
from saga_tui.engine.one_pile import words
from saga_tui.engine.opponents import Opponent
from saga_tui.engine.rules import Rules
from saga_tui.ui.band import Band, BandLine
from saga_tui.ui.card_faces import Face, Fan
from saga_tui.ui.card_plays import laid
from saga_tui.ui.panel_table import next_rows
from saga_tui.ui.specs import Bar, Figure, Line, Number, Row, Token
from saga_tui.words import listed, plural

HEALTH: Final = Token("█", "░", "$good")


class ExchangePanels:
    """The rows of such a table. A game says how a card is drawn, and what turns a success by a margin."""

    actions: Sequence[Any] = ()

    def __init__(
        self, rules: Rules[Any], data: Mapping[str, Any], face: Callable[[Any], Face],
        turning: Callable[[Sequence[int], int], Sequence[int]],
    ) -> None:  # fmt: skip
        self.rules, self.data, self.face, self.turning = rules, data, face, turning
        self.ids, self.said = data["rules"], data["words"]

    # ---- a game's own

    def told(self, foe: Any) -> str:
        """An opponent's numbers in a line."""
        raise NotImplementedError

    def hints(self, table: Any) -> Iterator[Line]:
        """What else is to be known in a fight."""
        yield from ()

    def event(self, card: Any) -> str:
        """What a card says happens, and to whom."""
        return str(
            self.said["event"].format_map({name: str(one).replace("-", " ") for name, one in vars(card).items()})
        )

    # ---- rows

    def fights(self, table: Any) -> bool:
        """Whether a fight is on."""
        return self.rules.clock.is_open(table, "fight")

    def mood(self, table: Any) -> str:
        """`conflict` in a fight."""
        return "conflict" if self.fights(table) else ""

    def strip(self, table: ExchangeTable) -> str:
        """The steps of an exchange, the one that is on in brackets."""
        steps = enumerate(self.data["steps"], 1)
        return " → ".join(f"[{word}]" if at == table.play.step else word for at, word in steps)

    def to_act(self, table: ExchangeTable) -> str:
        """Who has not acted in this exchange and may."""
        members, foes = table.free()
        left = [*map(table.named, members), *(one.name for one in foes)]
        return f"To act: {listed(left, 'and')}" if left else "All have acted."

    def exchange(self, table: ExchangeTable) -> Iterator[Row]:
        """The strip, the open card and what it does; outside a fight what the last event was."""
        card, event = table.card, table.deck.get(table.play.event)
        said = f"{self.face(card).foot} {card.name}, {card.aura}" if card is not None else ""
        if not self.fights(table):
            told = self.event(event) if event else self.said["calm"]
            yield Line(told, rule=self.ids["event" if event else "strip"], style="" if event else "$dim", id="event")
            if card is not None:
                yield Line(said, style="bold", rule=self.ids["open"], id="card")
            return
        yield Line(self.strip(table), style="bold", rule=self.ids["strip"], id="steps")
        if card is not None:
            told = self.data["cards"][card.aura].format(value=card.value)
            yield Line(f"{said}: {told}", rule=self.ids["card"], id="card")
            yield from self.hints(table) if table.play.exchange == table.play.step == 1 else ()
        yield from self.turned(table)

    def card(self, table: ExchangeTable) -> Iterator[Row]:
        """The open card as it is drawn."""
        if (shown := table.card) is not None:
            yield Figure(drawing=Fan((self.face(shown),)), id="your-card", rule=self.ids["card"])
            yield Line(self.event(shown), style="$dim", rule=self.ids["event"])

    def materials(self, _table: ExchangeTable) -> Iterator[Row]:
        """What is how strong, and what such a strength lifts."""
        for row in self.data["materials"]:
            strength = "–".join(dict.fromkeys(map(str, row["strength"])))
            yield Number(label=", ".join(row["examples"]).capitalize(), value=f"{strength:>5}", label_width=24,
                         note=row["weight"], rule=self.ids["materials"])  # fmt: skip

    def foes(self, table: ExchangeTable) -> Iterator[Row]:
        """Each opponent: health, attack, defences."""
        for at, one in enumerate(table.play.foes):
            less, more = (self.rules.command("adjust-foe", {"foe": one.name, "by": by}) for by in (-1, 1))
            yield Bar(one.name, one.left, one.health, HEALTH, note=self.state(one), detail=self.told(one),
                      note_style="bold $bad" if one.state else "$dim", label_width=10, id=f"foe-{at}", less=less,
                      more=more, names=(f"foe-{at + 1}-lost",), rule=self.ids["foes"])  # fmt: skip

    def numbers(self, table: ExchangeTable) -> Iterator[Row]:
        """What opponents can do."""
        for at, one in enumerate(table.play.foes):
            yield Line(one.name, note=self.told(one), rule=self.ids["foes"], id=f"foe-{at}-told")

    @staticmethod
    def state(foe: Opponent) -> str:
        """How an opponent is, or what it attacks with."""
        one: Any = foe
        told = "surprised" if one.surprised else "acted" if one.acted else f"attack {one.attack}"
        return one.state or ", ".join(filter(None, (told, "ally" * one.ally)))

    def spent(self, table: ExchangeTable) -> Sequence[int] | None:
        """The places of the bank's cards that turn the last success most cheaply; None: there is none to turn."""
        deed = table.play.deeds[-1] if table.play.deeds else None
        if deed is None or deed.rival or not deed.met or not table.bank or table.early:
            return None
        free = table.spendable
        found = self.turning([table.bank[at].value for at in free], deed.total - deed.goal)
        return [free[at] for at in found]

    def turned(self, table: ExchangeTable) -> Iterator[Line]:
        """What turns the last success."""
        if (places := self.spent(table)) is not None:
            told = self.said["turns"].format(cards=words(table.bank[at] for at in places))
            yield Line(told if places else self.said["none"], key="d" * bool(places), rule=self.ids["turns"],
                       style="bold $warn" if places else "$dim", choose="spend" if places else None,
                       id="turns")  # fmt: skip

    def bank(self, table: ExchangeTable) -> Iterator[Row]:
        """The bank, with the cheapest set that turns the last success."""
        if not (held := table.bank):
            yield Line(self.said["bank"], style="$dim", rule=self.ids["bank"])
            return
        drawn = laid([*map(self.face, held)], dict.fromkeys(self.spent(table) or (), "spend")).fan
        yield Figure(drawing=drawn, id="bank", rule=self.ids["bank"], choose="spend")
        total = self.said["sum"].format(sum=sum(one.value for one in held))
        yield Line(total, style="$dim", rule=self.ids["bank"])

    def deeds(self, table: ExchangeTable) -> Iterator[Row]:
        """What waits for its result, the newest last."""
        for at, one in enumerate(table.play.deeds):
            name, waits = table.named(one.who), one.rival and not one.total
            who = f"{one.foe} → {name}" if one.counter else f"{name} → {one.foe}" if one.foe else name
            hurts = plural(one.dealt, "wound") if one.dealt else one.result
            note = f"has to reach {one.goal}" if waits else f"{one.total} against {one.goal}, {hurts}"
            brief = f"reach {one.goal}" if waits else f"{one.total}/{one.goal}, {hurts}"
            mark, style = ("◷", "$warn") if waits else ("✓", "$good") if one.met else ("✕", "$bad")
            yield Line(who, mark=mark, style=style, note=note, narrow=brief, rule=self.ids["deeds"], id=f"deed-{at}")

    def next(self, table: ExchangeTable) -> Iterator[Line]:
        """The ways on, each with its key; in a fight only who may still act does."""
        fights, (members, foes) = self.fights(table), table.free()
        over = {"act"} if fights and not members else set[str]()
        over |= {"counter"} if fights and not foes else set()
        span = "fight" if fights else self.rules.clock.span_of(table.play)
        rows = (row for row in self.data["next"][span] if row[1] not in over)
        yield from next_rows(rows, table, self.actions)

    def band(self, table: ExchangeTable) -> Band | None:
        """The exchange, with the value of the open card."""
        if not self.fights(table) or table.card is None:
            return None
        waits = [BandLine(f"{plural(len(table.play.deeds), 'action')} without a result", "", "x")]
        lines = [BandLine(self.to_act(table)), *waits * bool(table.play.deeds)]
        return Band(str(table.card.value), f"EXCHANGE {table.play.exchange}", lines)
