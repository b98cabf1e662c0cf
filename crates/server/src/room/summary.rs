//! Summaries of tables for the lobby.

use std::sync::Arc;

use rules::Seat;

use crate::wire::{SeatRole, SeatView};
use store::{SeatHolder, TableState};

/// A table as the lobby lists it.
#[derive(Clone, Debug)]
pub(crate) struct GameSummary {
    pub(crate) details: Arc<GameDetails>,
    pub(crate) moves: usize,
    pub(crate) turn: Option<Seat>,
}

/// The part of a summary that most moves do not change.
#[derive(PartialEq, Debug)]
pub(crate) struct GameDetails {
    pub(crate) id: Arc<str>,
    pub(crate) host: String,
    pub(crate) created: i64,
    /// `true` if the lobby lists the table for all users.
    pub(crate) is_listed: bool,
    pub(crate) state: TableState,
    pub(crate) clock: String,
    pub(crate) is_rated: bool,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// Settings that differ from the defaults.
    pub(crate) detail: String,
    pub(crate) seats: Vec<SeatDetails>,
}

/// A seat as the lobby lists it.
#[derive(PartialEq, Debug)]
pub(crate) struct SeatDetails {
    pub(crate) seat: Seat,
    pub(crate) title: String,
    pub(crate) paint: Option<&'static str>,
    pub(crate) holder: SeatHolder,
    /// `true` if the person who holds the seat is connected.
    pub(crate) is_here: bool,
    /// `true` while the seat takes part in the game.
    pub(crate) is_active: bool,
}

impl GameDetails {
    /// Name of the state.
    pub(crate) fn state_name(&self) -> &'static str {
        match self.state {
            TableState::Waiting => "waiting",
            TableState::Live => "playing",
            TableState::Over | TableState::Withdrawn => "over",
        }
    }

    /// `true` while the game is not over.
    pub(crate) fn is_unfinished(&self) -> bool {
        matches!(self.state, TableState::Waiting | TableState::Live)
    }

    /// The seats as a user sees them; all are those of others without a user.
    pub(crate) fn seat_views(&self, user: Option<&str>) -> Vec<SeatView<'_>> {
        self.seats
            .iter()
            .map(|seat| SeatView {
                seat: seat.seat,
                title: seat.title.clone(),
                paint: seat.paint,
                name: seat.holder.name(),
                who: SeatRole::of(&seat.holder, user),
                here: seat.is_here,
                playing: seat.is_active,
            })
            .collect()
    }

    /// Users who hold a seat, some of them more than once.
    pub(crate) fn players(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().filter_map(|seat| seat.holder.user())
    }

    /// `true` if a user has a seat that takes part in the game.
    pub(crate) fn is_played_by(&self, user: &str) -> bool {
        let is_waiting = self.state == TableState::Waiting;
        self.seats.iter().any(|seat| seat.holder.user() == Some(user) && (is_waiting || seat.is_active))
    }

    /// `true` if the table counts towards the limit of a user's unfinished tables: one that the user opened and can
    /// abandon.
    pub(crate) fn counts_for(&self, user: &str) -> bool {
        self.host == user
            && (self.state == TableState::Waiting || self.is_played_by(user) || self.is_left_to_engines())
    }

    /// `true` if no person plays, or all have left the game.
    fn is_left_to_engines(&self) -> bool {
        !self.seats.iter().any(|seat| seat.is_active && seat.holder.user().is_some())
    }

    /// Names of the other people at the table.
    pub(crate) fn opponents(&self, user: &str) -> Vec<&str> {
        opponents(self.seats.iter().map(|seat| &seat.holder), user)
    }
}

impl GameSummary {
    /// `true` if it is a user's turn.
    pub(crate) fn is_turn_of(&self, user: &str) -> bool {
        self.turn.is_some_and(|turn| {
            self.details.seats.iter().any(|seat| seat.seat == turn && seat.holder.user() == Some(user))
        })
    }
}

/// Names of the people who hold seats, except those of a user.
pub(super) fn opponents<'a>(holders: impl Iterator<Item = &'a SeatHolder>, user: &str) -> Vec<&'a str> {
    let is_other = |holder: &&SeatHolder| holder.user().is_some_and(|other| other != user);
    holders.filter(is_other).filter_map(SeatHolder::name).collect()
}

/// Longest setting that the lobby shows.
const MAX_SETTING: usize = 24;

/// The settings that differ from the defaults, in short. Sections and long values are omitted.
pub(super) fn detail(rules: &str) -> String {
    let Ok((name, settings)) = games::catalog::split_rules(rules) else { return String::new() };
    let defaults = games::catalog::open(name, "").map(|game| game.rules_text()).unwrap_or_default();
    let mut parts = Vec::new();
    for line in settings.lines().take_while(|line| !line.starts_with('[')) {
        let Some((key, value)) = line.split_once(" = ") else { continue };
        let value = value.trim_matches('"');
        if value.len() <= MAX_SETTING && !defaults.lines().any(|other| other == line) {
            parts.push(if key == "name" { value.to_owned() } else { format!("{key} {value}") });
        }
    }
    parts.join(", ")
}
