"""Lets `python -m saga_tui` do what `saga-tui` does."""

from saga_tui.cli import main

if __name__ == "__main__":
    main()
