"""Our strong engine against gtp-rhino at equal time. gtp-rhino ignores the time limit of GTP, so its time for a move is
measured first and given to our engine."""

import json
import subprocess
import sys

program, rhino = sys.argv[1:3]
short = "--short" in sys.argv
MIN_SCORE = 0.95


def play(ours, games, *limits):
    command = [program, "match", "othello", ours, f"exec:gtp:{rhino}", "--games", str(games), "--threads", "1", *limits]
    return json.loads(subprocess.run([*command, "--json"], check=True, capture_output=True, text=True).stdout)


measured = play("strong:level=1", 2 if short else 10, "--seed", "7")
time = max(1, int(measured["thinking"]["b"]["mean_ms"]))
print(f"gtp-rhino takes {measured['thinking']['b']['mean_ms']:.1f} ms for a move: {time} ms for ours")
result = play("strong", 4 if short else 100, "--seed", "1", "--time", str(time))
thinking = result["thinking"]
print(f"strong: {result['wins']} won, {result['draws']} drawn, {result['losses']} lost, {100 * result['score']:.1f} %")
print(f"time for a move: strong {thinking['a']['mean_ms']:.1f} ms, gtp-rhino {thinking['b']['mean_ms']:.1f} ms")
print(f"endings: {result['endings']}, failures: {result['failures']}")
if result["failures"] != {"a": {}, "b": {}}:
    sys.exit("an engine failed")
if not short and result["score"] < MIN_SCORE:
    sys.exit(f"at least {100 * MIN_SCORE:.0f} % required")
