//! The contract between a game and the searches.

use std::hash::{Hash, Hasher};

use rules::{Rules, Seat, Status, mix};

use crate::evaluator::Score;

/// Part of the legal moves of a position. Outside check [`Noisy`](MoveStage::Noisy) and [`Quiet`](MoveStage::Quiet)
/// together are all of them; in check [`Evasions`](MoveStage::Evasions) are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveStage {
    /// Captures and promotions.
    Noisy,
    /// All other moves.
    Quiet,
    /// Those of the other moves that give check from their target, see [`SearchGame::gives_check`]. They are in the order of
    /// [`Quiet`](MoveStage::Quiet).
    QuietChecks,
    /// All legal moves of a seat in check.
    Evasions,
}

/// A game that can be searched.
///
/// Every method has a default that holds for any game. A game whose search should be fast generates its moves in stages
/// ([`STAGED`](SearchGame::STAGED)); the law suite compares every stage with the full list.
pub trait SearchGame: Rules {
    /// `true` if [`generate`](SearchGame::generate), [`early_status`](SearchGame::early_status) and
    /// [`move_from_key`](SearchGame::move_from_key) are cheaper than [`Rules::legal_moves`]. The search then tries the
    /// transposition-table move and the null move before it generates any list.
    const STAGED: bool = false;

    /// Working memory of move generation, one for the rules value of each search thread. It saves work between calls;
    /// results do not depend on it.
    type Scratch: Default + Send;

    /// `true` if some moves are [`noisy`](SearchGame::noisy), so that a quiescence search makes sense.
    const HAS_NOISE: bool = false;

    /// `true` if [`Rules::repeated`] can end a game or give a seat the right to end it.
    const HAS_REPETITION: bool = false;

    /// Exclusive upper bound of [`history_index`](SearchGame::history_index).
    const HISTORY_SIZE: usize = 4096;

    /// Exclusive upper bound of [`noisy_index`](SearchGame::noisy_index).
    const NOISY_SIZE: usize = 1;

    /// Exclusive upper bound of [`piece_target`](SearchGame::piece_target); 1 if moves are not told apart by it.
    const PIECE_TARGETS: usize = 1;

    /// Status as far as it is known without generating moves: `Over` if the game has ended although moves may remain,
    /// else the seat to move. A position without moves (mate, stalemate) is recognised by its empty stages.
    fn early_status(&self, position: &Self::Position) -> Status {
        self.status(position)
    }

    /// Appends the legal moves of one stage, each once.
    fn generate(&self, position: &Self::Position, stage: MoveStage, moves: &mut Vec<Self::Move>) {
        let base = moves.len();
        self.legal_moves(position, moves);
        let mut kept = base;
        for index in base..moves.len() {
            let mv = moves[index];
            let fits = match stage {
                MoveStage::Evasions => true,
                MoveStage::Noisy => self.noisy(position, mv),
                MoveStage::Quiet => !self.noisy(position, mv),
                MoveStage::QuietChecks => !self.noisy(position, mv) && self.gives_check(position, mv),
            };
            if fits {
                moves[kept] = mv;
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// The same with the working memory of the thread.
    #[inline(always)]
    fn generate_with(
        &self,
        position: &Self::Position,
        stage: MoveStage,
        moves: &mut Vec<Self::Move>,
        _scratch: &mut Self::Scratch,
    ) {
        self.generate(position, stage, moves);
    }

    /// `true` if the seat to move must answer a check.
    fn in_check(&self, _position: &Self::Position) -> bool {
        false
    }

    /// `true` if the move changes the balance at once (a capture, a promotion), so that the position before it cannot
    /// be evaluated statically.
    fn noisy(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// `true` if the exchanges on the move's target, started by this move, gain at least `threshold` in units of the
    /// game's evaluation.
    fn see_at_least(&self, _position: &Self::Position, _mv: Self::Move, _threshold: Score) -> bool {
        true
    }

    /// `true` if the moved piece attacks a royal piece from its target. Checks that the move only discovers need not be found.
    fn gives_check(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Position after a null move; `None` where passing is no sound lower bound (in check, without pieces).
    fn null_move(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// `true` if the reply to this move should be searched one ply deeper.
    fn extension(&self, _position: &Self::Position, _mv: Self::Move, _after: &Self::Position) -> bool {
        false
    }

    /// The position with another seat to move and nothing else changed: the seats in between are skipped and no move is
    /// counted. `None` if the seat cannot be to move. Best-reply search uses it.
    fn with_turn(&self, _position: &Self::Position, _seat: Seat) -> Option<Self::Position> {
        None
    }

    /// Key of the transposition table: [`Rules::key`] and every counter that can change the value of the position.
    fn search_key(&self, position: &Self::Position) -> u64 {
        self.key(position)
    }

    /// Number of preceding positions that this one can repeat: the plies since the last irreversible move.
    fn reversible_plies(&self, _position: &Self::Position) -> usize {
        usize::MAX
    }

    /// Identifies a move among the moves of its position; never 0. Killers and the transposition table store it.
    #[inline]
    fn move_key(&self, mv: Self::Move) -> u32 {
        let mut hasher = MoveHasher(0);
        mv.hash(&mut hasher);
        (hasher.finish() >> 32) as u32 | 1
    }

    /// The legal move with this key; `None` if there is none in this position.
    fn move_from_key(&self, position: &Self::Position, key: u32) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves.into_iter().find(|&mv| self.move_key(mv) == key)
    }

    /// The same with the working memory of the thread.
    #[inline(always)]
    fn move_from_key_with(
        &self,
        position: &Self::Position,
        key: u32,
        _scratch: &mut Self::Scratch,
    ) -> Option<Self::Move> {
        self.move_from_key(position, key)
    }

    /// Dense index of a move for history tables, below [`HISTORY_SIZE`](SearchGame::HISTORY_SIZE). Moves that differ in
    /// origin or target differ in their index wherever the size allows.
    #[inline]
    fn history_index(&self, _position: &Self::Position, mv: Self::Move) -> usize {
        self.move_key(mv) as usize % Self::HISTORY_SIZE
    }

    /// Dense index of a noisy move by what moves, its target and what it captures, below
    /// [`NOISY_SIZE`](SearchGame::NOISY_SIZE).
    #[inline]
    fn noisy_index(&self, _position: &Self::Position, _mv: Self::Move) -> usize {
        0
    }

    /// Dense index of a move by what moves and its target, below [`PIECE_TARGETS`](SearchGame::PIECE_TARGETS).
    /// Continuation history pairs it with that of the moves before.
    #[inline]
    fn piece_target(&self, _position: &Self::Position, _mv: Self::Move) -> usize {
        0
    }

    /// Readiness with which people see a move, from 0 to 100. Weak levels overlook the less prominent ones.
    fn prominence(&self, _position: &Self::Position, _mv: Self::Move) -> u32 {
        0
    }

    /// Key of the slowly changing part of a position, such as the pawn structure. Positions that share it are expected to
    /// be misjudged alike by the static evaluation.
    #[inline]
    fn structure_key(&self, _position: &Self::Position) -> u64 {
        0
    }
}

/// Mixes the parts of a move into its key.
struct MoveHasher(u64);

impl Hasher for MoveHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0.wrapping_add(number).wrapping_add(0x9e37_79b9_7f4a_7c15));
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
