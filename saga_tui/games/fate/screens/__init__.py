"""The screens of Fate Deck heroes as data: panels, actions, dialogues, the builder."""
