"""Backgammon in the numbering of the judge protocol, written from its description alone.

Points 0 to 23 in the direction of X, who starts; 24 is the bar and 25 the home of both."""

BAR, HOME = 24, 25


class Board:
    def __init__(self):
        self.points = [{p: n for p, n in ((0, 2), (11, 5), (16, 3), (18, 5))}, {}]
        self.points[1] = {23 - p: n for p, n in self.points[0].items()}

    def copy(self):
        board = Board.__new__(Board)
        board.points = [dict(side) for side in self.points]
        return board

    def key(self):
        return tuple(tuple(sorted(side.items())) for side in self.points)

    def count(self, side, point):
        return self.points[side].get(point, 0)

    def target(self, side, start, die):
        """The point that a die leads to from `start`, or None if the step is not possible."""
        own = self.points[side]
        if not own.get(start) or start == HOME or (start != BAR and own.get(BAR)):
            return None
        # Distance to home, counted from 25 on the bar down to 1.
        distance = 25 if start == BAR else (24 - start if side == 0 else start + 1)
        left = distance - die
        if left > 0:
            end = 24 - left if side == 0 else left - 1
            return None if self.count(1 - side, end) > 1 else end
        farthest = max(24 - p if side == 0 else p + 1 for p in own if p < BAR)
        if own.get(BAR) or farthest > 6 or (left < 0 and farthest > distance):
            return None
        return HOME

    def move(self, side, start, end):
        own, other = self.points[side], self.points[1 - side]
        own[start] -= 1
        if not own[start]:
            del own[start]
        own[end] = own.get(end, 0) + 1
        if end != HOME and other.get(end) == 1:
            del other[end]
            other[BAR] = other.get(BAR, 0) + 1

    def won(self, side):
        return self.count(side, HOME) == 15

    def points_won(self, winner):
        return 1 if self.count(1 - winner, HOME) else 2


def turns(board, side, roll):
    """All legal turns as lists of (start, end), with the boards they lead to."""
    one, two = roll
    orders = [[one] * 4] if one == two else [[one, two], [two, one]]
    found = []

    def explore(board, dice, moves, used):
        stuck = True
        if dice:
            for start in [*range(24), BAR]:
                end = board.target(side, start, dice[0])
                if end is not None:
                    stuck = False
                    after = board.copy()
                    after.move(side, start, end)
                    explore(after, dice[1:], [*moves, (start, end)], [*used, dice[0]])
        if stuck:
            # A turn that bears off the last checker is complete.
            length = len(orders[0]) if board.won(side) else len(moves)
            found.append((length, moves, used, board))

    for order in orders:
        explore(board, order, [], [])
    longest = max(length for length, *_ in found)
    found = [turn for turn in found if turn[0] == longest]
    if longest == 1 and one != two and any(used == [max(roll)] for _, _, used, _ in found):
        found = [turn for turn in found if turn[2] == [max(roll)]]
    unique = {}
    for _, moves, _, after in found:
        unique.setdefault(tuple(sorted(moves)), (moves, after))
    return list(unique.values())
