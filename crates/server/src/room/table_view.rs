//! What a watcher of a table sees.

use rules::{MAX_SEATS, Seat};
use table::{Event, FinalOutcome, Millis, Offer, Table};
use view::{Diagram, DynPosition, Guide, Place, Touch};

use crate::store::{Sitting, TableRow, TableState};

/// A table as one watcher sees it.
pub(crate) struct View<'a> {
    pub(crate) table: &'a str,
    /// Forget what you have.
    pub(crate) reset: bool,
    /// What the watcher has not heard yet.
    pub(crate) events: &'a [Event],
    pub(crate) about: Option<About<'a>>,
    pub(crate) seats: Vec<SeatView<'a>>,
    pub(crate) state: &'static str,
    pub(crate) latest: Option<u64>,
    pub(crate) ply: usize,
    pub(crate) turn: Option<Seat>,
    /// What is left for each seat, and whether its clock runs.
    pub(crate) clocks: Vec<(Option<Millis>, bool)>,
    pub(crate) diagram: &'a Diagram,
    /// Whether the watcher does not know the ground of the diagram yet.
    pub(crate) shows_ground: bool,
    pub(crate) trail: &'a [Place],
    pub(crate) position: &'a str,
    pub(crate) touches: Option<&'a [(Vec<Place>, Touch<String>)]>,
    pub(crate) offer: Option<Offered>,
    pub(crate) may: Option<May>,
    pub(crate) ending: Option<FinalOutcome>,
    /// Who has asked for another game.
    pub(crate) rematch: &'a [Seat],
    pub(crate) next: Option<&'a str>,
}

/// What does not change about a table.
pub(crate) struct About<'a> {
    pub(crate) game: &'a str,
    pub(crate) title: &'a str,
    pub(crate) rules: &'a str,
    pub(crate) clock: &'a str,
    pub(crate) has_dice: bool,
    pub(crate) start: &'a str,
    pub(crate) guide: Option<Guide>,
}

/// A seat as somebody sees it.
pub(crate) struct SeatView<'a> {
    pub(crate) seat: Seat,
    pub(crate) title: String,
    pub(crate) paint: Option<view::diagram::Paint>,
    pub(crate) name: Option<&'a str>,
    pub(crate) who: Who,
    pub(crate) is_here: bool,
    pub(crate) is_playing: bool,
}

/// Who sits on a seat, from somebody's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// The one who looks.
    You,
    /// Another person.
    Person,
    /// An engine.
    Engine,
    /// Nobody yet.
    Open,
}

impl Who {
    pub(crate) fn sits(sitting: &Sitting, looking: &str) -> Who {
        match sitting {
            Sitting::Open => Who::Open,
            Sitting::Engine { .. } => Who::Engine,
            Sitting::Person { guest, .. } if guest == looking => Who::You,
            Sitting::Person { .. } => Who::Person,
        }
    }
}

/// What is on offer.
pub(crate) struct Offered {
    pub(crate) seat: Seat,
    pub(crate) offer: Offer,
    /// What it is about, in words.
    pub(crate) words: String,
    pub(crate) awaits: Vec<Seat>,
}

/// What a player may do beside moving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct May {
    pub(crate) draw: bool,
    pub(crate) claim: bool,
    pub(crate) takeback: bool,
    pub(crate) concessions: Vec<&'static str>,
    pub(crate) resign: bool,
    pub(crate) advise: bool,
}

/// A table as the lobby lists it.
#[derive(Clone, Debug)]
pub(crate) struct Note {
    pub(crate) row: TableRow,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    /// The settings that are not the usual ones.
    pub(crate) detail: String,
    /// The seats' titles and colours.
    pub(crate) titles: Vec<(String, Option<view::diagram::Paint>)>,
    pub(crate) is_here: [bool; MAX_SEATS],
    pub(crate) is_playing: [bool; MAX_SEATS],
    pub(crate) moves: usize,
    pub(crate) turn: Option<Seat>,
    pub(crate) ending: Option<FinalOutcome>,
}

impl Note {
    /// Where the table stands, in one word.
    pub(crate) fn state(&self) -> &'static str {
        match self.row.state {
            TableState::Waiting => "waiting",
            TableState::Live => "playing",
            TableState::Over | TableState::Withdrawn => "over",
        }
    }

    /// The seats as this guest sees them.
    pub(crate) fn seats(&self, looking: &str) -> Vec<SeatView<'_>> {
        let seats = Seat::all(self.titles.len() as u8).zip(&self.titles).zip(&self.row.seats);
        seats
            .map(|((seat, (title, paint)), sitting)| SeatView {
                seat,
                title: title.clone(),
                paint: *paint,
                name: sitting.name(),
                who: Who::sits(sitting, looking),
                is_here: self.is_here[seat.index()],
                is_playing: self.is_playing[seat.index()],
            })
            .collect()
    }

    /// Whether this guest sits at the table.
    pub(crate) fn is_of(&self, guest: &str) -> bool {
        self.row.seats.iter().any(|sitting| sitting.guest() == Some(guest))
    }

    /// Whether it is this guest's turn.
    pub(crate) fn awaits(&self, guest: &str) -> bool {
        self.turn.is_some_and(|seat| {
            self.row.seats.get(seat.index()).and_then(Sitting::guest).is_some_and(|sits| sits == guest)
        })
    }
}

/// The longest setting that is told in the lobby.
const LONGEST: usize = 24;

/// The settings in the rules' text that are not the usual ones, as people read them. Sections and what is long are left to
/// who reads the rules in full.
pub(crate) fn detail(rules: &str) -> String {
    let Ok((name, settings)) = games::catalog::split_rules(rules) else { return String::new() };
    let usual = games::catalog::open(name, "").map(|game| game.rules_text()).unwrap_or_default();
    let mut told = Vec::new();
    for line in settings.lines().take_while(|line| !line.starts_with('[')) {
        let Some((key, value)) = line.split_once(" = ") else { continue };
        let value = value.trim_matches('"');
        if value.len() <= LONGEST && !usual.lines().any(|other| other == line) {
            told.push(if key == "name" { value.to_owned() } else { format!("{key} {value}") });
        }
    }
    told.join(", ")
}

/// What is on offer at a table.
pub(super) fn offered(table: &Table) -> Option<Offered> {
    let (seat, offer) = table.offer()?;
    let words = match offer {
        Offer::Draw => "draw".to_owned(),
        Offer::Claim => "claim".to_owned(),
        Offer::Takeback => "takeback".to_owned(),
        Offer::Concession(index) => {
            table.board().concessions(seat).get(usize::from(index)).copied().unwrap_or("less").to_owned()
        }
    };
    let awaits = Seat::all(table.game().seats()).filter(|&seat| table.awaits_answer(seat)).collect();
    Some(Offered { seat, offer, words, awaits })
}

/// What the holder of these seats may do.
pub(super) fn may(table: &Table, own: &[Seat], advise: bool) -> May {
    let board: &dyn DynPosition = table.board();
    let is_on = table.outcome().is_none();
    let playing: Vec<Seat> = own.iter().copied().filter(|&seat| is_on && board.is_active(seat)).collect();
    // Who holds several seats acts for the one to move.
    let acting = table.turn().filter(|seat| playing.contains(seat)).or(playing.first().copied());
    May {
        draw: acting.is_some() && board.draw().is_some(),
        claim: acting.is_some() && table.can_claim(),
        takeback: playing.iter().any(|&seat| table.can_take_back(seat)),
        concessions: acting.map(|seat| board.concessions(seat).to_vec()).unwrap_or_default(),
        resign: acting.is_some(),
        advise,
    }
}
