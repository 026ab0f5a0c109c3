"""Lanterns, a small game: you keep the lights of an old house burning, night after night."""
