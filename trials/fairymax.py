"""Definitions of armies for Fairy-Max, in the format of its fmax.ini, so that it can play the same armies."""

LEAPS = {
    "knight": (14, 31, 33, 18, -14, -31, -33, -18),
    "camel": (13, 47, 49, 19, -13, -47, -49, -19),
    "zebra": (29, 46, 50, 35, -29, -46, -50, -35),
    "rook": (1, 16, -1, -16),
    "bishop": (15, 17, -15, -17),
    "king": (1, 16, 15, 17, -1, -16, -15, -17),
}
# Codes of a step: a leap, and a ride.
LEAP, RIDE = 7, 3


def moves(code, *kinds):
    return " ".join(f"{step},{code}" for kind in kinds for step in LEAPS[kind])


KING = f"k:-1 1,34 -1,34 {moves(LEAP, 'king')}"
KNIGHT = f"n:259 {moves(LEAP, 'knight')}"
BISHOP = f"b:296 {moves(RIDE, 'bishop')}"
ROOK = f"R:444 {moves(RIDE, 'rook')}"
QUEEN = f"Q:851 {moves(RIDE, 'rook', 'bishop')}"
PAWNS = ["p:74 -16,24 -16,6 -15,5 -17,5", "p:74 16,24 16,6 15,5 17,5"]
DIAGONAL_PAWNS = ["p:74 -15,24 -17,24 -16,5 -15,6 -17,6", "p:74 15,24 17,24 16,5 15,6 17,6"]

# Pawns, king, knight, bishop, rook and queen of each army.
ARMIES = {
    "normal": [*PAWNS, KING, KNIGHT, BISHOP, ROOK, QUEEN],
    "knightmate": [
        *PAWNS,
        f"k:-1 1,34 -1,34 {moves(LEAP, 'knight')}",
        f"n:222 {moves(LEAP, 'king')}",
        BISHOP,
        ROOK,
        QUEEN,
    ],
    "berolina": [*DIAGONAL_PAWNS, KING, KNIGHT, BISHOP, ROOK, QUEEN],
    "amazon": [*PAWNS, KING, KNIGHT, BISHOP, ROOK, f"Q:1100 {moves(RIDE, 'rook', 'bishop')} {moves(LEAP, 'knight')}"],
    "camel": [*PAWNS, KING, f"n:222 {moves(LEAP, 'camel')}", BISHOP, ROOK, QUEEN],
    "zebra": [*PAWNS, KING, f"n:222 {moves(LEAP, 'zebra')}", BISHOP, ROOK, QUEEN],
    "knightrider": [*PAWNS, KING, f"n:480 {moves(RIDE, 'knight')}", BISHOP, ROOK, QUEEN],
    "centaur": [*PAWNS, KING, KNIGHT, BISHOP, ROOK, f"Q:640 {moves(LEAP, 'king', 'knight')}"],
    "chancellor": [
        *PAWNS,
        KING,
        KNIGHT,
        f"B:780 {moves(RIDE, 'bishop')} {moves(LEAP, 'knight')}",
        ROOK,
        f"Q:814 {moves(RIDE, 'rook')} {moves(LEAP, 'knight')}",
    ],
}


def definitions():
    """The text of an fmax.ini with all armies."""
    back_rank = "6 4 5 7 3 5 4 6"
    board = ["8x8", back_rank, back_rank]
    lines = ["version 4.8(w)", *board, *ARMIES["normal"], ""]
    for name, pieces in ARMIES.items():
        letters = "" if name == "normal" else " # PNBRQKpnbrqk # fairy"
        lines += [f"Game: {name}{letters}", *board, *pieces, ""]
    return "\n".join([*lines, "// End of game file", ""])
