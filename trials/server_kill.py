"""A server killed at any moment and started again loses nothing that was acknowledged.

usage: server_kill.py PROGRAM [--short]

Two clients play several games against each other, all at once, and again when they are over. The server is killed
(SIGKILL) repeatedly after a random time and restarted on the same folder, and the clients reconnect. No event may be
missing or changed, every acknowledged move must be there, and the record of every finished game must verify.
"""

import base64
import http.client
import json
import os
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

GAMES = [
    ("backgammon", {}),
    ("othello", {}),
    ("halma", {"Size": "5 * 5", "Beads-order": "1 2"}),
    ("backgammon", {"length": "3"}),
]
# Maximum lifetime of a server in seconds: some are killed before they listen.
LIFE = 1.2


class Gone(Exception):
    """The server is not there any more."""


class Socket:
    """A WebSocket, as far as it is needed here."""

    def __init__(self, port, cookie):
        try:
            self.stream = socket.create_connection(("127.0.0.1", port), timeout=20)
            self.stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            key = base64.b64encode(os.urandom(16)).decode()
            self.stream.sendall(
                f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nCookie: {cookie}\r\n\r\n".encode()
            )
            self.bytes = b""
            while b"\r\n\r\n" not in self.bytes:
                self.fill()
        except OSError as error:
            raise Gone from error
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        if b" 101 " not in head.split(b"\r\n")[0]:
            sys.exit(f"no socket: {head}")

    def fill(self):
        try:
            some = self.stream.recv(65536)
        except OSError as error:
            raise Gone from error
        if not some:
            raise Gone
        self.bytes += some

    def send(self, message, opcode=1):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        mask = os.urandom(4)
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data))
        try:
            self.stream.sendall(bytes([0x80 | opcode]) + size + mask + masked)
        except OSError as error:
            raise Gone from error

    def frame(self):
        """The next whole frame that has come, or nothing."""
        if len(self.bytes) < 2:
            return None
        opcode, size, start = self.bytes[0] & 15, self.bytes[1] & 127, 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(self.bytes[2:start], "big")
        if len(self.bytes) < start + size:
            return None
        data, self.bytes = self.bytes[start : start + size], self.bytes[start + size :]
        return opcode, data

    def messages(self):
        """All messages that have come."""
        while frame := self.frame():
            opcode, data = frame
            if opcode == 1:
                yield json.loads(data)
            elif opcode == 9:
                self.send(data, 10)
            elif opcode == 8:
                raise Gone


class View:
    """A table as a client knows it."""

    def __init__(self):
        self.last, self.events, self.acknowledged = None, [], []
        # Something after this event was acknowledged and is still to be sent.
        self.awaited = -1

    def hear(self, message, count):
        if message["reset"] and self.events:
            sys.exit(f"a client had to reload without need: {message['table']}")
        for event in message["events"]:
            if event["number"] < len(self.events):
                sys.exit(f"an event was sent twice: {event}")
            if event["number"] > len(self.events):
                sys.exit(f"an event is missing before {event}")
            self.events.append(event)
            count["events received"] += 1
        if message["latest"] is None:
            if self.events:
                sys.exit(f"an event that was sent is gone: {message['table']}")
        elif message["latest"] != len(self.events) - 1:
            sys.exit(f"the last event is {message['latest']}, received were {len(self.events)}")
        self.last = message

    def check(self):
        """Checks that every acknowledged move is there, after the events its sender had seen."""
        for seat, seen, text in self.acknowledged:
            later = self.events[seen + 1 :]
            if not any(e["event"] == "moved" and e["seat"] == seat and e["move"] == text for e in later):
                sys.exit(f"the move {text} of seat {seat} was acknowledged and is missing")


class Client:
    def __init__(self, chance, count):
        # The server gives every guest a cookie.
        self.cookie = None
        self.chance, self.count, self.views, self.next = chance, count, {}, 0
        self.socket, self.requests, self.picked = None, {}, {}

    def connect(self, port):
        self.cookie = self.cookie or new_cookie(port)
        self.socket, self.requests, self.picked = Socket(port, self.cookie), {}, {}
        for table, view in self.views.items():
            self.watch(table, len(view.events) - 1 if view.events else None)

    def watch(self, table, have=None):
        self.views[table].last = None
        self.socket.send({"kind": "watch", "table": table, "have": have})

    def ask(self, table, request):
        """Sends a request about a table, of which one at a time is under way."""
        self.next += 1
        self.requests[self.next] = (table, request)
        self.socket.send({**request, "id": self.next, "table": table})

    def hear(self, message):
        if message["kind"] == "table":
            view = self.views.get(message["table"])
            if view is None:
                return  # The client has left the table.
            was_unknown = view.last is None
            view.hear(message, self.count)
            if was_unknown:
                view.check()
            return
        if message["kind"] in ("welcome", "lobby"):
            return
        if "id" not in message:
            return  # Turns and chats are for the pages.
        table, request = self.requests.pop(message["id"], (None, None))
        if message["kind"] == "refused":
            # An action may cross with an event its sender had not seen.
            if message["status"] not in (409, 503):
                sys.exit(f"{request} was refused: {message}")
            self.count["refused"] += 1
            self.picked.pop(table, None)
        elif message["kind"] == "touched":
            self.step(table, message["touch"])
        elif request["kind"] == "act":
            self.views[table].awaited = request["seen"]
            if request["action"]["do"] == "move":
                action = (request["seat"], request["seen"], request["action"]["move"])
                self.views[table].acknowledged.append(action)
                self.count["moves acknowledged"] += 1

    def step(self, table, touch):
        """Touches on, or plays the move that the places amount to."""
        view = self.views[table]
        if isinstance(touch, str):
            self.picked.pop(table, None)
            action = {"do": "move", "move": touch}
            seen = len(view.events) - 1
            self.ask(table, {"kind": "act", "seat": view.last["turn"], "seen": seen, "action": action})
            return
        picked = self.picked.setdefault(table, [])
        if touch:
            picked.append(self.chance.choice(touch))
        else:
            picked.clear()
        known = view.last.get("touches", {}).get(" ".join(map(str, picked)))
        if known is not None:
            self.step(table, known)
        else:
            self.ask(table, {"kind": "touch", "seen": len(view.events) - 1, "picked": picked})

    def act(self):
        """Does at every table what is to be done."""
        busy = {table for table, _ in self.requests.values()}
        for table, view in self.views.items():
            last = view.last
            if last is None or table in busy or 0 <= view.awaited >= len(view.events) - 1:
                continue
            mine = [seat["seat"] for seat in last["seats"] if seat["who"] == "you"]
            if last["state"] == "waiting" and not mine:
                free = [seat["seat"] for seat in last["seats"] if seat["who"] == "open"]
                if free:
                    self.ask(table, {"kind": "sit", "seat": free[0]})
            elif last["state"] == "opening":
                given = {event["seat"] for event in view.events if event["event"] == "client_seed"}
                for seat in [seat for seat in mine if seat not in given][:1]:
                    action = {"do": "client_seed", "seed": f"luck {self.chance.random()}"}
                    seen = len(view.events) - 1
                    self.ask(table, {"kind": "act", "seat": seat, "seen": seen, "action": action})
            elif last["state"] == "playing" and last["turn"] in mine:
                self.picked.pop(table, None)
                self.step(table, last["touches"][""])


def new_cookie(port):
    """The cookie of a new guest."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", "/api/account")
        answer = connection.getresponse()
        answer.read()
        return answer.getheader("Set-Cookie").split(";")[0]
    except (OSError, http.client.HTTPException) as error:
        raise Gone from error
    finally:
        connection.close()


def request(port, method, path, cookie, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request(method, path, body and json.dumps(body), {"Cookie": cookie})
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException) as error:
        raise Gone from error
    finally:
        connection.close()


class Trial:
    def __init__(self, program, seed):
        self.program, self.chance, self.count = program, random.Random(seed), Counter()
        self.folder = Path(tempfile.mkdtemp(prefix="server-kill-"))
        self.clients = [Client(random.Random(f"{seed} {number}"), self.count) for number in (1, 2)]
        self.tables, self.process = {}, None

    def start(self, life):
        """Starts the server, which has so long to live; its port."""
        command = [self.program, "--json", "serve", "--listen", "127.0.0.1:0", "--data", str(self.folder / "data")]
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        log.close()
        if life is not None:
            threading.Timer(life, self.process.send_signal, [signal.SIGKILL]).start()
        text = self.process.stdout.readline()
        if not text:
            if self.process.wait() != -signal.SIGKILL:
                sys.exit(f"the server does not start: {(self.folder / 'log').read_text()[-2000:]}")
            raise Gone
        return int(json.loads(text)["address"].rstrip("/").rsplit(":", 1)[1])

    def open_tables(self, port):
        """As many games as there are kinds are always under way."""
        for index, (game, settings) in enumerate(GAMES):
            if index in self.tables:
                continue
            host = self.clients[self.chance.randrange(2)]
            wish = {"game": game, "settings": settings, "clock": "30m", "seats": [{"who": "me"}, {"who": "link"}]}
            status, body = request(port, "POST", "/api/tables", host.cookie, wish)
            if status != 201:
                sys.exit(f"no table: {status} {body}")
            self.tables[index] = json.loads(body)["table"]
            for client in self.clients:
                client.views[self.tables[index]] = View()
            for client in self.clients:
                client.watch(self.tables[index])

    def finish(self, port):
        """Checks the games that are over and leaves their tables."""
        for index, table in list(self.tables.items()):
            views = [client.views[table] for client in self.clients]
            if any(view.last is None or view.last["state"] != "over" for view in views):
                continue
            if views[0].events != views[1].events:
                sys.exit("two clients received different games")
            for view in views:
                view.check()
            status, record = request(port, "GET", f"/api/tables/{table}/record", self.clients[0].cookie)
            file = self.folder / f"{table}.record"
            file.write_bytes(record)
            verified = subprocess.run([self.program, "record", "verify", str(file)], capture_output=True, text=True)
            if status != 200 or verified.returncode:
                sys.exit(f"the record of {table} does not verify: {verified.stdout}{verified.stderr}")
            moves = sum(event["event"] == "moved" for event in views[0].events)
            self.count["games finished, records verified"] += 1
            self.count["moves in them"] += moves
            del self.tables[index]
            for client in self.clients:
                del client.views[table]
            for client in self.clients:
                client.socket.send({"kind": "unwatch", "table": table})

    def talk(self, port, is_enough):
        """Plays on until the server is gone or it is enough."""
        events, progress = self.count["events received"], time.monotonic()
        while not is_enough():
            if self.count["events received"] > events:
                events, progress = self.count["events received"], time.monotonic()
            if time.monotonic() - progress > 60:
                sys.exit(f"no more events: {[c.views[t].last for c in self.clients for t in c.views]}")
            self.open_tables(port)
            for client in self.clients:
                client.act()
            ready, _, _ = select.select([client.socket.stream for client in self.clients], [], [], 20)
            if not ready:
                sys.exit(f"no more messages: {[c.views[t].last for c in self.clients for t in c.views]}")
            for client in self.clients:
                if client.socket.stream in ready:
                    client.socket.fill()
                    for message in client.socket.messages():
                        client.hear(message)
            self.finish(port)

    def live(self, life, is_enough=lambda: False):
        """One life of the server."""
        before, port = self.count["moves acknowledged"], None
        try:
            port = self.start(life)
            for client in self.clients:
                client.connect(port)
            self.talk(port, is_enough)
        except Gone:
            self.process.wait()
            if self.process.returncode != -signal.SIGKILL:
                sys.exit(f"the server crashed: {(self.folder / 'log').read_text()[-2000:]}")
            self.count["kills"] += 1
            self.count["kills before it was open"] += port is None
            self.count["kills in play"] += self.count["moves acknowledged"] > before
            return
        self.process.terminate()
        if self.process.wait(20) != 0:
            sys.exit("the server did not shut down cleanly")


def main():
    program, short = str(Path(sys.argv[1]).resolve()), "--short" in sys.argv
    kills, seed = (5, 1) if short else (50, 1)
    trial = Trial(program, seed)
    begin = time.perf_counter()
    while trial.count["kills"] < kills:
        trial.live(trial.chance.uniform(0, LIFE))
    # Unfinished games are played to their end.
    goal = trial.count["games finished, records verified"] + len(GAMES)
    trial.live(None, lambda: trial.count["games finished, records verified"] >= goal)
    text = (trial.folder / "log").read_text()
    if "panicked" in text or "ERROR" in text:
        sys.exit(f"the server logged errors: {text[-2000:]}")
    shutil.rmtree(trial.folder)
    print(f"{', '.join(game for game, _ in GAMES)} at once, two clients, seed {seed}")
    for what in ("kills", "kills before it was open", "kills in play", "moves acknowledged", "events received", "refused",
                 "games finished, records verified", "moves in them"):
        print(f"{what}: {trial.count[what]}")
    print(f"nothing lost, nothing sent twice, in {time.perf_counter() - begin:.0f} s")


main()
