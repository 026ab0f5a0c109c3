"""The narrator's table: foes, the bank of Doom, the pile of all heroes, and what happens in a fight step by step.

state     what its file holds
acts      what is done at it; what happens to those who sit there is an ordinary command of a hero
game      the clock, the panels, and the object that the shell knows
"""
