"""Positions of orthodox chess with scores, for the training of the evaluation: games of a UCI engine against itself from random
openings, with a random move now and then.

usage: chess_labels.py ENGINE FILE GAMES [SEED [NODES]]

Every line has the format of the training games: army 0, score for White in centipawns, result for White in half points, FEN.
"""

import random
import subprocess
import sys

import chess

command, file, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
nodes = int(sys.argv[5]) if len(sys.argv) > 5 else 800
# Random moves at the start, and one random move in this many later.
OPENING, RANDOM_MOVE = (2, 16), 14
# Score from which a game is decided, the one beyond which a position teaches nothing, and that of a forced mate.
DECIDED, LARGEST, MATE = 2_500, 1_200, 10_000
MAX_PLIES = 256


class Player:
    """The engine. A library would take longer for a move than the engine."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def search(self, board):
        """Score for White, and the move."""
        self.send(f"position fen {board.fen()}")
        self.send(f"go nodes {nodes}")
        score = 0
        for line in self.process.stdout:
            words = line.split()
            if "score" in words:
                kind, value = words[words.index("score") + 1 :][:2]
                score = int(value) if kind == "cp" else MATE if int(value) > 0 else -MATE
            elif words and words[0] == "bestmove":
                return score if board.turn == chess.WHITE else -score, chess.Move.from_uci(words[1])
        sys.exit("cannot read a move: the engine stopped")


def play(player, generator):
    board, samples = chess.Board(), []
    for _ in range(generator.randint(*OPENING)):
        if board.is_game_over():
            return []
        board.push(generator.choice(list(board.legal_moves)))
    halves = 1
    player.send("ucinewgame")
    while not board.is_game_over() and not board.can_claim_draw() and board.ply() < MAX_PLIES:
        score, move = player.search(board)
        if abs(score) > DECIDED:
            halves = 2 if score > 0 else 0
            break
        is_quiet = not board.is_check() and not board.is_capture(move) and not move.promotion
        if is_quiet and abs(score) <= LARGEST:
            samples.append((score, board.fen()))
        is_random = generator.randrange(RANDOM_MOVE) == 0
        board.push(generator.choice(list(board.legal_moves)) if is_random else move)
    if board.is_checkmate():
        halves = 0 if board.turn == chess.WHITE else 2
    return [f"0 {score} {halves} {fen}\n" for score, fen in samples]


generator, player = random.Random(seed), Player(command)
with open(file, "a") as lines:
    for _ in range(games):
        lines.writelines(play(player, generator))
        lines.flush()
