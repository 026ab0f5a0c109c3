"""What follows from World Saga's tables: pure functions of a character, of whole numbers and small frozen rows.

figures   every number of a character, what changes a roll
odds      what may come of a roll, of days and of an affliction
checks    what is wrong or left to enter; build: the commands that enter
ruleset   all of it as the engine knows it
"""
