//! The generic search, written by hand for Othello alone: no rules contract, no evaluator, no game but two integers.

use std::sync::atomic::{AtomicBool, Ordering};

use games::othello::{Kernel, Position};
use rules::cpu::Task;

const WIN: i32 = 30_000;
const WIN_IN_MAX_PLY: i32 = WIN - 1_000;
const INFINITE: i32 = 32_000;
const CORNERS: u64 = 0x8100_0000_0000_0081;
const DIAGONALS: u64 = 0x0042_0000_0000_4200;
const BESIDE: u64 = 0x4281_0000_0000_8142;
const PASS: u8 = 64;

/// The tables of the search.
pub struct Search<K> {
    kernel: K,
    nodes: u64,
    limit: u64,
    stop: AtomicBool,
    is_stopped: bool,
    first: u32,
    table: Vec<[u64; 2]>,
    killers: [[u32; 2]; 128],
    histories: [[i32; 4096]; 2],
    lines: Vec<Vec<u8>>,
}

struct Node<'a, K> {
    search: &'a mut Search<K>,
    mover: u64,
    other: u64,
    black: usize,
    alpha: i32,
    beta: i32,
    depth: u32,
    ply: u32,
}

impl<K: Kernel> Search<K> {
    pub fn new(kernel: K, bytes: usize) -> Search<K> {
        let mut table = vec![[1; 2]; bytes / 16];
        // Touch the memory, as the generic search does before a game.
        table.fill([0; 2]);
        Search {
            kernel,
            nodes: 0,
            limit: u64::MAX,
            stop: AtomicBool::new(false),
            is_stopped: false,
            first: 0,
            table,
            killers: [[0; 2]; 128],
            histories: [[0; 4096]; 2],
            lines: (0..128).map(|_| Vec::with_capacity(128)).collect(),
        }
    }

    /// Searches deeper and deeper; the last score, and the positions looked at.
    pub fn search(&mut self, position: &Position, depth: u32) -> (i32, u64) {
        let turn = position.turn();
        let (mover, other) = (position.discs(turn), position.discs(turn.other()));
        let mut score = 0;
        for depth in 1..=depth {
            let mut half = 48;
            let (mut alpha, mut beta) =
                if depth >= 4 { (score - half, score + half) } else { (-INFINITE, INFINITE) };
            loop {
                let kernel = self.kernel;
                let node =
                    Node { search: self, mover, other, black: turn.index(), alpha, beta, depth, ply: 0 };
                score = kernel.run(node);
                if let Some(&best) = self.lines[0].first() {
                    self.first = u32::from(best) + 1;
                }
                if score > alpha && score < beta {
                    break;
                }
                half *= 4;
                let wide = half > 16 * 48;
                if score <= alpha {
                    alpha = if wide { -INFINITE } else { (score - half).max(-INFINITE) };
                } else {
                    beta = if wide { INFINITE } else { (score + half).min(INFINITE) };
                }
            }
            if score.abs() >= WIN - depth as i32 {
                break;
            }
        }
        (score, self.nodes)
    }

    /// Counts a node; `false` if the search has to stop.
    #[inline(always)]
    fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.limit || self.nodes.is_multiple_of(128) && self.stop.load(Ordering::Relaxed) {
            self.is_stopped = true;
        }
        !self.is_stopped
    }

    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "a node by its parts, as in the generic search")]
    fn below(
        &mut self,
        mover: u64,
        other: u64,
        black: usize,
        alpha: i32,
        beta: i32,
        depth: u32,
        ply: u32,
    ) -> i32 {
        if depth > 0 {
            let kernel = self.kernel;
            return kernel.run(Node { search: self, mover, other, black, alpha, beta, depth, ply });
        }
        self.lines[ply as usize].clear();
        self.count();
        evaluate(self.kernel, mover, other)
    }

    #[inline(always)]
    fn store(&mut self, key: u64, depth: u32, ply: u32, score: i32, bound: u64, code: u32) {
        if depth <= 1 {
            return;
        }
        let score = score
            + if score > WIN_IN_MAX_PLY {
                ply as i32
            } else if score < -WIN_IN_MAX_PLY {
                -(ply as i32)
            } else {
                0
            };
        let index = key as usize & (self.table.len() - 1);
        let [mixed, old] = self.table[index];
        let same = mixed ^ old == key;
        // The generic search is in its first generation, which is 1; empty slots are of generation 0.
        if !(old >> 58 != 1 || depth >= (old >> 16 & 0xff) as u32 || same && bound == 3) {
            return;
        }
        let code = if code == 0 && same { (old >> 26) as u32 } else { code };
        let packed = u64::from(score as i16 as u16)
            | u64::from(depth) << 16
            | bound << 24
            | u64::from(code) << 26
            | 1 << 58;
        self.table[index] = [key ^ packed, packed];
    }
}

fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[inline(always)]
fn ordering_hint(square: u8) -> i32 {
    if square == PASS {
        return 0;
    }
    let (bit, x, y) = (1u64 << square, square % 8, square / 8);
    if CORNERS & bit != 0 {
        1 << 20
    } else if DIAGONALS & bit != 0 {
        -(1 << 20)
    } else if BESIDE & bit != 0 {
        -(1 << 18)
    } else if x == 0 || x == 7 || y == 0 || y == 7 {
        64
    } else if (2..=5).contains(&x) && (2..=5).contains(&y) {
        16
    } else {
        0
    }
}

static PROMISES: std::sync::LazyLock<[i32; 65]> =
    std::sync::LazyLock::new(|| std::array::from_fn(|square| ordering_hint(square as u8)));

#[inline(always)]
fn evaluate<K: Kernel>(kernel: K, mover: u64, other: u64) -> i32 {
    let count = |squares: u64| squares.count_ones() as i32;
    let (own, theirs) = (kernel.moves(mover, other), kernel.moves(other, mover));
    if own | theirs == 0 {
        let ahead = count(mover) - count(other);
        return ahead.signum() * 20_000 + ahead;
    }
    let empty = !(mover | other);
    let open = empty & CORNERS;
    let diagonals = (open << 9 | open >> 9 | open << 7 | open >> 7) & DIAGONALS;
    let beside = (open << 1 | open >> 1 | open << 8 | open >> 8) & BESIDE;
    8 * (count(own) - count(theirs))
        + 12 * (count(own & CORNERS) - count(theirs & CORNERS))
        + 90 * (count(mover & CORNERS) - count(other & CORNERS))
        - 30 * (count(mover & diagonals) - count(other & diagonals))
        - 12 * (count(mover & beside) - count(other & beside))
        + if empty.count_ones() % 2 == 1 { 6 } else { -6 }
}

impl<K: Kernel> Task for Node<'_, K> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Node { search, mover, other, black, alpha, beta, depth, ply } = self;
        let kernel = search.kernel;
        search.lines[ply as usize].clear();
        if !search.count() {
            return 0;
        }
        let key = if depth > 1 { mix(mix(mover).wrapping_add(other)) ^ black as u64 } else { 0 };
        let mut known = if ply == 0 { search.first } else { 0 };
        if depth > 1 {
            let [mixed, packed] = search.table[key as usize & (search.table.len() - 1)];
            if mixed ^ packed == key && packed != 0 {
                known = if known == 0 { (packed >> 26) as u32 } else { known };
                let score = i32::from(packed as u16 as i16);
                let score = score
                    - if score > WIN_IN_MAX_PLY {
                        ply as i32
                    } else if score < -WIN_IN_MAX_PLY {
                        -(ply as i32)
                    } else {
                        0
                    };
                let decides = match packed >> 24 & 3 {
                    1 => score >= beta,
                    2 => score <= alpha,
                    _ => true,
                };
                if (packed >> 16 & 0xff) as u32 >= depth && decides && ply > 0 {
                    return score;
                }
            }
        }
        let mut moves = [(0u8, 0i32); 34];
        let mut length = 0;
        let mut squares = kernel.moves(mover, other);
        if squares == 0 {
            if kernel.moves(other, mover) == 0 {
                let ahead = mover.count_ones() as i32 - other.count_ones() as i32;
                return ahead.signum() * (WIN - ply as i32);
            }
            moves[0].0 = PASS;
            length = 1;
        }
        while squares != 0 {
            moves[length].0 = squares.trailing_zeros() as u8;
            length += 1;
            squares &= squares - 1;
        }
        for (square, worth) in &mut moves[..length] {
            let code = u32::from(*square) + 1;
            let [first, second] = search.killers[ply as usize];
            let promise = PROMISES[*square as usize];
            *worth = if code == known {
                1 << 30
            } else if code == first {
                (1 << 27) + promise
            } else if code == second {
                (1 << 26) + promise
            } else {
                search.histories[black][code as usize] + promise
            };
        }
        let (mut best, mut low, mut best_code) = (-WIN, alpha, 0);
        for tried in 0..length {
            let mut first = tried;
            for index in tried + 1..length {
                if moves[index].1 > moves[first].1 {
                    first = index;
                }
            }
            moves.swap(tried, first);
            let square = moves[tried].0;
            let code = u32::from(square) + 1;
            let (next_mover, next_other) = if square == PASS {
                (other, mover)
            } else {
                let flipped = kernel.flips(square, mover, other);
                (other ^ flipped, mover | flipped | 1 << square)
            };
            let (next, down) = (black ^ 1, depth - 1);
            let mut score = i32::MAX;
            if tried == 0 {
                score = -search.below(next_mover, next_other, next, -beta, -low, down, ply + 1);
            } else {
                if tried >= 3 && down >= 2 {
                    score = -search.below(next_mover, next_other, next, -low - 1, -low, down - 1, ply + 1);
                }
                if score > low {
                    score = -search.below(next_mover, next_other, next, -low - 1, -low, down, ply + 1);
                }
                if score > low && score < beta {
                    score = -search.below(next_mover, next_other, next, -beta, -low, down, ply + 1);
                }
            }
            if search.is_stopped {
                return best;
            }
            if score <= best {
                continue;
            }
            best = score;
            if score <= low {
                continue;
            }
            low = score;
            best_code = code;
            let (above, below) = search.lines.split_at_mut(ply as usize + 1);
            let line = &mut above[ply as usize];
            line.clear();
            line.push(square);
            line.extend_from_slice(&below[0]);
            if score >= beta {
                let killers = &mut search.killers[ply as usize];
                if killers[0] != code {
                    killers[1] = killers[0];
                    killers[0] = code;
                }
                let history = &mut search.histories[black][code as usize];
                *history = (*history + (depth * depth) as i32).min(1 << 24);
                search.store(key, depth, ply, best, 1, code);
                return best;
            }
        }
        search.store(key, depth, ply, best, if best > alpha { 3 } else { 2 }, best_code);
        best
    }
}
