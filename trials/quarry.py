"""A real GTP client, quarry, plays a whole game of Othello with `takhteh gtp` as one of its engines and gtp-rhino as the
other, on a virtual display. The log of our engine is played again by another of our engines, which must find that
the game is over."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time

program, quarry, rhino = (os.path.abspath(path) for path in sys.argv[1:4])
short = "--short" in sys.argv
engine = "strong:level=3" if short else "strong"

# Quarry reads its settings from here: both players are programs, one second for a move.
SETTINGS = """
[GTP Engine "Takhteh"]
Screen name format = "Takhteh"
Name = "Takhteh"
Version = "{version}"
Command line = "{program} gtp --engine {engine} --log {log}"
Supported games = "Reversi"

[GTP Engine "Rhino"]
Screen name format = "Rhino"
Name = "Rhino"
Command line = "{rhino}"
Supported games = "Reversi"

[New Game Parameters]
Game = "Reversi"
White player name = "nobody"
White is computer = true
Engine playing white = "Rhino"
Black player name = "nobody"
Black is computer = true
Engine playing black = "Takhteh"

[New Reversi Game Parameters]
Board size = 8
Time control type = 2
Keep track of total time = 0
Time limit for move = 00:01
"""


def fail(why):
    print(f"quarry: {why}")
    sys.exit(1)


def gtp(*commands):
    """Responses of our engine to these commands."""
    said = "".join(f"{command}\n" for command in commands)
    done = subprocess.run([program, "gtp", "--engine", "random"], input=said, capture_output=True, text=True, check=True)
    return [answer.strip() for answer in done.stdout.split("\n\n") if answer.strip()]


def start(children, display, *command, **more):
    """Starts a program in its own process group."""
    environment = {**os.environ, "DISPLAY": display, **more}
    quiet = subprocess.DEVNULL
    children.append(subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet, start_new_session=True))
    return children[-1]


def xdotool(display, *arguments):
    environment = {**os.environ, "DISPLAY": display}
    return subprocess.run(["xdotool", *arguments], env=environment, capture_output=True, text=True).stdout.split()


def click(display, window, place):
    """Clicks at a place of a window of this name, once it is there; places below 0 count from its lower right corner."""
    for _ in range(100):
        found = xdotool(display, "search", "--onlyvisible", "--name", window)
        if found:
            break
        time.sleep(0.2)
    else:
        fail(f"there is no window {window}")
    time.sleep(1)
    geometry = dict(
        word.split("=") for word in xdotool(display, "getwindowgeometry", "--shell", found[-1]) if "=" in word
    )
    size = int(geometry["WIDTH"]), int(geometry["HEIGHT"])
    x, y = (at if at >= 0 else length + at for at, length in zip(place, size))
    xdotool(display, "mousemove", "--window", found[-1], str(x), str(y), "click", "1")


def moves(log):
    """The moves of the last game of a log, received and chosen."""
    made = []
    requested = None
    for line in log.splitlines():
        if line == "> clear_board":
            made = []
        if word := re.fullmatch(r"> genmove (\w+)", line):
            requested = word[1]
        elif (word := re.fullmatch(r"< = (\w+)", line)) and requested:
            made.append((requested[0].lower(), word[1].lower()))
        elif word := re.fullmatch(r"> play (\w+) (\w+)", line):
            made.append((word[1][0].lower(), word[2].lower()))
        if line.startswith("<"):
            requested = None
    # Quarry sends our own moves back.
    return [move for index, move in enumerate(made) if index == 0 or move != made[index - 1]]


def score(log):
    """The score of the game in a log, if it is over."""
    answers = gtp(*(f"play {colour} {square}" for colour, square in moves(log)), "final_score")
    refused = [answer for answer in answers[:-1] if answer.startswith("?")]
    return None if refused or answers[-1].startswith("?") else answers[-1].removeprefix("= ")


def play(folder, children):
    display = f":{90 + os.getpid() % 400}"
    log = os.path.join(folder, "log")
    version = gtp("version")[0].removeprefix("= ")
    with open(os.path.join(folder, ".quarry"), "w") as file:
        file.write(SETTINGS.format(version=version, program=program, engine=engine, rhino=rhino, log=log))
    start(children, display, "Xvfb", display, "-screen", "0", "1024x768x24")
    time.sleep(2)
    start(children, display, quarry, HOME=folder)
    click(display, "Quarry Control Center", (97, 27))
    click(display, "New Game", (-60, -28))  # Forward
    click(display, "New Game", (-60, -28))  # Play
    for _ in range(180):
        time.sleep(1)
        text = open(log).read() if os.path.exists(log) else ""
        result = score(text)
        if result is not None:
            return text, result
    fail(f"the game did not end; {len(moves(text))} moves were made")


with tempfile.TemporaryDirectory() as folder:
    children = []
    try:
        log, result = play(folder, children)
    finally:
        for child in reversed(children):
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
    print(f"quarry: a game of {len(moves(log))} moves, our {engine} (Black) against gtp-rhino: {result}")
    for command in ["time_settings", "set_game", "boardsize", "clear_board", "genmove", "play", "undo", "final_score"]:
        print(f"  {command}: {len(re.findall(f'> {command}', log))} times")
    refused = re.findall(r"< (\?.*)", log)
    print(f"  refused: {refused if refused else 'nothing'}")
