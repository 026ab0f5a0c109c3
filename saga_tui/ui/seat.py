"""A seat: a window in somebody else's hands, bound to one document. What leaves that document is marked where it is
written (`leaves`), is offered nowhere at a seat, and refuses however it is called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial, wraps
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, ClassVar, Final, TypeVar

from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import AwaitMount

from saga_tui.ui.terminal import DraggedApp

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")

REFUSED: Final = "That stays with whoever runs this table."
"""What a seat says of all that leaves its document."""
_PLACE: Final = re.compile(r"(?<![\w.~])(?:~|[A-Za-z]:)?[/\\](?:[^\s/\\:;,'\"“”]+[/\\])+")
"""The folders of a path, as far as a text shows where they end."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What a window is bound to: the file of one document, for writing unless it only looks; `others` of the table can
    be looked at."""

    document: Path
    looks_only: bool = False
    others: tuple[Path, ...] = ()

    def knows(self, path: Path) -> bool:
        """Whether that file may be opened here at all."""
        real = path.resolve()
        return any(one.resolve() == real for one in (self.document, *self.others))

    def writes(self, path: Path) -> bool:
        """Whether that file may be written here."""
        return not self.looks_only and self.document.resolve() == path.resolve()

    def hidden(self, text: str) -> str:
        """The text without the folders of this machine: of a path, only the last name stays."""
        for folder in sorted({str(one) for path in (self.document, *self.others) for one in _above(path)}, key=len)[
            ::-1
        ]:
            text = text.replace(f"{folder}/", "").replace(folder, "this table")
        return _PLACE.sub("", text)


def _above(path: Path) -> Iterator[Path]:
    """The folder of a file as it was named and as it is, and where characters of a table lie."""
    for one in (path, path.resolve()):
        yield from [folder for folder in one.parents[:2] if len(folder.parts) > 1]


def seat_of(node: Any) -> Seat | None:
    """The seat that the window of a node or an app is bound to, if it is."""
    found = getattr(node.app, "seat", None)
    return found if isinstance(found, Seat) else None


def leaves(act: F) -> F:
    """Mark what leaves the document that is open: other files, programs, the program's own end. Its first argument is
    a node or an app; at a seat it refuses, whoever calls it."""

    def refused(given: tuple[Any, ...]) -> bool:
        if seat_of(given[0]) is None:
            return False
        given[0].app.notify(REFUSED, title="Not at this seat")
        return True

    if iscoroutinefunction(act):

        @wraps(act)
        async def later(*given: Any, **named: Any) -> Any:
            return None if refused(given) else await act(*given, **named)

        wrapped: Any = later
    else:

        @wraps(act)
        def now(*given: Any, **named: Any) -> Any:
            return None if refused(given) else act(*given, **named)

        wrapped = now
    wrapped.leaves_the_seat = True
    return wrapped  # type: ignore[no-any-return]


def is_leaving(act: object) -> bool:
    """Whether something was marked so."""
    return bool(getattr(act, "leaves_the_seat", False))


class SeatedApp(DraggedApp):
    """An app that may be bound to a seat."""

    seat: Seat | None = None
    SHUT: ClassVar[frozenset[str]] = frozenset(
        {"screenshot", "suspend_process", "change_theme", "push_screen", "switch_screen", "switch_mode"}
    )
    """The framework's own actions that leave the document."""

    def leaves_by(self, action: str, node: DOMNode) -> bool:
        """Whether an action of a node leaves the document."""
        target, name, given = self._parse_action(action, node)
        return self._is_shut(target, name, given)

    def _is_shut(self, target: DOMNode, name: str, given: tuple[Any, ...]) -> bool:
        if target is self and name in self.SHUT:
            return True
        deed = getattr(getattr(target, "actions", {}).get(given[0]), "do", None) if name == "act" and given else None
        ways = (getattr(target, f"{front}{name}", None) for front in ("_action_", "action_"))
        return is_leaving(deed) or any(is_leaving(way) for way in ways)

    def allowed(self, commands: Iterable[T]) -> list[T]:
        """Those commands of the palette that do not leave the seat; all where there is none."""
        return [one for one in commands if self.seat is None or not self._runs_out(getattr(one, "run", None))]

    def _runs_out(self, run: Any) -> bool:
        if isinstance(run, partial):
            if run.func == self.run_action:
                return self.leaves_by(str(run.args[0]), run.args[1])
            return self._runs_out(run.func)
        return is_leaving(run)

    def _check_action_state(self, action: str, default_namespace: DOMNode) -> bool | None:
        """What leaves the seat is in no key bar, no help and no palette."""
        if self.seat is not None and self.leaves_by(action, default_namespace):
            return False
        return super()._check_action_state(action, default_namespace)

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        """The framework's own actions have no mark: they are refused here."""
        if self.seat is not None and namespace is self and action_name in self.SHUT:
            self.notify(REFUSED, title="Not at this seat")
            return True
        return await super()._dispatch_action(namespace, action_name, params)

    def push_screen(self, screen: Any, *args: Any, **kwargs: Any) -> Any:
        """A screen that no seat may see is not opened."""
        if self.seat is not None and getattr(screen, "at_no_seat", False):
            self.notify(REFUSED, title="Not at this seat")
            return AwaitMount(self.screen, [])
        return super().push_screen(screen, *args, **kwargs)

    def switch_screen(self, screen: Any) -> Any:
        """Nor put in the place of another one."""
        if self.seat is not None and (isinstance(screen, str) or getattr(screen, "at_no_seat", False)):
            raise PermissionError(REFUSED)
        return super().switch_screen(screen)

    def hidden(self, text: str) -> str:
        """A text as this window may show it: at a seat without the machine's folders."""
        return text if self.seat is None else self.seat.hidden(text)

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """No seat opens anything else."""
        if self.seat is None:
            super().open_url(url, new_tab=new_tab)

    def deliver_text(self, *given: Any, **named: Any) -> str | None:
        """Nor does it hand out files."""
        return super().deliver_text(*given, **named) if self.seat is None else None

    def deliver_binary(self, *given: Any, **named: Any) -> str | None:
        """Nor does it hand out files."""
        return super().deliver_binary(*given, **named) if self.seat is None else None


def offered(node: DOMNode, actions: Iterable[T]) -> list[T]:
    """Those actions of a play screen that do not leave the seat; all where there is none."""
    return [one for one in actions if seat_of(node) is None or not is_leaving(getattr(one, "do", None))]


def barred_screens(kind: type[Screen[Any]] = Screen) -> Iterator[type[Screen[Any]]]:
    """The kinds of screens that no seat may see, of those that are loaded."""
    for one in kind.__subclasses__():
        if getattr(one, "at_no_seat", False):
            yield one
        yield from barred_screens(one)
