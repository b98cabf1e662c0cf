"""A referee for the dispatcher, written to its description and with rules of its own."""

import random
import sys

from rules import Board, turns


def send(line):
    print(line, flush=True)


def report(one, two, message):
    send(f"M report {one} {two} {message}")
    sys.exit(0)


def listen(number):
    send(f"I listen {number}")
    return sys.stdin.readline().strip()


def lost(number, why):
    points = 1 if board.count(number - 1, 25) else 2
    report(*((0, points) if number == 1 else (points, 0)), f"player_{number}_{why}")


chance, board = random.Random(7), Board()
number, last = 1, None
while True:
    roll = chance.randint(1, 6), chance.randint(1, 6)
    words = list(roll) if last is None else [*last[0], *(point for move in last[1] for point in move), *roll]
    send(f"{number} " + " ".join(map(str, words)))
    legal = {tuple(sorted(moves)): after for moves, after in turns(board, number - 1, roll)}
    moves = []
    while tuple(sorted(moves)) not in legal:
        answer = listen(number)
        if answer in ("crashed", "stopped", "timeout"):
            lost(number, answer)
        try:
            start, end = map(int, answer.split())
        except ValueError:
            lost(number, "garbage")
        moves.append((start, end))
        if len(moves) > max(map(len, legal)):
            lost(number, "illegal")
    board = legal[tuple(sorted(moves))]
    last = roll, moves
    send(f"I request_time {number}")
    word, used, scaled = sys.stdin.readline().split()
    assert word == "time" and int(used) >= 0 and int(scaled) >= 0
    if board.won(number - 1):
        break
    number = 3 - number
points = board.points_won(number - 1)
finished = [listen(number)]
send(f"{3 - number} " + " ".join(map(str, [*last[0], *(point for move in last[1] for point in move)])))
finished.append(listen(3 - number))
expected = [f"finish {points} 0", f"finish 0 {points}"]
scores = (points, 0) if number == 1 else (0, points)
report(*scores, "finished" if finished == expected else "wrong_finish:" + ",".join(finished).replace(" ", "_"))
