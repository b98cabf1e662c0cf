//! Watchers of a table, and the messages to them.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use rules::Seat;
use table::{FinalOutcome, Table};
use tokio::time::Instant;
use view::diagram::Shape;
use view::{Diagram, DynPosition};
use web_host::board_json::{BoardLayout, PiecePlacement, places};

use super::actor::Actor;
use super::permissions::{pending_offer, permissions};
use super::summary::{GameDetails, GameSummary, SeatDetails};
use super::touches::precompute_touches;
use crate::catch_up::{self, CatchUp};
use crate::identity::User;
use crate::outbox::Outbox;
use crate::wire::{
    ClockView, EndingView, EventView, RematchView, SeatRole, SeatView, ServerMessage, TableInfo, TableView,
    TouchView, paint_name,
};
use store::{SeatHolder, TableState};

/// Shortest time between two messages about who is connected.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(500);

/// A connection that watches the table.
pub(super) struct Watcher {
    /// Id of the user.
    user: String,
    outbox: Outbox,
    /// Number of events sent; `None` if the client must discard what it has.
    sent: Option<usize>,
    /// Hash of the layout that was sent last; `None` before the first message.
    layout: Option<u64>,
}

/// Facts that decide on the content of a message: watchers with the same audience get the same one.
#[derive(PartialEq, Eq)]
struct Audience {
    own: Vec<Seat>,
    sent: usize,
    reset: bool,
    is_new: bool,
    is_layout_known: bool,
    may_analyse: bool,
}

/// The part of a message that is the same for all watchers.
struct Scene {
    diagram: Diagram,
    /// Hash of the layout.
    layout: u64,
    placement: PiecePlacement,
    position: String,
    touches: Option<BTreeMap<String, TouchView>>,
}

impl Scene {
    /// Draws a position; `has_touches` if the player to move watches.
    fn new(board: &dyn DynPosition, has_touches: bool) -> Scene {
        let diagram = board.diagram();
        Scene {
            layout: layout_hash(&diagram),
            placement: PiecePlacement::from(&diagram),
            diagram,
            position: board.position(),
            touches: has_touches.then(|| precompute_touches(board)),
        }
    }
}

impl Actor {
    /// Subscribes a connection, and sends it the events after number `have`.
    pub(super) fn watch(&mut self, user: &User, outbox: Outbox, have: Option<u64>) {
        let connection = outbox.connection;
        self.watchers.retain(|watcher| watcher.outbox.connection != connection);
        let events = self.table.as_ref().map_or(0, |table| table.events().len()) as u64;
        let sent = match catch_up::decide(have, events.checked_sub(1)) {
            CatchUp::Everything => None,
            CatchUp::From(number) => Some(number as usize),
        };
        self.watchers.push(Watcher { user: user.id.clone(), outbox, sent, layout: None });
        self.send_news(vec![self.watchers.len() - 1]);
        self.send_chat_log(connection, &user.id, have.is_some());
    }

    /// Ends the subscription of a connection.
    pub(super) fn unwatch(&mut self, connection: u64) {
        self.watchers.retain(|watcher| watcher.outbox.connection != connection);
        self.bots.retain(|bot| bot.outbox.connection != connection);
        self.idle_since = Instant::now();
    }

    pub(super) fn is_watching(&self, user: &str) -> bool {
        self.watchers.iter().any(|watcher| watcher.user == user)
    }

    /// Connections that watch, each with the id of its user.
    pub(super) fn watching_users(&self) -> Vec<(u64, String)> {
        let pair = |watcher: &Watcher| (watcher.outbox.connection, watcher.user.clone());
        self.watchers.iter().map(pair).collect()
    }

    /// Numbers of the connections that watch.
    pub(super) fn watching_connections(&self) -> Vec<u64> {
        self.watchers.iter().map(|watcher| watcher.outbox.connection).collect()
    }

    /// Sends a message to a connection that watches.
    pub(super) fn send_to_connection(&self, connection: u64, message: String) {
        if let Some(watcher) = self.watchers.iter().find(|watcher| watcher.outbox.connection == connection) {
            watcher.outbox.send(message);
        }
    }

    /// Sends news to all watchers and to the lobby.
    pub(super) fn publish(&mut self) {
        self.announce_turn();
        self.lobby.publish(self.summary());
        self.send_news((0..self.watchers.len()).collect());
        self.publish_to_bots();
    }

    /// Sends watchers and lobby which players are connected: at once, or a little later if that was done just before. A
    /// client that comes and goes all the time costs no more than one that does so now and then.
    pub(super) fn presence_changed(&mut self) {
        match self.presence_sent.map(|sent| sent + PRESENCE_INTERVAL).filter(|due| *due > Instant::now()) {
            Some(due) => self.presence_due = Some(due),
            None => self.publish_presence(),
        }
    }

    /// Sends watchers and lobby which players are connected.
    pub(super) fn publish_presence(&mut self) {
        self.presence_due = None;
        self.presence_sent = Some(Instant::now());
        self.lobby.publish(self.summary());
        self.send_news((0..self.watchers.len()).collect());
    }

    /// Sends news to these watchers. Watchers who see the same share one frame.
    fn send_news(&mut self, watchers: Vec<usize>) {
        if watchers.is_empty() {
            return;
        }
        let Some(scene) = self.scene() else { return };
        let events = self.table.as_ref().map_or(0, |table| table.events().len());
        let mut frames: Vec<(Audience, Utf8Bytes)> = Vec::new();
        for index in watchers {
            let audience = self.audience(&self.watchers[index], &scene);
            let frame = match frames.iter().find(|(other, _)| *other == audience) {
                Some((_, frame)) => frame.clone(),
                None => {
                    let view = self.view(&scene, &audience);
                    let frame = ServerMessage::Table(Box::new(view)).to_frame();
                    frames.push((audience, frame.clone()));
                    frame
                }
            };
            let watcher = &mut self.watchers[index];
            watcher.sent = Some(events);
            watcher.layout = Some(scene.layout);
            watcher.outbox.send(frame);
        }
    }

    /// Current position as all watchers see it.
    fn scene(&self) -> Option<Scene> {
        let start;
        let board = match &self.table {
            Some(table) => table.board(),
            None => {
                start = self.game().read_position(&self.row.position).ok()?;
                &*start
            }
        };
        let turn = self.table.as_ref().and_then(Table::turn);
        let player = turn.and_then(|seat| self.row.seats[seat.index()].user());
        Some(Scene::new(board, player.is_some_and(|player| self.is_watching(player))))
    }

    fn audience(&self, watcher: &Watcher, scene: &Scene) -> Audience {
        let own = self.seats_of(&watcher.user);
        Audience {
            may_analyse: !own.is_empty() && self.may_analyse(&watcher.user),
            own,
            sent: watcher.sent.unwrap_or(0),
            reset: watcher.sent.is_none(),
            is_new: watcher.layout.is_none(),
            is_layout_known: watcher.layout == Some(scene.layout),
        }
    }

    fn view<'a>(&'a self, scene: &'a Scene, audience: &Audience) -> TableView<'a> {
        let own = &audience.own;
        let table = self.table.as_ref();
        let turn = table.and_then(Table::turn);
        let events =
            table.map_or(&[][..], |table| &table.events()[audience.sent.min(table.events().len())..]);
        let last_move = table.and_then(|table| table.moves().next_back());
        TableView {
            table: &self.row.id,
            reset: audience.reset,
            events: events.iter().map(EventView::from).collect(),
            about: audience.is_new.then(|| self.info()),
            seats: self.seat_views(own),
            state: self.state(),
            latest: table.map(Table::latest),
            ply: table.map_or(0, |table| table.moves().len()),
            turn,
            clocks: self.seats().map(|seat| self.clock(seat)).collect(),
            layout: (!audience.is_layout_known).then(|| BoardLayout::from(&scene.diagram)),
            placement: &scene.placement,
            trail: last_move.map_or_else(Vec::new, |(_, played)| places(&played.trail)),
            position: &scene.position,
            touches: scene.touches.as_ref().filter(|_| turn.is_some_and(|seat| own.contains(&seat))),
            offer: table.and_then(pending_offer),
            may: table.filter(|_| !own.is_empty()).map(|table| permissions(table, own, audience.may_analyse)),
            absent: self.absences(),
            ending: self.ending(),
            rematch: RematchView { by: &self.rematch, next: self.row.next.as_deref() },
        }
    }

    fn info(&self) -> TableInfo<'_> {
        TableInfo {
            game: self.compiled.info.name,
            title: self.compiled.info.title,
            rules: &self.row.rules,
            clock: &self.row.clock,
            rated: self.row.is_rated,
            has_dice: self.game().has_dice(),
            start: &self.row.position,
            concessions: self.game().start().concessions(Seat::FIRST),
            guide: self.compiled.guide.as_ref(),
        }
    }

    pub(super) fn clock(&self, seat: Seat) -> ClockView {
        let clocks = self.table.as_ref().map(Table::clocks);
        ClockView {
            left: clocks.and_then(|clocks| clocks.left(seat, self.now())).map(|left| left.0),
            runs: clocks.and_then(|clocks| clocks.deadline()).is_some_and(|(running, _)| running == seat),
            lag: self.lags[seat.index()].0,
        }
    }

    fn ending(&self) -> Option<EndingView> {
        let outcome = self.table.as_ref().and_then(Table::outcome)?;
        Some(FinalOutcome::from(outcome).into())
    }

    pub(super) fn state(&self) -> &'static str {
        match &self.table {
            None if self.row.state == TableState::Withdrawn => "over",
            None => "waiting",
            Some(table) if table.outcome().is_some() => "over",
            Some(_) if self.is_opening() => "opening",
            Some(_) => "playing",
        }
    }

    pub(super) fn is_seat_here(&self, holder: &SeatHolder) -> bool {
        holder.user().is_some_and(|user| self.lobby.presence.is_here(user))
    }

    pub(super) fn is_active(&self, seat: Seat) -> bool {
        self.table.as_ref().is_none_or(|table| table.board().is_active(seat))
    }

    /// The seats as the holder of some of them sees them.
    fn seat_views(&self, own: &[Seat]) -> Vec<SeatView<'_>> {
        self.seats()
            .zip(&self.row.seats)
            .map(|(seat, holder)| SeatView {
                seat,
                title: self.game().seat_name(seat),
                paint: paint_name(self.game().seat_color(seat)),
                name: holder.name(),
                who: if own.contains(&seat) { SeatRole::You } else { SeatRole::of(holder, None) },
                here: self.is_seat_here(holder),
                playing: self.is_active(seat),
            })
            .collect()
    }

    /// The table as the lobby lists it.
    pub(super) fn summary(&self) -> GameSummary {
        let seat = |(seat, holder): (Seat, &SeatHolder)| SeatDetails {
            seat,
            title: self.game().seat_name(seat),
            paint: paint_name(self.game().seat_color(seat)),
            holder: holder.clone(),
            is_here: self.is_seat_here(holder),
            is_active: self.is_active(seat),
        };
        let details = GameDetails {
            id: self.row.id.as_str().into(),
            host: self.row.host.clone(),
            created: self.row.created,
            is_listed: self.row.listed,
            state: self.row.state,
            clock: self.row.clock.clone(),
            is_rated: self.row.is_rated,
            game: self.compiled.info.name,
            title: self.compiled.info.title,
            detail: self.compiled.detail.clone(),
            seats: self.seats().zip(&self.row.seats).map(seat).collect(),
        };
        GameSummary {
            details: Arc::new(details),
            moves: self.table.as_ref().map_or(0, |table| table.moves().len()),
            turn: self.table.as_ref().and_then(Table::turn),
        }
    }
}

/// Hash of everything in a diagram but its pieces, by which layouts are compared.
fn layout_hash(diagram: &Diagram) -> u64 {
    let mut hasher = DefaultHasher::new();
    let length = |length: f32| length.to_bits();
    (diagram.material as u8, length(diagram.width), length(diagram.height)).hash(&mut hasher);
    for label in &diagram.labels {
        (&label.text, length(label.x), length(label.y)).hash(&mut hasher);
    }
    for spot in &diagram.spots {
        let area = &spot.area;
        (spot.place, &spot.name, shape_code(spot.shape), spot.tint).hash(&mut hasher);
        [area.x, area.y, area.width, area.height].map(length).hash(&mut hasher);
    }
    hasher.finish()
}

/// A number for each shape.
fn shape_code(shape: Shape) -> u8 {
    match shape {
        Shape::Square { dark } => u8::from(dark),
        Shape::Hollow => 2,
        Shape::Point { direction, dark } => 4 + 2 * (direction as u8) + u8::from(dark),
        Shape::Slot { direction } => 8 + direction as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rules::{InputError, Notation, Outcome, Rules, Status, TableRules};
    use table::{DiceSource, Millis, SeatAction, Secret, TimeControl};
    use view::diagram::{BoardMaterial, Piece, PieceColor};
    use view::{Arrangement, Place, Playable};

    /// Two seats count to nine by one or two; the game counts how often moves are generated.
    struct CountingGame(Arc<AtomicUsize>);

    impl Rules for CountingGame {
        type Position = u8;
        type Move = u8;
        type Roll = Infallible;

        fn seats(&self) -> u8 {
            2
        }

        fn start(&self) -> u8 {
            0
        }

        fn legal_moves(&self, position: &u8, moves: &mut Vec<u8>) -> Status {
            self.0.fetch_add(1, Ordering::Relaxed);
            if *position >= 9 {
                return Status::Over(Outcome::draw(2, "nine"));
            }
            moves.extend([1, 2]);
            Status::Turn(if position.is_multiple_of(2) { Seat::FIRST } else { Seat::SECOND })
        }

        fn play(&self, position: &mut u8, step: u8) {
            *position += step;
        }

        fn key(&self, position: &u8) -> u64 {
            u64::from(*position)
        }
    }

    impl TableRules for CountingGame {}

    impl Notation for CountingGame {
        fn rules_text(&self) -> String {
            "counting 1\n".to_owned()
        }

        fn seat_name(&self, seat: Seat) -> String {
            seat.to_string()
        }

        fn write_position(&self, position: &u8) -> String {
            position.to_string()
        }

        fn read_position(&self, text: &str) -> Result<u8, InputError> {
            text.parse().map_err(|_| InputError::unexpected(text, "a number"))
        }

        fn write_move(&self, _position: &u8, step: u8) -> String {
            step.to_string()
        }
    }

    impl Playable for CountingGame {
        fn diagram_among(&self, _position: &u8, _status: Status, _moves: &[u8]) -> Diagram {
            Diagram::grid(BoardMaterial::Paper, 2, 1, |_, _| (Shape::Square { dark: false }, None, None))
        }

        fn pieces(&self) -> Vec<Piece> {
            Vec::new()
        }

        fn seat_color(&self, _seat: Seat) -> Option<PieceColor> {
            None
        }

        fn arrange(&self, _arrangement: &Arrangement) -> Result<u8, InputError> {
            Ok(0)
        }

        fn picks(&self, _position: &u8, step: u8) -> Vec<Place> {
            vec![Place(u16::from(step))]
        }
    }

    #[test]
    fn an_acknowledged_move_generates_the_legal_moves_once() {
        let count = Arc::new(AtomicUsize::new(0));
        let game = view::erase(CountingGame(Arc::clone(&count)));
        let names = vec!["one".to_owned(), "two".to_owned()];
        let dice = DiceSource::Committed(Secret::from_seed(1));
        let mut table = Table::open(game, names, TimeControl::Unlimited, "start", dice).unwrap();
        let _ = table.begin(Millis(0));
        for ply in 0..8u64 {
            let seat = table.turn().unwrap();
            count.store(0, Ordering::Relaxed);
            let reply = table.act(seat, table.latest(), SeatAction::Move("1".to_owned()), Millis(ply));
            assert_eq!(reply.error, None);
            let scene = Scene::new(table.board(), true);
            assert_eq!(scene.touches.unwrap().len(), 3, "nothing clicked, and two moves");
            for own in [Seat::FIRST, Seat::SECOND] {
                permissions(&table, &[own], true);
            }
            assert!(pending_offer(&table).is_none() && table.outcome().is_none());
            assert!(table.board_after(table.moves().len()).is_some());
            assert_eq!(count.load(Ordering::Relaxed), 1, "generations for move {ply}");
        }
    }
}
