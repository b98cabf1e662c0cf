//! Who looks on, and what they are told.

use rules::{MAX_SEATS, Seat};
use table::Table;
use tokio::time::Instant;
use view::Diagram;

use super::actor::Actor;
use super::table_view::{self, About, Note, SeatView, View, Who};
use super::touches::foretell;
use crate::catch_up::{self, CatchUp};
use crate::guest::Guest;
use crate::outbox::Outbox;
use crate::store::TableState;
use crate::wire;

/// Somebody who looks on.
pub(super) struct Watcher {
    pub(super) guest: Guest,
    outbox: Outbox,
    /// How many events have been told.
    told: usize,
    /// The ground that was last sent, as the diagram it was part of.
    ground: Option<Diagram>,
}

/// What all watchers of a moment see alike.
struct Scene {
    diagram: Diagram,
    position: String,
    touches: Option<Vec<(Vec<view::Place>, view::Touch<String>)>>,
}

impl Actor {
    pub(super) fn watch(&mut self, guest: &Guest, outbox: Outbox, have: Option<u64>) {
        let connection = outbox.connection;
        self.watchers.retain(|watcher| watcher.outbox.connection != connection);
        let events = self.table.as_ref().map_or(0, |table| table.events().len()) as u64;
        let told = match catch_up::decide(have, events.checked_sub(1)) {
            CatchUp::Everything => 0,
            CatchUp::From(number) => number as usize,
        };
        let was_here = self.is_here(&guest.id);
        self.watchers.push(Watcher { guest: guest.clone(), outbox, told, ground: None });
        self.tell_one(connection, told == 0);
        if !was_here {
            self.presence_changed(&guest.id, connection);
        }
    }

    pub(super) fn unwatch(&mut self, connection: u64) {
        let Some(index) = self.watchers.iter().position(|watcher| watcher.outbox.connection == connection)
        else {
            return;
        };
        let guest = self.watchers.swap_remove(index).guest;
        self.idle_since = Instant::now();
        if !self.is_here(&guest.id) {
            self.presence_changed(&guest.id, connection);
        }
    }

    /// Forgets a connection that has gone, and tells nobody.
    pub(super) fn remove_watcher(&mut self, connection: u64) {
        self.watchers.retain(|watcher| watcher.outbox.connection != connection);
        self.idle_since = Instant::now();
    }

    fn is_here(&self, guest: &str) -> bool {
        self.watchers.iter().any(|watcher| watcher.guest.id == guest)
    }

    fn presence_changed(&mut self, guest: &str, except: u64) {
        if self.row.seats.iter().any(|sitting| sitting.guest() == Some(guest)) {
            self.lobby.publish(self.note());
            self.tell(Some(except));
        }
    }

    /// Tells everybody what is new, and the lobby.
    pub(super) fn publish(&mut self) {
        self.lobby.publish(self.note());
        self.tell(None);
    }

    /// Tells everybody what is new, but for one connection that has just heard it.
    fn tell(&mut self, except: Option<u64>) {
        let Some(scene) = self.scene() else { return };
        let connections: Vec<u64> = self.watchers.iter().map(|watcher| watcher.outbox.connection).collect();
        for connection in connections.into_iter().filter(|connection| Some(*connection) != except) {
            self.tell_about(&scene, connection, false);
        }
    }

    fn tell_one(&mut self, connection: u64, reset: bool) {
        if let Some(scene) = self.scene() {
            self.tell_about(&scene, connection, reset);
        }
    }

    fn scene(&self) -> Option<Scene> {
        let start;
        let board = match &self.table {
            Some(table) => table.board(),
            None => {
                start = self.game.read_position(&self.row.position).ok()?;
                &*start
            }
        };
        let holder =
            self.table.as_ref().and_then(Table::turn).and_then(|seat| self.row.seats[seat.index()].guest());
        let is_watched = holder.is_some_and(|holder| self.is_here(holder));
        Some(Scene {
            diagram: board.diagram(),
            position: board.position(),
            touches: is_watched.then(|| foretell(board)),
        })
    }

    fn tell_about(&mut self, scene: &Scene, connection: u64, reset: bool) {
        let Some(index) = self.watchers.iter().position(|watcher| watcher.outbox.connection == connection)
        else {
            return;
        };
        let watcher = &self.watchers[index];
        let message = wire::table(&self.view(scene, watcher, reset));
        let events = self.table.as_ref().map_or(0, |table| table.events().len());
        let watcher = &mut self.watchers[index];
        watcher.told = events;
        if !watcher.ground.as_ref().is_some_and(|known| has_same_ground(known, &scene.diagram)) {
            watcher.ground = Some(scene.diagram.clone());
        }
        // A connection that is given up by this goes, and says so like any other that goes.
        watcher.outbox.tell(message);
    }

    fn view<'a>(&'a self, scene: &'a Scene, watcher: &Watcher, reset: bool) -> View<'a> {
        let guest = &watcher.guest.id;
        let own: Vec<Seat> = Seat::all(self.game.seats())
            .filter(|seat| self.row.seats[seat.index()].guest() == Some(guest))
            .collect();
        let table = self.table.as_ref();
        let turn = table.and_then(Table::turn);
        let now = self.now();
        View {
            table: &self.row.id,
            reset,
            events: table.map_or(&[], |table| &table.events()[watcher.told.min(table.events().len())..]),
            about: watcher.ground.is_none().then(|| About {
                game: self.entry.name,
                title: self.entry.title,
                rules: &self.row.rules,
                clock: &self.row.clock,
                has_dice: self.game.has_dice(),
                start: &self.row.position,
                guide: self.game.guide(),
            }),
            seats: self.seats(guest),
            state: self.state(),
            latest: table.map(Table::latest),
            ply: table.map_or(0, |table| table.moves().len()),
            turn,
            clocks: Seat::all(self.game.seats())
                .map(|seat| {
                    let left = table.and_then(|table| table.clocks().left(seat, now));
                    let runs = table.and_then(|table| table.clocks().deadline()).map(|(runs, _)| runs);
                    (left, runs == Some(seat))
                })
                .collect(),
            diagram: &scene.diagram,
            shows_ground: !watcher
                .ground
                .as_ref()
                .is_some_and(|known| has_same_ground(known, &scene.diagram)),
            trail: table.and_then(|table| table.moves().next_back()).map_or(&[], |(_, played)| &played.trail),
            position: &scene.position,
            touches: scene.touches.as_deref().filter(|_| turn.is_some_and(|seat| own.contains(&seat))),
            offer: table.and_then(table_view::offered),
            may: table
                .filter(|_| !own.is_empty())
                .map(|table| table_view::may(table, &own, self.may_ask(guest))),
            ending: table.and_then(Table::outcome).map(table::FinalOutcome::from),
            rematch: &self.rematch,
            next: self.row.next.as_deref(),
        }
    }

    fn state(&self) -> &'static str {
        match &self.table {
            None if self.row.state == TableState::Withdrawn => "over",
            None => "waiting",
            Some(table) if table.outcome().is_some() => "over",
            Some(_) if self.is_opening() => "opening",
            Some(_) => "playing",
        }
    }

    fn seats(&self, looking: &str) -> Vec<SeatView<'_>> {
        let seat_view = |seat: Seat| {
            let sitting = &self.row.seats[seat.index()];
            SeatView {
                seat,
                title: self.game.seat_name(seat),
                paint: self.game.seat_paint(seat),
                name: sitting.name(),
                who: Who::sits(sitting, looking),
                is_here: sitting.guest().is_some_and(|guest| self.is_here(guest)),
                is_playing: self.table.as_ref().is_none_or(|table| table.board().is_active(seat)),
            }
        };
        Seat::all(self.game.seats()).map(seat_view).collect()
    }

    pub(super) fn note(&self) -> Note {
        let mut note = Note {
            row: self.row.clone(),
            game: self.entry.name,
            title: self.entry.title,
            detail: self.detail.clone(),
            titles: Vec::new(),
            is_here: [false; MAX_SEATS],
            is_playing: [false; MAX_SEATS],
            moves: self.table.as_ref().map_or(0, |table| table.moves().len()),
            turn: self.table.as_ref().and_then(Table::turn),
            ending: self.table.as_ref().and_then(Table::outcome).map(table::FinalOutcome::from),
        };
        for seat in self.seats("") {
            note.is_here[seat.seat.index()] = seat.is_here;
            note.is_playing[seat.seat.index()] = seat.is_playing;
            note.titles.push((seat.title, seat.paint));
        }
        note
    }
}

/// Whether two diagrams differ in nothing but what stands on the board.
fn has_same_ground(one: &Diagram, other: &Diagram) -> bool {
    one.material == other.material
        && one.width == other.width
        && one.height == other.height
        && one.labels == other.labels
        && one.spots.len() == other.spots.len()
        && one.spots.iter().zip(&other.spots).all(|(one, other)| {
            one.place == other.place
                && one.name == other.name
                && one.area == other.area
                && one.shape == other.shape
                && one.tint == other.tint
        })
}
