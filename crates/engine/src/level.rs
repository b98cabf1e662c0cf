//! Levels of strength.

use rules::{InputError, Rules};
use search::{Engine, EngineError, EngineOptions, Progress, SearchLimits, SearchRequest, SearchResult};

/// Strength of `strong`, from 1 to 8. A level is a number of nodes, so strength does not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    number: u64,
    is_explicit: bool,
}

impl Level {
    /// Reads the option `level`. Without it the level is 5 and gives way to any limit set for a move.
    pub fn take(options: &mut EngineOptions) -> Result<Level, InputError> {
        let is_explicit = options.has("level");
        Ok(Level { number: options.number("level", 5, 1..=8)?, is_explicit })
    }

    /// The level, from 1 to 8.
    pub fn number(self) -> u64 {
        self.number
    }

    /// `true` if the level was chosen; the default gives way to any limit set for a move.
    pub fn is_explicit(self) -> bool {
        self.is_explicit
    }

    /// Changes the level by the option `level`.
    pub fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        if key != "level" {
            let key = InputError::quote(key);
            return Err(InputError::new(format!(
                "this engine has no option {key} to change: expected level"
            )));
        }
        let number = value.parse().ok().filter(|number| (1..=8).contains(number));
        let number = number.ok_or_else(|| {
            let value = InputError::quote(value);
            InputError::new(format!("level cannot be {value}: expected a whole number from 1 to 8"))
        })?;
        *self = Level { number, is_explicit: true };
        Ok(())
    }

    /// Limits an engine to this level, given the nodes of each level, the weakest first.
    pub fn limit<E>(self, engine: E, nodes: [u64; 8]) -> Levelled<E> {
        Levelled { engine, level: self, nodes, overlooked: [0; 8] }
    }
}

/// An engine limited to a level. Depth 1 is completed at every level.
pub struct Levelled<E> {
    engine: E,
    level: Level,
    nodes: [u64; 8],
    /// Thousandths of the inconspicuous moves that each level overlooks.
    overlooked: [u32; 8],
}

impl<E> Levelled<E> {
    /// The same with levels that overlook this many thousandths of the inconspicuous moves, the weakest first.
    #[must_use]
    pub fn overlooking(self, overlooked: [u32; 8]) -> Levelled<E> {
        Levelled { overlooked, ..self }
    }

    fn limits<'a>(&self, limits: SearchLimits<'a>) -> SearchLimits<'a> {
        let gives_way = limits.is_set && !self.level.is_explicit;
        let index = self.level.number as usize - 1;
        let nodes = self.nodes[index];
        let limits = if gives_way { limits } else { limits.overlooked(self.overlooked[index]) };
        match gives_way {
            true => limits,
            // A limit of the caller is exact; that of a level grants a complete first iteration.
            false if limits.nodes <= nodes => limits,
            false => limits.nodes(nodes).min_depth(1),
        }
    }
}

impl<R: Rules, E: Engine<R>> Engine<R> for Levelled<E> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        self.engine.search(&request.with_limits(self.limits(request.limits)), report)
    }

    fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        if key != "level" {
            return self.engine.set_option(key, value);
        }
        self.level.set_option(key, value)
    }

    fn needs_moves(&self) -> bool {
        self.engine.needs_moves()
    }

    fn on_move(&mut self, rules: &R, before: &R::Position, mv: R::Move) {
        self.engine.on_move(rules, before, mv);
    }

    fn failure(&mut self) -> Option<EngineError> {
        self.engine.failure()
    }
}
