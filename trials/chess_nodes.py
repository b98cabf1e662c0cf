"""Nodes per second of CPU time against GNU Chess, and the time to a fixed depth on one and on two threads.

usage: chess_nodes.py PROGRAM GNUCHESS POSITIONS [--short]

POSITIONS is an EPD file. Both programs search every position for the same time on one thread; the time that counts is the
processor time of the program. Armies other than the orthodox one start from their own start position.
"""

import math
import os
import subprocess
import sys
import time
from pathlib import Path

program, gnuchess, positions = sys.argv[1:4]
short = "--short" in sys.argv
MIN_RATIO, MIN_SPEEDUP = 1.5, 1.5
ARMIES = ["knightmate", "amazon", "griffon", "cannon"]
START_MOVES = 8


class Engine:
    """A UCI program."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        self.wait("uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def wait(self, word):
        """Reads up to a line that begins with a word; returns the last nodes on the way."""
        nodes = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"the program ended before {word}")
            words = line.split()
            if "nodes" in words:
                nodes = int(words[words.index("nodes") + 1])
            if line.startswith(word):
                return nodes

    def cpu(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def search(self, position, limit):
        """Nodes, processor time and time of a search."""
        self.send("ucinewgame")
        self.send(f"position {position}")
        self.send("isready")
        self.wait("readyok")
        cpu, begin = self.cpu(), time.monotonic()
        self.send(f"go {limit}")
        nodes = self.wait("bestmove")
        return nodes, self.cpu() - cpu, time.monotonic() - begin

    def close(self):
        self.process.kill()
        self.process.wait()


def speed(engine, searched, milliseconds):
    """Million nodes per second of processor time."""
    nodes = cpu = 0
    for position in searched:
        more, seconds, _ = engine.search(position, f"movetime {milliseconds}")
        nodes, cpu = nodes + more, cpu + seconds
    engine.close()
    return nodes / cpu / 1e6


def main():
    fens = [" ".join(line.split()[:4]) + " 0 1" for line in Path(positions).read_text().splitlines() if line.strip()]
    searched = [f"fen {fen}" for fen in fens][: 4 if short else 20]
    milliseconds = 100 if short else 1000
    lacks = []
    theirs = speed(Engine(gnuchess, "--uci"), searched, milliseconds)
    ours = speed(Engine(program, "uci"), searched, milliseconds)
    print(f"orthodox chess, {len(searched)} positions: {ours:.2f} million nodes/s, GNU Chess {theirs:.2f}, ratio {ours / theirs:.2f}",
          flush=True)
    if ours / theirs < MIN_RATIO:
        lacks.append(f"{ours / theirs:.2f} of the nodes/s of GNU Chess, {MIN_RATIO} expected")
    for army in ARMIES[:1] if short else ARMIES:
        engine = Engine(program, "uci")
        engine.send(f"setoption name UCI_Variant value {army}")
        found = speed(engine, ["startpos"] * (1 if short else 5), milliseconds)
        print(f"{army}: {found:.2f} million nodes/s, {found / theirs:.2f} of GNU Chess in orthodox chess", flush=True)
    depth, ratios = 6 if short else 15, []
    for position in searched:
        times = []
        for threads in (1, 2):
            engine = Engine(program, "uci")
            engine.send(f"setoption name Threads value {threads}")
            times.append(engine.search(position, f"depth {depth}")[2])
            engine.close()
        ratios.append(times[0] / times[1])
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"depth {depth} on two threads {mean:.2f} times sooner than on one (geometric mean of {len(ratios)} positions)")
    if mean < MIN_SPEEDUP:
        lacks.append(f"two threads are {mean:.2f} times sooner, {MIN_SPEEDUP} expected")
    if lacks and not short:
        sys.exit("; ".join(lacks))


main()
