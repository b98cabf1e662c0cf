"""The chess engine under other programs: a game under PyPI chess (UCI), a tournament under PyPI chester, a game under xboard
against Fairy-Max, random lines, and the time in which a search is stopped.

usage: chess_protocols.py PROGRAM FOLDER [--short]"""

import io
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

import chess
import chess.engine
import chess.pgn

program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
short = "--short" in sys.argv
folder.mkdir(parents=True, exist_ok=True)
lacks = []


def game_under_chess():
    """A complete game by UCI; python-chess checks every move."""
    with chess.engine.SimpleEngine.popen_uci([program, "uci"]) as white:
        with chess.engine.SimpleEngine.popen_uci([program, "uci", "--engine", "strong:level=3"]) as black:
            white.configure({"Hash": 16})
            board, clocks = chess.Board(), [1.0, 1.0] if short else [10.0, 10.0]
            while not board.is_game_over(claim_draw=True):
                begin = time.monotonic()
                limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1], white_inc=0.05, black_inc=0.05)
                result = (white if board.turn else black).play(board, limit, info=chess.engine.INFO_ALL)
                side = 0 if board.turn else 1
                clocks[side] += 0.05 - (time.monotonic() - begin)
                board.push(result.move)
            outcome = board.outcome(claim_draw=True)
            print(f"PyPI chess: {outcome.result()} by {outcome.termination.name.lower()} after {board.ply()} plies,"
                  f" clocks {clocks[0]:.1f} and {clocks[1]:.1f} s")
            if min(clocks) < 0:
                lacks.append("a clock ran out under PyPI chess")


def tournament_under_chester():
    """A match under another tournament manager."""
    from chester.timecontrol import TimeControl
    from chester.tournament import play_tournament

    wrappers = []
    for name, options in (("takhteh", "uci"), ("takhteh-level-2", "uci --engine strong:level=2")):
        wrapper = folder / name
        wrapper.write_text(f"#!/bin/sh\nexec {os.path.abspath(program)} {options}\n")
        wrapper.chmod(0o755)
        wrappers.append(str(wrapper))
    games = list(play_tournament(wrappers, TimeControl(initial_time=0.5 if short else 5, increment=0.01), n_games=1))
    for game in games:
        headers = game.headers
        names = [os.path.basename(headers[side]) for side in ("White", "Black")]
        print(f"PyPI chester: {names[0]} - {names[1]} {headers['Result']}, {game.end().ply()} plies")
        if headers["Result"] == "*":
            lacks.append("a game under PyPI chester has no result")


def game_under_xboard():
    """A game under xboard without a screen, against Fairy-Max."""
    pgn = folder / "xboard.pgn"
    pgn.unlink(missing_ok=True)
    # In short both search to a small depth: no clock runs out, however busy the machine is.
    limits = ["-tc", "2", "-depth", "4"] if short else ["-tc", "0:20"]
    options = ["-size", "tiny", "-mg", "1", *limits, "-inc", "0", "-xponder", "-saveGameFile", str(pgn), "-autoCallFlag", "true"]
    engines = ["-fcp", f"{os.path.abspath(program)} xboard", "-scp", "/usr/games/fairymax"]
    command = ["xvfb-run", "-a", "/usr/games/xboard", *engines, *options, "-popupMoveErrors", "false", "-noGUI"]
    # The window stays open after the game: it is closed when the game is saved.
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    begin = time.monotonic()
    while time.monotonic() - begin < 180 and process.poll() is None:
        if pgn.exists() and pgn.read_text(errors="replace").rstrip().endswith(("1-0", "0-1", "1/2-1/2", "*")):
            break
        time.sleep(0.2)
    os.killpg(process.pid, signal.SIGTERM)
    process.wait()
    if not pgn.exists():
        lacks.append("xboard has saved no game")
        return
    game = chess.pgn.read_game(pgn.open(errors="replace"))
    if game is None or game.errors:
        lacks.append(f"the game of xboard cannot be read: {game and game.errors}")
        return
    end = game.end()
    print(f"xboard: {game.headers['White']} - {game.headers['Black']} {game.headers['Result']}, {end.ply()} plies {end.comment}")
    if game.headers["Result"] == "*" or end.ply() < 10:
        lacks.append("the game of xboard was not finished")


WORDS = {
    "uci": ["go", "stop", "position", "startpos", "fen", "moves", "e2e4", "e7e5", "depth", "1", "-1", "99999999999999999999",
            "setoption", "name", "value", "MultiPV", "uci", "ponderhit", "ponder", "isready", "ucinewgame", "searchmoves",
            "8/8/8/8/8/8/8/8", "w", "infinite", "nodes", "movetime", "wtime", "btime", "mate", "UCI_Variant", "knightmate", "é", ""],
    "xboard": ["new", "variant", "knightmate", "force", "go", "playother", "level", "40", "5", "0", "st", "1", "sd", "2", "time",
               "otim", "-7", "?", "ping", "draw", "result", "1-0", "setboard", "8/8/8/8/8/8/8/8 w", "edit", "hint", "undo", "remove",
               "hard", "post", "analyze", "exit", ".", "usermove", "e2e4", "e7e5", "O-O", "é", "99999999999999999999", "nps", ""],
}


def random_lines(protocol, count):
    """Random lines; afterwards the engine must play as if nothing had happened."""
    generator = random.Random(7)
    process = subprocess.Popen([program, protocol], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    lines, gos = [], 0
    for _ in range(count):
        line = " ".join(generator.choice(WORDS[protocol]) for _ in range(generator.randint(1, 6)))
        gos += protocol == "uci" and line.split()[:1] == ["go"]
        lines.append(line)
        # Searches without end are stopped.
        lines.append("stop" if protocol == "uci" else "?")
    if protocol == "uci":
        lines += ["stop", "setoption name UCI_Variant value chess", "setoption name MultiPV value 1", "position startpos",
                  "go depth 2 searchmoves b1c3", "quit-not"]
        gos += 1
    else:
        lines += ["exit", "force", "new", "nopost", "st 1", "sd 1", "usermove e2e4", "ping 4711"]
    out, _ = process.communicate("\n".join(lines) + "\n", timeout=300)
    answers = out.splitlines()
    if protocol == "uci":
        best = sum(line.startswith("bestmove") for line in answers)
        is_good = best == gos and any(line.startswith("bestmove b1c3") for line in answers)
        print(f"{protocol}: {count} random lines, {gos} searches, {best} best moves, exit code {process.returncode}")
    else:
        is_good = answers[-1] == "pong 4711" and answers[-2].startswith("move ")
        print(f"{protocol}: {count} random lines, ending with {answers[-2:]}, exit code {process.returncode}")
    if not is_good or process.returncode != 0:
        lacks.append(f"{protocol}: random lines: {answers[-3:]}")


def stop_time(count):
    process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    times = []
    for index in range(count):
        process.stdin.write("position startpos moves e2e4\ngo infinite\n")
        time.sleep(0.05 + 0.01 * (index % 10))
        begin = time.monotonic()
        process.stdin.write("stop\n")
        while not process.stdout.readline().startswith("bestmove"):
            pass
        times.append(1000 * (time.monotonic() - begin))
    process.kill()
    times.sort()
    median = times[len(times) // 2]
    print(f"stop: median {median:.1f} ms, at most {times[-1]:.1f} ms in {count} searches")
    if median > 20:
        lacks.append(f"stop takes {median:.1f} ms")


def pgn_under_chess():
    """Our games read by PyPI chess, and an annotated game of PyPI chess read by us."""
    records = folder / "records"
    shutil.rmtree(records, ignore_errors=True)
    games = 4 if short else 40
    match = [program, "match", "chess", "strong:level=1", "random", "--games", str(games), "--records", str(records), "--json"]
    subprocess.run(match, check=True, capture_output=True)
    plies = 0
    for record in sorted(records.iterdir()):
        text = subprocess.run([program, "record", "export", str(record)], check=True, capture_output=True, text=True).stdout
        game = chess.pgn.read_game(io.StringIO(text))
        verdict = subprocess.run([program, "record", "verify", str(record), "--json"], check=True, capture_output=True, text=True)
        if game.errors or game.end().ply() != json.loads(verdict.stdout)["moves"]:
            lacks.append(f"PyPI chess reads {record} otherwise: {game.errors}")
        plies += game.end().ply()
    print(f"PyPI chess reads {games} games of ours, {plies} plies")

    generator, written, plies = random.Random(3), [], 0
    for number in range(games):
        game = chess.pgn.Game({"Event": "a \\ \"b\"", "Round": str(number)})
        node = game
        while node.ply() < 60 and not node.board().is_game_over(claim_draw=True):
            moves = list(node.board().legal_moves)
            node.add_variation(generator.choice(moves), comment="a (note)", nags=[generator.randint(1, 6)])
            node.add_variation(generator.choice([move for move in moves if not node.has_variation(move)] or moves))
            node = node.variation(0)
        game.headers["Result"] = node.board().result()
        written.append(str(game))
        plies += node.ply()
    file = folder / "annotated.pgn"
    file.write_text("\n\n".join(written) + "\n")
    imported = subprocess.run([program, "record", "import", str(file), "--json"], capture_output=True, text=True)
    found = [json.loads(line)["moves"] for line in imported.stdout.splitlines()]
    print(f"{len(found)} of {games} annotated games of PyPI chess read, {sum(found)} of {plies} plies {imported.stderr.strip()}")
    if len(found) != games or sum(found) != plies:
        lacks.append("annotated games of PyPI chess were not read")


game_under_chess()
pgn_under_chess()
tournament_under_chester()
if shutil.which("xvfb-run"):
    game_under_xboard()
for protocol in ("uci", "xboard"):
    random_lines(protocol, 500 if short else 10_000)
stop_time(5 if short else 100)
if lacks:
    sys.exit("; ".join(lacks))
