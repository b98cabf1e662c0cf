"""Chess matches of the strong engine: against Fairy-Max, GNU Chess, Stockfish and classic, with invented armies against
Fairy-Max and Fairy-Stockfish, and level against level; mates in two and three, and elementary endings. Matches are resumed from their journals.

usage: chess_matches.py PROGRAM FOLDER [--short] [PART...]

Parts: fairymax gnuchess classic stockfish elo clock armies fairy levels mates endings suite. GAMES=N sets the number of games of a match."""

import json
import math
import os
import pathlib
import random
import subprocess
import sys

import chess
import chess.engine

import fairymax

arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
program, folder, parts = arguments[0], pathlib.Path(arguments[1]), arguments[2:]
short = "--short" in sys.argv
GAMES = int(os.environ.get("GAMES", 2 if short else 200))
TIME = "20" if short else "100"
# A short trial stops its games early.
STOP = ["--max-plies", "24"] if short else []
GAMES_FOLDER = "/usr/games"
lacks = []


def match(name, a, b, *options, games=GAMES, balanced=True):
    """Plays a match, or what is left of it; returns the result."""
    journal = folder / f"{name}{'-short' if short else ''}.journal"
    openings = ["--openings", "8", *(["--balanced", "80"] if balanced else [])]
    command = [program, "match", "chess", a, b, "--games", str(games), *openings, *options, *STOP, "--journal", str(journal), "--json"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr}")
    result = json.loads(done.stdout)
    elo = result["elo"]
    error = "" if elo is None else f", Elo {elo:+.0f} ± {result['elo_error']:.0f}"
    print(f"{name}: {result['wins']} won, {result['draws']} drawn, {result['losses']} lost, {100 * result['score']:.1f} %{error}")
    times = [f"{side} {result['thinking'][side]['mean_ms']:.0f} ms" for side in ("a", "b")]
    print(f"  time for a move: {', '.join(times)}; endings: {result['endings']}; failures: {result['failures']}", flush=True)
    for sentences in result["failure_sentences"].values():
        for failure, first in sentences.items():
            print(f"  {failure} in game {first['game']}: {first['sentence']}")
    if result["failures"]["a"]:
        lacks.append(f"{name}: our engine failed")
    return result


def require(name, score, least):
    if not short and score < least:
        lacks.append(f"{name}: {100 * score:.1f} %, at least {100 * least:.0f} % required")


def play_fairymax():
    result = match("fairymax", "strong", f"exec:xboard:{GAMES_FOLDER}/fairymax", "--time", TIME)
    require("fairymax", result["score"], 0.95)


def play_gnuchess():
    result = match("gnuchess", "strong", f"exec:uci:{GAMES_FOLDER}/gnuchess --uci", "--time", TIME)
    require("gnuchess", result["score"], 0.5)


def play_classic():
    result = match("classic", "strong", "classic", "--time", TIME)
    require("classic", result["score"], 0.99)


def play_stockfish():
    """Finds the number of nodes at which Stockfish is as strong."""
    scores = []
    for nodes in (1000,) if short else (1000, 3000, 10_000, 30_000):
        limits = ["--time-a", TIME, "--nodes-b", str(nodes)]
        result = match(f"stockfish-{nodes}", "strong", f"exec:uci:{GAMES_FOLDER}/stockfish", *limits)
        scores.append((nodes, min(max(result["score"], 0.005), 0.995)))
    for (low, high_score), (high, low_score) in zip(scores, scores[1:]):
        if high_score >= 0.5 > low_score:
            logit = lambda score: math.log(score / (1 - score))
            share = logit(high_score) / (logit(high_score) - logit(low_score))
            print(f"50 % against Stockfish at {low * (high / low) ** share:.0f} nodes a move")


def play_elo():
    """Stockfish with limited strength, at the time control that its numbers were measured at."""
    options = ["--option-b", "UCI_LimitStrength=true", "--option-b", "UCI_Elo=2400"]
    clock = os.environ.get("CLOCK", "0.5+0.01" if short else "60+0.6")
    limits = ["--clock", clock, "--clock-margin", "100"]
    result = match(f"stockfish-elo-2400-{clock}", "strong", f"exec:uci:{GAMES_FOLDER}/stockfish", *options, *limits)
    require("UCI_Elo 2400", result["score"], 0.5)


def play_clock():
    """Our engine in this program and as a program by UCI, with little time: neither may exceed it."""
    opponent = f"exec:uci:{os.path.abspath(program)} uci"
    games = 2 if short else int(os.environ.get("GAMES", 500))
    result = match("clock-1+0.01", "strong", opponent, "--clock", "1+0.01", games=games)
    if result["failures"]["a"] or result["failures"]["b"] or any("time" in ending for ending in result["endings"]):
        lacks.append(f"a clock of 1 s + 0.01 s: {result['failures']}, {result['endings']}")


def play_armies():
    definitions = folder / "fmax.ini"
    definitions.write_text(fairymax.definitions())
    armies = ["knightmate", "amazon", "camel", "knightrider", "chancellor"]
    for army in armies[:1] if short else armies:
        opponent = f"exec:xboard:{GAMES_FOLDER}/fairymax 22 {definitions}"
        result = match(f"army-{army}", "strong", opponent, "--army", army, "--time", TIME)
        require(f"army {army}", result["score"], 0.95)


# Armies that Fairy-Stockfish can play, and its file of variants with our letters.
FAIRY_STOCKFISH = ["amazon", "centaur", "chancellor", "knightmate"]
VARIANTS = """[our-amazon:chess]
queen = -
amazon = q
promotionPieceTypes = qrbn

[our-knightmate:knightmate]
commoner = n
startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
promotionPieceTypes = nqrb

[our-centaur:chess]
queen = -
centaur = q
promotionPieceTypes = qrbn

[our-chancellor:chess]
queen = -
bishop = -
chancellor = q
archbishop = b
promotionPieceTypes = qrbn
"""


def play_fairy():
    """Invented armies against Fairy-Stockfish, at equal time."""
    variants = folder / "variants.ini"
    variants.write_text(VARIANTS)
    for army in FAIRY_STOCKFISH[:1] if short else FAIRY_STOCKFISH:
        options = ["--option-b", f"VariantPath={variants.absolute()}", "--option-b", f"UCI_Variant=our-{army}"]
        opponent = f"exec:uci:{GAMES_FOLDER}/fairy-stockfish"
        result = match(f"fairy-{army}", "strong", opponent, *options, "--army", army, "--time", TIME)
        if result["failures"]["b"]:
            lacks.append(f"fairy {army}: Fairy-Stockfish failed")


def play_levels():
    for level in (2,) if short else range(2, 9):
        engines = [f"strong:level={level}", f"strong:level={level - 1}"]
        result = match(f"level-{level}", *engines, games=GAMES, balanced=False)
        require(f"level {level}", result["score"], 0.65)


def best(fen, milliseconds):
    command = [program, "best", "chess", "--position", fen, "--time", str(milliseconds), "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def mate_suite(moves, count):
    """Random positions with a mate in exactly this many moves, by Stockfish."""
    cache = folder / f"mate-in-{moves}-{count}.fen"
    if cache.exists():
        return cache.read_text().splitlines()
    generator, found = random.Random(moves), []
    heavy = [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT]
    with chess.engine.SimpleEngine.popen_uci(f"{GAMES_FOLDER}/stockfish") as stockfish:
        while len(found) < count:
            board = chess.Board(None)
            squares = generator.sample(list(chess.SQUARES), 10)
            kinds = [(chess.KING, True), (chess.KING, False)]
            kinds += [(generator.choice(heavy), True) for _ in range(3)]
            kinds += [(generator.choice([*heavy, chess.PAWN]), False) for _ in range(5)]
            for square, (piece, colour) in zip(squares, kinds):
                board.set_piece_at(square, chess.Piece(piece, colour))
            board.turn = chess.WHITE
            if board.is_valid() and not board.is_check():
                info = stockfish.analyse(board, chess.engine.Limit(depth=2 * moves + 6))
                if info["score"].white().mate() == moves:
                    found.append(board.fen())
    cache.write_text("\n".join(found) + "\n")
    return found


def play_mates():
    for moves, least in ((2, 1.0), (3, 0.96)):
        count = 2 if short else 50
        suite = mate_suite(moves, count)
        solved = sum(best(fen, 200 if short else 1000).get("win_in", 99) <= 2 * moves - 1 for fen in suite)
        print(f"mate in {moves}: {solved} of {count} found", flush=True)
        require(f"mate in {moves}", solved / count, least)


def random_ending(generator, white, black):
    while True:
        board = chess.Board(None)
        squares = generator.sample(list(chess.SQUARES), 2 + len(white) + len(black))
        for square, (piece, colour) in zip(squares, [
            (chess.KING, True), (chess.KING, False), *((piece, True) for piece in white), *((piece, False) for piece in black),
        ]):
            board.set_piece_at(square, chess.Piece(piece, colour))
        board.turn = chess.WHITE
        bishops = board.pieces(chess.BISHOP, chess.WHITE)
        is_one_colour = len(bishops) == 2 and len({(square + square // 8) % 2 for square in bishops}) == 1
        # White must not lose a piece at once.
        loses = any(board.is_attacked_by(chess.BLACK, square) for piece in white for square in board.pieces(piece, True))
        if board.is_valid() and not is_one_colour and not loses and not board.is_check():
            return board.fen()


def play_endings():
    """Endings against Stockfish, which defends; White must win."""
    endings = {
        "KBBK": ([chess.BISHOP, chess.BISHOP], []),
        "KBNK": ([chess.BISHOP, chess.KNIGHT], []),
        "KQKR": ([chess.QUEEN], [chess.ROOK]),
    }
    count = 1 if short else 20
    for name, (white, black) in endings.items():
        generator = random.Random(name)
        positions = folder / f"{name}-{count}.fen"
        positions.write_text("\n".join(random_ending(generator, white, black) for _ in range(count)) + "\n")
        # In every pair one game has our engine on the stronger side.
        journal = folder / f"{name}{'-short' if short else ''}.journal"
        command = [program, "match", "chess", "strong", f"exec:uci:{GAMES_FOLDER}/stockfish", "--games", str(2 * count)]
        command += ["--time-a", TIME, "--nodes-b", "20000", "--openings", str(positions), *STOP, "--journal", str(journal), "--json"]
        result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        wins = result["wins"]
        print(f"{name}: won {wins} of {count} with the stronger side; the others: {result['endings']}", flush=True)
        require(name, wins / count, 1.0)


def play_suite():
    """Positions of an EPD file with best moves (SUITE=FILE), at 0.1 s each."""
    file = os.environ.get("SUITE")
    if not file:
        print("suite: no file (SUITE=FILE names an EPD file with best moves)")
        return
    solved = positions = 0
    for line in pathlib.Path(file).read_text().splitlines():
        if not line.strip():
            continue
        board, operations = chess.Board.from_epd(line)
        found = board.parse_san(best(board.fen(), int(TIME))["move"])
        is_solved = found in operations.get("bm", [found]) and found not in operations.get("am", [])
        solved, positions = solved + is_solved, positions + 1
    print(f"suite: {solved} of {positions} at {TIME} ms", flush=True)


PARTS = {
    "fairymax": play_fairymax,
    "gnuchess": play_gnuchess,
    "classic": play_classic,
    "stockfish": play_stockfish,
    "elo": play_elo,
    "clock": play_clock,
    "armies": play_armies,
    "fairy": play_fairy,
    "levels": play_levels,
    "mates": play_mates,
    "endings": play_endings,
    "suite": play_suite,
}
folder.mkdir(parents=True, exist_ok=True)
for part in parts or PARTS:
    if part not in PARTS:
        sys.exit(f"there is no part {part}: expected {', '.join(PARTS)}")
    PARTS[part]()
if lacks:
    sys.exit("; ".join(lacks))
