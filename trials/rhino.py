"""Our strong engine against gtp-rhino: at equal time, and at 0.1 s for a move. gtp-rhino ignores the time limit of GTP, so
for equal time its time for a move is measured first and given to our engine."""

import json
import subprocess
import sys

program, rhino = sys.argv[1:3]
short = "--short" in sys.argv
# Milliseconds for a move of ours, and the required score.
SLOW, MIN_SLOW = 100, 0.99
MIN_EQUAL = 0.95


def play(ours, games, *limits):
    command = [program, "match", "othello", ours, f"exec:gtp:{rhino}", "--games", str(games), "--threads", "1", *limits]
    return json.loads(subprocess.run([*command, "--json"], check=True, capture_output=True, text=True).stdout)


def report(games, milliseconds, min_score):
    """Plays a match and prints it; returns what it lacks."""
    result = play("strong", games, "--seed", "1", "--openings", "8", "--time", str(milliseconds))
    thinking, percent = result["thinking"], 100 * result["score"]
    print(f"strong: {result['wins']} won, {result['draws']} drawn, {result['losses']} lost, {percent:.1f} %")
    print(f"time for a move: strong {thinking['a']['mean_ms']:.1f} ms, gtp-rhino {thinking['b']['mean_ms']:.1f} ms")
    print(f"endings: {result['endings']}, failures: {result['failures']}")
    if result["failures"] != {"a": {}, "b": {}}:
        return ["an engine failed"]
    if not short and result["score"] < min_score:
        return [f"{percent:.1f} % at {milliseconds} ms: at least {100 * min_score:.0f} % required"]
    return []


measured = play("strong:level=1", 2 if short else 10, "--seed", "7")
time = max(1, int(measured["thinking"]["b"]["mean_ms"]))
print(f"equal time: gtp-rhino takes {measured['thinking']['b']['mean_ms']:.1f} ms for a move, {time} ms for ours")
lacks = report(4 if short else 200, time, MIN_EQUAL)
print(f"{SLOW} ms for a move of ours")
lacks += report(2 if short else 200, SLOW, MIN_SLOW)
if lacks:
    sys.exit("; ".join(lacks))
