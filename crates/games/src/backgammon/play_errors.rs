//! Error messages for plays that are not legal.

use rules::InputError;

use super::partial_turn::{LegalPlay, PartialTurn};
use super::play_parts::Hop;
use super::play_writing::write;
use super::position::{BAR, OFF, Obstacle, Position, name};

/// The error of a pass where checkers can move.
pub(super) fn no_pass(position: &Position, legal_plays: &[LegalPlay]) -> InputError {
    InputError::new(format!(
        "passing is not allowed while a checker can move{}",
        example(position, legal_plays)
    ))
}

/// The error of a play where no checker can move.
pub(super) fn must_pass(position: &Position) -> InputError {
    let dice = position.dice().map_or(String::new(), |dice| format!(" with {dice}"));
    InputError::new(format!("no checker can move{dice}: expected \"pass\""))
}

/// The error of a play that could be followed up to `turn`, with these hops left.
pub(super) fn explain(
    position: &Position,
    turn: &PartialTurn,
    hops: &[Hop],
    legal_plays: &[LegalPlay],
) -> InputError {
    match hops.first() {
        Some(hop) => {
            InputError::new(format!("{}/{} {}", point(hop.from), point(hop.to), unplayable(turn, hop)))
        }
        None => InputError::new(unfinished(position, turn, legal_plays)),
    }
}

/// The reason why this hop cannot be made, as the rest of a sentence that begins with it.
fn unplayable(turn: &PartialTurn, hop: &Hop) -> String {
    let distance = hop.from - hop.to;
    let left = turn.unplayed;
    match obstacle(turn, hop.from, hop.to) {
        _ if left.count() == 0 => "is too much: all dice are played".to_owned(),
        Some(Obstacle::NoChecker) => match hop.from {
            BAR => "is not possible: there is no checker on the bar".to_owned(),
            from => format!("is not possible: there is no checker on the {from}-point"),
        },
        Some(Obstacle::BarFirst) => "must wait: a checker on the bar enters first".to_owned(),
        _ if !left.can_make(distance, hop.to == OFF) => {
            format!("needs {distance} pips: the dice left are {left}")
        }
        Some(Obstacle::Blocked(point)) => {
            format!("is blocked: {} holds the {point}-point", name(turn.position.turn().other()))
        }
        Some(Obstacle::NotHome(point)) => {
            format!("is not allowed yet: a checker stands outside the home, on the {point}-point")
        }
        Some(Obstacle::HigherFirst(point)) => {
            format!("needs a {distance}: with {left} the checker on the {point}-point must move first")
        }
        None => "cannot be played together with the rest".to_owned(),
    }
}

/// The obstacle between two points: for a die that covers the distance, or else for a part of it.
fn obstacle(turn: &PartialTurn, from: u8, to: u8) -> Option<Obstacle> {
    let distance = from - to;
    let mut on_the_way = None;
    for (die, _) in turn.unplayed.choices() {
        match turn.position.landing(from, die) {
            Err(obstacle @ (Obstacle::NoChecker | Obstacle::BarFirst)) => return Some(obstacle),
            Err(obstacle) if die == distance || die > distance && to == OFF => return Some(obstacle),
            Err(obstacle) if die < distance => on_the_way = on_the_way.or(Some(obstacle)),
            _ => {}
        }
    }
    let parts = turn.steps().filter(|(step, _)| step.from == from && step.to > to);
    on_the_way.or_else(|| parts.into_iter().find_map(|(step, next)| obstacle(&next, step.to, to)))
}

/// The reason why a play is not a complete turn.
fn unfinished(position: &Position, turn: &PartialTurn, legal_plays: &[LegalPlay]) -> String {
    let longest = legal_plays.iter().map(|legal| legal.play.steps().len() as u8).max().unwrap_or(0);
    let left = turn.unplayed;
    if turn.made >= longest {
        return format!(
            "only one die can be played, and it must be the larger, the {left}{}",
            example(position, legal_plays)
        );
    }
    match turn.steps().next() {
        Some((step, _)) => format!(
            "more dice must be played: {left} can still be, for example with {}/{}",
            point(step.from),
            point(step.to)
        ),
        None => format!("more dice can be played another way{}", example(position, legal_plays)),
    }
}

fn example(position: &Position, legal_plays: &[LegalPlay]) -> String {
    legal_plays
        .first()
        .map_or(String::new(), |legal| format!(", for example \"{}\"", write(position, legal.play)))
}

fn point(number: u8) -> String {
    match number {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        number => number.to_string(),
    }
}
