"""The builder of every game: steps as data, what stands around them, what is still to do, the way into play."""
