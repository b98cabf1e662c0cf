"""The core of the chess computer without the Rust standard library, linked into a C program.

usage: device_core.py PROGRAM BARE_PROGRAM

Both press the same keys; their screens must be equal. Prints the sizes of the core's state and code.
"""

import re
import subprocess
import sys

DEFINE = (
    "565" "1#64#8#64#9#0#" "1#2#3#4#5#6#7#64#8#16#24#32#40#48#56#64#9#18#27#36#45#54#63#0#"
    "1#2#3#4#5#6#7#64#8#16#24#32#40#48#56#0#" "9#18#27#36#45#54#63#0#" "10#64#17#0#" "9#24#0#"
)
# No script comes to the menu of games, which the core offers only where a home knows their rules.
SCRIPTS = ["", "55", "555", "5522", "5555", "5565", "565", "56599#", DEFINE, DEFINE + "866", "5522244466688"]


def screen(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True)


def lines(run):
    """The screen without the blanks at the ends of lines."""
    return [line.rstrip() for line in run.stdout.rstrip().split("\n")]


def main():
    takhteh, bare = sys.argv[1:3]
    for keys in SCRIPTS:
        expected = screen(takhteh, "device", "--script", keys)
        found = screen(bare, keys)
        if lines(found) != lines(expected):
            sys.exit(f"the screens differ after {keys!r}:\n{found.stdout}")
    state, snapshot = found.stderr.split()
    print(f"{len(SCRIPTS)} key scripts: the same screens with and without the standard library")
    print(f"state {state} bytes, saved state {snapshot} bytes, a frame 2048 bytes; the source's machine had 2048 bytes")
    symbols = subprocess.run(["nm", "-C", bare], capture_output=True, text=True, check=True).stdout
    linked = [line for line in symbols.split("\n") if re.search(r" std::", line)]
    if linked:
        sys.exit(f"the standard library is linked: {linked[:3]}")
    sizes = subprocess.run(["size", bare], capture_output=True, text=True, check=True).stdout.split("\n")[1].split()
    print(f"code and constants of the whole C program: {int(sizes[0]):,} bytes (of the host's instruction set)")


main()
