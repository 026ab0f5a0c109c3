"""Fate Deck heroes: costumed heroes who act with a hand of cards.

book/     the deck, the tables and all words, as data
hero      what a document holds
rules/    numbers, what is wrong or left to choose, the commands of creation; pure
play/     what happens: cards, actions, wounds, the clock; pure
screens/  panels, actions, the builder
"""
