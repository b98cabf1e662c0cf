"""Match files and boards exchanged with GNU Backgammon.

usage: gnubg_files.py PROGRAM GNUBG [--short]

1. Matches of ours as match files: GNU Backgammon opens them, and what it writes is the same match for us.
2. Matches of GNU Backgammon: we open them, every move is legal, the record is verified, and GNU Backgammon opens what we
   write and writes the same match.
3. Boards of FIBS: GNU Backgammon reads ours and answers with a legal play.
"""

import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "judge"))
from rules import BAR, Board, turns  # noqa: E402

program, gnubg = (str(Path(path).resolve()) for path in sys.argv[1:3])
short = "--short" in sys.argv
ours, theirs, boards = (3, 2, 10) if short else (40, 20, 500)
folder = Path(tempfile.mkdtemp(prefix="gnubg-files-"))


def takhteh(*arguments, stdin=""):
    result = subprocess.run([program, *arguments], input=stdin, capture_output=True, text=True, cwd=folder)
    if result.returncode != 0:
        sys.exit(f"{arguments}: {result.stderr}")
    return result.stdout


def run_gnubg(*commands):
    (folder / "commands.txt").write_text("\n".join(commands) + "\n")
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin:/usr/games"}
    subprocess.run([gnubg, "-t", "-q", "-r", "-c", "commands.txt"], stdin=subprocess.DEVNULL, capture_output=True,
                   cwd=folder, env=environment, timeout=600, check=True)


def through_gnubg(name):
    """What GNU Backgammon writes for a match file that it has opened."""
    run_gnubg(f"import mat {name}", "export match mat through.mat")
    return (folder / "through.mat").read_text()


def convert(name, to="mat"):
    return json.loads(takhteh("backgammon", "convert", name, "--to", to, "--json"))


FACTS = ("length", "names", "games", "moves", "rolls", "finished", "position")
games = plays = 0
for number in range(ours):
    length, seat = (0, 1, 3, 5, 7)[number % 5], ("random", "strong:level=1")[number % 2]
    name = f"ours-{number}"
    takhteh("play", "backgammon", "--set", f"length={length}", "--seat", f"1={seat}", "--seat", "2=strong:level=1",
            "--name", "1=Ann", "--name", "2=Bob B", "--seed", str(number), "--record", f"{name}.record")
    first = convert(f"{name}.record")
    (folder / f"{name}.mat").write_text(first["text"])
    (folder / "back.mat").write_text(through_gnubg(f"{name}.mat"))
    back = convert("back.mat")
    if [first[key] for key in FACTS] != [back[key] for key in FACTS]:
        sys.exit(f"match {number} differs:\n{first['text']}\n{back['text']}")
    games, plays = games + first["games"], plays + first["moves"]
print(f"ours: {ours} matches, {games} games, {plays} moves: GNU Backgammon has the same")

games = plays = 0
for number in range(theirs):
    name = f"theirs-{number}"
    setup = ["set rng mersenne", f"set seed {number + 1}", "set automatic game off", "set display off",
             f"new match {(3, 5, 7)[number % 3]}", "set player 0 gnubg", "set player 1 gnubg"]
    setup += [f"set player {player} {what} evaluation plies 0" for player in "01" for what in ("chequerplay", "cubedecision")]
    run_gnubg(*setup, "end game", *["new game", "end game"] * 12, f"export match mat {name}.mat")
    record = convert(f"{name}.mat", "record")
    (folder / f"{name}.record").write_text(record["text"])
    verdict = json.loads(takhteh("record", "verify", f"{name}.record", "--json"))
    if not verdict["verified"]:
        sys.exit(f"{name} is not verified")
    written = convert(f"{name}.record")["text"]
    (folder / "ours.mat").write_text(written)
    (folder / "again.mat").write_text(through_gnubg("ours.mat"))
    # Equal plays may be written in different ways, so that the matches are compared as we write them.
    again = convert("again.mat")["text"]
    if written != again:
        sys.exit(f"{name} differs:\n{written}\n{again}")
    games, plays = games + record["games"], plays + record["moves"]
print(f"theirs: {theirs} matches, {games} games, {plays} moves: read, verified, and the same after writing")


def xgid(board, roll):
    points = ["-"] * 26
    for side in (0, 1):
        for point, count in board.points[side].items():
            if point <= BAR:
                index = (25, 0)[side] if point == BAR else 24 - point
                points[index] = chr(ord("Aa"[side]) + count - 1)
    return f"XGID={''.join(points)}:0:0:1:{max(roll)}{min(roll)}:0:0:0:0:10"


def external(port):
    """A running GNU Backgammon that answers boards on a port."""
    commands = ["set threads 1", "set evaluation chequerplay evaluation plies 0",
                "set evaluation chequerplay evaluation cubeful off", f"external localhost:{port}"]
    (folder / "external.txt").write_text("\n".join(commands) + "\n")
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin:/usr/games"}
    process = subprocess.Popen([gnubg, "-t", "-q", "-r", "-c", "external.txt"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, env=environment)
    for _ in range(600):
        try:
            return process, socket.create_connection(("localhost", port))
        except OSError:
            time.sleep(0.1)
    sys.exit("GNU Backgammon does not listen")


with socket.socket() as free:
    free.bind(("localhost", 0))
    port = free.getsockname()[1]
process, connection = external(port)
stream = connection.makefile("rw", newline="\n")
chance, asked = random.Random(3), 0
try:
    while asked < boards:
        board, side = Board(), 0
        while asked < boards and not (board.won(0) or board.won(1)):
            roll = chance.randint(1, 6), chance.randint(1, 6)
            options = turns(board, side, roll)
            if side == 0 and options[0][0] and chance.random() < 0.3:
                position = xgid(board, roll)
                line = json.loads(takhteh("backgammon", "position", position, "--json"))["fibs"]
                stream.write(line + "\n")
                stream.flush()
                play = stream.readline().strip("\0\n ")
                shown = takhteh("play", "backgammon", "--position", position, "--seat", "2=human", "--json",
                                stdin=f"{play}\nquit\n")
                if '"event":"moved"' not in shown:
                    sys.exit(f"{position}: GNU Backgammon plays {play!r}:\n{shown}")
                asked += 1
            board = chance.choice(options)[1]
            side = 1 - side
finally:
    connection.close()
    process.kill()
    process.wait()
print(f"boards: {asked} answered by a legal play")
