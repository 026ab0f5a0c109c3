"""The roll on the table: own dice held, compared, and all that may still be done about it, one key each (ROL, AST-6,
AST-7, PSH, PRK-3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from saga_tui.games.saga.rules import derive, forecast, open_roll, state
from saga_tui.games.saga.rules.character import Character, LastRoll
from saga_tui.games.saga.rules.commands import Command, Outcome
from saga_tui.games.saga.rules.commands.stages import Compare, Deliberate, LateReroll, Reroll
from saga_tui.games.saga.rules.commands.tokens import SideEffect
from saga_tui.games.saga.screens.document import SagaScreen
from saga_tui.games.saga.screens.session import view
from saga_tui.games.saga.screens.session.after import offers
from saga_tui.games.saga.screens.session.after.offers import offered
from saga_tui.safe import safe
from saga_tui.ui.dice import DiceEntry, DiceView, Look, Thrown, chips
from saga_tui.ui.offer_strip import set_mode
from saga_tui.ui.offers import Offered, OfferLines
from saga_tui.ui.verdict import ResultDialog, Said, Verdict, VerdictView, large
from saga_tui.words import inflect, percent, plural, sentence


class RollResult(ResultDialog[str]):
    """The dice on the table. Enter compares, then goes on; what else can be done stands there with its key.

    Gives `again` for another roll, `follow` for one that pushes have paid for, `None` when all stays as it is.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "compare", "Compare", id="result.compare", tooltip="Compare with the opposition"),
        Binding("enter,space", "leave", "Continue", id="result.close"),
        Binding("a", "against", "Opposing marks", id="result.against", tooltip="Enter the marks the opposition rolled"),
        Binding("p", "push", "Pushes", id="result.push", show=False, tooltip="Spend pushes"),
        Binding("f", "follow", "Roll it", id="result.follow", show=False, tooltip="Roll what your pushes paid for"),
        *(
            Binding(key, f"take('{key}')", "", id=f"result.take-{key}", show=False, tooltip=words)
            for key, words in (("o", "Re-roll with fortune"), ("s", "Describe the side effect with fortune"))
        ),
        *(
            Binding(key, f"take('{key}')", "", id=f"result.perk-{key}", show=False, tooltip=f"Use perk {key}")
            for key in "12345"
        ),
        Binding("r", "again", "Roll again", id="result.again"),
        Binding("Y", "modes", "Automate", id="result.modes", tooltip="Choose what the app does here: always, ask, off"),
        Binding("escape,q", "leave", "Close", id="result.leave"),
    ]  # fmt: skip

    def __init__(self, desk: SagaScreen, *, by_hand: bool = False, fresh: bool = True, take: str = "") -> None:
        """`by_hand`: new dice are asked for; `fresh`: the dice were thrown just now; `take`: the key of the offer that
        is taken at once, where it is there."""
        super().__init__()
        self._take = take
        self._reminded = False
        """Whether a paid re-roll that is still to be used was named before comparing."""
        self.desk, self.by_hand, self.fresh = desk, by_hand, fresh
        self._was = ""
        """The outcome that has just turned into another."""
        roll = state.play_of(desk.character).roll
        self.title_text = title(desk.character, roll)

    @property
    def character(self) -> Character:
        """Whose roll it is."""
        return self.desk.character

    @property
    def roll(self) -> LastRoll | None:
        """The roll as it lies now."""
        return state.play_of(self.character).roll

    def compose_body(self) -> ComposeResult:
        """What it came to, its dice, what followed, what can be done."""
        yield VerdictView(id="roll-verdict")
        yield DiceView(self._look(), id="roll-dice")
        yield Static(id="roll-said", classes="result--said")
        yield OfferLines(id="roll-offers")

    def on_mount(self) -> None:
        """As it lies."""
        roll = self.roll
        self._show(range(len(roll.faces)) if roll is not None and self.fresh else ())
        if self._take:
            if any(offer.key == self._take for offer in offered(self.character)):
                self.action_take(self._take)
            else:
                self.notify("There is nothing here to re-roll.")

    def _look(self) -> Look:
        return replace(view.dice(self.character), picked=offers.picked(self.character))

    def _show(self, rolling: Iterable[int] = ()) -> None:
        """The roll as it lies now; the dice at the places tumble first."""
        roll = self.roll
        if not self.query(DiceView):
            return
        if roll is None:
            self.dismiss(None)
            return
        self.query_one(DiceView).show(roll.faces, self._look(), rolling)
        self.query_one(VerdictView).show(verdict(self.character, roll, self._was))
        followed, listed = offers.followed(roll), tuple(offered(self.character))
        said = [Content(safe(text)) for text, _ in followed]
        lines = self.query_one("#roll-said", Static)
        lines.update(Content("\n").join(said))
        lines.display = bool(said)
        self.query_one(OfferLines).offers = listed
        self.rule = next(
            (rule for rule in (*(rule for _, rule in followed), *(one.rule for one in listed)) if rule), "ROL-2"
        )
        self.reveal()
        self.fit()
        self.refresh_bindings()

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Comparing while the dice are held; the rest as it is offered."""
        held = open_roll.uncompared(self.character) is not None
        match action:
            case "compare":
                return held
            case "against":
                roll = open_roll.uncompared(self.character)
                return roll is not None and roll.given is None and roll.against > 0
            case "leave":
                return not held or not parameters
            case "again":
                return not held
            case "push" | "follow" | "take":
                key = {"push": "p", "follow": "f"}.get(action) or parameters[0]
                return any(offer.key == key for offer in offered(self.character))
            case "modes":
                return any(offer.option for offer in offered(self.character))
        return True

    @on(OfferLines.Chosen)
    def _clicked(self, event: OfferLines.Chosen) -> None:
        match event.key:
            case "p":
                self.action_push()
            case "f":
                self.action_follow()
            case key:
                self.action_take(key)

    @work(group="after")
    async def action_compare(self) -> None:
        """The opposition is rolled; the result is named. A re-roll that is paid for is not given up unasked."""
        roll = self.roll
        left = roll.owed if roll is not None and any(offer.key == "o" for offer in offered(self.character)) else 0
        if left > 0 and not self._reminded:
            self._reminded = True
            said = f"{plural(left, 'paid re-roll')} left. Press Enter to compare, o to use it."
            lines = self.query_one("#roll-said", Static)
            lines.update(Content.styled(said, "bold $warn"))
            lines.display = True
            return
        await self._carry(Compare())

    @work(group="after")
    async def action_against(self) -> None:
        """The marks that somebody else rolled against it."""
        roll = open_roll.uncompared(self.character)
        asked = await self.desk.number("Opposing marks", "How many marks did the opposition roll?", default=0)
        if asked is not None and roll is not None:
            await self._carry(Compare(opposing_marks=asked))

    @work(group="after")
    async def action_take(self, key: str) -> None:
        """Takes an offer, for one token."""
        offer = next((item for item in offered(self.character) if item.key == key), None)
        if offer is None or offer.command is None:
            return
        made = await self._made(offer)
        if made is not None:
            command, rolling = made
            await self._carry(command, rolling)

    async def _made(self, offer: Offered) -> tuple[Command, Sequence[int]] | None:
        """The command of an offer with the dice that the player threw, and the places of the dice that are new."""
        roll, command = self.roll, offer.command
        if roll is None or command is None:
            return None
        if isinstance(command, SideEffect):
            said = await self.desk.text("Side effect", "What is the side effect?", optional=True)
            return None if said is None else (SideEffect(effect=said), ())
        places: Sequence[int] = sorted(offers.picked(self.character))
        if isinstance(command, Deliberate):
            places = range(roll.thrown, roll.thrown + 1)
        if not isinstance(command, Reroll | Deliberate | LateReroll):
            return command, ()
        if isinstance(command, LateReroll) and places:
            command = LateReroll(die=places[0])
        if not self.by_hand:
            return command, places
        thrown = await self._asked(roll, command, places)
        if thrown is None:
            return None
        fields: dict[str, object] = {"marks": thrown.good} if thrown.faces is None else {"results": thrown.faces}
        if isinstance(command, LateReroll):
            fields = {"result": (thrown.faces or (1,))[0]}
        return type(command).model_validate(command.model_dump() | fields), ()

    async def _asked(self, roll: LastRoll, command: Command, places: Sequence[int]) -> Thrown | None:
        """Asks for the dice that are thrown anew, and only for them."""
        faces: list[int] = list(roll.faces)
        if isinstance(command, Deliberate):
            faces = [*faces, 0] if faces else [0]
            places = [len(faces) - 1]
        elif not faces:
            count = 1 if isinstance(command, LateReroll) else command.dice_needed(self.character)
            faces, places = [0] * count, range(count)
        entry = DiceEntry(self.title_text, self._look(), faces, places, counted=not isinstance(command, LateReroll))
        return await self.app.push_screen_wait(entry)

    async def _carry(self, command: Command, rolling: Sequence[int] = ()) -> Outcome | None:
        before = self.roll
        outcome = await self.desk.execute(command)
        now = self.roll
        turned = before is not None and now is not None and before.outcome != now.outcome
        self._was = before.outcome if before is not None and turned else ""
        if self.is_attached:
            self._show(rolling if outcome is not None else ())
        return outcome

    @work(group="after")
    async def action_push(self) -> None:
        """Spends pushes; a follow-on or counterattack is rolled next."""
        before = len(state.play_of(self.character).due)
        if await offers.spend_pushes(self.desk):
            if len(state.play_of(self.character).due) > before:
                self.dismiss("follow")
            else:
                self._show()

    @work(group="after")
    async def action_modes(self) -> None:
        """What is asked here: always, each time, never."""
        keys = [offer.option for offer in offered(self.character) if offer.option]
        await set_mode(self.desk, keys)
        self._show()

    def action_follow(self) -> None:
        """The roll that pushes have paid for."""
        self.dismiss("follow")

    def action_again(self) -> None:
        """Opens the drawer again."""
        self.dismiss("again")


def title(character: Character, roll: LastRoll | None) -> str:
    """`Marksmanship (attack)`."""
    if roll is None:
        return "Roll"
    what = [roll.kind] * (roll.kind in ("attack", "block")) + ["chance roll"] * roll.chance
    name = view.one_line(derive.skill_name(character, roll.skill), 40)
    return f"{name} ({', '.join(what)})" if what else name


TONES: Final = {"success": "good", "failure": "bad"}
"""The ground of an outcome (ROL-2)."""


def hue(net: int) -> str:
    """The colour of net marks: a success, a failure, neither (ROL-2)."""
    return "$good" if net > 0 else "$bad" if net < 0 else "$title"


def verdict(character: Character, roll: LastRoll, was: str = "") -> Verdict:
    """Held: the marks so far and the odds. Compared: the outcome with its net marks, how it came about, what it had."""
    other = against(character, roll)
    if roll.stage == open_roll.THROWN:
        word = inflect(roll.marks, "mark")
        return Verdict(word, "ask", str(roll.marks), [Said(offers.mark_words(roll), "not compared yet"), Said(other)],
                       law=forecast.law(character, roll), hue=hue)  # fmt: skip
    word = view.OUTCOMES.get(roll.outcome, view.one_line(roll.outcome, 20))
    told = next((words for key, words in open_roll.WORDS.items() if key == roll.outcome), word)
    pushes = f": {plural(roll.pushes, 'push')}" if roll.pushes > 0 else ""
    net = f"{roll.net} net".replace("-", "−")
    sums = net if roll.net_only else f"{plural(roll.marks, 'mark')} − {roll.opposing} = {net}"
    had, lucky = forecast.had(character, roll), forecast.luck(character, roll)
    lines = [
        Said(sentence(f"{told}{pushes}"), f"{percent(had)} chance" if had is not None else ""),
        Said(Content(sums), view.luck_words(lucky) if had is not None else ""),
        *([Said(other)] if other else []),
    ]
    turned = view.OUTCOMES.get(was, "")
    law = forecast.law(character, roll) if had is not None else None
    return Verdict(
        word, TONES.get(roll.outcome, ""), large(roll.net), lines, turned, TONES.get(was, ""), law, roll.net, hue
    )


def against(character: Character, roll: LastRoll) -> Content:
    """Held: the odds. Compared: the dice that were against it."""
    if roll.stage == open_roll.THROWN:
        return Content(offers.against_words(character, roll))
    if not roll.opposing_faces:
        return Content("" if roll.net_only else f"Against {plural(roll.opposing, 'mark')}")
    return Content.assemble("Against ", chips(roll.opposing_faces, view.dice(character)))
