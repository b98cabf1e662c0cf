//! The laws of drawing, clicking and placing pieces, checked over random play.

use std::collections::HashSet;
use std::fmt;

use rules::laws::{Coverage, Effort, LawViolation, random_positions};
use rules::{Random, Seat, Status};

use crate::diagram::TokenKind;
use crate::{Arrangement, Place, Playable, Touch};

/// Clicks followed in one position before the rest is sampled.
const TOUCH_BUDGET: usize = 4_000;

/// Plays random games and checks the laws of [`Playable`] in every position. Returns the coverage and the number of
/// positions that were rebuilt from their pieces.
pub fn check<R: Playable>(rules: &R, effort: Effort) -> Result<(Coverage, u64), LawViolation> {
    let mut checker = Checker { rules, random: Random::new(!effort.seed), arrangements: 0 };
    let coverage = random_positions(rules, effort, |visit| {
        checker.painting(visit.position)?;
        checker.arranging(visit.position, visit.status)?;
        if visit.is_stride { checker.touching(visit.position, visit.moves) } else { Ok(()) }
    })?;
    Ok((coverage, checker.arrangements))
}

struct Checker<'a, R> {
    rules: &'a R,
    random: Random,
    arrangements: u64,
}

impl<R: Playable> Checker<'_, R> {
    fn hold(&self, law: bool, position: &R::Position, what: impl fmt::Display) -> Result<(), LawViolation> {
        LawViolation::unless(law, self.rules, position, what)
    }

    /// Every piece on the board or offered as a choice is on the palette, in the colour of a seat if all seats have one.
    fn painting(&self, position: &R::Position) -> Result<(), LawViolation> {
        let (rules, kinds) = (self.rules, self.rules.pieces());
        let paints: Option<Vec<_>> = Seat::all(rules.seats()).map(|seat| rules.seat_color(seat)).collect();
        let diagram = rules.diagram(position);
        let offered = diagram.choices.iter().map(|(_, piece)| piece);
        for piece in diagram.spots.iter().flat_map(|spot| &spot.stack).chain(offered) {
            self.hold(kinds.contains(piece), position, format_args!("a {piece} is on no palette"))?;
            let is_owned = paints.as_ref().is_none_or(|paints| paints.contains(&piece.color));
            self.hold(is_owned, position, format_args!("a {piece} has no seat's colour"))?;
        }
        Ok(())
    }

    /// A position rebuilt from its pieces shows the same pieces with the same seat to move.
    fn arranging(&mut self, position: &R::Position, status: Status) -> Result<(), LawViolation> {
        let rules = self.rules;
        let Status::Turn(seat) = status else { return Ok(()) };
        let arrangement = Arrangement::of(&rules.diagram(position), seat);
        let arranged = match rules.arrange(&arrangement) {
            Ok(arranged) => arranged,
            // A board does not show which seats have left; with all of them back the game may be over.
            Err(_) if Seat::all(rules.seats()).any(|seat| !rules.is_active(position, seat)) => return Ok(()),
            Err(error) => {
                return Err(LawViolation::new(
                    self.rules,
                    position,
                    format_args!("its own pieces are rejected: {error}"),
                ));
            }
        };
        self.arrangements += 1;
        let stand = Arrangement::of(&rules.diagram(&arranged), seat) == arrangement;
        self.hold(stand, position, "rebuilt from its pieces, it shows other pieces")?;
        let reads_back = rules.read_position(&rules.write_position(&arranged)).as_ref() == Ok(&arranged);
        self.hold(reads_back, &arranged, "a rebuilt position does not read back")?;
        // A diagram of an arrangement has no dice: any roll shows whose turn it is.
        let mut rolled = arranged;
        if let Some(&(roll, _)) = rules.rolls(&rolled).first() {
            rules.apply_roll(&mut rolled, roll);
        }
        let is_its_turn = rules.status(&rolled) == Status::Turn(seat);
        self.hold(is_its_turn, position, format_args!("rebuilt from its pieces, seat {seat} is not to move"))
    }

    /// `touch` reaches every legal move and no other, and clicks only what is drawn.
    fn touching(&mut self, position: &R::Position, moves: &[R::Move]) -> Result<(), LawViolation> {
        let diagram = self.rules.diagram(position);
        let mut drawn: HashSet<Place> = diagram.spots.iter().map(|spot| spot.place).collect();
        for token in &diagram.tokens {
            if let TokenKind::Button { place, .. } = token.kind {
                drawn.insert(place);
            }
        }
        drawn.extend(diagram.choices.iter().map(|(place, _)| *place));
        let mut missing: HashSet<R::Move> = moves.iter().copied().collect();
        let mut open = vec![Vec::new()];
        let mut steps = 0;
        while let Some(picked) = open.pop() {
            steps += 1;
            if steps > TOUCH_BUDGET {
                return self.touching_by_picks(position, moves);
            }
            match self.rules.touch(position, &picked) {
                Touch::Done(mv) => {
                    let known = moves.contains(&mv);
                    self.hold(known, position, format_args!("touching {picked:?} gives an illegal {mv:?}"))?;
                    missing.remove(&mv);
                }
                Touch::Targets(targets) => {
                    let leads = picked.is_empty() || !targets.is_empty();
                    self.hold(
                        leads,
                        position,
                        format_args!("touching {picked:?} was offered and leads nowhere"),
                    )?;
                    for target in targets {
                        let seen = drawn.contains(&target);
                        self.hold(
                            seen,
                            position,
                            format_args!("{target:?} may be touched but is not drawn"),
                        )?;
                        open.push(picked.iter().copied().chain([target]).collect());
                    }
                }
            }
        }
        self.hold(missing.is_empty(), position, format_args!("no touching leads to {missing:?}"))
    }

    /// Checks the canonical clicks of every move and some random ones, where there are too many to follow all.
    fn touching_by_picks(&mut self, position: &R::Position, moves: &[R::Move]) -> Result<(), LawViolation> {
        for &mv in moves {
            let picks = self.rules.picks(position, mv);
            let done = self.rules.touch(position, &picks) == Touch::Done(mv);
            self.hold(done, position, format_args!("touching {picks:?} is not {mv:?}"))?;
        }
        for _ in 0..20 {
            let mut picked = Vec::new();
            loop {
                match self.rules.touch(position, &picked) {
                    Touch::Done(mv) => {
                        let known = moves.contains(&mv);
                        self.hold(
                            known,
                            position,
                            format_args!("touching {picked:?} gives an illegal {mv:?}"),
                        )?;
                        break;
                    }
                    Touch::Targets(targets) => match self.random.pick(&targets) {
                        Some(&target) => picked.push(target),
                        None => {
                            return Err(LawViolation::new(
                                self.rules,
                                position,
                                format_args!("{picked:?} leads nowhere"),
                            ));
                        }
                    },
                }
            }
        }
        Ok(())
    }
}
