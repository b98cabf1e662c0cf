"""Whole games over a serial cable: the program as device and as PC, on a pair of pseudo-terminals of socat, and two
devices through a relay. Every game must be played to its end without a claim, an ER or a note; both ends must have
recorded the same game, and every record must verify.

usage: serial.py PROGRAM [--short]
"""

import pathlib
import subprocess
import sys
import tempfile
import time

# Games, engine of the device, engine of the PC, options of both.
MATCHES = [
    (6, "first", "strong", "--strict --seconds 1"),
    (6, "strong", "first", "--strict --seconds 1"),
    (4, "strong", "random", "--seconds 1 --first black"),
    (2, "strong", "strong", "--seconds 1"),
    (2, "random", "first", "--first black"),
]
SHORT = [(2, "first", "strong:level=3", "--strict --seconds 1"), (2, "strong:level=3", "random", "--first black")]


class Cable:
    """Two pseudo-terminals tied together."""

    def __init__(self, folder, name):
        self.ends = [folder / f"{name}-{end}" for end in "AB"]
        self.socat = subprocess.Popen(["socat", *(f"pty,raw,echo=0,link={end}" for end in self.ends)])
        deadline = time.monotonic() + 10
        while not all(end.exists() for end in self.ends):
            assert time.monotonic() < deadline, "socat did not start"
            time.sleep(0.01)

    def unplug(self):
        self.socat.kill()
        self.socat.wait()


def moves(record):
    words = [line.split() for line in record.read_text().splitlines()]
    return [line[2:4] for line in words if len(line) > 3 and line[1] == "moved"]


def check(program, logs, folders, games):
    for log in logs:
        text = log.read_text()
        assert text.count("played to the end") == games, f"{log.name}: not every game was played to its end"
        for word in ("ER", "IL", "IT", "QT", "PL"):
            assert f" {word}\\r" not in text, f"{log.name}: {word} was sent"
    records = [sorted(folder.iterdir()) for folder in folders]
    assert all(len(found) == games for found in records), "a record is missing"
    for record in sum(records, []):
        subprocess.run([program, "record", "verify", record], check=True, stdout=subprocess.DEVNULL)
    for same in zip(*records):
        assert all(moves(record) == moves(same[0]) for record in same), "the ends recorded different games"
    return sum(len(moves(record)) for record in records[0])


def match(program, folder, number, games, device, pc, options):
    cable = Cable(folder, f"cable{number}")
    logs = [folder / f"{number}-{end}.log" for end in ("device", "pc")]
    folders = [folder / f"{number}-{end}" for end in ("device", "pc")]
    calls = [
        [program, "othello", "serial", "--quiet", "--role", role, "--port", end, "--engine", engine, "--games", str(games)]
        + ["--log", log, "--records", records] + options.split()
        for role, end, engine, log, records in zip(("device", "pc"), cable.ends, (device, pc), logs, folders)
    ]
    begin = time.monotonic()
    ends = [subprocess.Popen(call, stdout=subprocess.DEVNULL) for call in calls]
    assert [end.wait(600) for end in ends] == [0, 0], "a program failed"
    cable.unplug()
    plies = check(program, logs, folders, games)
    print(f"device {device:15} PC {pc:15} {options:25} {games} games, {plies} moves, {time.monotonic() - begin:.0f} s")
    return games


def relay(program, folder, games, seconds):
    cables = [Cable(folder, f"relay{number}") for number in range(2)]
    devices = [
        subprocess.Popen(
            [program, "othello", "serial", "--quiet", "--role", "device", "--port", cable.ends[0], "--engine", engine],
            stdout=subprocess.DEVNULL,
        )
        for cable, engine in zip(cables, ("strong:level=4", "first"))
    ]
    log, records = folder / "relay.log", folder / "relay"
    subprocess.run(
        [program, "othello", "relay", "--quiet", "--port", cables[0].ends[1], "--port", cables[1].ends[1]]
        + ["--games", str(games), "--seconds", str(seconds), "--log", log, "--records", records],
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=600,
    )
    for device in devices:
        device.kill()
        device.wait()
    for cable in cables:
        cable.unplug()
    plies = check(program, [log], [records], games)
    print(f"relay between two devices, strong:level=4 and first: {games} games, {plies} moves")
    return games


def main():
    program, short = str(pathlib.Path(sys.argv[1]).resolve()), "--short" in sys.argv
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        games = sum(match(program, folder, number, *what) for number, what in enumerate(SHORT if short else MATCHES))
        games += relay(program, folder, 1 if short else 2, 2)
    print(f"{games} games without a protocol error, all records verified")


main()
