"""Whole games with fake devices that have the quirks of real ones: as their PC in both colours, and as a relay between
unlike ones. No option tells the program what a device needs. The devices are the C programs of trials/devices, run on an
ATmega16 in simavr, in real time, or as programs of the host.

usage: devices.py PROGRAM FOLDER --avr|--host [--short]     (FOLDER: where trials/devices/build.sh has put the devices)
"""

import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile
import time

DEVICES = {
    "table": "follows the table; White moves first",
    "printer": "prints after OK, loses input meanwhile; ER for empty lines; no ST",
    "ngfirst": "NG before SP; silent SP; sends CR LF",
    "resetter": "starts at RST; SP answered by a board; echoes; no NG, no ST",
    "short": "needs CR LF; just AT and SP, which names its own colour",
    "patient": "waits for OK after its OK",
    "ring": "garbles the message across the end of 256 bytes",
    "slow": "2400 baud at 1 MHz, prints, prompts without a line end, claims IT",
}
# Engines of the PC; each plays a game in either colour.
ENGINES = ["first", "strong:level=1"]
RELAYS = [("table", "table"), ("printer", "ngfirst"), ("resetter", "short"), ("patient", "ring"), ("slow", "printer"),
          ("ngfirst", "patient")]
SHORT_RELAYS = [("resetter", "short"), ("ngfirst", "patient")]
# Longest time for the games of one call, in seconds.
LIMIT = 900


class Device:
    """A running device; `port` is the name of its line."""

    def __init__(self, folder, name, on_host):
        table = (pathlib.Path(__file__).parent / "devices/devices.txt").read_text().split("\n")
        clock, baud = next(line.split()[1:] for line in table if line.split()[:1] == [name])
        call = [folder / name] if on_host else [folder / "run_avr", folder / f"{name}.elf", clock, baud]
        self.process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = self.process.stdout.readline().strip()
        assert self.port.startswith("/dev/"), f"device {name} did not start"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def verified(program, records):
    """Finished records that verify, each with the number of its moves."""
    moves = []
    for record in sorted(records.iterdir()) if records.exists() else []:
        text = record.read_text()
        if "more discs" in text or "equal discs" in text:
            subprocess.run([program, "record", "verify", record], check=True, stdout=subprocess.DEVNULL)
            moves.append(text.count(" moved "))
    return moves


def run(program, call, log):
    """Runs a call of `takhteh othello`; returns the events of its log."""
    subprocess.run([program, "othello", *call, "--quiet", "--log", log], stdout=subprocess.PIPE, timeout=LIMIT)
    return [line.split(" # ", 1)[1] for line in log.read_text().splitlines() if " # " in line]


def whole_games(events, begins):
    """Colours of the games that were played to the end, from the events of a log."""
    colours, colour = [], None
    for event in events:
        began = re.search(begins + r" (Black|White)", event)
        if began:
            colour = began[1]
        elif "played to the end" in event:
            colours.append(colour)
    return colours


def with_pc(program, folder, name, engines, games, on_host, work):
    """Games of the PC against a device: whole games by colour of the PC, moves, seconds, notes."""
    whole, moves, notes, begin = {"White": 0, "Black": 0}, 0, [], time.monotonic()
    for engine in engines:
        place = work / f"pc-{name}-{engine.replace(':', '-')}"
        place.mkdir()
        with Device(folder, name, on_host) as device:
            call = ["serial", "--role", "pc", "--port", device.port, "--engine", engine, "--games", str(games)]
            events = run(program, call + ["--records", place / "records"], place / "log")
        for colour in whole_games(events, "we play"):
            whole[colour] += 1
        found = verified(program, place / "records")
        assert len(found) == len(whole_games(events, "we play")), f"{name}: a record is missing"
        moves += sum(found)
        shown = ("trying the opening", "sending it", "did not understand")
        notes += [event for event in events if any(text in event for text in shown)]
    return name, whole, moves, time.monotonic() - begin, notes


def probed(program, folder, name, on_host, work):
    """Options that the probe prints for a device."""
    with Device(folder, name, on_host) as device:
        call = [program, "othello", "probe", "--quiet", "--port", device.port, "--log", work / f"probe-{name}"]
        # A pseudo-terminal has no baud rate, so the first one always works.
        out = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=LIMIT)
    options = [line for line in out.stdout.splitlines() if line.startswith("Options: ")]
    return name, out.returncode == 0, options[0].replace("Options: --baud 9600 ", "") if options else out.stderr.strip()


def with_relay(program, folder, pair, games, on_host, work):
    place = work / f"relay-{'-'.join(pair)}"
    place.mkdir()
    begin = time.monotonic()
    with Device(folder, pair[0], on_host) as a, Device(folder, pair[1], on_host) as b:
        call = ["relay", "--port", a.port, "--port", b.port, "--games", str(games), "--seconds", "6"]
        events = run(program, call + ["--records", place / "records"], place / "log")
    colours = whole_games(events, "device A plays")
    moves = verified(program, place / "records")
    assert len(moves) == len(colours), f"{pair}: a record is missing"
    return pair, colours, sum(moves), time.monotonic() - begin, events


def main():
    program, folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    short = "--short" in sys.argv
    on_host = "--host" in sys.argv
    engines, relays = (ENGINES[:1], SHORT_RELAYS) if short else (ENGINES, RELAYS)
    # The games of the slow device would take most of the time of a short trial.
    games = {device: 1 if short and device == "slow" else 2 for device in DEVICES}
    failed = 0
    begin = time.monotonic()
    print("devices as programs of the host" if on_host else "devices on an ATmega16 in simavr, in real time")
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(16 if on_host else 6) as pool:
        work = pathlib.Path(name)
        relayed = [pool.submit(with_relay, program, folder, pair, 2, on_host, work) for pair in relays]
        played = [pool.submit(with_pc, program, folder, d, engines, games[d], on_host, work) for d in DEVICES]
        probes = [] if short else [pool.submit(probed, program, folder, d, on_host, work) for d in DEVICES]
        print(f"{'device':9} {'PC White':>8} {'PC Black':>8} {'moves':>6} {'s':>5}  quirks")
        for future in played:
            device, whole, moves, seconds, notes = future.result()
            expected = {"White": len(engines), "Black": len(engines) * (games[device] - 1)}
            failed += sum(expected.values()) - sum(whole.values())
            cells = [f"{whole[colour]}/{expected[colour]}" for colour in ("White", "Black")]
            print(f"{device:9} {cells[0]:>8} {cells[1]:>8} {moves:6} {seconds:5.0f}  {DEVICES[device]}")
            for note in dict.fromkeys(notes):
                print(f"{'':9} {note}")
        print(f"{'relay':18} {'A White':>8} {'A Black':>8} {'moves':>6} {'s':>5}")
        for future in relayed:
            pair, colours, moves, seconds, events = future.result()
            failed += 2 - len(colours)
            cells = [f"{colours.count(colour)}/1" for colour in ("White", "Black")]
            print(f"{'-'.join(pair):18} {cells[0]:>8} {cells[1]:>8} {moves:6} {seconds:5.0f}")
            if len(colours) < 2:
                print("\n".join(f"{'':9} {event}" for event in events[-12:]))
        for future in probes:
            device, is_complete, options = future.result()
            failed += not is_complete
            print(f"probe {device:9} {options}")
    assert failed == 0, f"{failed} games were not played whole"
    print(f"every game was played whole, without an option; all records verified; {time.monotonic() - begin:.0f} s")


main()
