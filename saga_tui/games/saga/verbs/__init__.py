"""Saga's own way with commands of the command line that have nothing to do with a character."""
