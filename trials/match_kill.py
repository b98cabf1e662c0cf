"""A match killed at any moment and resumed has the same result as an uninterrupted one.

usage: match_kill.py PROGRAM [--short]

For one thread and for two: the match is played once without interruption, then with a journal and repeatedly killed
(SIGKILL) after a random time, and finally played to its end.
"""

import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Fields that depend on the machine and on the interruptions.
TIMES = ("thinking", "threads", "seconds", "played_before")


def result(text):
    return {key: value for key, value in json.loads(text).items() if key not in TIMES}


def main():
    program, short = str(Path(sys.argv[1]).resolve()), "--short" in sys.argv
    kills, games = (3, 60) if short else (20, 600)
    chance = random.Random(3)
    match = [program, "match", "othello", "strong:level=3", "strong:level=2", "--json", "--seed", "11"]
    match += ["--nodes", "2000", "--games", str(games)]
    print(f"othello, strong:level=3 against strong:level=2, {games} games, {kills} kills")
    for threads in ("1", "2"):
        begin = time.perf_counter()
        whole = subprocess.run([*match, "--threads", threads], check=True, capture_output=True, text=True).stdout
        span = time.perf_counter() - begin
        folder = Path(tempfile.mkdtemp(prefix="match-kill-"))
        journal, records = folder / "journal", folder / "records"
        resumable = [*match, "--threads", threads, "--journal", str(journal), "--records", str(records)]
        hits = torn = 0
        while hits < kills:
            running = subprocess.Popen(resumable, stdout=subprocess.DEVNULL)
            # A kill before the journal exists would have no effect.
            while not journal.exists() and running.poll() is None:
                time.sleep(0.001)
            # On average the kills are spread over less than the whole match.
            time.sleep(chance.uniform(0, 1.6 * span / (kills + 1)))
            if running.poll() is not None:
                # The match has ended before the kill: start over with shorter delays.
                shutil.rmtree(folder)
                folder.mkdir()
                hits, torn, span = 0, 0, span / 2
                continue
            running.send_signal(signal.SIGKILL)
            running.wait()
            hits += 1
            torn += not journal.read_bytes().endswith(b"\n")
        left = games - max(0, journal.read_bytes().count(b"\n") - 1)
        resumed = subprocess.run(resumable, check=True, capture_output=True, text=True).stdout
        same = result(whole) == result(resumed)
        verified = 0
        for record in sorted(records.iterdir()):
            subprocess.run([program, "record", "verify", str(record)], check=True, capture_output=True)
            verified += 1
        shutil.rmtree(folder)
        print(f"{threads} thread(s): {hits} kills, {torn} torn lines, {left} games left after the last, "
              f"{verified} records verified, result {'the same' if same else 'NOT THE SAME'}")
        if not same or verified != games:
            sys.exit(f"expected {result(whole)}\nfound    {result(resumed)}")


main()
