"""Ratings of the computer players, from matches between neighbouring levels.

usage: ratings.py PROGRAM FILE [GAME ...] [--short]

Writes lines of game, engine and rating into FILE, which the program reads when it is compiled; lines of other games than
those measured stay. Level 4 has 1500 in every
game; the others follow from the Elo differences between neighbours, with random moves below level 1.
"""

import json
import math
import subprocess
import sys

GAMES = {"chess": {}, "othello": {}, "halma": {"Leave-camp-value": "200"}, "backgammon": {}, "tictactoe": {}}
ANCHOR = ("strong:level=4", 1500)
LOWEST = 100


def engines():
    return ["random"] + [f"strong:level={level}" for level in range(1, 9)]


def elo(result, games):
    """Difference in Elo; one point is shared between both sides, so that it is finite."""
    score = (result["wins"] + result["draws"] / 2 + 0.5) / (games + 1)
    return -400 * math.log10(1 / score - 1)


def ratings(program, game, settings, count):
    names = engines()[: 4 if count(8) <= 4 else 9]
    differences = []
    for level, (weaker, stronger) in enumerate(zip(names, names[1:]), 1):
        games = count(level)
        command = [program, "match", game, stronger, weaker, "--games", str(games), "--json"]
        command += [part for key, value in settings.items() for part in ("--set", f"{key}={value}")]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        differences.append(elo(result, games))
        print(f"{game}: {stronger} against {weaker}: {result['score']:.1%} of {games} games", flush=True)
    total, found = 0, {names[0]: 0}
    for name, difference in zip(names[1:], differences):
        total += difference
        found[name] = total
    shift = ANCHOR[1] - found.get(ANCHOR[0], found[names[-1]])
    # Random moves win no game at all, so that their rating is only known to be low.
    return {name: max(LOWEST, round(rating + shift)) for name, rating in found.items()}


def main():
    names = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    (program, file), chosen, short = names[:2], names[2:], "--short" in sys.argv
    count = (lambda level: 4) if short else (lambda level: {6: 60, 7: 40, 8: 20}.get(level, 100))
    with open(file) as before:
        lines = before.read().splitlines()
    for game in chosen or (["othello", "tictactoe"] if short else list(GAMES)):
        lines = [line for line in lines if line.split()[0] != game]
        lines += [f"{game} {engine} {rating}" for engine, rating in ratings(program, game, GAMES[game], count).items()]
        if not short:
            with open(file, "w") as output:
                output.write("\n".join(lines) + "\n")
    print("\n".join(lines))


main()
