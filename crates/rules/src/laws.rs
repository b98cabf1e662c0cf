//! The laws that every game keeps, checked over random play.
//!
//! A game of the catalog is handed to [`check`], which plays random games and asks, in every position on the way,
//! whether the parts of the contract agree with each other. A broken law is told in a sentence with the position.

use std::collections::HashSet;

use crate::{Arrangement, Leaving, Place, Playable, Random, Searchable, Seat, Stage, Touch, perft};

/// How much random play the laws are checked over.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Random games.
    pub games: u32,
    /// Turns after which a game is left unfinished.
    pub max_plies: u32,
    /// Every how many turns the costly laws (clicks, retirement) are checked.
    pub stride: u32,
    /// Where the random play starts from.
    pub seed: u64,
}

/// What was seen while the laws were checked, so that a test can tell that something was.
#[derive(Clone, Copy, Default, Debug)]
pub struct Seen {
    /// Positions whose laws were checked.
    pub positions: u64,
    /// Games that came to an end.
    pub finished: u64,
    /// Throws of dice.
    pub rolls: u64,
    /// Positions that were put together again from their pieces.
    pub arrangements: u64,
    /// Seats that left while the others played on.
    pub retirements: u64,
}

/// A law that was broken, and where.
#[derive(Clone, Debug)]
pub struct Breach(pub String);

impl std::fmt::Display for Breach {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Touches followed in one position before the rest is left to chance.
const TOUCH_BUDGET: usize = 4_000;

/// Plays random games and checks every law in every position.
pub fn check<R: Playable + Searchable>(rules: &R, effort: Effort) -> Result<Seen, Breach> {
    let mut court = Court {
        rules,
        random: Random::new(effort.seed),
        seen: Seen::default(),
        moves: HashSet::new(),
        texts: HashSet::new(),
        keys: HashSet::new(),
    };
    for _ in 0..effort.games {
        let mut position = rules.start();
        for ply in 0..effort.max_plies {
            let moves = court.examine(&position)?;
            court.painting(&position)?;
            court.arranging(&position)?;
            if ply % effort.stride == 0 {
                court.touching(&position, &moves)?;
                court.retiring(&position)?;
            }
            match rules.stage(&position) {
                Stage::Over(_) => {
                    court.seen.finished += 1;
                    break;
                }
                Stage::Chance => {
                    let roll = court.random.pick_weighted(rules.rolls(&position));
                    let roll = roll.ok_or_else(|| court.breach(&position, "no roll can come at chance"))?;
                    rules.settle(&mut position, roll);
                    court.seen.rolls += 1;
                }
                Stage::Turn(_) => {
                    if let Some(&mv) = court.random.pick(&moves) {
                        rules.play(&mut position, mv);
                    }
                }
            }
        }
    }
    // Positions that differ in counters only may share a key, others should not: half is a generous bound.
    if court.keys.len() * 2 < court.texts.len() {
        let (keys, texts) = (court.keys.len(), court.texts.len());
        return Err(court.breach(&rules.start(), format_args!("{texts} positions have only {keys} keys")));
    }
    Ok(court.seen)
}

struct Court<'a, R: Playable> {
    rules: &'a R,
    random: Random,
    seen: Seen,
    /// Moves met in any position: most of them are not legal in another.
    moves: HashSet<R::Move>,
    texts: HashSet<String>,
    keys: HashSet<u64>,
}

/// Moves of other positions that are tried in each.
const STRANGERS: usize = 200;

impl<R: Playable + Searchable> Court<'_, R> {
    fn breach(&self, position: &R::Position, what: impl std::fmt::Display) -> Breach {
        let name = self.rules.rules_text().lines().next().unwrap_or_default().to_owned();
        Breach(format!("{name}: {what}\nin {}", self.rules.write_position(position)))
    }

    fn hold(&self, law: bool, position: &R::Position, what: impl std::fmt::Display) -> Result<(), Breach> {
        if law { Ok(()) } else { Err(self.breach(position, what)) }
    }

    /// The laws about one position; returns its moves.
    fn examine(&mut self, position: &R::Position) -> Result<Vec<R::Move>, Breach> {
        let rules = self.rules;
        self.seen.positions += 1;
        let mut moves = Vec::new();
        let stage = rules.survey(position, &mut moves);
        self.hold(stage == rules.stage(position), position, "survey and stage disagree")?;
        let rolls = rules.rolls(position);
        match stage {
            Stage::Turn(seat) => {
                self.hold(
                    seat.index() < rules.seats() as usize,
                    position,
                    "a seat that does not exist is to move",
                )?;
                self.hold(rules.takes_part(position, seat), position, "a seat that has left is to move")?;
                self.hold(!moves.is_empty(), position, "a turn without a move")?;
            }
            Stage::Chance => {
                self.hold(moves.is_empty(), position, "moves where dice are awaited")?;
                self.hold(!rolls.is_empty(), position, "dice are awaited but none can come")?;
            }
            Stage::Over(outcome) => {
                self.hold(moves.is_empty(), position, "a finished position has moves")?;
                self.hold(outcome.seats() == rules.seats(), position, "the outcome forgets a seat")?;
                let placed = Seat::all(rules.seats()).all(|seat| outcome.place(seat) > 0);
                self.hold(placed && !outcome.rule().is_empty(), position, "a place or the rule is missing")?;
            }
        }
        self.hold(rolls.iter().all(|(_, weight)| *weight > 0), position, "a roll without weight")?;
        self.counting(position, stage, &moves)?;
        self.legality(position, &moves)?;
        self.choosing(position, stage, &moves)?;
        self.writing(position, &moves)?;
        self.keys(position);
        self.turning(position, stage)?;
        Ok(moves)
    }

    fn counting(&self, position: &R::Position, stage: Stage, moves: &[R::Move]) -> Result<(), Breach> {
        let rules = self.rules;
        let set: HashSet<R::Move> = moves.iter().copied().collect();
        self.hold(set.len() == moves.len(), position, "a move is listed twice")?;
        for &mv in moves {
            self.hold(rules.legal(position, mv), position, format_args!("{mv:?} is listed but not legal"))?;
        }
        let mut room = Vec::new();
        if !matches!(stage, Stage::Chance) {
            let mut branches = Vec::new();
            let goes_on = matches!(rules.branches(position, &mut branches), Stage::Turn(_));
            self.hold(moves.is_empty() || branches == moves, position, "the branches are not the moves")?;
            self.hold(goes_on || moves.is_empty(), position, "the tree ends before the game")?;
            let leaf = !goes_on && R::ENDED_IS_LEAF;
            let expected = branches.len() as u64 + u64::from(leaf);
            self.hold(rules.count(position, &mut room) == expected, position, "count differs from the list")?;
            self.hold(room.is_empty(), position, "count leaves moves behind")?;
            let counted = perft(crate::cpu::Portable, rules, position, 1);
            self.hold(counted == expected, position, "perft 1 differs from the list")?;
        }
        Ok(())
    }

    /// `any_move` is the move that the same numbers pick from the list.
    fn choosing(&self, position: &R::Position, stage: Stage, moves: &[R::Move]) -> Result<(), Breach> {
        let (mut random, mut same) = (self.random.clone(), self.random.clone());
        let mut room = Vec::new();
        for _ in 0..4 {
            let expected = (stage, random.pick(moves).copied());
            let any = self.rules.any_move(position, &mut same, &mut room);
            self.hold(any == expected, position, format_args!("{any:?} is not {expected:?} of the list"))?;
        }
        Ok(())
    }

    /// `legal` says yes to the listed moves and to no other.
    fn legality(&mut self, position: &R::Position, moves: &[R::Move]) -> Result<(), Breach> {
        for &mv in &self.moves {
            let agrees = self.rules.legal(position, mv) == moves.contains(&mv);
            self.hold(agrees, position, format_args!("legal and the list disagree about {mv:?}"))?;
        }
        if self.moves.len() < STRANGERS {
            self.moves.extend(moves.iter().copied().take(STRANGERS - self.moves.len()));
        }
        Ok(())
    }

    fn writing(&self, position: &R::Position, moves: &[R::Move]) -> Result<(), Breach> {
        let rules = self.rules;
        let text = rules.write_position(position);
        match rules.read_position(&text) {
            Ok(read) => {
                self.hold(read == *position, position, "the position's text reads as another position")?;
                let same = self.rules.key(&read) == self.rules.key(position)
                    && self.rules.search_key(&read) == self.rules.search_key(position);
                self.hold(same, position, "equal positions, other keys")?;
            }
            Err(fault) => return Err(self.breach(position, format_args!("its own text is refused: {fault}"))),
        }
        self.hold(!text.contains('\n'), position, "the position's text has more than one line")?;
        for &mv in moves {
            let text = rules.write_move(position, mv);
            match rules.read_move(position, &text) {
                Ok(read) => {
                    self.hold(read == mv, position, format_args!("\"{text}\" reads as another move"))?;
                }
                Err(fault) => {
                    return Err(self.breach(position, format_args!("\"{text}\" is refused: {fault}")));
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

    fn keys(&mut self, position: &R::Position) {
        self.texts.insert(self.rules.write_position(position));
        self.keys.insert(self.rules.key(position));
    }

    /// Where another seat can be given the turn, it is that seat's turn then; who has it already keeps it.
    fn turning(&self, position: &R::Position, stage: Stage) -> Result<(), Breach> {
        for seat in Seat::all(self.rules.seats()) {
            let Some(turned) = self.rules.with_turn(position, seat) else { continue };
            let is_its_turn = self.rules.stage(&turned) == Stage::Turn(seat);
            self.hold(is_its_turn, position, format_args!("seat {seat} is given the turn and has it not"))?;
            let is_same = stage != Stage::Turn(seat) || turned == *position;
            self.hold(
                is_same,
                position,
                format_args!("seat {seat} is given its own turn, and all is changed"),
            )?;
        }
        Ok(())
    }

    /// Every piece on the board or to choose from is one that can be put there, in the colour of a seat if all seats have one.
    fn painting(&self, position: &R::Position) -> Result<(), Breach> {
        let (rules, kinds) = (self.rules, self.rules.pieces());
        let paints: Option<Vec<_>> = Seat::all(rules.seats()).map(|seat| rules.seat_paint(seat)).collect();
        let diagram = rules.diagram(position);
        let offered = diagram.choices.iter().map(|(_, piece)| piece);
        for piece in diagram.spots.iter().flat_map(|spot| &spot.stack).chain(offered) {
            self.hold(kinds.contains(piece), position, format_args!("a {piece} is on no palette"))?;
            let is_owned = paints.as_ref().is_none_or(|paints| paints.contains(&piece.paint));
            self.hold(is_owned, position, format_args!("a {piece} has no seat's colour"))?;
        }
        Ok(())
    }

    /// The pieces of a position, put on an empty board by hand, stand as they stood, with the same seat to move.
    fn arranging(&mut self, position: &R::Position) -> Result<(), Breach> {
        let rules = self.rules;
        let Stage::Turn(seat) = rules.stage(position) else { return Ok(()) };
        let arrangement = Arrangement::of(&rules.diagram(position), seat);
        let arranged = match rules.arrange(&arrangement) {
            Ok(arranged) => arranged,
            // A board does not show who has left, and with all of them back the game may be over.
            Err(_) if Seat::all(rules.seats()).any(|seat| !rules.takes_part(position, seat)) => return Ok(()),
            Err(fault) => {
                return Err(self.breach(position, format_args!("its own pieces are refused: {fault}")));
            }
        };
        self.seen.arrangements += 1;
        let stand = Arrangement::of(&rules.diagram(&arranged), seat) == arrangement;
        self.hold(stand, position, "its pieces, put up by hand, stand otherwise")?;
        let mut moves = Vec::new();
        rules.survey(&arranged, &mut moves);
        self.writing(&arranged, &moves)?;
        // Dice lie on no board: where they are awaited, any throw shows whose they are.
        let mut thrown = arranged;
        if let Some(&(roll, _)) = rules.rolls(&thrown).first() {
            rules.settle(&mut thrown, roll);
        }
        let is_its_turn = rules.stage(&thrown) == Stage::Turn(seat);
        self.hold(
            is_its_turn,
            position,
            format_args!("with its pieces put up by hand, seat {seat} is not to move"),
        )
    }

    /// `touch` reaches every legal move and no other, and touches only what is drawn.
    fn touching(&mut self, position: &R::Position, moves: &[R::Move]) -> Result<(), Breach> {
        let diagram = self.rules.diagram(position);
        let mut drawn: HashSet<Place> = diagram.spots.iter().map(|spot| spot.place).collect();
        for token in &diagram.tokens {
            if let crate::diagram::TokenKind::Button { place, .. } = token.kind {
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

    /// Where there are too many ways to follow them all: the canonical one of every move, and one by chance.
    fn touching_by_picks(&mut self, position: &R::Position, moves: &[R::Move]) -> Result<(), Breach> {
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
                        None => return Err(self.breach(position, format_args!("{picked:?} leads nowhere"))),
                    },
                }
            }
        }
        Ok(())
    }

    /// A seat may leave at any time, or lose less if the others agree; if the others play on, the laws hold for what they play.
    fn retiring(&mut self, position: &R::Position) -> Result<(), Breach> {
        if matches!(self.rules.stage(position), Stage::Over(_)) {
            return Ok(());
        }
        for seat in Seat::all(self.rules.seats()).filter(|&seat| self.rules.takes_part(position, seat)) {
            for concession in 0..self.rules.concessions(position, seat).len() {
                let mut conceded = position.clone();
                match self.rules.concede(&mut conceded, seat, concession) {
                    Some(end) => {
                        self.hold(end.winner() != Some(seat), position, "a seat wins by conceding")?;
                    }
                    None => drop(self.examine(&conceded)?),
                }
            }
            let mut left = position.clone();
            match self.rules.retire(&mut left, seat, Leaving::Resigned) {
                Some(outcome) => {
                    let last = self.rules.seats() == 1 || outcome.winner() != Some(seat);
                    self.hold(last, position, format_args!("seat {seat} wins by leaving"))?;
                }
                None => {
                    self.seen.retirements += 1;
                    self.examine(&left)?;
                }
            }
        }
        Ok(())
    }
}
