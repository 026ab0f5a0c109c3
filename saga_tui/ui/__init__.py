"""The shared widgets and dialogs of every game's screens. Knows no game; import its modules one by one."""
