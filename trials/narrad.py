"""The source's claim: the evolved weights against the first guess, gammon = 2. usage: narrad.py PROGRAM [--short]"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM, SHORT = sys.argv[1], "--short" in sys.argv


def play(depth, games, folder):
    journal = folder / f"{depth}.journal"
    engines = [f"narrad:depth={depth},params={params}" for params in ("evolved", "guess")]
    call = [PROGRAM, "match", "backgammon", *engines, "--games", str(games), "--set", "triple=no", "--set", "opening=white", "--journal", journal, "--json"]
    result = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()[-1])
    share, points = result["score"], result["points"]
    # Games come in pairs with the same dice; the error is that of the pairs.
    pairs = result["pentanomial"]
    values = [0, 0.25, 0.5, 0.75, 1]
    variance = sum(count * (value - share) ** 2 for count, value in zip(pairs, values)) / sum(pairs)
    error = (variance / sum(pairs)) ** 0.5
    print(f"depth {depth}, {games} paired games: evolved wins {100 * share:.1f} % +- {100 * error:.1f}, {points['a']} points to {points['b']}, {points['a'] / points['b']:.2f} to 1")
    rows = re.findall(r"^game \d+ \w+ points (\d+) (\d+)", journal.read_text(), re.M)
    assert len(rows) == games
    fives = [rows[index : index + 5] for index in range(0, games - 4, 5)]
    scores = collections.Counter((sum(int(a) for a, _ in five), sum(int(b) for _, b in five)) for five in fives)
    ahead = sum(count for (a, b), count in scores.items() if a > b) / len(fives)
    level = sum(count for (a, b), count in scores.items() if a == b) / len(fives)
    print(f"  in {len(fives)} pairings of five: evolved ahead in {100 * ahead:.1f} %, level in {100 * level:.1f} %, 6:1 in {100 * scores[6, 1] / len(fives):.1f} %")
    common = ", ".join(f"{a}:{b} {100 * count / len(fives):.1f} %" for (a, b), count in scores.most_common(8))
    print(f"  most frequent: {common}")
    return share


with tempfile.TemporaryDirectory() as folder:
    one = play(1, 2_000 if SHORT else 20_000, pathlib.Path(folder))
    two = play(2, 100 if SHORT else 2_000, pathlib.Path(folder))
    assert one > 0.57 and two > (0.4 if SHORT else 0.55), "evolved is stronger than guess"
