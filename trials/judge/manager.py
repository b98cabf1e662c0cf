"""A manager for the dispatcher, written to its description. usage: manager.py GAMES MS REFEREE PLAYER1 PLAYER2

REFEREE and the players are files: they have no arguments."""

import sys


def send(line):
    print(line, flush=True)


def lock():
    send("I lock")
    while sys.stdin.readline().strip() != "lock_ok":
        pass


games, time, referee, *players = sys.argv[1:]
send("I cpu_speed 2800")
for game in range(int(games)):
    send("I number_players 2")
    for number, player in enumerate(players if game % 2 == 0 else players[::-1], 1):
        lock()
        send(f"I player {number} {player} {time} ../playerlogs/{game + 1}-{number}.log")
        send("I unlock")
    send("I start 1")
    send("I start 2")
    send(f"I referee {referee}")
    word, one, two, message = sys.stdin.readline().split()
    assert word == "report", word
    print(f"M: RESULT = {one} - {two} {message}", file=sys.stderr, flush=True)
    send("I kill_referee")
    send("I kill 1")
    send("I kill 2")
send("I stop_caiaio")
