"""GNU Backgammon as a player of the judge protocol. usage: gnubg_player.py PORT

PORT is where a GNU Backgammon waits (`external localhost:PORT`). The dice come from the judge; the opponent is trusted."""

import sys

from gnubg_link import Gnubg
from rules import HOME, Board

gnubg, board, own = Gnubg(int(sys.argv[1])), Board(), None
for text in sys.stdin:
    numbers = [int(word) for word in text.split()]
    pairs = list(zip(numbers[::2], numbers[1::2]))
    if own is None:
        own = 0 if len(pairs) == 1 else 1
    if len(pairs) > 1:
        over = pairs[-1][1] == HOME
        for start, stop in pairs[1:] if over else pairs[1:-1]:
            board.move(1 - own, start, stop)
    if not board.won(1 - own):
        moves, board = gnubg.choose(board, own, pairs[-1])
        sys.stdout.write("".join(f"{start} {stop}\n" for start, stop in moves))
        sys.stdout.flush()
    for winner in (own, 1 - own):
        if board.won(winner):
            points = board.points_won(winner)
            print("finish", *((points, 0) if winner == own else (0, points)), flush=True)
            sys.exit(0)
