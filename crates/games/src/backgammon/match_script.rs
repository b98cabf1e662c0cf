//! Match files and games at a table, each as the other.

use rules::{InputError, Notation, Rules, Seat, Status};

use super::action::{Action, Roll};
use super::dice::Dice;
use super::match_file::{Entry, FileGame, MatchFile};
use super::match_position::{MatchPosition, Phase};
use super::match_rules::BackgammonMatch;
use super::play::Play;
use super::position::{BAR, OFF, Position};
use super::single::{Backgammon, Win};

/// Something that happens at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableStep {
    /// A roll in the notation of the game.
    Roll(String),
    /// A move of a seat.
    Move(Seat, String),
    /// A seat resigns: the concession with this index, which the other accepts, or all that the position can cost.
    Resign(Seat, Option<u8>),
}

impl MatchFile {
    /// The settings of the game: a match, or a single game for a length of 0.
    pub fn settings(&self) -> String {
        match self.length {
            0 => "opening = roll\n".to_owned(),
            length => format!("length = {length}\ncrawford = {}\n", if self.crawford { "yes" } else { "no" }),
        }
    }

    /// The same match without the Crawford rule if only that makes its doubles legal: most files do not name the rule.
    #[must_use]
    pub fn with_detected_rules(self) -> MatchFile {
        let free = MatchFile { crawford: false, ..self.clone() };
        if self.steps().is_err() && free.steps().is_ok() { free } else { self }
    }

    /// What happens at a table where the match is played. Every move is checked by the rules; errors name the game and the
    /// number of the turn in it.
    pub fn steps(&self) -> Result<Vec<TableStep>, InputError> {
        let mut steps = Vec::new();
        if self.length == 0 {
            return match self.games.as_slice() {
                [game] => single_steps(game, &mut steps).map(|()| steps),
                games => Err(InputError::new(format!(
                    "the file has {} games without a match: expected one, or the points of a match",
                    games.len()
                ))),
            };
        }
        if u32::from(self.length) > BackgammonMatch::LONGEST {
            let longest = BackgammonMatch::LONGEST;
            return Err(InputError::new(format!("a match to {}: expected {longest} at most", self.length)));
        }
        let rules = BackgammonMatch { crawford: self.crawford, ..BackgammonMatch::to(self.length) };
        let mut position = rules.start();
        for (number, game) in (1..).zip(&self.games) {
            match_steps(&rules, &mut position, game, &mut steps)
                .map_err(|error| error.within(format_args!("game {number}")))?;
        }
        Ok(steps)
    }

    /// The file of a match that was played at a table: the position before each move, with the move, and the last score.
    pub fn of_match(
        rules: &BackgammonMatch,
        names: [String; 2],
        moves: &[(String, String)],
        score: [u16; 2],
    ) -> Result<MatchFile, InputError> {
        let mut games: Vec<FileGame> = Vec::new();
        let mut expected = rules.start();
        for (text, mv) in moves {
            let position = rules.read_position(text)?;
            follow(&mut games, expected.score, position.score);
            if games.last().is_none_or(|game| game.result.is_some()) {
                games.push(FileGame { score: position.score, ..FileGame::default() });
            }
            let action = rules.read_move(&position, mv)?;
            let turn = position.board.turn();
            let entry = match (action, position.board.dice()) {
                (Action::Play(play), Some(dice)) => {
                    Some((turn, Entry::Play(dice, write_play(&position.board, play))))
                }
                (Action::Double, _) => Some((turn, Entry::Double(position.cube() * 2))),
                (Action::Take, _) => Some((turn.other(), Entry::Take)),
                (Action::Drop, _) => Some((turn.other(), Entry::Drop)),
                (Action::Roll | Action::Play(_), _) => None,
            };
            if let Some(game) = games.last_mut() {
                game.entries.extend(entry);
            }
            expected = position;
            rules.play(&mut expected, action);
            follow(&mut games, position.score, expected.score);
        }
        follow(&mut games, expected.score, score);
        if games.is_empty() {
            games.push(FileGame::default());
        }
        Ok(MatchFile { names, length: rules.length(), crawford: rules.crawford, games })
    }

    /// The file of a single game that was played at a table; `result` is the winner and its points.
    pub fn of_single(
        rules: &Backgammon,
        names: [String; 2],
        moves: &[(String, String)],
        result: Option<(Seat, u16)>,
    ) -> Result<MatchFile, InputError> {
        let mut game = FileGame { result, ..FileGame::default() };
        for (text, mv) in moves {
            let position = rules.read_position(text)?;
            let play = rules.read_move(&position, mv)?;
            let Some(dice) = position.dice() else { continue };
            game.entries.push((position.turn(), Entry::Play(dice, write_play(&position, play))));
        }
        Ok(MatchFile { names, length: 0, crawford: true, games: vec![game] })
    }
}

/// Notes the result of the last game if the score has changed. A game may be resigned before its first move.
fn follow(games: &mut Vec<FileGame>, before: [u16; 2], after: [u16; 2]) {
    let Some(seat) = Seat::all(2).find(|seat| after[seat.index()] > before[seat.index()]) else { return };
    if games.last().is_none_or(|game| game.result.is_some()) {
        games.push(FileGame { score: before, ..FileGame::default() });
    }
    if let Some(game) = games.last_mut() {
        game.result = Some((seat, after[seat.index()] - before[seat.index()]));
    }
}

/// A play as match files have it: every step by itself, 25 for the bar and 0 for borne off.
fn write_play(position: &Position, play: Play) -> String {
    let mut board = *position;
    let steps = play.steps().iter().map(|&step| {
        let star = if board.hits(step.to) { "*" } else { "" };
        board.advance(step);
        debug_assert!(step.from <= BAR && step.to < BAR && OFF == 0);
        format!("{}/{}{star}", step.from, step.to)
    });
    steps.collect::<Vec<_>>().join(" ")
}

/// The opening roll in which this seat has the higher die.
fn opening_roll(seat: Seat, dice: Dice) -> Result<Roll, InputError> {
    if dice.is_double() {
        return Err(InputError::new(format!("the opening roll is {dice}: expected different dice")));
    }
    let (white, black) =
        if seat == Seat::FIRST { (dice.high(), dice.low()) } else { (dice.low(), dice.high()) };
    Ok(Roll::Opening { white, black })
}

fn match_steps(
    rules: &BackgammonMatch,
    position: &mut MatchPosition,
    game: &FileGame,
    steps: &mut Vec<TableStep>,
) -> Result<(), InputError> {
    if position.phase == Phase::Over {
        return Err(InputError::new("the match is over: expected no more games"));
    }
    if position.phase != Phase::Opening {
        return Err(InputError::new("the game before is not finished: expected its result"));
    }
    let before = position.score;
    if game.score != before {
        let [[white, black], [expected_white, expected_black]] = [game.score, before];
        return Err(InputError::new(format!(
            "the score is {white}:{black}: expected {expected_white}:{expected_black} after the games before"
        )));
    }
    for (number, (seat, entry)) in (1..).zip(&game.entries) {
        let is_over = position.score != before || position.phase == Phase::Over;
        let played = match is_over {
            true => Err(InputError::new("the game is over: expected no more turns")),
            false => play_entry(rules, position, *seat, entry, steps),
        };
        played.map_err(|error| error.within(format_args!("turn {number}")))?;
    }
    let Some((winner, points)) = game.result else { return Ok(()) };
    if position.score == before {
        resign(rules, position, winner, points, steps)?;
    }
    let won = position.score[winner.index()] - before[winner.index()];
    if won != points {
        return Err(InputError::new(format!("the file says that {points} are won: expected {won}")));
    }
    Ok(())
}

fn play_entry(
    rules: &BackgammonMatch,
    position: &mut MatchPosition,
    seat: Seat,
    entry: &Entry,
    steps: &mut Vec<TableStep>,
) -> Result<(), InputError> {
    if let Entry::Play(dice, _) = entry {
        if position.phase == Phase::Deciding {
            act(rules, position, seat, "roll", steps)?;
        }
        let roll = match position.phase {
            Phase::Opening => opening_roll(seat, *dice)?,
            Phase::Rolling => Roll::Turn(*dice),
            _ => return Err(InputError::new(format!("the roll {dice} is not due"))),
        };
        rules.apply_roll(position, roll);
        steps.push(TableStep::Roll(rules.write_roll(roll)));
    }
    let text = match entry {
        Entry::Play(_, text) if text.is_empty() => "pass",
        Entry::Play(_, text) => text,
        Entry::Double(value) if *value != position.cube() * 2 => {
            let expected = position.cube() * 2;
            return Err(InputError::new(format!("a double to {value}: expected {expected}")));
        }
        Entry::Double(_) => "double",
        Entry::Take => "take",
        Entry::Drop => "drop",
    };
    act(rules, position, seat, text, steps)
}

/// Plays a move, if it is the turn of the seat.
fn act(
    rules: &BackgammonMatch,
    position: &mut MatchPosition,
    seat: Seat,
    text: &str,
    steps: &mut Vec<TableStep>,
) -> Result<(), InputError> {
    if rules.status(position) != Status::Turn(seat) {
        let name = rules.seat_name(seat);
        return Err(InputError::new(format!("it is not the turn of {name}")));
    }
    let action = rules.read_move(position, text)?;
    steps.push(TableStep::Move(seat, rules.write_move(position, action)));
    rules.play(position, action);
    Ok(())
}

/// The resignation that gives the winner these points.
fn resign(
    rules: &BackgammonMatch,
    position: &mut MatchPosition,
    winner: Seat,
    points: u16,
    steps: &mut Vec<TableStep>,
) -> Result<(), InputError> {
    let loser = winner.other();
    if position.phase == Phase::Answering && position.board.turn() == winner {
        return act(rules, position, loser, "drop", steps);
    }
    let full = rules.game.loss(&position.board, loser);
    steps.push(TableStep::Resign(loser, concession(full, points, position.cube())?));
    rules.award(position, winner, points / position.cube());
    Ok(())
}

/// The concession for these points; `None` if they are all that the position can cost.
fn concession(full: Win, points: u16, cube: u16) -> Result<Option<u8>, InputError> {
    let value = points / cube;
    if !points.is_multiple_of(cube) || value == 0 || value > full.points() {
        return Err(InputError::new(format!(
            "the file says that {points} are won by resignation: expected {cube} to {} here",
            full.points() * cube
        )));
    }
    Ok((value < full.points()).then_some(value as u8 - 1))
}

fn single_steps(game: &FileGame, steps: &mut Vec<TableStep>) -> Result<(), InputError> {
    let rules = Backgammon::new().with_opening_roll();
    let mut position = rules.start();
    for (number, (seat, entry)) in (1..).zip(&game.entries) {
        single_entry(&rules, &mut position, *seat, entry, steps)
            .map_err(|error| error.within(format_args!("turn {number}")))?;
    }
    if let (Some((winner, points)), None) = (game.result, position.winner()) {
        let full = rules.loss(&position, winner.other());
        steps.push(TableStep::Resign(winner.other(), concession(full, points, 1)?));
    }
    Ok(())
}

fn single_entry(
    rules: &Backgammon,
    position: &mut Position,
    seat: Seat,
    entry: &Entry,
    steps: &mut Vec<TableStep>,
) -> Result<(), InputError> {
    let Entry::Play(dice, text) = entry else {
        return Err(InputError::new(
            "the cube is used without a match: a single game has none; expected the points of a match",
        ));
    };
    let roll = if position.is_opening() { opening_roll(seat, *dice)? } else { Roll::Turn(*dice) };
    if rules.rolls(position).is_empty() {
        return Err(InputError::new("the game is over: expected no more turns"));
    }
    rules.apply_roll(position, roll);
    steps.push(TableStep::Roll(rules.write_roll(roll)));
    if position.turn() != seat {
        return Err(InputError::new(format!("it is not the turn of {}", rules.seat_name(seat))));
    }
    let play = rules.read_move(position, if text.is_empty() { "pass" } else { text })?;
    steps.push(TableStep::Move(seat, rules.write_move(position, play)));
    rules.play(position, play);
    Ok(())
}
