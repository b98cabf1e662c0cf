"""GNU Backgammon as a player of the judge protocol. usage: gnubg_player.py PORT

PORT is where a GNU Backgammon waits (`external localhost:PORT`). The dice come from the judge; the opponent is trusted."""

import pathlib
import re
import socket
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent / "judge"))
from rules import BAR, HOME, Board, turns

with socket.create_connection(("localhost", int(sys.argv[1]))) as line:
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    answers = line.makefile("r")

    def number(side, point):
        """A point in the numbering of a side: 24 to 1 on the way home, 25 on the bar, 0 at home."""
        if point in (BAR, HOME):
            return 25 if point == BAR else 0
        return 24 - point if side == 0 else point + 1

    def fibs(board, side, roll):
        own = {number(side, point): count for point, count in board.points[side].items()}
        other = {number(1 - side, point): count for point, count in board.points[1 - side].items()}
        places = [-other.get(25, 0)]
        places += [own.get(n, 0) - other.get(25 - n, 0) for n in range(1, 25)]
        places.append(own.get(25, 0))
        rest = [1, *roll, 0, 0, 1, 1, 1, 0, 1, -1, 0, 25, own.get(0, 0), other.get(0, 0), own.get(25, 0), other.get(25, 0), 0, 0, 0, 0]
        return ":".join(map(str, ["board", "me", "you", 0, 0, 0, *places, *rest]))

    def end(board, side, answer):
        """The own checkers after an answer such as 13/11 8/5*(2): each part takes a checker from its first point to its last."""
        own = dict(board.points[side])
        back = {number(side, point): point for point in [*range(24), BAR, HOME]}
        for part in answer.lower().split():
            times = re.search(r"\((\d)\)", part)
            stops = re.sub(r"\(\d\)|\*", "", part).replace("bar", "25").replace("off", "0").split("/")
            for _ in range(int(times.group(1)) if times else 1):
                start, stop = back[int(stops[0])], back[int(stops[-1])]
                own[start] -= 1
                own[stop] = own.get(stop, 0) + 1
        return {point: count for point, count in own.items() if count}

    def choose(board, side, roll):
        line.sendall((fibs(board, side, roll) + "\n").encode())
        answer = answers.readline().strip().strip("\0").strip()
        legal = turns(board, side, roll)
        wanted = end(board, side, answer)
        found = [turn for turn in legal if turn[1].points[side] == wanted]
        # Of turns that end alike for the mover, the one that hits most: GNU Backgammon leaves hits on the way out.
        return max(found, key=lambda turn: turn[1].count(1 - side, BAR))

    board, own = Board(), None
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
            moves, board = choose(board, own, pairs[-1])
            sys.stdout.write("".join(f"{start} {stop}\n" for start, stop in moves))
            sys.stdout.flush()
        for winner in (own, 1 - own):
            if board.won(winner):
                points = board.points_won(winner)
                print("finish", *((points, 0) if winner == own else (0, points)), flush=True)
                sys.exit(0)
