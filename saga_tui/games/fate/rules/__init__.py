"""What follows from the tables: pure functions of a hero, of whole numbers and of cards.

figures   every number of a hero
law       plays, trumps, difficulty, wounds
checks    what is wrong or left to choose; build: the commands that choose
ruleset   all of it as the engine knows it
"""
