"""A small game as other people would write one, and the proof that it gets everything."""
