"""Backgammon against GNU Backgammon: values of bearoffs, cube decisions, and cubeless games by the judge protocol.

usage: gnubg_strength.py PROGRAM [--short]"""

import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

from gnubg_link import Gnubg, fibs
from rules import Board

PROGRAM, SHORT = sys.argv[1], "--short" in sys.argv
FOLDER = pathlib.Path(__file__).parent
GNUBG = "/usr/games/gnubg"
PORT = 4471
# Largest difference of a chance: both databases are rounded to 1/65535, and GNU Backgammon prints six digits.
PRECISION = 0.0001


def start_gnubg(commands, home, **output):
    script = pathlib.Path(home) / f"commands{len(commands)}.txt"
    script.write_text("\n".join(commands) + "\n")
    call = [GNUBG, "-t", "-q", "-r", "-c", script]
    output = output or {"stdout": subprocess.DEVNULL}
    return subprocess.Popen(call, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={"HOME": home, "LC_ALL": "C"}, **output)


def judged(folder, boards, *options):
    """Our judgement of each FIBS board."""
    file = folder / "boards.txt"
    file.write_text("\n".join(boards) + "\n")
    call = [PROGRAM, "backgammon", "evaluate", "--file", file, "--json", *options]
    return [json.loads(line) for line in subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()]


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
    ours = [found["chances"]["win"] for found in judged(folder, boards)]
    gnubg = Gnubg(PORT)
    theirs = [gnubg.chances(board)[0] for board in boards]
    worst = max(abs(a - b) for a, b in zip(ours, theirs))
    print(f"bearoff, {count} positions: largest difference of the chance to win {worst:.6f} (asked: {PRECISION})")
    assert len(ours) == count and worst <= PRECISION, [pair for pair in zip(boards, ours, theirs) if abs(pair[1] - pair[2]) > PRECISION][:3]


def cube_positions(count):
    """Positions before a roll from games of GNU Backgammon against itself, one of each game, in which a double is worth a
    thought: the side on roll wins 55 to 90 % of the games. Scores of a match to seven points and the cube are drawn by lot."""
    chance, gnubg, found = random.Random(8), Gnubg(PORT), []
    while len(found) < count:
        board, side, worth = Board(), 0, []
        while not board.won(1 - side):
            if 0.55 <= gnubg.chances(fibs(board, side))[0] <= 0.9:
                worth.append((board, side))
            board = gnubg.choose(board, side, (chance.randint(1, 6), chance.randint(1, 6)))[1]
            side = 1 - side
        scores = (chance.randint(0, 5), chance.randint(0, 5))
        owned = chance.random() < 0.3 and scores[0] < 5
        if worth:
            found.append(fibs(*chance.choice(worth), match=(7, *scores), cube=(2, 1, 0) if owned else (1, 1, 1)))
    return found


def compare_cube(folder, count):
    """Doubles and takes against GNU Backgammon looking two plies ahead, whose equities say what a difference costs."""
    ours = judged(folder, cube_positions(count), "--turns", "2")
    commands = ["set threads 1", "set evaluation cubedecision evaluation plies 2"]
    for found in ours:
        commands += [f"set xgid {found['position']}", "hint"]
    text = start_gnubg(commands, str(folder), stdout=subprocess.PIPE, text=True).communicate()[0]
    blocks = text.split("Cube analysis")[1:]
    assert len(blocks) == count, len(blocks)
    equal, losses = 0, []
    for found, block in zip(ours, blocks):
        value = lambda name: float(re.search(rf"\d\. {name}\s+([+-]\d+\.\d+)", block).group(1))
        none, take, drop = value("No (?:re)?double"), value("(?:Double|Redouble), take"), value("(?:Double|Redouble), pass")
        doubles, takes = min(take, drop) > none, take <= drop
        cube = found["cube"]
        loss = abs(min(take, drop) - none) if cube["doubles"] != doubles else 0
        loss += abs(take - drop) if cube["takes"] != takes else 0
        equal += (cube["doubles"], cube["takes"]) == (doubles, takes)
        losses.append(loss)
    share = equal / count
    print(f"cube, {count} positions: {100 * share:.1f} % equal to GNU Backgammon at 2 plies (asked: 85), mean loss {sum(losses) / count:.4f} points, largest {max(losses):.3f}", flush=True)
    assert share >= (0.7 if SHORT else 0.85)


def match(engine, games, asked="", opponent=None):
    opponent = opponent or f"exec:judge:{sys.executable} {FOLDER / 'gnubg_player.py'} {PORT}"
    call = [PROGRAM, "match", "backgammon", engine, opponent, "--games", str(games), "--threads", "1" if "exec" in opponent else "2", "--set", "opening=white", "--seed", "11", "--json"]
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
    server = start_gnubg(["set threads 1", *plies, "set evaluation chequerplay evaluation cubeful off", *[f"external localhost:{PORT}"] * 100], home)
    try:
        compare_bearoffs(folder, 50 if SHORT else 1000)
        compare_cube(folder, 12 if SHORT else 200)
        print("against pubeval, single games without the cube:")
        match("strong:level=5", 100 if SHORT else 4000, "(asked: +0.40)", "pubeval")
        print("against GNU Backgammon at 0 plies, single games without the cube:")
        if SHORT:
            assert match("strong:level=5", 6) > -3
        else:
            match("random", 200, "(others saw -2.7)")
            match("pubeval", 1000, "(others saw -0.64)")
            match("narrad:depth=1", 1000)
            match("narrad:depth=2", 1000)
            match("strong:level=5", 1000, "(asked: -0.10)")
            match("strong:level=7", 1000, "(asked: 0.00)")
    finally:
        server.kill()
        server.wait()
