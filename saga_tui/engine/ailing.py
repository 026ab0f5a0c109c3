"""What becomes of somebody who is hurt, spent or ill: tolerances that are counted down to 0 and what comes there,
conditions with sources and ends, lasting harm, afflictions with Ranks; the rolls that this asks for. Pure functions
of an edit as methods of one object, which a game makes of its tables (`suffering.Suffering` has the numbers).

Play has each tolerance by its name, `conditions`, `afflictions`, `wards`, each kind of lasting harm, and counts own
turns as `turn` and rounds as `rounds`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from saga_tui.engine.ailments import Action, Held, Ill, Lasting
from saga_tui.engine.document import Ask
from saga_tui.engine.suffering import Roll, Suffering
from saga_tui.words import plural

PLAIN: Mapping[str, str] = {"toxic": "Toxic damage"}
"""What is rolled without a number, in words."""


class Ailing:
    """What happens, by a game's tables."""

    pays: str
    """The tolerance that pays for rolls."""
    costs: str
    """The tolerance that actions cost."""
    resist: str
    """The roll against an affliction, and the one at each of its times."""
    confront: str

    def __init__(
        self, numbers: Callable[[Any], Suffering], rows: Mapping[str, Action], says: Mapping[str, Any]
    ) -> None:
        """`numbers` of a document, `rows` of rolls that may be asked for, ids of rules by what they say."""
        self.numbers, self.rows, self.says = numbers, rows, says
        self.kinds: Mapping[str, Mapping[str, str]] = says["kinds"]
        self.fields = {row["one"]: field for field, row in self.kinds.items()}

    def play(self, edit: Any) -> Any:
        """Where play stands."""
        return edit.game.play_of(edit.now)

    def row(self, of: Suffering, key: str) -> Action | None:
        """The action, or the roll that is none, of that key."""
        return of.actions.get(key) or self.rows.get(key)

    def most(self, of: Suffering, key: str) -> int:
        """The maximum of a tolerance as it is now."""
        return max(0, of.number(f"{key}-most").total)

    # ---- conditions

    def gain(
        self, edit: Any, key: str, rule: str, *, source: str = "", number: int = 0, ends: str = ""
    ) -> None:  # fmt: skip
        """A condition comes; the same one from one source stays as it is. Where own turns end it, the next one that has
        yet to begin does."""
        of, play = self.numbers(edit.now), self.play(edit)
        row = of.conditions[key]
        how = ends or row.ends
        until = play.turn + 1 if how == "turn-end" else 0
        if any(source and (one.key, one.source, one.number) == (key, source, number) for one in play.conditions):
            return
        made = Held(key=key, number=number, ends=how, until=until, since=play.rounds, source=source)
        new = not of.suffers(key)
        edit.put(rule, conditions=(*play.conditions, made))
        if new or row.numbered:
            edit.say(f"{row.name}{f' {number}' if row.numbered else ''}", rule, way="goes")

    def end(self, edit: Any, rule: str, goes: Callable[[Held], bool]) -> bool:
        """Conditions end, but for those that are skipped; whether any did."""
        kept: list[Held] = []
        ended: list[Held] = []
        for one in self.play(edit).conditions:
            (ended if goes(one) and not edit.skips(one.key) else kept).append(one)
        edit.all_of_it()
        if ended:
            edit.put(rule, conditions=tuple(kept))
            of = self.numbers(edit.now)
            for key in dict.fromkeys(one.key for one in ended):
                name = of.conditions[key].name if key in of.conditions else key
                edit.say(f"{name} {'lasts: another gives it' if of.suffers(key) else 'ends'}", rule, way="comes")
        return bool(ended)

    # ---- tolerances

    def put(self, edit: Any, key: str, value: int, rule: str) -> None:
        """Brings a tolerance to a value within 0 and its maximum; at 0 its condition comes, and ends above it where it
        ends so."""
        of, before = self.numbers(edit.now), getattr(self.play(edit), key)
        row, after = of.tolerances[key], max(0, min(value, self.most(of, key)))
        if after != before:
            edit.put(rule, **{key: after})
            edit.say_moved(row["name"], before, after, rule)
        if after == 0 and value < max(before, 1):
            self.gain(edit, row["at_zero"], self.says["zero"], source=key)
        elif after > 0 and of.conditions[row["at_zero"]].ends == "zero-left":
            self.end(edit, self.says["risen"], lambda one: one.key == row["at_zero"])

    def damage(self, edit: Any, key: str, amount: int, *, lethal: bool = True) -> None:
        """Damage to a tolerance; where its condition holds already it asks for more."""
        of = self.numbers(edit.now)
        row = of.tolerances[key]
        if safe := [held for held, _, _ in of.standing if f"{key} damage" in held.immune]:
            edit.say(f"{safe[0].name}: no {row['name']} damage", self.says["immune"])
            return
        spared = row.get("spared", "")
        hit = row["asks"] and of.suffers(row["at_zero"]) and (amount > 0 or bool(spared))
        if amount:
            self.put(edit, key, getattr(self.play(edit), key) - amount, self.says["damage"])
        if hit and not lethal and spared:
            self.ask(edit, spared, roll=Roll(self.rows[spared].roll, "resistance"))
        elif hit:
            self.ask_action(edit, row["asks"])

    def spend(self, edit: Any, key: str, amount: int, rule: str) -> None:
        """Spends of a tolerance, never below 0."""
        left: int = getattr(self.play(edit), key)
        if amount > left:
            name = self.numbers(edit.now).tolerances[key]["name"]
            message = f"Not enough {name}: this costs {amount}, you have {left}"
            edit.object(rule, message, "Spend less.", code="short")
        if amount:
            self.put(edit, key, left - amount, rule)

    def recover(self, edit: Any, key: str, amount: int, rule: str, *, free: bool = False) -> None:
        """So much comes back, up to the maximum; not while a condition forbids it, unless it is `free` of that."""
        of = self.numbers(edit.now)
        bars = [held.name for held, _, _ in of.standing if f"recover {key}" in held.forbids]
        if bars and not free:
            message = f"{of.tolerances[key]['name']} does not recover while {bars[0]}"
            edit.object(self.says["barred"], message, f"End {bars[0]} first.", code="barred")
            return
        self.put(edit, key, getattr(self.play(edit), key) + amount, rule)

    def settle(self, edit: Any) -> None:
        """What follows whatever happened: afflictions give the conditions of their Ranks, tolerances sink with their
        maxima; who is lost is asked nothing more."""
        if edit.now.play is None:
            return
        for ill in self.play(edit).afflictions:
            if not ill.onset and ill.felt != ill.rank:
                self._rank_conditions(edit, ill)
        of = self.numbers(edit.now)
        for key in of.tolerances:
            if getattr(self.play(edit), key) > self.most(of, key):
                self.put(edit, key, self.most(of, key), self.says["sinks"])
        asks, over = self.play(edit).asks, self.numbers(edit.now).lost()
        kept = () if over else tuple(one for one in asks if not self._moot(edit.now, one))
        if len(kept) != len(asks):
            edit.put(of.conditions[over].rule if over else self.says["edges"], asks=kept)

    def _moot(self, document: Any, one: Ask) -> bool:
        """Whether a roll is about an affliction that is cured, harm that is gone, or a state that is over."""
        of = self.numbers(document)
        if one.what not in self.rows or one.what == self.resist:
            return False
        if one.what == self.confront:
            return self.ill_of(document, one.kind) is None
        if one.what in of.conditions:
            return not of.suffers(one.what)
        field = next((kind for kind in self.kinds if one.kind in type(of).harms(kind)), "")
        return bool(field) and all(held.key != one.kind for held in getattr(of.play, field))

    def _rank_conditions(self, edit: Any, ill: Ill) -> None:
        of, source, rule = self.numbers(edit.now), f"affliction:{ill.key}", self.says["at-rank"]
        row = of.afflictions.get(ill.key)
        wanted = [one.condition for one in row.at_rank if one.least <= ill.rank <= one.most] if row else []
        self.change(edit, ill.key, felt=ill.rank)
        self.end(edit, rule, lambda one: one.source == source and one.key not in wanted)
        for key in wanted:
            if key in of.conditions:
                self.gain(edit, key, rule, source=source)

    # ---- rolls that are asked for

    def ask(self, edit: Any, what: str, kind: str = "", roll: Roll | None = None) -> None:
        """Asks for a roll; its target number is that of now."""
        target = self.numbers(edit.now).target(roll).total if roll is not None else None
        made = Ask(what=what, kind=kind, dice=1, target=target, rule=self.rows[what].rule)
        edit.ask(made)
        edit.say(f"to roll: {self.words(edit.now, made)}", made.rule)

    def words(self, document: Any, one: Ask) -> str:
        """An asked roll in words: `Endure: Resilience`, `Therapy: Withdrawn`."""
        of, row = self.numbers(document), self.rows.get(one.what)
        found: dict[str, Any] = dict(of.afflictions)
        for kind in self.kinds:
            found |= type(of).harms(kind)
        about = found[one.kind].name if one.kind in found else of.label_of(row.roll) if row and row.roll else ""
        name = row.name if row else PLAIN.get(one.what, one.what.capitalize())
        return f"{name}: {about}" if about else name

    def ask_action(self, edit: Any, key: str) -> None:
        """An action that the rules want at once; with every harm of its kind held all is over without a roll."""
        of, row = self.numbers(edit.now), self.rows[key]
        if row.penalty is not None and len(of.harmed(row.penalty.of)) >= len(type(of).harms(row.penalty.of)):
            self.gain(edit, row.ends, row.rule)
            return
        self.ask(edit, key, roll=Roll(row.roll, "resistance", action=key))

    def ask_state(self, edit: Any, key: str) -> None:
        """The test of a state at a round's end, unless it began in this round."""
        play = self.play(edit)
        if any(one.key == key and one.since < play.rounds for one in play.conditions):
            self.ask(edit, key, roll=Roll(self.rows[key].roll, "resistance"))

    def ask_each(self, edit: Any, kind: str, what: str) -> None:
        """A test for each harm of a kind, all against the state of now."""
        for one in getattr(self.play(edit), kind):
            if one.left and not edit.skips(one.key):
                self.ask(edit, what, one.key, Roll(self.rows[what].roll, "resistance"))
        edit.all_of_it()

    def in_rounds(self, document: Any) -> str:
        """What keeps rounds going outside of a fight too; nothing where nothing does."""
        of = self.numbers(document)
        found = [row.name for row, _, _ in of.standing if row.key in self.rows]
        ills = [(of.afflictions[one.key], one) for one in of.play.afflictions if one.key in of.afflictions]
        found += [row.name for row, one in ills if (row.onset if one.onset else row.frequency).unit == "round"]
        return "" if of.lost() else next(iter(found), "")

    # ---- lasting harm

    def lessen(self, edit: Any, kind: str) -> None:
        """One less for each harm of a kind."""
        for one in getattr(self.play(edit), kind):
            if one.left and not edit.skips(one.key):
                self.heal(edit, kind, one.key, 1, self.kinds[kind]["left"])
        edit.all_of_it()

    def heal(self, edit: Any, kind: str, key: str, amount: int, rule: str) -> None:
        """So much less of a harm's counter; at 0 it is gone."""
        left: list[Lasting] = []
        rows = type(self.numbers(edit.now)).harms(kind)
        for one in getattr(self.play(edit), kind):
            now = max(0, one.left - amount) if one.key == key else one.left
            name = rows[one.key].name if one.key in rows else one.key
            if one.key == key and not now:
                edit.say(f"{name} is gone", rule, way="comes")
                continue
            if now != one.left:
                edit.say_moved(f"{name}, {self.kinds[kind]['words']}", one.left, now, rule)
            left.append(one.model_copy(update={"left": now}))
        edit.put(rule, **{kind: tuple(left)})

    def harm(self, edit: Any, one: str, rule: str) -> None:
        """A random harm is asked for; who holds all of them gets no further one."""
        of, field = self.numbers(edit.now), self.fields[one]
        if len(of.harmed(field)) >= len(type(of).harms(field)):
            edit.say(f"no further {one}: all of them are held", rule)
            return
        edit.ask(Ask(what=one, dice=3, rule=self.kinds[field]["gained"]))
        edit.say(f"to roll: which {one}, and how long", rule)

    def harmed(self, edit: Any, kind: str, key: str, left: int) -> None:
        """A harm comes, with its counter."""
        told, name = self.kinds[kind], type(self.numbers(edit.now)).harms(kind)[key].name
        edit.put(told["gained"], **{kind: (*getattr(self.play(edit), kind), Lasting(key=key, left=left))})
        edit.say(f"{told['one']}: {name}, {told['words']} {left}", told["gained"], way="goes")

    # ---- afflictions

    def change(self, edit: Any, key: str, rule: str = "", **fields: int | str) -> None:
        """Sets fields of an affliction; one of no Rank is gone."""
        made = [one.model_copy(update=fields) if one.key == key else one for one in self.play(edit).afflictions]
        edit.put(rule or self.says["onset"], afflictions=tuple(one for one in made if one.rank > 0))

    def rank(self, edit: Any, key: str, to: int, rule: str) -> None:
        """An affliction reaches a Rank, not above its highest; at 0 it is cured."""
        row, ill = self.numbers(edit.now).afflictions.get(key), self.ill_of(edit.now, key)
        if ill is None or row is None:
            return
        now = max(0, min(to, row.max_rank))
        if not now:
            edit.say(f"{row.name} is cured", rule, way="comes")
            self.end(edit, rule, lambda one: one.source == f"affliction:{key}")
        elif now != ill.rank:
            edit.say_moved(f"{row.name}, Rank", ill.rank, now, rule)
        self.change(edit, key, rule, rank=now)

    def name_of(self, document: Any, key: str) -> str:
        """What an affliction is called; its key where nobody knows it."""
        row = self.numbers(document).afflictions.get(key)
        return row.name if row is not None else key

    def ill_of(self, document: Any, key: str) -> Ill | None:
        """An affliction that one has."""
        ills: Sequence[Ill] = self.numbers(document).play.afflictions
        return next((one for one in ills if one.key == key), None)

    def onsets(self, edit: Any, unit: str) -> None:
        """A unit less until afflictions are felt; those whose time it is take hold."""
        for one in self.play(edit).afflictions:
            row = self.numbers(edit.now).afflictions.get(one.key)
            if row is not None and one.onset and row.onset.unit == unit and not edit.skips(one.key):
                self.change(edit, one.key, onset=one.onset - 1)
                if one.onset == 1:
                    self.take_hold(edit, one.key, unit)
        edit.all_of_it()

    def take_hold(self, edit: Any, key: str, on: str = "") -> None:
        """An affliction is felt: its Rank, its toxic damage; it is confronted a full frequency later, for which the
        edge `on` which it takes hold does not count, nor the own turn in which it does."""
        one, row = self.ill_of(edit.now, key), self.numbers(edit.now).afflictions.get(key)
        if one is not None and row is not None:
            edit.say(f"{row.name} takes hold: Rank {one.rank}", self.says["resist"], way="goes")
            unit = row.frequency.unit
            now = on == unit or (unit == "round" and not on and self.play(edit).acting)
            self.change(edit, key, onset=0, due=row.frequency.count + int(now))
            self.toxic(edit, key, one.toxic)

    def toxic(self, edit: Any, key: str, times: int) -> None:
        """An affliction's toxic damage: one point, or dice that are asked for: the lower of two, or one."""
        row = self.numbers(edit.now).afflictions.get(key)
        if row is None or row.toxic is None or not times:
            return
        each = {"minor": 0, "major": 2}.get(row.toxic.level, 1)
        for tolerance in row.toxic.tolerances:
            if not each and tolerance in self.numbers(edit.now).tolerances:
                self.damage(edit, tolerance, times)
            for _ in range(times if each else 0):
                edit.ask(Ask(what="toxic", kind=key, dice=each, level=tolerance, rule=self.says["toxic"]))
        if each:
            edit.say(f"{row.name}: {plural(each, 'die')} of toxic damage to roll", self.says["toxic"])

    def confront_due(self, edit: Any, unit: str) -> None:
        """Each affliction whose time it is, is confronted."""
        for one in self.play(edit).afflictions:
            row = self.numbers(edit.now).afflictions.get(one.key)
            if row is None or one.onset or row.frequency.unit != unit or edit.skips(one.key):
                continue
            due = one.due - 1
            self.change(edit, one.key, due=due if due > 0 else row.frequency.count)
            if due <= 0:
                self.confronted(edit, one.key)
        edit.all_of_it()

    def confronted(self, edit: Any, key: str) -> None:
        """Its roll is asked for, against the state of now where its resistance is known."""
        one, row = self.ill_of(edit.now, key), self.numbers(edit.now).afflictions.get(key)
        resistance = (row.resistance if row else "") or (one.resistance if one else "")
        self.ask(edit, self.confront, key, Roll(resistance, "resistance", action=self.confront) if resistance else None)

    def end_wards(self, edit: Any) -> None:
        """Immunity, and the penalty on resisting again, end."""
        if self.play(edit).wards:
            edit.put(self.says["resist"], wards=())
            edit.say("immunity and the penalty after resisting are over", self.says["resist"])
