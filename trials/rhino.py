"""Our strong engine against gtp-rhino at equal time. GTP tells it a time, but it goes by a level of its own and takes what it
takes: so that is measured first, and we are given no more for a move."""

import json
import subprocess
import sys

program, rhino = sys.argv[1:3]
short = "--short" in sys.argv
ASKED = 0.95


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
    sys.exit("somebody broke down")
if not short and result["score"] < ASKED:
    sys.exit(f"at least {100 * ASKED:.0f} % were asked for")
