"""A player of the judge protocol that plays random legal turns. usage: player.py [SEED] [WAY]

With WAY it fails in its third turn: crash, hang, illegal, garbage, flood, long, exit, or from the start: family."""

import os
import random
import subprocess
import sys
import time

from rules import Board, turns

chance = random.Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
way = sys.argv[2] if len(sys.argv) > 2 else ""
board, own, turn = Board(), None, 0

if way == "family":
    subprocess.Popen(["sleep", "86421"])
    way = "hang"


def fail():
    if way == "crash":
        print("out of luck", file=sys.stderr, flush=True)
        os.abort()
    if way == "exit":
        sys.exit(0)
    if way == "hang":
        time.sleep(86422)
    if way == "illegal":
        print("5 4\n" * 5, end="", flush=True)
        time.sleep(86422)
    if way == "garbage":
        print("I would rather not", flush=True)
        time.sleep(86422)
    if way == "flood":
        block = "\n" * 65536
        while True:
            sys.stdout.write(block)
            sys.stderr.write("x" * 65536)
    if way == "long":
        while True:
            sys.stdout.write("9" * 65536)


def finish(winner):
    points = board.points_won(winner)
    print("finish", *((points, 0) if winner == own else (0, points)), flush=True)
    sys.exit(0)


for line in sys.stdin:
    numbers = [int(word) for word in line.split()]
    pairs = list(zip(numbers[::2], numbers[1::2]))
    if own is None:
        own = 0 if len(pairs) == 1 else 1
    if len(pairs) > 1:
        roll, *moves = pairs
        over = moves[-1][1] == 25
        theirs = moves if over else moves[:-1]
        known = {tuple(sorted(moves)): after for moves, after in turns(board, 1 - own, roll)}
        if tuple(sorted(theirs)) not in known:
            print(f"wrong turn {theirs} with {roll}", file=sys.stderr, flush=True)
            sys.exit(1)
        board = known[tuple(sorted(theirs))]
        if board.won(1 - own):
            finish(1 - own)
    turn += 1
    if turn >= 3 and way:
        fail()
    moves, board = chance.choice(turns(board, own, pairs[-1]))
    moves = list(moves)
    # The order is free.
    chance.shuffle(moves)
    sys.stdout.write("".join(f"{start} {end}\n" for start, end in moves))
    sys.stdout.flush()
    if board.won(own):
        finish(own)
