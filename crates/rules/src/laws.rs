//! The laws every game obeys, checked over random play.
//!
//! [`check`] plays random games and tests in every position that the parts of the contract agree with each other. The
//! crates `view` and `search` check their own traits over the same [walk](random_positions). A violated law is reported
//! with the position it was found in.

use std::collections::HashSet;
use std::fmt;

use crate::{Notation, Perft, Random, RetireReason, Rules, Seat, Status, TableRules, perft};

/// Amount of random play that the laws are checked over.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of random games.
    pub games: u32,
    /// Plies after which a game is abandoned.
    pub max_plies: u32,
    /// Interval, in plies, between checks of the expensive laws (clicks, retirement).
    pub stride: u32,
    /// Seed of the random play.
    pub seed: u64,
}

/// Statistics of a check, so that a test can assert that it covered something.
#[derive(Clone, Copy, Default, Debug)]
pub struct Coverage {
    /// Positions whose laws were checked.
    pub positions: u64,
    /// Games that came to an end.
    pub finished: u64,
    /// Rolls of the dice.
    pub rolls: u64,
    /// Seats that left while the others played on.
    pub retirements: u64,
}

/// A violated law, with the position it was violated in.
#[derive(Clone, Debug)]
pub struct LawViolation(String);

impl LawViolation {
    /// A violation in this position.
    pub fn new<R: Notation>(rules: &R, position: &R::Position, what: impl fmt::Display) -> LawViolation {
        let name = rules.rules_text().lines().next().unwrap_or_default().to_owned();
        LawViolation(format!("{name}: {what}\nin {}", rules.write_position(position)))
    }

    /// Returns a violation unless the law holds in this position.
    pub fn unless<R: Notation>(
        law: bool,
        rules: &R,
        position: &R::Position,
        what: impl fmt::Display,
    ) -> Result<(), LawViolation> {
        if law { Ok(()) } else { Err(LawViolation::new(rules, position, what)) }
    }
}

impl fmt::Display for LawViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A position met in a random game.
#[derive(Debug)]
pub struct Visit<'a, R: Rules> {
    /// The position.
    pub position: &'a R::Position,
    /// Its status.
    pub status: Status,
    /// Its legal moves.
    pub moves: &'a [R::Move],
    /// Plies played before it.
    pub ply: u32,
    /// `true` every [`Effort::stride`] plies.
    pub is_stride: bool,
}

/// Plays random games and calls `visit` for every position on the way, the final ones included.
pub fn random_positions<R: Notation>(
    rules: &R,
    effort: Effort,
    mut visit: impl FnMut(Visit<'_, R>) -> Result<(), LawViolation>,
) -> Result<Coverage, LawViolation> {
    let mut random = Random::new(effort.seed);
    let mut coverage = Coverage::default();
    let mut moves = Vec::new();
    for _ in 0..effort.games {
        let mut position = rules.start();
        for ply in 0..effort.max_plies {
            moves.clear();
            let status = rules.legal_moves(&position, &mut moves);
            let is_stride = ply % effort.stride == 0;
            visit(Visit { position: &position, status, moves: &moves, ply, is_stride })?;
            coverage.positions += 1;
            match status {
                Status::Over(_) => {
                    coverage.finished += 1;
                    break;
                }
                Status::Chance => {
                    let roll = random.pick_weighted(rules.rolls(&position));
                    let roll = roll.ok_or_else(|| {
                        LawViolation::new(rules, &position, "a roll is due but none exists")
                    })?;
                    rules.apply_roll(&mut position, roll);
                    coverage.rolls += 1;
                }
                Status::Turn(_) => {
                    if let Some(&mv) = random.pick(&moves) {
                        rules.play(&mut position, mv);
                    }
                }
            }
        }
    }
    Ok(coverage)
}

/// Plays random games and checks the laws of rules, notation, counting and retirement in every position.
pub fn check<R: Notation + TableRules + Perft>(rules: &R, effort: Effort) -> Result<Coverage, LawViolation> {
    let mut checker = LawChecker {
        rules,
        random: Random::new(!effort.seed),
        retirements: 0,
        foreign_moves: HashSet::new(),
        texts: HashSet::new(),
        keys: HashSet::new(),
    };
    let coverage = random_positions(rules, effort, |visit| {
        checker.examine(visit.position)?;
        if visit.is_stride { checker.retirement(visit.position) } else { Ok(()) }
    })?;
    // Positions that differ only in counters may share a key, others should not: half is a generous bound.
    let (keys, texts) = (checker.keys.len(), checker.texts.len());
    checker.hold(
        keys * 2 >= texts,
        &rules.start(),
        format_args!("{texts} positions have only {keys} keys"),
    )?;
    Ok(Coverage { retirements: checker.retirements, ..coverage })
}

struct LawChecker<'a, R: Rules> {
    rules: &'a R,
    random: Random,
    retirements: u64,
    /// Moves met in any position: most of them are illegal in another.
    foreign_moves: HashSet<R::Move>,
    texts: HashSet<String>,
    keys: HashSet<u64>,
}

/// Number of moves of other positions that are tried in each.
const MAX_FOREIGN_MOVES: usize = 200;

impl<R: Notation + TableRules + Perft> LawChecker<'_, R> {
    fn hold(&self, law: bool, position: &R::Position, what: impl fmt::Display) -> Result<(), LawViolation> {
        LawViolation::unless(law, self.rules, position, what)
    }

    /// Checks the laws about one position.
    fn examine(&mut self, position: &R::Position) -> Result<(), LawViolation> {
        let rules = self.rules;
        let mut moves = Vec::new();
        let status = rules.legal_moves(position, &mut moves);
        self.hold(status == rules.status(position), position, "legal_moves and status disagree")?;
        let rolls = rules.rolls(position);
        match status {
            Status::Turn(seat) => {
                let exists = seat.index() < rules.seats() as usize;
                self.hold(exists, position, "a seat that does not exist is to move")?;
                self.hold(rules.is_active(position, seat), position, "a seat that has left is to move")?;
                self.hold(!moves.is_empty(), position, "a turn without a move")?;
            }
            Status::Chance => {
                self.hold(moves.is_empty(), position, "moves although a roll is due")?;
                self.hold(!rolls.is_empty(), position, "a roll is due but none exists")?;
            }
            Status::Over(outcome) => {
                self.hold(moves.is_empty(), position, "a finished position has moves")?;
                self.hold(outcome.seats() == rules.seats(), position, "the outcome misses a seat")?;
                let placed = Seat::all(rules.seats()).all(|seat| outcome.place(seat) > 0);
                self.hold(placed && !outcome.rule().is_empty(), position, "a place or the rule is missing")?;
            }
        }
        self.hold(rolls.iter().all(|(_, weight)| *weight > 0), position, "a roll without weight")?;
        self.counting(position, status, &moves)?;
        self.legality(position, &moves)?;
        self.random_moves(position, status, &moves)?;
        self.text(position, &moves)?;
        self.texts.insert(rules.write_position(position));
        self.keys.insert(rules.key(position));
        Ok(())
    }

    fn counting(
        &self,
        position: &R::Position,
        status: Status,
        moves: &[R::Move],
    ) -> Result<(), LawViolation> {
        let rules = self.rules;
        let set: HashSet<R::Move> = moves.iter().copied().collect();
        self.hold(set.len() == moves.len(), position, "a move is listed twice")?;
        for &mv in moves {
            self.hold(rules.is_legal(position, mv), position, format_args!("{mv:?} is listed but illegal"))?;
        }
        if matches!(status, Status::Chance) {
            return Ok(());
        }
        let (mut counted, mut buffer) = (Vec::new(), Vec::new());
        let goes_on = matches!(rules.perft_moves(position, &mut counted), Status::Turn(_));
        self.hold(moves.is_empty() || counted == moves, position, "perft_moves differ from legal_moves")?;
        self.hold(goes_on || moves.is_empty(), position, "the tree ends before the game")?;
        let leaf = !goes_on && R::ENDED_IS_LEAF;
        let expected = counted.len() as u64 + u64::from(leaf);
        self.hold(rules.count(position, &mut buffer) == expected, position, "count differs from the list")?;
        self.hold(buffer.is_empty(), position, "count leaves moves in its buffer")?;
        let leaves = perft(crate::cpu::Portable, rules, position, 1);
        self.hold(leaves == expected, position, "perft 1 differs from the list")
    }

    /// `random_move` returns the move that the same random numbers pick from the list.
    fn random_moves(
        &self,
        position: &R::Position,
        status: Status,
        moves: &[R::Move],
    ) -> Result<(), LawViolation> {
        let (mut random, mut same) = (self.random.clone(), self.random.clone());
        let mut buffer = Vec::new();
        for _ in 0..4 {
            let expected = (status, random.pick(moves).copied());
            let picked = self.rules.random_move(position, &mut same, &mut buffer);
            self.hold(picked == expected, position, format_args!("{picked:?} instead of {expected:?}"))?;
        }
        Ok(())
    }

    /// `is_legal` accepts the listed moves and no other.
    fn legality(&mut self, position: &R::Position, moves: &[R::Move]) -> Result<(), LawViolation> {
        for &mv in &self.foreign_moves {
            let agrees = self.rules.is_legal(position, mv) == moves.contains(&mv);
            self.hold(agrees, position, format_args!("is_legal and the list disagree about {mv:?}"))?;
        }
        let space = MAX_FOREIGN_MOVES.saturating_sub(self.foreign_moves.len());
        self.foreign_moves.extend(moves.iter().copied().take(space));
        Ok(())
    }

    /// Positions, moves and rolls read back as they were written.
    fn text(&self, position: &R::Position, moves: &[R::Move]) -> Result<(), LawViolation> {
        let rules = self.rules;
        let text = rules.write_position(position);
        match rules.read_position(&text) {
            Ok(read) => {
                self.hold(read == *position, position, "the position's text reads as another position")?;
                self.hold(rules.key(&read) == rules.key(position), position, "equal positions, other keys")?;
            }
            Err(error) => {
                let what = format_args!("its own text is rejected: {error}");
                return Err(LawViolation::new(rules, position, what));
            }
        }
        self.hold(!text.contains('\n'), position, "the position's text has more than one line")?;
        for &mv in moves {
            let text = rules.write_move(position, mv);
            match rules.read_move_among(position, moves, &text) {
                Ok(read) => {
                    self.hold(read == mv, position, format_args!("\"{text}\" reads as another move"))?;
                }
                Err(error) => {
                    let what = format_args!("\"{text}\" is rejected: {error}");
                    return Err(LawViolation::new(rules, position, what));
                }
            }
        }
        for &(roll, _) in rules.rolls(position) {
            let text = rules.write_roll(roll);
            let same = rules.read_roll(position, &text).is_ok_and(|read| read == roll);
            self.hold(same, position, format_args!("the roll \"{text}\" does not read back"))?;
        }
        Ok(())
    }

    /// A seat may leave at any time, or concede less if the others accept; where the others play on, the laws hold for
    /// the position they play.
    fn retirement(&mut self, position: &R::Position) -> Result<(), LawViolation> {
        let rules = self.rules;
        if matches!(rules.status(position), Status::Over(_)) {
            return Ok(());
        }
        for seat in Seat::all(rules.seats()).filter(|&seat| rules.is_active(position, seat)) {
            let (here, most) = (rules.concessions(position, seat), rules.concessions(&rules.start(), seat));
            self.hold(most.starts_with(here), position, "an index of a concession has another meaning")?;
            for concession in 0..here.len() {
                let mut conceded = position.clone();
                match rules.concede(&mut conceded, seat, concession) {
                    Some(end) => {
                        self.hold(end.winner() != Some(seat), position, "a seat wins by conceding")?;
                    }
                    None => self.examine(&conceded)?,
                }
            }
            let mut left = position.clone();
            match rules.retire(&mut left, seat, RetireReason::Resigned) {
                Some(outcome) => {
                    let last = rules.seats() == 1 || outcome.winner() != Some(seat);
                    self.hold(last, position, format_args!("seat {seat} wins by leaving"))?;
                }
                None => {
                    self.retirements += 1;
                    self.examine(&left)?;
                }
            }
        }
        Ok(())
    }
}
