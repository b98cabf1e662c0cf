"""Strength of the Halma engine, and the solo race.

usage: halma.py PROGRAM JOURNAL [--short] [--games N]

Results of finished lines are stored in the folder JOURNAL, under a digest of the program: the same command continues a trial
that was stopped. Matches continue with the game after the last finished one. `--games` is the largest number of games of a match.
"""

import hashlib
import json
import resource
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
# Games of a match by its higher level: a game of level 8 takes a minute or more.
GAMES = {1: 200, 2: 200, 3: 200, 4: 200, 5: 200, 6: 100, 7: 40, 8: 20}
# Nodes of the levels that play against greedy:depth=2.
NODES = {"10x10": {4: 3_000, 5: 12_000, 6: 50_000}, "16x16": {4: 5_000, 5: 20_000, 6: 80_000}}
# At most 1.4 times the best solo race of 28 moves on 16x16.
MAX_GOAL_MOVES = {"10x10": 27, "16x16": 39.2}
# Moves of the solo race that must be reached, with ordinary and with super jumps, and its processor time in seconds.
RACES = [("16*16", "1 2 3 4 5 4", 45, 30), ("10*10", "1 2 3 4", 22, 17), ("10*10", "1 2 3 4 5", 28, 21)]
MAX_RACE_SECONDS = 60
PLACEMENTS = 400


class Trial:
    """The program, the results stored so far, and the requirements that were not met."""

    def __init__(self, program, journal):
        self.program, self.failures = program, []
        digest = hashlib.sha256(Path(program).read_bytes()).hexdigest()[:16]
        self.folder = Path(journal) / digest
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / "results.jsonl"
        # A line that was cut off by a kill is measured again.
        complete = [line for line in self.lines() if line.endswith("}\n")]
        self.results = {entry["line"]: entry["result"] for entry in map(json.loads, complete)}

    def lines(self):
        return self.path.read_text().splitlines(keepends=True) if self.path.exists() else []

    def measured(self, line, measure):
        """The stored result of a line of the trial, or that of `measure`, which is stored."""
        if line not in self.results:
            self.results[line] = measure()
            with self.path.open("a") as journal:
                journal.write(json.dumps({"line": line, "result": self.results[line]}) + "\n")
        return self.results[line]

    def call(self, *arguments):
        command = [self.program, *arguments, "--json"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def require(self, is_met, what):
        if not is_met:
            self.failures.append(what)
            print(f"  not met: {what}", flush=True)

    def match(self, board, one, other, games, *limits):
        """Score of a match, after its endings were checked."""
        line = " ".join([board, one, "against", other, *limits])

        def measure():
            name = "".join(character if character.isalnum() else "-" for character in f"{line} {games}")
            arguments = ["match", "halma", one, other, "--games", str(games), "--openings", str(OPENING_PLIES)]
            journal = ["--journal", str(self.folder / f"{name}.journal")]
            return json.loads(self.call(*arguments, *options(BOARDS[board]), *limits, *journal))

        result = self.measured(f"{line}, {games} games", measure)
        endings = {ending: count for ending, count in result["endings"].items() if count}
        text = ", ".join(f"{ending} {count}" for ending, count in endings.items())
        print(f"{line}: {result['score']:.1%} of {games} games; {text}", flush=True)
        self.require(not any("repetition" in ending for ending in endings), f"{line} repeats")
        return result["score"]

    def verify(self, record):
        return json.loads(self.call("record", "verify", str(record)))

    def goal_moves(self, board, level, games):
        """Own moves of goal wins against greedy without the random opening, and wins and losses by the leave-camp rule."""
        engine = f"strong:level={level}"
        lengths, camp = [], [0, 0]
        with tempfile.TemporaryDirectory() as folder:
            records = Path(folder) / "records"
            arguments = ["match", "halma", engine, "greedy", "--games", str(games), "--openings", str(OPENING_PLIES)]
            self.call(*arguments, *options(BOARDS[board]), "--records", str(records))
            for record in sorted(records.iterdir()):
                game = self.verify(record)
                is_lost = game["places"][game["names"].index(engine)] != 1
                if game["rule"] == "goal" and not is_lost:
                    lengths.append((game["moves"] - OPENING_PLIES + 1) // 2)
                if game["rule"] in ("camp not left", "back in the camp"):
                    camp[is_lost] += 1
        return {"moves": sum(lengths) / max(len(lengths), 1), "wins": len(lengths), "camp": camp}

    def opening(self, folder, seed):
        """A position after eight random moves of four players."""
        record = Path(folder) / f"opening-{seed}.record"
        seats = [part for seat in range(1, 5) for part in ("--seat", f"{seat}=random")]
        arguments = ["play", "halma", "--seed", str(seed), "--max-plies", "8", "--record", str(record)]
        self.call(*arguments, *seats, *options(FOUR))
        return self.verify(record)["position"]

    def is_first_of_four(self, level, game):
        """`True` if one strong engine is first among three greedy ones, who may never fill their targets."""
        own = game % 4 + 1
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "game.record"
            arguments = ["play", "halma", "--seed", str(game), "--max-plies", "200", "--record", str(record)]
            arguments += ["--position", self.opening(folder, game)]
            for seat in range(1, 5):
                arguments += ["--seat", f"{seat}=" + (f"strong:level={level}" if seat == own else "greedy")]
            self.call(*arguments, *options(FOUR))
            # The last word of a position has the place of each seat that is home.
            return self.verify(record)["position"].split()[-1][own - 1] == "1"

    def race(self, size, order, jumps, placements):
        settings = [f"Size={size}", f"Beads-order={order}", f"Jumps={jumps}"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        text = self.call("halma", "race", *options(settings), "--placements", str(placements))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = json.loads(text)
        with tempfile.TemporaryDirectory() as folder:
            record = Path(folder) / "race.record"
            record.write_text(result["record"])
            verified = self.verify(record)
        assert verified["verified"] and verified["rule"] == "goal", verified
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"moves": result["moves"], "seconds": seconds}


def options(settings):
    return [part for setting in settings for part in ("--set", setting)]


def baselines(trial, board, levels, games, least):
    """Each level against both kinds of greedy."""
    for level in levels:
        score = trial.match(board, f"strong:level={level}", "greedy", games(level))
        trial.require(score >= least, f"{board}: level {level} against greedy scores {score:.1%}")
        nodes = ["--nodes", str(NODES[board][level])]
        score = trial.match(board, "strong", "greedy:depth=2", games(level), *nodes)
        trial.require(score >= least, f"{board}: strong against greedy:depth=2 scores {score:.1%}")


def goal_lengths(trial, board, games):
    found = trial.measured(f"{board} goal moves, {games} games", lambda: trial.goal_moves(board, 5, games))
    won, lost = found["camp"]
    print(f"{board}: level 5 wins by the goal against greedy in {found['moves']:.1f} own moves "
          f"({found['wins']} of {games} games); by the leave-camp rule it wins {won} and loses {lost}", flush=True)
    most = MAX_GOAL_MOVES[board]
    trial.require(found["moves"] <= most, f"{board}: {found['moves']:.1f} moves to win, expected {most}")
    trial.require(lost == 0, f"{board}: {lost} games are lost by the leave-camp rule")


def four_seats(trial, level, games, is_required):
    line = f"four seats, level {level}"
    first = sum(trial.measured(f"{line}, game {game}", lambda game=game: trial.is_first_of_four(level, game))
                for game in range(games))
    print(f"{line}: first against three greedy in {first / games:.1%} of {games} games", flush=True)
    trial.require(not is_required or first >= MIN_FOUR * games, f"{line}: first in {first / games:.1%}")


def races(trial, kinds, placements, is_required):
    for size, order, ordinary, super_jumps in kinds:
        for jumps, most in [("ordinary", ordinary), ("super", super_jumps)]:
            line = f"race {size} with {order}, {jumps} jumps"
            found = trial.measured(f"{line}, {placements}", lambda: trial.race(size, order, jumps, placements))
            moves, seconds = found["moves"], found["seconds"]
            print(f"{line}: {moves} moves, required {most}, {seconds:.1f} s of CPU", flush=True)
            is_met = moves <= most and seconds <= MAX_RACE_SECONDS
            trial.require(is_met or not is_required, f"{line}: {moves} moves in {seconds:.1f} s, required {most}")


def main():
    short = "--short" in sys.argv
    trial = Trial(sys.argv[1], sys.argv[2])

    most = int(sys.argv[sys.argv.index("--games") + 1]) if "--games" in sys.argv else max(GAMES.values())

    def games(level):
        return 12 if short else min(GAMES[level], most)

    races(trial, RACES[1:2] if short else RACES, 4 if short else PLACEMENTS, not short)
    boards = ["10x10"] if short else list(BOARDS)
    for board in boards:
        # Of a few games only a large part can be asked.
        baselines(trial, board, [4] if short else [4, 5, 6], games, 0.75 if short else MIN_BASELINE)
        if not short:
            goal_lengths(trial, board, games(5))
    for level in [3] if short else [4, 6]:
        four_seats(trial, level, 4 if short else min(200, most), not short)
    # The most expensive lines come last.
    for level in range(2, 4) if short else range(1, 9):
        for board in boards:
            engine = f"strong:level={level}"
            if level > 1:
                score = trial.match(board, engine, f"strong:level={level - 1}", games(level))
                what = f"{board}: level {level} scores {score:.1%} against {level - 1}"
                trial.require(short or score >= MIN_NEIGHBOUR, what)
            if not short:
                trial.match(board, engine, engine, games(level))
    if trial.failures:
        sys.exit("not met: " + "; ".join(trial.failures))


main()
