"""What the keys of the session do: short dialogues that end in a command."""
