//! Reference implementation of Halma: slow, simple, and written from the specification alone.
//!
//! It must stay independent of the main implementation, because its only use is to disagree with it in
//! tests. Cells are `(x, y)` with `(0, 0)` at the top left; boards are indexed `[y][x]`.

use std::collections::BTreeSet;

/// A square of the board: column, then row, from the top left.
pub type Cell = (usize, usize);

/// A turn: a bead's first and last square, or `None` for a pass.
pub type Move = Option<(Cell, Cell)>;

/// Seat whose bead is on each square, indexed `[y][x]`.
pub type Board = Vec<Vec<Option<usize>>>;

/// Configuration of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub size: usize,
    /// Two or four.
    pub seats: usize,
    /// Number of moves after which the camps are checked.
    pub leave_camp: u32,
    /// Beads on each successive anti-diagonal of a camp, from the corner.
    pub order: Vec<usize>,
}

/// A position with the state of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub owner: Board,
    /// The seat to move; without meaning when the game is over.
    pub to_move: usize,
    /// Moves made so far by all players together, passes included.
    pub moves_made: u32,
    /// The final place of each seat, 1 for the first; `None` while the seat is in the game.
    pub places: Vec<Option<u8>>,
    /// Free places, best first.
    pub free_places: Vec<u8>,
    pub over: bool,
    /// The rule that last removed a player or ended the game: "" (none yet), "goal", "surrounded",
    /// "camp not left", "draw, no camp left" or "back in camp".
    pub rule: &'static str,
}

const DIRECTIONS: [(i64, i64); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// The squares of a seat's own camp.
pub fn camp(setup: &Setup, seat: usize) -> Vec<Cell> {
    let last = setup.size - 1;
    // The corners go round clockwise; of two players the second sits where the third of four would.
    let corner = if setup.seats == 2 { seat * 2 } else { seat };
    let mut cells = Vec::new();
    for (line, &beads) in setup.order.iter().enumerate() {
        let mut diagonal: Vec<Cell> = (0..=line).map(|y| (line - y, y)).collect();
        diagonal.retain(|&(x, y)| x <= last && y <= last);
        assert!(beads <= diagonal.len(), "more beads than the line has");
        let spare = diagonal.len() - beads;
        assert!(spare.is_multiple_of(2), "the beads cannot be centred");
        for &(x, y) in diagonal.iter().skip(spare / 2).take(beads) {
            cells.push(match corner {
                0 => (x, y),
                1 => (last - x, y),
                2 => (last - x, last - y),
                _ => (x, last - y),
            });
        }
    }
    cells
}

/// The squares a seat wants to fill: the camp of the player sitting diagonally opposite.
pub fn target(setup: &Setup, seat: usize) -> Vec<Cell> {
    camp(setup, (seat + setup.seats / 2) % setup.seats)
}

impl State {
    /// The position before the first move.
    pub fn start(setup: &Setup) -> State {
        assert!(setup.seats == 2 || setup.seats == 4, "two or four seats");
        let mut owner = vec![vec![None; setup.size]; setup.size];
        for seat in 0..setup.seats {
            for (x, y) in camp(setup, seat) {
                assert!(owner[y][x].is_none(), "the camps overlap");
                owner[y][x] = Some(seat);
            }
        }
        State {
            owner,
            to_move: 0,
            moves_made: 0,
            places: vec![None; setup.seats],
            free_places: (1..=4).take(setup.seats).collect(),
            over: false,
            rule: "",
        }
    }

    /// The seats that are still in the game.
    pub fn playing(&self) -> Vec<usize> {
        (0..self.places.len()).filter(|&seat| self.places[seat].is_none()).collect()
    }

    /// One player takes the best free place and leaves.
    fn win(&mut self, seat: usize, rule: &'static str) {
        self.places[seat] = Some(self.free_places.remove(0));
        self.rule = rule;
        self.close();
    }

    /// Players who lose at the same moment take as many of the lowest free places and share the best of
    /// these.
    fn lose(&mut self, seats: &[usize], rule: &'static str) {
        if seats.is_empty() {
            return;
        }
        let kept = self.free_places.len() - seats.len();
        let shared = self.free_places[kept];
        self.free_places.truncate(kept);
        for &seat in seats {
            self.places[seat] = Some(shared);
        }
        self.rule = rule;
        self.close();
    }

    /// The last player left takes the last place; with at most one player left the game is over.
    fn close(&mut self) {
        let playing = self.playing();
        if playing.len() == 1 {
            self.places[playing[0]] = Some(self.free_places.remove(0));
        }
        self.over = playing.len() <= 1;
    }
}

/// The square some steps away in a direction, if it is on the board.
fn away(board: &Board, (x, y): Cell, (dx, dy): (i64, i64), steps: i64) -> Option<Cell> {
    let size = board.len() as i64;
    let (x, y) = (x as i64 + dx * steps, y as i64 + dy * steps);
    let inside = 0 <= x && x < size && 0 <= y && y < size;
    inside.then_some((x as usize, y as usize))
}

fn is_empty(board: &Board, (x, y): Cell) -> bool {
    board[y][x].is_none()
}

fn neighbours(board: &Board, cell: Cell) -> Vec<Cell> {
    let all = DIRECTIONS.iter();
    all.filter_map(|&d| away(board, cell, d, 1)).collect()
}

/// Where one jump from a square can land, the jumping bead itself being lifted from the board.
fn jumps(board: &Board, from: Cell) -> Vec<Cell> {
    let mut landings = Vec::new();
    for direction in DIRECTIONS {
        for gap in 0..board.len() as i64 {
            let Some(landing) = away(board, from, direction, 2 * gap + 2) else {
                continue;
            };
            // Of all squares up to the landing one, only the middle one may and must hold a bead.
            let fits = (1..=2 * gap + 2).all(|steps| {
                let cell = away(board, from, direction, steps);
                cell.is_some_and(|cell| is_empty(board, cell) == (steps != gap + 1))
            });
            if fits {
                landings.push(landing);
            }
        }
    }
    landings
}

fn chain(board: &Board, from: Cell, visited: &mut BTreeSet<Cell>) {
    for landing in jumps(board, from) {
        if visited.insert(landing) {
            chain(board, landing, visited);
        }
    }
}

/// Every square the bead on `from` can end a turn on.
pub fn destinations(board: &Board, from: Cell) -> BTreeSet<Cell> {
    let mut lifted = board.clone();
    lifted[from.1][from.0] = None;
    let mut ends = BTreeSet::from([from]);
    chain(&lifted, from, &mut ends);
    for cell in neighbours(board, from) {
        if is_empty(board, cell) {
            ends.insert(cell);
        }
    }
    ends.remove(&from);
    ends
}

fn beads(board: &Board, seat: usize) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (y, row) in board.iter().enumerate() {
        for (x, &owner) in row.iter().enumerate() {
            if owner == Some(seat) {
                cells.push((x, y));
            }
        }
    }
    cells
}

/// All legal moves, sorted; a single `None` when the player can only pass, nothing when the game is
/// over.
pub fn moves(_setup: &Setup, state: &State) -> Vec<Move> {
    let mut list = Vec::new();
    if state.over {
        return list;
    }
    for from in beads(&state.owner, state.to_move) {
        for to in destinations(&state.owner, from) {
            list.push(Some((from, to)));
        }
    }
    if list.is_empty() {
        list.push(None);
    }
    list.sort();
    list
}

/// `true` if the seat has reached its goal.
fn reached_goal(setup: &Setup, state: &State, seat: usize) -> bool {
    let target = target(setup, seat);
    let own = beads(&state.owner, seat);
    if setup.seats == 2 {
        return own.iter().all(|cell| target.contains(cell));
    }
    let filled = target.iter().all(|&(x, y)| {
        let owner = state.owner[y][x];
        owner.is_some_and(|other| other == seat || state.places[other].is_some())
    });
    filled && own.iter().any(|cell| target.contains(cell))
}

/// `true` if a bead of `seat` was surrounded by the move that led from one board to the other.
fn surrounded(setup: &Setup, before: &Board, after: &Board, seat: usize, enemies: &[usize]) -> bool {
    let (own, target) = (camp(setup, seat), target(setup, seat));
    beads(after, seat).into_iter().any(|cell| {
        !own.contains(&cell)
            && !target.contains(&cell)
            && !destinations(before, cell).is_empty()
            && destinations(after, cell).is_empty()
            && neighbours(after, cell)
                .into_iter()
                .any(|(x, y)| after[y][x].is_some_and(|other| other != seat && enemies.contains(&other)))
    })
}

/// The game after a legal move of the player to move.
pub fn play(setup: &Setup, state: &State, mv: Move) -> State {
    let mover = state.to_move;
    let mut next = state.clone();
    next.moves_made += 1;
    if let Some((from, to)) = mv {
        next.owner[from.1][from.0] = None;
        next.owner[to.1][to.0] = Some(mover);
    }
    judge(setup, state, &mut next, mover, mv);
    if !next.over {
        next.to_move = (mover + 1) % setup.seats;
        while next.places[next.to_move].is_some() {
            next.to_move = (next.to_move + 1) % setup.seats;
        }
    }
    next
}

/// The tests after a move, in their order, each on who is then still in the game.
fn judge(setup: &Setup, before: &State, next: &mut State, mover: usize, mv: Move) {
    if reached_goal(setup, next, mover) {
        next.win(mover, "goal");
    }
    if next.over {
        return;
    }

    // Those in the game before the move are the enemies, so the mover is one even if he has just reached
    // the goal.
    let enemies = before.playing();
    let mut victims = next.playing();
    victims.retain(|&seat| seat != mover && surrounded(setup, &before.owner, &next.owner, seat, &enemies));
    next.lose(&victims, "surrounded");
    if next.over {
        return;
    }

    if next.moves_made == setup.leave_camp {
        let playing = next.playing();
        let mut late = playing.clone();
        late.retain(|&seat| {
            let own = camp(setup, seat);
            own.iter().any(|&(x, y)| next.owner[y][x] == Some(seat))
        });
        // When these are all players, sharing the best free place is what losing together gives.
        let rule = if late == playing { "draw, no camp left" } else { "camp not left" };
        next.lose(&late, rule);
    } else if next.moves_made > setup.leave_camp && next.places[mover].is_none() {
        // A pass ends nowhere, so it cannot end in the camp.
        if mv.is_some_and(|(_, to)| camp(setup, mover).contains(&to)) {
            next.lose(&[mover], "back in camp");
        }
    }
}

/// The number of move paths of exactly `depth` plies; a pass is a ply, a game that ended earlier counts
/// nothing.
pub fn perft(setup: &Setup, state: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let list = moves(setup, state).into_iter();
    list.map(|mv| perft(setup, &play(setup, state, mv), depth - 1)).sum()
}
