#!/usr/bin/env python3
"""A bot for every game of Takhteh, with the standard library of Python only.

It plays a random one of the legal moves that each line lists: see `choose`.

  bot.py                                   plays over its standard input and output: exec:json:"examples/python_bot/bot.py"
  bot.py --server URL --table ID           joins a table of a server, plays it to the end, and prints the result
  bot.py --server URL --open REQUEST       opens a table first; REQUEST is JSON, as in docs/protocol.md
  bot.py --server URL                      accepts all challenges and joins every open table, until it is stopped

The token of the bot is in the environment variable TAKHTEH_BOT_TOKEN. docs/bots.md describes the protocol.
"""

import argparse
import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request


def choose(line, rng):
    """Chooses a move of a position. This is the place for a better player."""
    return rng.choice(line["legal"])


class Server:
    """The HTTP API of a server, as one bot."""

    def __init__(self, url, token):
        self.url = url.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def request(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=self.headers)
        # The server sends an empty line every ten seconds: a longer silence is a lost connection.
        return urllib.request.urlopen(request, timeout=30)

    def post(self, path, body):
        """Sends a request, and waits as long as the server requires if there were too many."""
        while True:
            try:
                with self.request(path, body) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503):
                    raise
                time.sleep(float(error.headers.get("Retry-After", 1)))

    def lines(self, path, query=""):
        """Yields the lines of a stream until it ends."""
        with self.request(path + query) as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)


def explain(error):
    """The sentence of a refused request."""
    try:
        return json.load(error)["message"]
    except (ValueError, KeyError):
        return str(error)


def play(server, table, rng):
    """Plays a table to the end, over as many connections as it takes; returns the last line."""
    seen = None
    seeded = False
    while True:
        try:
            query = "" if seen is None else f"?after={seen}"
            for line in server.lines(f"/api/bot/tables/{table}/stream", query):
                seen = line["latest"] if line["latest"] is not None else seen
                if line["state"] == "over":
                    return line
                if line["state"] == "opening" and not seeded:
                    # A part of the seed of the dice, so that the server alone cannot choose them.
                    for seat in line["you"]:
                        send(server, table, "seed", {"seed": str(rng.random()), "seat": seat, "seen": seen})
                    seeded = True
                offer = line["offer"]
                if offer and any(seat in line["you"] for seat in offer["awaits"]):
                    send(server, table, "answer", {"yes": offer["offer"] == "takeback", "seen": seen})
                elif line["legal"]:
                    send(server, table, "move", {"move": choose(line, rng), "seen": seen})
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                raise
            time.sleep(1)
        except OSError:
            # The connection was lost: the next stream continues after the last event seen.
            time.sleep(1)


def send(server, table, action, body):
    """Sends an action. One that came too late is answered by the next line of the stream."""
    try:
        server.post(f"/api/bot/tables/{table}/{action}", body)
    except urllib.error.HTTPError as error:
        if error.code != 409:
            raise
        print(f"{action} was refused: {explain(error)}", file=sys.stderr)


def play_all(server, rng):
    """Joins every open table and plays all games of the bot, each in a thread."""
    playing = set()
    since = ""

    def run(table):
        line = play(server, table, random.Random(rng.random()))
        print(json.dumps({"table": table, "ending": line["ending"]}), flush=True)
        playing.discard(table)

    while True:
        try:
            for event in server.lines("/api/bot/events", since):
                since = f"?since={event['at']}"
                if event["kind"] == "challenge":
                    # {"kind": "challenge"} says who, which game and which clock; "decline" in place of "join" refuses.
                    send(server, event["table"], "join", {"seat": event["seat"]})
                elif event["kind"] == "open_seat":
                    send(server, event["table"], "join", {})
                elif event["kind"] == "game_start" and event["table"] not in playing:
                    playing.add(event["table"])
                    threading.Thread(target=run, args=(event["table"],), daemon=True).start()
        except urllib.error.HTTPError as error:
            if error.code == 401:
                raise
            time.sleep(1)
        except OSError:
            time.sleep(1)


def play_pipe(rng):
    """Answers each line of the standard input that has legal moves with a move."""
    for text in sys.stdin:
        line = json.loads(text)
        if line["legal"]:
            move = {"do": "move", "move": choose(line, rng), "seen": line["latest"]}
            print(json.dumps(move), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", help="address of the server, such as http://localhost:8080")
    parser.add_argument("--table", help="table to join")
    parser.add_argument("--open", help="table to open, as JSON")
    parser.add_argument("--seed", type=int, help="seed of the random choices")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    if not arguments.server:
        return play_pipe(rng)
    token = os.environ.get("TAKHTEH_BOT_TOKEN")
    if not token:
        sys.exit("the environment variable TAKHTEH_BOT_TOKEN is not set: expected the token of a bot")
    server = Server(arguments.server, token)
    try:
        if arguments.open:
            table = server.post("/api/bot/tables", json.loads(arguments.open))["table"]
            print(json.dumps({"table": table}), flush=True)
        elif arguments.table:
            table = arguments.table
            send(server, table, "join", {})
        else:
            return play_all(server, rng)
        line = play(server, table, rng)
        print(json.dumps({"table": table, "moves": line["ply"], "ending": line["ending"]}), flush=True)
    except urllib.error.HTTPError as error:
        sys.exit(f"the server refused: {explain(error)}")


if __name__ == "__main__":
    main()
