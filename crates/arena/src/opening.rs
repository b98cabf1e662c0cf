//! Openings: random moves, or from a list.

use std::any::TypeId;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rules::{InputError, Random, Rules, Status};
use search::{Engine, Evaluation, RandomPlayer, SearchLimits, SearchRequest};
use table::Secret;

use crate::match_config::{MatchConfig, PairSeeds};
use crate::playthrough::{NextStep, Playthrough};

/// Random moves before the engines take over, in a game of ordinary length.
const DEFAULT_PLIES: u32 = 6;
/// An opening takes at most one in `SHARE` moves of a random game.
const SHARE: u32 = 8;
/// Random games that estimate the length of a game.
const SAMPLE_GAMES: u32 = 16;
/// Nodes of the search that evaluates an opening.
pub const BALANCE_NODES: u64 = 5000;
/// Attempts to draw an opening that does not end the game and is balanced.
const MAX_ATTEMPTS: u64 = 1000;

/// Default number of random moves at the start of a game.
///
/// It is 0 in games with dice, where no two games are alike anyway, and 6 elsewhere, but at most an eighth of a random
/// game. A game as short as tic-tac-toe is then not decided by its opening.
pub fn default_opening_plies<R: Rules>(rules: &R) -> u32 {
    if TypeId::of::<R::Roll>() != TypeId::of::<Infallible>() {
        return 0;
    }
    let mut player = RandomPlayer::new(1);
    let mut moves = Vec::new();
    // Playing on beyond this length would not change the result.
    let max_plies = u64::from(2 * DEFAULT_PLIES * SHARE);
    let plies: u64 =
        (0..SAMPLE_GAMES).map(|_| player.playout(rules, &mut rules.start(), &mut moves, max_plies).0).sum();
    DEFAULT_PLIES.min((plies / u64::from(SAMPLE_GAMES * SHARE)) as u32)
}

/// An opening of a list: moves from a position.
#[derive(Clone, Debug)]
pub struct ListedOpening<R: Rules> {
    /// The position the games start from.
    pub start: R::Position,
    /// Moves that both games of a pair start with.
    pub moves: Vec<R::Move>,
}

/// Draws the opening of a pair: random moves that leave the game unfinished and, with an evaluator, balanced.
pub(crate) fn draw<R: Rules>(
    rules: &R,
    config: &MatchConfig,
    seeds: &PairSeeds,
    mut evaluator: Option<&mut Box<dyn Engine<R>>>,
    moves: &mut Vec<R::Move>,
) -> Result<Playthrough<R>, InputError> {
    let plies = config.opening_plies;
    let mut random = Random::new(seeds.opening);
    let mut has_unfinished = false;
    // Every attempt continues the same random stream, so a failed one is not repeated.
    let found = (0..MAX_ATTEMPTS).find_map(|_| {
        let drawn = attempt(rules, &seeds.dice, plies, &mut random, moves)?;
        has_unfinished = true;
        let is_balanced = match (config.balance, &mut evaluator) {
            (Some(bound), Some(engine)) => is_balanced(rules, &drawn, bound, &mut ***engine),
            _ => true,
        };
        is_balanced.then_some(drawn)
    });
    found.ok_or_else(|| match (has_unfinished, config.balance) {
        (true, Some(bound)) => InputError::new(format!(
            "cannot start games with {plies} random moves and an evaluation of at most {bound}: none of {MAX_ATTEMPTS} \
             openings has it; expected a larger bound or fewer moves"
        )),
        _ => InputError::new(format!(
            "cannot start games with {plies} random moves: they finish the game; expected fewer"
        )),
    })
}

/// Plays the moves of a listed opening.
pub(crate) fn replay<R: Rules>(
    rules: &R,
    listed: &ListedOpening<R>,
    moves: &mut Vec<R::Move>,
) -> Result<Playthrough<R>, InputError> {
    let mut playthrough = Playthrough::at(rules, listed.start.clone());
    for &mv in &listed.moves {
        moves.clear();
        if !matches!(rules.legal_moves(&playthrough.position, moves), Status::Turn(_)) || !moves.contains(&mv)
        {
            return Err(InputError::new("cannot start a game with this opening: it has an illegal move"));
        }
        playthrough.play(rules, mv, Duration::ZERO);
    }
    Ok(playthrough)
}

/// `true` if a short search finds neither a forced result nor an advantage beyond the bound.
fn is_balanced<R: Rules>(rules: &R, drawn: &Playthrough<R>, bound: f64, engine: &mut dyn Engine<R>) -> bool {
    let stop = AtomicBool::new(false);
    let limits = SearchLimits::until(&stop).nodes(BALANCE_NODES);
    // The evaluation must not depend on the openings of other pairs.
    engine.new_game(0);
    let request = SearchRequest::new(rules, &drawn.position, drawn.previous_keys(), limits);
    match engine.search(&request, &mut |_| {}).map(|result| result.evaluation) {
        Some(Evaluation::Value { value, .. }) => value.abs() <= bound,
        Some(Evaluation::Win { .. } | Evaluation::Loss { .. }) | None => false,
    }
}

fn attempt<R: Rules>(
    rules: &R,
    dice: &Secret,
    plies: u32,
    random: &mut Random,
    moves: &mut Vec<R::Move>,
) -> Option<Playthrough<R>> {
    let mut playthrough = Playthrough::new(rules);
    loop {
        let NextStep::Turn(_) = playthrough.next(rules, dice, moves) else { return None };
        if playthrough.plies.len() >= plies as usize {
            return Some(playthrough);
        }
        let mv = *random.pick(moves)?;
        playthrough.play(rules, mv, Duration::ZERO);
    }
}
