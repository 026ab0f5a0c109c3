"""Age of Heroes, a board game for one to six: heroes and their jarls on a map of the North, for twenty turns.

book      the map, the counters and the tables, as data
state     all that a game knows at one moment
commands  what a player may decide, and the run of one decision
board     what follows from the board: neighbours, reach, counters, kingdoms, totals
fight     a fight, from the attack named to what becomes of the dead
play      perform, legal, asked: the machine that runs until somebody must decide
"""
