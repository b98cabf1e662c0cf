//! Summaries of tables for the lobby.

use rules::{MAX_SEATS, Seat};

use crate::wire::{EndingView, SeatRole, SeatView};
use store::{SeatHolder, TableRow, TableState};

/// A table as the lobby lists it.
#[derive(Clone, Debug)]
pub(crate) struct GameSummary {
    pub(crate) row: TableRow,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// Settings that differ from the defaults.
    pub(crate) detail: String,
    /// Name and colour of each seat.
    pub(crate) seat_names: Vec<(String, Option<&'static str>)>,
    pub(crate) is_here: [bool; MAX_SEATS],
    pub(crate) is_active: [bool; MAX_SEATS],
    pub(crate) moves: usize,
    pub(crate) turn: Option<Seat>,
    pub(crate) ending: Option<EndingView>,
}

impl GameSummary {
    /// Name of the state.
    pub(crate) fn state(&self) -> &'static str {
        match self.row.state {
            TableState::Waiting => "waiting",
            TableState::Live => "playing",
            TableState::Over | TableState::Withdrawn => "over",
        }
    }

    fn holders(&self) -> impl Iterator<Item = (Seat, &SeatHolder)> {
        Seat::all(self.seat_names.len() as u8).zip(&self.row.seats)
    }

    /// The seats as a user sees them.
    pub(crate) fn seats(&self, user: &str) -> Vec<SeatView<'_>> {
        self.holders()
            .zip(&self.seat_names)
            .map(|((seat, holder), (title, paint))| SeatView {
                seat,
                title: title.clone(),
                paint: *paint,
                name: holder.name(),
                who: SeatRole::of(holder, user),
                here: self.is_here[seat.index()],
                playing: self.is_active[seat.index()],
            })
            .collect()
    }

    /// `true` if a user has a seat that takes part in the game.
    pub(crate) fn is_played_by(&self, user: &str) -> bool {
        let is_waiting = self.row.state == TableState::Waiting;
        self.holders()
            .any(|(seat, holder)| holder.user() == Some(user) && (is_waiting || self.is_active[seat.index()]))
    }

    /// `true` if the table counts towards the limit of a user's unfinished tables: one that the user opened and can
    /// abandon.
    pub(crate) fn counts_for(&self, user: &str) -> bool {
        let has_people = self.row.seats.iter().any(|holder| holder.user().is_some());
        self.row.host == user
            && (self.row.state == TableState::Waiting || self.is_played_by(user) || !has_people)
    }

    /// Names of the other people at the table.
    pub(crate) fn opponents(&self, user: &str) -> Vec<&str> {
        opponents(self.row.seats.iter(), user)
    }

    /// `true` if it is a user's turn.
    pub(crate) fn is_turn_of(&self, user: &str) -> bool {
        self.turn.is_some_and(|turn| {
            self.holders().any(|(seat, holder)| seat == turn && holder.user() == Some(user))
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
