"""Backgammon against GNU Backgammon: values of bearoffs, cube decisions, and cubeless games by the judge protocol.

usage: gnubg_strength.py PROGRAM [--short]"""

import json
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import time

PROGRAM, SHORT = sys.argv[1], "--short" in sys.argv
FOLDER = pathlib.Path(__file__).parent
GNUBG = "/usr/games/gnubg"
PORT = 4471
# Largest difference of a chance: both databases are rounded to 1/65535, and GNU Backgammon prints six digits.
PRECISION = 0.0001


def gnubg(commands, home):
    script = pathlib.Path(home) / "commands.txt"
    script.write_text("\n".join(commands) + "\n")
    call = [GNUBG, "-t", "-q", "-r", "-c", script]
    return subprocess.Popen(call, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"HOME": home, "LC_ALL": "C"})


def connect():
    for _ in range(100):
        try:
            return socket.create_connection(("localhost", PORT))
        except OSError:
            time.sleep(0.1)
    raise SystemExit("GNU Backgammon does not listen")


def bearoffs(count):
    """Positions with one to six checkers of each side, all at home, as FIBS boards with nobody's dice."""
    chance = random.Random(5)
    for _ in range(count):
        own, other = ([chance.randint(1, 6) for _ in range(chance.randint(1, 6))] for _ in range(2))
        places = [own.count(n) - other.count(25 - n) for n in range(1, 25)]
        off = (15 - len(own), 15 - len(other))
        yield ":".join(map(str, ["board:me:you:0:0:0:0", *places, 0, 1, 0, 0, 0, 0, 1, 1, 1, 0, 1, -1, 0, 25, *off, 0, 0, 0, 0, 0, 0]))


def compare_bearoffs(folder, count):
    boards = list(bearoffs(count))
    file = folder / "boards.txt"
    file.write_text("\n".join(boards) + "\n")
    lines = subprocess.run([PROGRAM, "backgammon", "evaluate", "--file", file, "--json"], check=True, capture_output=True, text=True).stdout
    ours = [json.loads(line)["chances"]["win"] for line in lines.splitlines()]
    with connect() as line:
        answers = line.makefile("r")
        theirs = []
        for board in boards:
            line.sendall(f"evaluation fibsboard {board} plies 0 cubeless\n".encode())
            theirs.append(float(answers.readline().strip("\0 \n").split()[0]))
    worst = max(abs(a - b) for a, b in zip(ours, theirs))
    print(f"bearoff, {count} positions: largest difference of the chance to win {worst:.6f} (asked: {PRECISION})")
    assert len(ours) == count and worst <= PRECISION, [pair for pair in zip(boards, ours, theirs) if abs(pair[1] - pair[2]) > PRECISION][:3]


def match(engine, games, asked=""):
    opponent = f"exec:judge:{sys.executable} {FOLDER / 'gnubg_player.py'} {PORT}"
    call = [PROGRAM, "match", "backgammon", engine, opponent, "--games", str(games), "--threads", "1", "--set", "opening=white", "--seed", "11", "--json"]
    result = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()[-1])
    points = result["points"]
    won, lost = points if isinstance(points, list) else (points["a"], points["b"])
    mean = (won - lost) / games
    # Points of a game vary by about 1.38.
    print(f"{engine:28} {games} games, {mean:+.3f} points per game +- {1.38 / games ** 0.5:.3f} {asked}", flush=True)
    return mean


with tempfile.TemporaryDirectory() as home:
    folder = pathlib.Path(home)
    plies = [f"set evaluation {kind} evaluation plies 0" for kind in ("chequerplay", "cubedecision")]
    server = gnubg(["set threads 1", *plies, "set evaluation chequerplay evaluation cubeful off", *[f"external localhost:{PORT}"] * 100], home)
    try:
        connect().close()
        compare_bearoffs(folder, 50 if SHORT else 1000)
        print("against GNU Backgammon at 0 plies, single games without the cube:")
        if SHORT:
            assert match("strong:level=5", 6) > -3
        else:
            match("random", 200, "(others saw -2.7)")
            match("narrad:depth=1", 1000)
            match("narrad:depth=2", 1000)
            match("strong:level=5", 1000, "(asked: -0.10)")
            match("strong:level=7", 1000, "(asked: 0.00)")
    finally:
        server.kill()
        server.wait()
