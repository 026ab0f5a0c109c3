"""The GM's table of Saga on the screen: what stands on it, and what is done at it."""
