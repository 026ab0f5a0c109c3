"""The panels of the session view, a file each. Each shows a character with `show`."""
