"""Perft of ordinary chess: takhteh against Stockfish, one thread each, by CPU time.

usage: chess_perft.py PROGRAM STOCKFISH [--short]
"""

import json
import resource
import subprocess
import sys

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MIN_RATIO = 0.4


def timed(command, text=""):
    """Output and CPU seconds of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    result = subprocess.run(command, input=text, check=True, capture_output=True, text=True)
    return result.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def ours(program, fen, depth):
    text, seconds = timed([program, "perft", "chess", "--depth", str(depth), "--position", fen, "--json"])
    return json.loads(text)["nodes"], seconds


def theirs(stockfish, fen, depth):
    text, seconds = timed([stockfish], f"position fen {fen}\ngo perft {depth}\nquit\n")
    line = next(line for line in text.splitlines() if line.startswith("Nodes searched:"))
    return int(line.split(":")[1]), seconds


def main():
    program, stockfish, short = sys.argv[1], sys.argv[2], "--short" in sys.argv
    rounds, less = (1, 1) if short else (5, 0)
    # Start-up time is not part of the count.
    idle = min(theirs(stockfish, START, 1)[1] for _ in range(3))
    print(f"CPU seconds, best of {rounds}, alternating; {idle:.2f} s of start-up are subtracted for Stockfish")
    print(f"{'':20}{'leaves':>14}{'takhteh':>10}{'Stockfish':>11}{'speed ratio':>13}")
    failed = False
    for name, fen, depth in [("start", START, 6 - less), ("kiwipete", KIWIPETE, 5 - less)]:
        runs = [(ours(program, fen, depth), theirs(stockfish, fen, depth)) for _ in range(rounds)]
        counts = {count for run in runs for count, _ in run}
        if len(counts) != 1:
            sys.exit(f"{name}: different counts {counts}")
        us = min(run[0][1] for run in runs)
        them = max(min(run[1][1] for run in runs) - idle, 0.01)
        ratio = them / us
        print(f"{name + ', depth ' + str(depth):20}{counts.pop():14}{us:10.2f}{them:11.2f}{ratio:13.2f}  (required: {MIN_RATIO})")
        failed |= ratio < MIN_RATIO and not short
    if failed:
        sys.exit("slower than required")


main()
