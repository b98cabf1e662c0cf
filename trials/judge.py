"""The judge with players of ours and independent ones, with players that fail, and with a foreign manager and referee.

usage: judge.py PROGRAM [--short]

The players, the manager and the referee in trials/judge are written from the description of the protocol, with rules of
their own. Every move is therefore checked twice: by the judge or the foreign referee, and by the opponent.
"""

import json
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

program = str(Path(sys.argv[1]).resolve())
short = "--short" in sys.argv
games = 4 if short else 100
scripts = Path(__file__).parent.resolve() / "judge"
folder = Path(tempfile.mkdtemp(prefix="judge-"))
narrad = f"'{program}' narrad --depth 1 --quiet"
player = f"python3 '{scripts / 'player.py'}'"


def judge(*arguments):
    command = [program, "judge", *arguments, "--json"]
    result = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=True)
    return [json.loads(line) for line in result.stdout.splitlines()]


def leftovers():
    """Command lines of programs that only this trial starts."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word in (b"86421", b"86422") for word in words) or str(scripts / "player.py").encode() in words:
            found.append(b" ".join(words).decode())
    return found


def expect(condition, message):
    if not condition:
        sys.exit(f"failed: {message}")


# Games without failures.
for name, one, two in (
    ("narrad evolved against narrad guess", narrad, f"{narrad} --params guess"),
    ("narrad against an independent random player", narrad, f"{player} 5"),
    ("two independent random players", f"{player} 1", f"{player} 2"),
):
    begin = time.perf_counter()
    *played, total = judge(one, two, "--games", str(games), "--time", "120000", "--seed", "1")
    expect(len(played) == games and not total["warnings"], f"{name}: {total}")
    expect(all(game["failure"] is None for game in played), f"{name}: {played}")
    (a, b), turns = total["players"], sum(game["turns"] for game in played)
    print(f"{name}: {games} games, {turns} turns, points {a['points']} to {b['points']}, "
          f"{1000 * (time.perf_counter() - begin) / turns:.1f} ms a turn")

# Every failure, of the starter and of the other player.
for way, ending in (("crash", "crash"), ("exit", "crash"), ("hang", "silence"), ("illegal", "illegal"), ("garbage", "garbage"),
                    ("flood", "garbage"), ("long", "garbage"), ("family", "silence")):
    logs = folder / "logs" / way
    *played, total = judge(f"{player} 4 {way}", narrad, "--games", "2", "--time", "1500", "--logs", str(logs))
    expect([game["ending"] for game in played] == [ending] * 2, f"{way}: {played}")
    expect(total["players"][0]["failures"] == {ending: 2}, f"{way}: {total}")
    expect(len(list(logs.iterdir())) == 6 and all(log.stat().st_size for log in logs.iterdir()), f"{way}: logs")
    largest = max(log.stat().st_size for log in logs.iterdir())
    expect(largest < 1_100_000, f"{way}: a log has {largest} bytes")
    expect(not leftovers(), f"{way}: {leftovers()}")
    print(f"{way}: {ending}, {played[0]['failure']}")

# Kills of the judge itself: no player survives.
kills = 3 if short else 20
for number in range(kills):
    running = subprocess.Popen([program, "judge", f"{player} 4 family", f"{player} 4 hang", "--time", "600000"],
                               stdout=subprocess.DEVNULL, cwd=folder)
    while len(leftovers()) < 3:
        time.sleep(0.02)
    time.sleep(0.05 * number)
    running.send_signal(signal.SIGKILL)
    running.wait()
    begin = time.perf_counter()
    while leftovers():
        expect(time.perf_counter() - begin < 10, f"after a kill: {leftovers()}")
        time.sleep(0.01)
print(f"{kills} kills of the judge: no player left")


def peak(process):
    try:
        status = Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")), 0)


# Memory under floods on stdout and stderr.
largest = 0
for way in ("flood", "long"):
    running = subprocess.Popen([program, "judge", f"{player} 4 {way}", f"{player} 4 {way}", "--time", "3000"],
                               stdout=subprocess.DEVNULL, cwd=folder)
    while running.poll() is None:
        largest = max(largest, peak(running))
        time.sleep(0.01)
expect(largest < 150_000, f"{largest} kB")
print(f"memory under floods: at most {largest / 1000:.0f} MB")

# The dialect caia with a foreign manager and referee.
for name, command in (("referee", f"python3 '{scripts / 'referee.py'}'"), ("ours", f"{narrad} --dialect caia"),
                      ("random", f"{player} 3"), ("hang", f"{player} 3 hang"), ("crash", f"{player} 3 crash"),
                      ("illegal", f"{player} 3 illegal")):
    script = folder / name
    script.write_text(f"#!/bin/sh\nexec {command}\n")
    script.chmod(0o755)


def caia(games, time, one, two):
    manager = f"python3 '{scripts / 'manager.py'}' {games} {time} ./referee {one} {two}"
    return judge("--dialect", "caia", "--manager", manager, "--logs", str(folder / "caia"))


*played, total = caia(games, 120000, "./ours", "./random")
expect([game["message"] for game in played] == ["finished"] * games, f"{played}")
print(f"caia: {games} games, points {total['players'][0]['points']} to {total['players'][1]['points']}")
for way, why in (("hang", "timeout"), ("crash", "crashed"), ("illegal", "illegal")):
    *played, _ = caia(1, 1500, f"./{way}", "./ours")
    expect(played[0]["message"] == f"player_1_{why}" and played[0]["points"] == [0, 2], f"{played}")
    print(f"caia, {way}: {played[0]['message']}")
expect(not leftovers(), f"{leftovers()}")
