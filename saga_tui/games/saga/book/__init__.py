"""The book of Saga as data: skills, perks, traits, rules, numbers and ideas, all that its modules have.

Nothing is read at import. Each function reads its own TOML file when it is first asked, so that a command
that needs only skills and numbers never parses the rule texts or the lists of ideas.
"""

from saga_tui.engine.book import RuleText as RuleText
from saga_tui.games.saga.book.loader import *  # noqa: F403
from saga_tui.games.saga.book.models import *  # noqa: F403
from saga_tui.games.saga.book.numbers import *  # noqa: F403
from saga_tui.games.saga.book.setting import *  # noqa: F403
