"""Random games per second: takhteh against OpenSpiel's C++ rollouts, one thread each, alternating.

usage: playouts.py PROGRAM [--short]
"""

import json
import subprocess
import sys
import time

import pyspiel

# Name, name in OpenSpiel, required speed ratio, games per round for takhteh and for OpenSpiel.
GAMES = [
    ("othello", "othello", 50, 200_000, 1_500),
    ("chess", "chess", 20, 10_000, 300),
    ("tictactoe", "tic_tac_toe", None, 2_000_000, 300_000),
    ("backgammon", "backgammon", 30, 10_000, 300),
]


def ours(program, game, games):
    command = [program, "playouts", game, "--games", str(games), "--json"]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return result["games"] / result["seconds"]


def openspiel(game, games):
    """One simulation of the tree search evaluates the root with `games` C++ rollouts."""
    loaded = pyspiel.load_game(game)
    state = loaded.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(loaded, evaluator, 1.0, 1, 100, False, 1, False)
    begin = time.perf_counter()
    bot.step(state)
    return games / (time.perf_counter() - begin)


def main():
    program, short = sys.argv[1], "--short" in sys.argv
    rounds, divisor = (1, 10) if short else (3, 1)
    print(f"random games per second, best of {rounds}")
    print(f"{'':12}{'takhteh':>12}{'OpenSpiel':>12}{'ratio':>9}")
    failed = False
    for name, theirs, least, our_games, their_games in GAMES:
        # Alternating, so that a busy machine slows both.
        speeds = [
            (ours(program, name, max(1, our_games // divisor)), openspiel(theirs, max(1, their_games // divisor)))
            for _ in range(rounds)
        ]
        us, them = max(speed for speed, _ in speeds), max(speed for _, speed in speeds)
        required = f"  (required: {least})" if least else ""
        print(f"{name:12}{us:12.0f}{them:12.0f}{us / them:9.1f}{required}")
        # A short round on a busy machine must reach half of it.
        failed |= bool(least) and us / them < (least / 2 if short else least)
    if failed:
        sys.exit("a game is slower than required")


main()
