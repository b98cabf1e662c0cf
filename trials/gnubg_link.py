"""GNU Backgammon as a server (`external localhost:PORT`): the connection, boards and turns in the numbering of the judge protocol."""

import pathlib
import re
import socket
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "judge"))
from rules import BAR, HOME, turns


def connect(port):
    for _ in range(100):
        try:
            line = socket.create_connection(("localhost", port))
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return line
        except OSError:
            time.sleep(0.1)
    raise SystemExit("GNU Backgammon does not listen")


def number(side, point):
    """A point in the numbering of a side: 24 to 1 on the way home, 25 on the bar, 0 at home."""
    if point in (BAR, HOME):
        return 25 if point == BAR else 0
    return 24 - point if side == 0 else point + 1


def fibs(board, side, roll=(0, 0), match=(0, 0, 0), cube=(1, 1, 1)):
    """A FIBS board seen by a side; `match` is the length and both scores, `cube` its value and if each side may double."""
    own = {number(side, point): count for point, count in board.points[side].items()}
    other = {number(1 - side, point): count for point, count in board.points[1 - side].items()}
    places = [-other.get(25, 0)]
    places += [own.get(n, 0) - other.get(25 - n, 0) for n in range(1, 25)]
    places.append(own.get(25, 0))
    rest = [1, *roll, 0, 0, *cube, 0, 1, -1, 0, 25, own.get(0, 0), other.get(0, 0), own.get(25, 0), other.get(25, 0), 0, 0, 0, 0]
    return ":".join(map(str, ["board", "me", "you", *match, *places, *rest]))


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


class Gnubg:
    """A connection to GNU Backgammon."""

    def __init__(self, port):
        self.line = connect(port)
        self.answers = self.line.makefile("r")

    def ask(self, text):
        self.line.sendall((text + "\n").encode())
        return self.answers.readline().strip().strip("\0").strip()

    def chances(self, board_text):
        """Chances of the side whose board it is: to win, to win a gammon, a backgammon, to lose them, and the equity."""
        return [float(word) for word in self.ask(f"evaluation fibsboard {board_text} plies 0 cubeless").split()]

    def choose(self, board, side, roll):
        """The turn it chooses, as moves and the board after it."""
        wanted = end(board, side, self.ask(fibs(board, side, roll)))
        found = [turn for turn in turns(board, side, roll) if turn[1].points[side] == wanted]
        # Of turns that end alike for the mover, the one that hits most: GNU Backgammon leaves hits on the way out.
        return max(found, key=lambda turn: turn[1].count(1 - side, BAR))
