"""Strength of the Halma engine, and the solo race.

usage: halma.py PROGRAM [--short]
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

BOARDS = {
    "10x10": ["Size=10*10", "Beads-order=1 2 3 4 5", "Leave-camp-value=100"],
    "16x16": ["Size=16*16", "Beads-order=1 2 3 4 5 4", "Leave-camp-value=200"],
}
FOUR = ["Size=10*10", "Player_num=4", "Beads-order=1 2 3 4", "Leave-camp-value=400"]
MIN_NEIGHBOUR, MIN_BASELINE, MIN_FOUR = 0.65, 0.95, 0.60
OPENING_PLIES = 4
# Nodes of the levels that play against greedy:depth=2.
NODES = {"10x10": {4: 650, 5: 2_600, 6: 7_500}, "16x16": {4: 1_100, 5: 3_000, 6: 8_000}}
# At most 1.4 times the best solo race of 28 moves on 16x16.
MAX_GOAL_MOVES = {"10x10": 27, "16x16": 39}
# Moves of the solo race that must be reached, with ordinary and with super jumps.
RACES = [("16*16", "1 2 3 4 5 4", 45, 30), ("10*10", "1 2 3 4", 22, 17), ("10*10", "1 2 3 4 5", 28, 21)]

failures = []


def call(program, *arguments):
    command = [program, *arguments, "--json"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def options(settings):
    return [part for setting in settings for part in ("--set", setting)]


def require(is_met, what):
    if not is_met:
        failures.append(what)
        print(f"  not met: {what}", flush=True)


def match(program, board, one, other, games, *limits):
    """Score of a match and the games that ended by repetition."""
    arguments = ["match", "halma", one, other, "--games", str(games), "--openings", str(OPENING_PLIES)]
    result = json.loads(call(program, *arguments, *options(BOARDS[board]), *limits))
    endings = {ending: count for ending, count in result["endings"].items() if count}
    text = ", ".join(f"{ending} {count}" for ending, count in endings.items())
    print(f"{board}: {one} against {other}{' ' + ' '.join(limits) if limits else ''}: {result['score']:.1%} "
          f"of {games} games; {text}", flush=True)
    require(not any("repetition" in ending for ending in endings), f"{board}: {one} against {other} repeats")
    return result["score"]


def verify(program, record):
    return json.loads(call(program, "record", "verify", str(record)))


def goal_moves(program, board, level, games):
    """Mean number of own moves of goal wins against greedy, without the random opening, and the number of these wins."""
    engine, lengths = f"strong:level={level}", []
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "records"
        arguments = ["match", "halma", engine, "greedy", "--games", str(games), "--openings", str(OPENING_PLIES)]
        call(program, *arguments, *options(BOARDS[board]), "--records", str(records))
        for record in sorted(records.iterdir()):
            game = verify(program, record)
            seat = game["names"].index(engine)
            if game["rule"] == "goal" and game["places"][seat] == 1:
                lengths.append((game["moves"] - OPENING_PLIES + 1) // 2)
    return sum(lengths) / max(len(lengths), 1), len(lengths)


def opening(program, folder, seed):
    """A position after eight random moves of four players."""
    record = Path(folder) / f"opening-{seed}.record"
    seats = [part for seat in range(1, 5) for part in ("--seat", f"{seat}=random")]
    arguments = ["play", "halma", "--seed", str(seed), "--max-plies", "8", "--record", str(record)]
    call(program, *arguments, *seats, *options(FOUR))
    return verify(program, record)["position"]


def four_seats(program, level, games):
    """Share of games in which one strong engine is first among three greedy ones, who may never fill their targets."""
    first = 0
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "game.record"
        for game in range(games):
            own = game % 4 + 1
            arguments = ["play", "halma", "--seed", str(game), "--max-plies", "200", "--record", str(record)]
            arguments += ["--position", opening(program, folder, game)]
            for seat in range(1, 5):
                arguments += ["--seat", f"{seat}=" + (f"strong:level={level}" if seat == own else "greedy")]
            call(program, *arguments, *options(FOUR))
            # The last word of a position has the place of each seat that is home.
            places = verify(program, record)["position"].split()[-1]
            first += places[own - 1] == "1"
            record.unlink()
    return first / games


def race(program, size, order, jumps, placements):
    arguments = ["halma", "race", "--set", f"Size={size}", "--set", f"Beads-order={order}", "--set", f"Jumps={jumps}"]
    result = json.loads(call(program, *arguments, "--placements", str(placements)))
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "race.record"
        record.write_text(result["record"])
        verified = verify(program, record)
    assert verified["verified"] and verified["rule"] == "goal", verified
    return result["moves"], result["seconds"]


def main():
    program, short = sys.argv[1], "--short" in sys.argv
    games = 12 if short else 200
    # Of a few games only a large part can be asked.
    least = 0.75 if short else MIN_BASELINE
    for board in ["10x10"] if short else BOARDS:
        for level in range(2, 4) if short else range(2, 9):
            score = match(program, board, f"strong:level={level}", f"strong:level={level - 1}", games)
            require(short or score >= MIN_NEIGHBOUR, f"{board}: level {level} against {level - 1} scores {score:.1%}")
        for level in [4] if short else range(4, 7):
            engine = f"strong:level={level}"
            score = match(program, board, engine, "greedy", games)
            require(score >= least, f"{board}: level {level} against greedy scores {score:.1%}")
            nodes = ["--nodes", str(NODES[board][level])]
            score = match(program, board, "strong", "greedy:depth=2", games, *nodes)
            require(score >= least, f"{board}: strong against greedy:depth=2 scores {score:.1%}")
        if not short:
            for level in range(1, 9):
                match(program, board, f"strong:level={level}", f"strong:level={level}", games)
            moves, won = goal_moves(program, board, 5, 40)
            print(f"{board}: level 5 wins by the goal against greedy in {moves:.1f} own moves ({won} games)", flush=True)
            require(moves <= MAX_GOAL_MOVES[board], f"{board}: {moves:.1f} moves to win, expected {MAX_GOAL_MOVES[board]}")
    for level in [3] if short else [4, 6]:
        share = four_seats(program, level, 4 if short else 200)
        print(f"four seats: level {level} is first against three greedy in {share:.1%}", flush=True)
        require(short or share >= MIN_FOUR, f"four seats: level {level} is first in {share:.1%}")
    for size, order, ordinary, super_jumps in RACES[1:2] if short else RACES:
        for jumps, most in [("ordinary", ordinary), ("super", super_jumps)]:
            moves, seconds = race(program, size, order, jumps, 4 if short else 600)
            print(f"race {size} with {order}, {jumps} jumps: {moves} moves, required {most}, {seconds:.1f} s", flush=True)
            require(short or moves <= most, f"race {size} with {order}, {jumps} jumps: {moves} moves, required {most}")
    if failures:
        sys.exit("not met: " + "; ".join(failures))


main()
