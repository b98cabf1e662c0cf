"""Every level of the strong Othello engine against the one below.

usage: levels.py PROGRAM [--short]
"""

import json
import subprocess
import sys

MIN_SCORE = 0.65


def main():
    program, short = sys.argv[1], "--short" in sys.argv
    games, levels = (60, range(2, 5)) if short else (200, range(2, 9))
    failed = False
    print(f"othello, strong against the level below, {games} games each, required: {MIN_SCORE:.0%}")
    for level in levels:
        command = [program, "match", "othello", f"strong:level={level}", f"strong:level={level - 1}"]
        command += ["--games", str(games), "--json"]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        counts = f"{result['wins']} won, {result['draws']} drawn, {result['losses']} lost"
        error = result["elo_error"]
        elo = "" if result["elo"] is None or error is None else f", Elo {result['elo']:+.0f} +- {error:.0f}"
        print(f"level {level} against {level - 1}: {result['score']:.1%}, {counts}{elo}", flush=True)
        failed |= result["score"] < MIN_SCORE
    if failed:
        sys.exit("a level is not strong enough against the one below")


main()
