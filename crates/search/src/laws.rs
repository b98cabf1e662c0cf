//! The laws of [`SearchGame`], checked over random play.

use std::collections::HashSet;
use std::fmt;

use rules::laws::{Coverage, Effort, LawViolation, Visit, random_positions};
use rules::{Notation, Seat, Status};

use crate::{MoveStage, SearchGame};

/// Plays random games and checks the laws of [`SearchGame`] in every position.
pub fn check<R: Notation + SearchGame>(rules: &R, effort: Effort) -> Result<Coverage, LawViolation> {
    let (mut foreign_keys, mut scratch) = (HashSet::new(), R::Scratch::default());
    random_positions(rules, effort, |visit| {
        let laws = Laws { rules, visit };
        laws.turns()?;
        laws.stages(&mut scratch)?;
        laws.keys(&mut foreign_keys, &mut scratch)?;
        laws.text()
    })
}

/// Number of move keys of other positions that are tried in each.
const MAX_FOREIGN_KEYS: usize = 200;

struct Laws<'a, R: Notation> {
    rules: &'a R,
    visit: Visit<'a, R>,
}

impl<R: Notation + SearchGame> Laws<'_, R> {
    fn hold(&self, law: bool, what: impl fmt::Display) -> Result<(), LawViolation> {
        LawViolation::unless(law, self.rules, self.visit.position, what)
    }

    /// A seat that is given the turn has it; the seat to move leaves the position as it is.
    fn turns(&self) -> Result<(), LawViolation> {
        let (rules, position) = (self.rules, self.visit.position);
        for seat in Seat::all(rules.seats()) {
            let Some(turned) = rules.with_turn(position, seat) else { continue };
            let has_turn = rules.status(&turned) == Status::Turn(seat);
            self.hold(has_turn, format_args!("seat {seat} is given the turn but does not have it"))?;
            let is_same = self.visit.status != Status::Turn(seat) || turned == *position;
            self.hold(is_same, format_args!("giving seat {seat} its own turn changes the position"))?;
        }
        Ok(())
    }

    /// The stages partition the legal moves, and the early status contradicts neither them nor the status.
    fn stages(&self, scratch: &mut R::Scratch) -> Result<(), LawViolation> {
        let (rules, Visit { position, status, moves, .. }) = (self.rules, &self.visit);
        let early = rules.early_status(position);
        match (early, status) {
            (Status::Turn(_), Status::Over(_)) => {}
            _ => self.hold(early == *status, "the early status differs from the status")?,
        }
        if !matches!(status, Status::Turn(_)) {
            return Ok(());
        }
        let stages: &[MoveStage] = if rules.in_check(position) {
            &[MoveStage::Evasions]
        } else {
            &[MoveStage::Noisy, MoveStage::Quiet]
        };
        let mut staged = Vec::new();
        for &stage in stages {
            let base = staged.len();
            rules.generate(position, stage, &mut staged);
            let mut again = Vec::new();
            rules.generate_with(position, stage, &mut again, scratch);
            self.hold(again == staged[base..], format_args!("{stage:?} depends on the working memory"))?;
            if stage != MoveStage::Evasions {
                let fits = |&mv: &R::Move| rules.noisy(position, mv) == (stage == MoveStage::Noisy);
                self.hold(
                    staged[base..].iter().all(fits),
                    format_args!("a move of the wrong kind in {stage:?}"),
                )?;
            }
        }
        if !rules.in_check(position) {
            let (mut checks, mut quiet) = (Vec::new(), Vec::new());
            rules.generate(position, MoveStage::QuietChecks, &mut checks);
            rules.generate(position, MoveStage::Quiet, &mut quiet);
            quiet.retain(|&mv| rules.gives_check(position, mv));
            self.hold(checks == quiet, format_args!("{checks:?} instead of the quiet checks {quiet:?}"))?;
        }
        let set: HashSet<R::Move> = staged.iter().copied().collect();
        self.hold(set.len() == staged.len(), "a move is generated in two stages or twice in one")?;
        let is_complete = staged.len() == moves.len() && moves.iter().all(|mv| set.contains(mv));
        self.hold(is_complete, format_args!("the stages {staged:?} are not the legal moves {moves:?}"))
    }

    /// Keys identify legal moves, indices stay below their bound, and moves that are called checks give check.
    fn keys(&self, foreign: &mut HashSet<u32>, scratch: &mut R::Scratch) -> Result<(), LawViolation> {
        let (rules, Visit { position, moves, .. }) = (self.rules, &self.visit);
        for &mv in *moves {
            let key = rules.move_key(mv);
            self.hold(key != 0, format_args!("the key of {mv:?} is 0"))?;
            let is_found = rules.move_from_key(position, key) == Some(mv);
            self.hold(is_found, format_args!("the key of {mv:?} leads to another move"))?;
            let is_bounded = rules.history_index(position, mv) < R::HISTORY_SIZE;
            self.hold(is_bounded, format_args!("the history index of {mv:?} is out of bounds"))?;
            let is_bounded = rules.piece_target(position, mv) < R::PIECE_TARGETS
                && (!rules.noisy(position, mv) || rules.noisy_index(position, mv) < R::NOISY_SIZE);
            self.hold(is_bounded, format_args!("an index of {mv:?} is out of bounds"))?;
            if rules.gives_check(position, mv) {
                let mut after: R::Position = (*position).clone();
                rules.play(&mut after, mv);
                self.hold(rules.in_check(&after), format_args!("{mv:?} is called a check and is none"))?;
            }
        }
        for &key in foreign.iter() {
            let legal = moves.iter().copied().find(|&mv| rules.move_key(mv) == key);
            self.hold(
                rules.move_from_key(position, key) == legal,
                format_args!("move_from_key and the list disagree about the key {key:#x}"),
            )?;
            self.hold(
                rules.move_from_key_with(position, key, scratch) == legal,
                format_args!("move_from_key depends on the working memory with the key {key:#x}"),
            )?;
        }
        let space = MAX_FOREIGN_KEYS.saturating_sub(foreign.len());
        foreign.extend(moves.iter().take(space).map(|&mv| rules.move_key(mv)));
        Ok(())
    }

    /// Equal positions have equal search keys, whichever way they came about.
    fn text(&self) -> Result<(), LawViolation> {
        let (rules, position) = (self.rules, self.visit.position);
        match rules.read_position(&rules.write_position(position)) {
            Ok(read) => {
                let is_same = rules.search_key(&read) == rules.search_key(position);
                self.hold(is_same, "equal positions, other search keys")
            }
            Err(error) => self.hold(false, format_args!("its own text is rejected: {error}")),
        }
    }
}
