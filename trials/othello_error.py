"""Error of the Othello evaluation on held-out games: searches to depth 1 and 4 against exact scores with 20 and 24 empty
squares, and against the result of the game with 36 and 44. Then the nodes of searches to depth 12 with 36 empty squares.

usage: othello_error.py GAMES SOLVER NAME=PROGRAM... [--short]

GAMES is a file of the example othello_training, of which every twentieth game is held out, perhaps compressed (.xz); SOLVER
solves exactly.
"""

import json
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

words = [word for word in sys.argv[1:] if not word.startswith("--")]
short = "--short" in sys.argv
# Positions by number of empty squares: to solve 24 takes seconds.
COUNTS = {20: 8, 24: 1, 36: 8, 44: 8} if short else {20: 150, 24: 50, 36: 150, 44: 150}
SEARCHED, DEEP, MAX_NODES = (2, 8, None) if short else (40, 12, 8_000_000)
HELD_OUT = 20
EXACT = (20, 24)
DEPTHS = (1, 4)


def flips(own, other, square):
    """Discs turned by a move."""
    found = set()
    column, row = square % 8, square // 8
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            line, x, y = [], column + right, row + down
            while (right or down) and 0 <= x < 8 and 0 <= y < 8 and x + 8 * y in other:
                line.append(x + 8 * y)
                x, y = x + right, y + down
            if line and 0 <= x < 8 and 0 <= y < 8 and x + 8 * y in own:
                found.update(line)
    return found


def positions(line):
    """Positions of a game after its opening with the side to move, and the discs at the end."""
    opening, moves = line.split()
    squares = [ord(moves[at]) - ord("a") + 8 * (int(moves[at + 1]) - 1) for at in range(0, len(moves), 2)]
    discs, turn, seen = [{28, 35}, {27, 36}], 0, []
    for ply, square in enumerate(squares):
        turned = flips(discs[turn], discs[1 - turn], square)
        if not turned:
            turn = 1 - turn
            turned = flips(discs[turn], discs[1 - turn], square)
        if ply >= int(opening):
            seen.append(([set(discs[0]), set(discs[1])], turn))
        discs[turn] |= turned | {square}
        discs[1 - turn] -= turned
        turn = 1 - turn
    return seen, discs


def text(discs, turn):
    squares = "".join("X" if square in discs[0] else "O" if square in discs[1] else "-" for square in range(64))
    return f"{squares} {'XO'[turn]}"


def sample():
    """Positions by number of empty squares, with the result for the side to move."""
    found = {empties: [] for empties in COUNTS}
    data = Path(words[0]).read_bytes()
    text_of_games = (lzma.decompress(data) if words[0].endswith(".xz") else data).decode()
    for number, line in enumerate(text_of_games.splitlines()):
        if number % HELD_OUT or all(len(these) >= COUNTS[empties] for empties, these in found.items()):
            continue
        seen, end = positions(line)
        for discs, turn in seen:
            empties = 64 - len(discs[0]) - len(discs[1])
            # Positions of one game are alike: each game gives one of them.
            is_next = empties in found and number // HELD_OUT % len(COUNTS) == list(COUNTS).index(empties)
            if is_next and len(found[empties]) < COUNTS[empties]:
                found[empties].append((text(discs, turn), len(end[turn]) - len(end[1 - turn])))
    return found


def run(program, *arguments):
    return subprocess.run([program, *arguments, "--json"], check=True, capture_output=True, text=True).stdout


def exact(these):
    with tempfile.NamedTemporaryFile("w", suffix=".obf") as file:
        file.writelines(f"{position};\n" for position, _ in these)
        file.flush()
        solved = run(words[1], "othello", "solve", file.name, "--empties", "neither", "--threads", "2").splitlines()
    return [(position, json.loads(line)["score"]) for (position, _), line in zip(these, solved)]


def main():
    found = sample()
    found |= {empties: exact(found[empties]) for empties in EXACT}
    counts = ", ".join(f"{count} with {empties}" for empties, count in COUNTS.items())
    print(f"mean absolute error in discs on held-out positions ({counts} empty squares)")
    print(f"{'program':<12}{'depth':>6}" + "".join(f"{empties:>8}" for empties in sorted(found)))
    for program in words[2:]:
        name, path = program.split("=", 1)
        for depth in DEPTHS:
            errors = []
            for empties in sorted(found):
                total = 0
                for position, score in found[empties]:
                    best = json.loads(run(path, "best", "othello", "--position", position, "--depth", str(depth)))
                    total += abs(best["score"] - score)
                errors.append(total / len(found[empties]))
            print(f"{name:<12}{depth:>6}" + "".join(f"{error:>8.2f}" for error in errors), flush=True)
        nodes = sum(json.loads(run(path, "best", "othello", "--position", position, "--depth", str(DEEP)))["nodes"]
                    for position, _ in found[36][:SEARCHED])
        print(f"{name}: {nodes} nodes to depth {DEEP} in {SEARCHED} positions with 36 empty squares", flush=True)
        if name == "now" and MAX_NODES and nodes > MAX_NODES:
            sys.exit(f"{nodes} nodes, at most {MAX_NODES} expected")


main()
