"""Commands of Spark and growth (SPK)."""

from typing import Annotated, Literal

from saga_tui.engine.fields import Of
from saga_tui.games.saga.rules import budget, checks_steps, creation, derive, state
from saga_tui.games.saga.rules.character import Consequence, Purchase
from saga_tui.games.saga.rules.commands.base import Command, Count, Index, Purchasing, Words
from saga_tui.games.saga.rules.edit import Edit
from saga_tui.games.saga.rules.words import POOLS, Level

Answer = Literal["taken", "kept", "to-player", "to-player-rewarded", "rejected"]
ANSWERS: dict[Answer, str] = {
    "taken": "the GM accepts, the Spark is spent",
    "kept": "the GM accepts and lets you keep the Spark",
    "to-player": "another player accepts and gains the Spark",
    "to-player-rewarded": "another player accepts, and the GM gives you 1 Spark back",
    "rejected": "rejected, you keep the Spark",
}


class Offer(Command, verb="offer", title="Offer Spark for a fact", rules="SPK-3"):
    """Offer 1 Spark for narrative control over a fact or a scene. What becomes of it depends on the answer."""

    fact: Words = ""
    answer: Answer = "taken"

    def apply(self, edit: Edit) -> None:
        """The Spark must be there to be offered, whatever the answer."""
        price = derive.numbers(edit.now).spark.offer
        if edit.play.spark < price:
            message, fix = f"Not enough Spark: an offer costs {price}, you have {edit.play.spark}", "Gain Spark first."
            sums = {"asked": "an offer", "cost": f"{price} Spark", "left": f"{edit.play.spark} Spark"}
            edit.object("SPK-3", message, fix, code="short", where=("play", "spark"), **sums)
        edit.say(f"offer{f': {self.fact}' if self.fact else ''}; {ANSWERS[self.answer]}", "SPK-3")
        if self.answer in ("taken", "to-player", "to-player-rewarded"):
            edit.spark(-price, "SPK-3")
        if self.answer == "to-player-rewarded":
            edit.spark(1, "SPK-3", "from the GM")


class GainSpark(Command, verb="gain-spark", title="Gain Spark", rules="SPK-1 SPK-3"):
    """Gain Spark from another player's accepted offer, or from the GM."""

    amount: Count = 1

    def apply(self, edit: Edit) -> None:
        """It comes."""
        edit.spark(self.amount, "SPK-3")


class Buy(Purchasing, verb="buy", title="Buy an advance", rules="SPK-4 DOM-4"):
    """Buy an advance with Spark between chapters. You can refund it until the next chapter starts."""

    level: Level | Literal[""] = ""
    """Of a consequence: which point to buy off; the heaviest if left out."""

    def apply(self, edit: Edit) -> None:
        """Checks, pays, and does what the purchase does at once."""
        if state.span_of(edit.play) != "saga" or edit.play.chapter < 1:
            message, fix = "Advances are bought at a chapter's end", "End the chapter first."
            edit.object("SPK-4", message, fix, code="when", where=("play", "span"))
        bought = self.purchase(max(1, edit.play.chapter))
        price = budget.spark_price(edit.now, bought).total
        what = budget.describe(edit.now, bought)
        have = edit.play.spark
        if price > have:
            message = f"Not enough Spark: {what} costs {price}, you have {have}"
            fix = "Choose something cheaper, or save up for the next chapter."
            sums = {"asked": what, "cost": f"{price} Spark", "left": f"{have} Spark"}
            edit.object("SPK-4", message, fix, code="short", where=("play", "spark"), **sums)
        bought = self._at_once(edit, bought.model_copy(update={"short": max(0, price - have)}))
        self._check(edit, bought)
        edit.listing("advances", "SPK-4", (*edit.now.advances, bought))
        edit.spark(-price, "SPK-4", what)
        if price and not have:
            edit.say(what, "SPK-4")
        if self.buy == "asset" and self.asset and self.asset != "fortune":
            edit.tokens(self.asset, 1, "SPK-4")

    def _check(self, edit: Edit, bought: Purchase) -> None:
        """What the rules find in the purchase, and in the perks with it."""
        grown = edit.now.model_copy(update={"advances": (*edit.now.advances, bought)})
        where = ("advances", len(edit.now.advances))
        found = [
            *creation.check_purchase(edit.now, bought, where, "SPK-4", creation.BUYS),
            *(item for item in checks_steps.check_perks(grown) if item.where[:2] == where),
        ]
        edit.problems += [creation.as_error(item) if item.level == "unfinished" else item for item in found]

    def _at_once(self, edit: Edit, bought: Purchase) -> Purchase:
        """A consequence's point or a doom step goes at once; the purchase says which."""
        if self.buy == "doom":
            step = edit.play.doom
            if not step:
                edit.object("DOM-4", "You have no marked doom step", "Buy something else.", code="no-doom")
            edit.doom(-1, "DOM-4")
            return bought.model_copy(update={"step": step})
        if self.buy == "consequence":
            return ease(edit, bought)
        return bought


class Refund(Command, verb="refund", title="Refund an advance", rules="SPK-4"):
    """Refund an advance bought since the last chapter ended: you get its Spark back."""

    advance: Annotated[Index, Of("advance")]
    """Which one of all advances."""

    def apply(self, edit: Edit) -> None:
        """Only until the next chapter starts; what was bought after it is priced anew."""
        listed = edit.now.advances
        chapter = edit.play.chapter
        if self.advance >= len(listed):
            edit.object("SPK-4", "There is no such advance", "Choose one from the list.", code="none")
            return
        gone = listed[self.advance]
        if state.span_of(edit.play) != "saga" or gone.chapter != chapter:
            message = "You can refund an advance only until the next chapter starts"
            edit.object("SPK-4", message, "Press u to undo, or allow it with a reason.", code="late")
        if gone.buy == "asset" and gone.asset in POOLS:
            edit.tokens(gone.asset, -1, "SPK-4")
        before = budget.spark_spent(edit.now, gone.chapter)
        edit.listing("advances", "SPK-4", (*listed[: self.advance], *listed[self.advance + 1 :]))
        edit.spark(before - budget.spark_spent(edit.now, gone.chapter), "SPK-4", budget.describe(edit.now, gone))
        if gone.buy == "doom":
            edit.doom(1, "DOM-4")
        elif gone.buy == "consequence" and gone.level:
            restore(edit, gone)


def ease(edit: Edit, bought: Purchase) -> Purchase:
    """Takes the point that is bought off away; gives the purchase with the level it had (CSQ-1, SPK-4)."""
    listed = edit.play.consequences
    place = next((i for i, item in enumerate(listed) if item.name.casefold() == bought.name.casefold()), None)
    if place is None:
        known = ", ".join(item.name for item in listed) or "none"
        message, fix = f"You have no consequence {bought.name!r}", f"Choose one of: {known}."
        edit.object("SPK-4", message, fix, code="no-consequence")
        return bought
    item = listed[place]
    heaviest = next((name for name in ("permanent", "fading", "lasting", "temporary") if item.points.get(name)), "")
    level = bought.level or heaviest
    if not item.points.get(level):
        message = f"{item.name} has no {f'{level} point' if level else 'more severity'}"
        edit.object("SPK-4", message, "Choose a level that it has.", code="level")
        return bought
    points = {name: n for name, n in (item.points | {level: item.points[level] - 1}).items() if n > 0}
    rest = (item.model_copy(update={"points": points}),) if points else ()
    edit.put("SPK-4", consequences=(*listed[:place], *rest, *listed[place + 1 :]))
    edit.say(f"{item.name} −{item.severity} → −{sum(points.values())}", "SPK-4")
    return bought.model_copy(update={"name": item.name, "level": level, "kind": item.kind})


def restore(edit: Edit, gone: Purchase) -> None:
    """Puts a bought-off point of severity back."""
    listed = edit.play.consequences
    for place, item in enumerate(listed):
        if item.name == gone.name:
            points = item.points | {gone.level: item.points.get(gone.level, 0) + 1}
            grown = item.model_copy(update={"points": points})
            edit.put("SPK-4", consequences=(*listed[:place], grown, *listed[place + 1 :]))
            return
    back = Consequence(name=gone.name, kind=gone.kind, points={gone.level: 1})
    edit.put("SPK-4", consequences=(*listed, back))
