//! Engines that do as they are told, and contests between them.

use std::collections::HashSet;

use arena::{Contest, Engines, Finished, Pace, Terms};
use rules::cpu::Portable;
use rules::{InputError, Notation, TableRules};
use search::{Engine, Progress, RandomPlayer, SearchRequest, SearchResult};

/// Terms for so many games.
pub fn terms(games: u64) -> Terms {
    Terms { games, pace: Pace::Free, seed: 7, openings: 0, max_plies: Terms::USUAL_MAX_PLIES }
}

/// All games of a contest but those played before, by their numbers.
pub fn play<R: TableRules>(
    rules: &R,
    terms: Terms,
    threads: usize,
    before: &HashSet<u64>,
    engines: impl Fn() -> Engines<R>,
) -> Vec<Finished<R>> {
    let contest = Contest::new(Portable, rules, terms).unwrap();
    let mut games = Vec::new();
    let hear = |finished: &[Finished<R>]| {
        let copy = |game: &Finished<R>| Finished { report: game.report.clone(), plies: game.plies.clone() };
        games.extend(finished.iter().map(copy));
        Ok::<(), InputError>(())
    };
    contest.run((0..threads).map(|_| engines()).collect(), before, hear).unwrap();
    games.sort_by_key(|game| game.report.game);
    games
}

/// The player that takes any legal move.
pub fn random<R: TableRules>() -> Box<dyn Engine<R>> {
    Box::new(RandomPlayer::new(0))
}

/// Plays the move that a function names, and none if it names none.
pub fn told<R: Notation>(
    tell: impl Fn(usize) -> Option<&'static str> + Send + 'static,
) -> Box<dyn Engine<R>> {
    Box::new(Told { tell: Box::new(tell), made: 0 })
}

struct Told {
    tell: Box<dyn Fn(usize) -> Option<&'static str> + Send>,
    made: usize,
}

impl<R: Notation> Engine<R> for Told {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        _report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let SearchRequest { rules, position, .. } = *request;
        let best = rules.read_move(position, (self.tell)(self.made)?).unwrap();
        self.made += 1;
        Some(result(best))
    }

    fn new_game(&mut self, _seed: u64) {
        self.made = 0;
    }
}

/// Plays the same move always, legal or not; or the first of the list.
pub struct Stubborn<M>(pub Option<M>);

impl<R: TableRules> Engine<R> for Stubborn<R::Move> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        _report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let SearchRequest { rules, position, .. } = *request;
        let mut moves = Vec::new();
        rules.legal_moves(position, &mut moves);
        self.0.or(moves.first().copied()).map(result)
    }

    fn new_game(&mut self, _seed: u64) {}
}

fn result<M: Copy>(best: M) -> SearchResult<M> {
    SearchResult::unsearched(best)
}
