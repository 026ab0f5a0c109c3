"""What follows from SagaS's tables: pure functions of a character, of whole numbers and small frozen rows.

figures   every number of a character
law       body and mind, healing, surroundings, ranges
checks    what is wrong or left to choose; build: the commands that choose; surprise: chance chooses
ruleset   all of it as the engine knows it
"""
