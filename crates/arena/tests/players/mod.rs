//! Scripted engines, and matches between them.

use std::collections::HashSet;

use arena::{Engines, FinishedGame, Match, MatchConfig};
use rules::cpu::Portable;
use rules::{InputError, Notation, TableRules};
use search::{Engine, Progress, RandomPlayer, SearchRequest, SearchResult};

/// Configuration of a match with this number of games.
pub fn config(games: u64) -> MatchConfig {
    MatchConfig { games, seed: 7, ..MatchConfig::default() }
}

/// Plays all games of a match except those in `already_played`; returns them by number.
pub fn play<R: TableRules>(
    rules: &R,
    config: &MatchConfig,
    threads: usize,
    already_played: &HashSet<u64>,
    engines: impl Fn() -> Engines<R>,
) -> Vec<FinishedGame<R>> {
    let played_match = Match::new(Portable, rules, config.clone()).unwrap();
    let mut games = Vec::new();
    let on_finished = |finished: &[FinishedGame<R>]| {
        let copy = |game: &FinishedGame<R>| FinishedGame {
            report: game.report.clone(),
            start: game.start.clone(),
            plies: game.plies.clone(),
        };
        games.extend(finished.iter().map(copy));
        Ok::<(), InputError>(())
    };
    played_match.run((0..threads).map(|_| engines()).collect(), already_played, on_finished).unwrap();
    games.sort_by_key(|game| game.report.game);
    games
}

/// Player of random legal moves.
pub fn random<R: TableRules>() -> Box<dyn Engine<R>> {
    Box::new(RandomPlayer::new(0))
}

/// Engine that plays the moves a function returns, given the number of its moves so far.
pub fn scripted<R: Notation>(
    script: impl Fn(usize) -> Option<&'static str> + Send + 'static,
) -> Box<dyn Engine<R>> {
    Box::new(Scripted { script: Box::new(script), played: 0 })
}

struct Scripted {
    script: Box<dyn Fn(usize) -> Option<&'static str> + Send>,
    played: usize,
}

impl<R: Notation> Engine<R> for Scripted {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        _report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        let SearchRequest { rules, position, .. } = *request;
        let best = rules.read_move(position, (self.script)(self.played)?).unwrap();
        self.played += 1;
        Some(result(best))
    }

    fn new_game(&mut self, _seed: u64) {
        self.played = 0;
    }
}

/// Engine that always plays one move, legal or not, or the first legal move.
pub struct FixedMove<M>(pub Option<M>);

impl<R: TableRules> Engine<R> for FixedMove<R::Move> {
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
