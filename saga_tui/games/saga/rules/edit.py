"""A change in the making: what the commands of Saga do over and over to a character."""

from __future__ import annotations

from saga_tui.engine import edit
from saga_tui.engine.document import Ask
from saga_tui.games.saga.book import ExtraToken
from saga_tui.games.saga.rules import automation, derive, state
from saga_tui.games.saga.rules.character import Character, Play
from saga_tui.games.saga.rules.words import POOLS, Asset, DamageKind
from saga_tui.words import plural


class Edit(edit.Edit[Character]):
    """One command's work on one character."""

    @property
    def play(self) -> Play:
        """Where play stands now."""
        return state.play_of(self.now)

    def out_of_it(self, what: str) -> None:
        """Finds what would happen against CNF-11 where the character has given in."""
        if self.play.given_in:
            message = f"You gave in, so you {what} in this conflict"
            self.object("CNF-11", message, "End the conflict first.", code="given-in")

    def tokens(self, asset: Asset, delta: int, rule: str) -> int:
        """Adds tokens to those in hand, or takes them; never below zero, never above the rating but for fortune and
        for what a ruling has given (AST-12, AST-14). Gives the real difference."""
        before = state.in_hand(self.now, asset)
        after = max(0, before + delta)
        if asset != "fortune":
            after = min(after, max(0, before, derive.rating(self.now, asset).total))
        if after != before:
            self.put(rule, tokens=self.play.tokens | {asset: after})
            self.rules["play", "tokens", asset] = rule
            self.say_moved(asset, before, after, rule)
        return after - before

    def pay(self, asset: Asset, amount: int, rule: str, what: str) -> None:
        """Takes tokens as a price; finds it against the rule where there are too few."""
        have = state.in_hand(self.now, asset)
        if amount > have:
            message, fix = f"Not enough {asset}: {what} costs {amount}, you have {have}", "Recover some or spend fewer."
            sums = {"asked": what, "cost": f"{amount} {asset}", "left": f"{have} {asset}"}
            self.object(rule, message, fix, code=f"short-{asset}", where=("play", "tokens", asset), value=have, **sums)
        self.tokens(asset, -amount, rule)

    def damage(self, kind: DamageKind, delta: int, rule: str) -> int:
        """Adds damage tokens or takes them away; never below zero. Gives the real difference (DMG-2)."""
        before = state.held(self.now, kind)
        after = max(0, before + delta)
        if after != before:
            if kind == "kismet":
                self._count_due()
            self.put(rule, damage=self.play.damage | {kind: after})
            self.rules["play", "damage", kind] = rule
            self.say_moved(kind, before, after, rule)
        return after - before

    def _count_due(self) -> None:
        """Notes the dice of kismet rolls that an earlier version left uncounted, before the tokens change (KIS-2)."""
        if any(ask.what == "kismet" and not ask.dice for ask in self.play.asks):
            dice = iter(state.kismet_due(self.now))
            counted = (
                ask.model_copy(update={"dice": next(dice)}) if ask.what == "kismet" else ask for ask in self.play.asks
            )
            self.put("KIS-2", asks=tuple(counted))

    def spark(self, delta: int, rule: str, why: str = "") -> None:
        """Earns or spends Spark; never below zero."""
        before = self.play.spark
        after = max(0, before + delta)
        if after != before:
            self.put(rule, spark=after)
            self.say_moved("Spark", before, after, rule, f", {why}" if why else "")

    def drive(self, index: int, delta: int, rule: str) -> int:
        """Adds tokens to a drive or takes them; never below zero (DRV-4)."""
        counts = list(state.drive_tokens(self.now))
        if not 0 <= index < len(counts):
            return 0
        before, counts[index] = counts[index], max(0, counts[index] + delta)
        if counts[index] != before:
            self.put(rule, drive_tokens=tuple(counts))
            self.say_moved(f"drive “{self.now.story.drives[index]}”", before, counts[index], rule)
        return counts[index] - before

    def doom(self, delta: int, rule: str) -> int:
        """Marks the lowest unmarked steps of the Doom Track, or clears the highest marked (DOM-2)."""
        before = self.play.doom
        end = derive.doom_end(self.now).total
        after = max(0, min(before + delta, max(end, before)))
        if after != before:
            self.put(rule, doom=after)
            self.say_moved("doom", before, after, rule, f" of {end}")
            if before < end <= after:
                self.say(f"{self.now.title} has met their doom", "DOM-3")
        return after - before

    def doom_instead(self) -> None:
        """The highest doom step is cleared in place of a drive token; finds it against DRV-2 where none is marked."""
        if not self.doom(-1, "DRV-2"):
            self.object("DRV-2", "You have no marked doom step", "Gain the drive token instead.", code="no-doom")

    def ask(self, ask: Ask) -> None:
        """Notes what the rules still want to know; it stays until it is answered, over restarts too. Where the player
        does not want to be asked, it is only said."""
        if automation.mode(self.now, f"ask:{ask.what}") == "never":
            count = plural(ask.count, f"{ask.level} consequence".strip())
            roll = f"a kismet roll of {plural(ask.dice, 'die')}"
            self.say(count if ask.what == "consequence" else roll, ask.rule, "left")
            return
        super().ask(ask)

    def recover(self, wanted: dict[Asset, int], rule: str) -> None:
        """Spent force, grace or acuity tokens come back, and with them those of Aware, Nimble and Strong-Willed: one
        of their own kind for each recovery, and they do not trigger each other (PRK-3). A perk that does not act by
        itself is noted as passed."""
        regained = sum(self.tokens(asset, amount, rule) for asset, amount in wanted.items() if asset in POOLS)
        if regained <= 0:
            return
        for perk in derive.perks(self.now):
            if isinstance(perk.effect, ExtraToken) and perk.asset in POOLS:
                if automation.mode_of(self.now, perk) == "always":
                    self.tokens(perk.asset, perk.effect.tokens, "PRK-3")
                elif state.spent(self.now, perk.asset):
                    self.passed(perk.name)

    def passed(self, perk: str) -> None:
        """Notes that a perk could have acted and did not: it still may, until the clock moves on (PRK-3)."""
        self.put("PRK-3", passed=self.play.passed | {perk: self.play.passed.get(perk, 0) + 1})

    def recover_all(self, rule: str) -> None:
        """All spent force, grace and acuity tokens come back (REG-3)."""
        for asset in POOLS:
            if not self.skips(asset):
                self.tokens(asset, state.spent(self.now, asset), rule)

    def renamed(self, names: dict[str, str]) -> None:
        """What is used of gear is counted by its name."""
        pairs = ((old.partition(":")[2], new.partition(":")[2]) for old, new in names.items())
        used = {old: new for old, new in pairs if not old.endswith(":left")}
        if any(key in used for key in self.play.gear_used):
            gear_used = {used.get(key, key): count for key, count in self.play.gear_used.items()}
            self.put(self.game.ruling, gear_used=gear_used)
