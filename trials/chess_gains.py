"""What each part of the chess search is worth: the engine against itself without it.

usage: chess_gains.py PROGRAM [--short]

GAMES=N sets the number of games of each part.

Both sides search the same number of nodes, so that the gain is that of a better tree; parts that only make nodes faster
show nothing here. Finished games are stored in a journal, and an interrupted run goes on where it was.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

PARTS = ["table", "quiescence", "qsearch-pruning", "qsearch-table", "quiet-checks", "null-move", "lmr", "late-move-pruning",
         "reverse-futility", "futility", "see-pruning", "iterative-reduction", "singular", "history",
         "continuation-history", "correction-history", "early-repetition", "aspiration"]
NODES = 5_000


def main():
    program, short = sys.argv[1], "--short" in sys.argv
    games, nodes, parts = (4, 500, PARTS[4:6]) if short else (int(os.environ.get("GAMES", 400)), NODES, PARTS)
    journals = Path(program).parent.parent / "chess-gains"
    journals.mkdir(parents=True, exist_ok=True)
    print(f"orthodox chess, {games} games each, {nodes} nodes a move, random openings of 8 plies")
    for part in parts:
        command = [program, "match", "chess", "strong", f"strong:without={part}", "--games", str(games), "--json"]
        command += ["--nodes", str(nodes), "--openings", "8"]
        if not short:
            command += ["--journal", str(journals / f"{part}.journal")]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        elo = "-" if result["elo"] is None else f"{result['elo']:+.0f}"
        error = "-" if result["elo_error"] is None else f"{result['elo_error']:.0f}"
        print(f"{part:22} {elo:>5} +- {error:>3} Elo, {result['score']:.1%}", flush=True)


main()
