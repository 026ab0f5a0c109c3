"""The builder: the seven steps of creation, a file a step, and what stands around them."""
