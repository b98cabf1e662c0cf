//! Bots at a table: messages to them and their actions.

use bot_lines::{BotAction, Clock, OfferKind, PendingOffer, SeatLine, TableLine};
use rules::Seat;
use table::{Millis, Offer, SeatAction, Table};

use super::BotCommand;
use super::actor::Actor;
use crate::api_error::ApiError;
use crate::catch_up::{self, CatchUp};
use crate::identity::User;
use crate::outbox::Outbox;
use crate::wire::{EventView, SeatRole, offer_name};
use store::SeatHolder;

/// A stream of a bot that follows the table.
pub(super) struct BotWatcher {
    pub(super) user: User,
    pub(super) outbox: Outbox,
    /// Number of events sent.
    sent: usize,
    /// `true` once the rules were sent.
    has_rules: bool,
}

impl Actor {
    /// Carries out a command of a bot.
    pub(super) async fn handle_bot(&mut self, bot: &User, command: BotCommand) -> Result<(), ApiError> {
        self.lobby.presence.touch(&bot.id);
        match command {
            BotCommand::Watch { outbox, have } => {
                self.watch_as_bot(bot, outbox, have);
                Ok(())
            }
            BotCommand::Join { seat } => {
                let seat = seat.or_else(|| self.seat_to_join(bot));
                let seat = seat.ok_or_else(|| ApiError::conflict("this table has no free seat"))?;
                self.sit(bot, seat).await
            }
            BotCommand::Abandon => self.abandon(bot).await,
            BotCommand::Act { seat, action } => {
                let seat = seat.or_else(|| self.acting_seat(bot, &action));
                let seat = seat.ok_or_else(|| ApiError::forbidden("you do not play this game"))?;
                self.act(bot, seat, action.seen(), seat_action(action), Millis(0)).await
            }
        }
    }

    /// Seat that a bot takes if it names none: the one it has, the one that is reserved for it, or a free one.
    fn seat_to_join(&self, bot: &User) -> Option<Seat> {
        let own = self.seats_of(&bot.id).first().copied();
        let is_open = |seat: &Seat| self.row.seats[seat.index()] == SeatHolder::Open;
        let reserved = |seat: &Seat| self.lobby.challenges.reserved_for(&self.row.id, *seat);
        let is_own = |seat: &Seat| reserved(seat).is_some_and(|(user, _)| user == bot.id);
        let is_free = |seat: &Seat| reserved(seat).is_none();
        let open = || self.seats().filter(is_open);
        own.or_else(|| open().find(is_own)).or_else(|| open().find(is_free)).or_else(|| open().next())
    }

    /// Seat for which a bot acts if it names none.
    fn acting_seat(&self, bot: &User, action: &BotAction) -> Option<Seat> {
        let own = self.seats_of(&bot.id);
        let table = self.table.as_ref();
        let concerned = |seat: &&Seat| match action {
            BotAction::Answer { .. } => table.is_some_and(|table| table.awaits_answer(**seat)),
            _ => table.and_then(Table::turn) == Some(**seat),
        };
        own.iter().find(concerned).or(own.first()).copied()
    }

    fn watch_as_bot(&mut self, bot: &User, outbox: Outbox, have: Option<u64>) {
        let events = self.table.as_ref().map_or(0, |table| table.events().len()) as u64;
        let sent = match catch_up::decide(have, events.checked_sub(1)) {
            CatchUp::Everything => 0,
            CatchUp::From(number) => number as usize,
        };
        self.bots.push(BotWatcher { user: bot.clone(), outbox, sent, has_rules: false });
        self.send_to_bot(self.bots.len() - 1);
        self.release_bots();
    }

    /// Sends news to all bots that follow the table. After the end of the game their streams end.
    pub(super) fn publish_to_bots(&mut self) {
        for index in 0..self.bots.len() {
            self.send_to_bot(index);
        }
        self.release_bots();
    }

    /// Ends the streams of a game that is over, and those of bots that read too slowly.
    fn release_bots(&mut self) {
        if self.state() == "over" {
            self.bots.clear();
        }
        self.bots.retain(|watcher| !watcher.outbox.is_overflowed());
    }

    fn send_to_bot(&mut self, index: usize) {
        let Some(line) = self.bot_line(&self.bots[index]) else { return };
        let watcher = &mut self.bots[index];
        watcher.has_rules = true;
        watcher.sent = self.table.as_ref().map_or(0, |table| table.events().len());
        watcher.outbox.send(line);
    }

    /// The table as a bot sees it; `None` if its position cannot be read.
    fn bot_line(&self, watcher: &BotWatcher) -> Option<String> {
        let own = self.seats_of(&watcher.user.id);
        let table = self.table.as_ref();
        let start;
        let board = match table {
            Some(table) => table.board(),
            None => {
                start = self.game().read_position(&self.row.position).ok()?;
                &*start
            }
        };
        let turn = table.and_then(Table::turn);
        let state = self.state();
        let is_own_turn = state == "playing" && turn.is_some_and(|seat| own.contains(&seat));
        let events = table.map_or(&[][..], |table| &table.events()[watcher.sent.min(table.events().len())..]);
        let line = TableLine {
            table: self.row.id.clone(),
            game: self.compiled.info.name.to_owned(),
            rules: (!watcher.has_rules).then(|| self.row.rules.clone()),
            start: self.row.position.clone(),
            clock: self.row.clock.clone(),
            state: state.to_owned(),
            seats: self.bot_seats(&watcher.user.id),
            you: own.iter().map(|seat| seat.number()).collect(),
            latest: table.map(Table::latest),
            events: events.iter().map(EventView::from).collect(),
            ply: table.map_or(0, |table| table.moves().len()),
            turn: turn.map(Seat::number),
            position: board.position(),
            legal: is_own_turn.then(|| board.moves()),
            clocks: self.seats().map(|seat| self.bot_clock(seat)).collect(),
            offer: table.and_then(pending_offer),
            ending: table.and_then(Table::outcome).map(|outcome| {
                let table::FinalOutcome { places, points, rule } = outcome.into();
                bot_lines::Ending { places, points, rule }
            }),
        };
        Some(line.to_json())
    }

    fn bot_seats(&self, bot: &str) -> Vec<SeatLine> {
        self.seats()
            .zip(&self.row.seats)
            .map(|(seat, holder)| SeatLine {
                seat: seat.number(),
                title: self.game().seat_name(seat),
                name: holder.name().map(str::to_owned),
                who: SeatRole::of(holder, Some(bot)).name().to_owned(),
                playing: self.is_active(seat),
            })
            .collect()
    }

    fn bot_clock(&self, seat: Seat) -> Clock {
        let clock = self.clock(seat);
        Clock { left: clock.left, runs: clock.runs }
    }
}

fn pending_offer(table: &Table) -> Option<PendingOffer> {
    let (seat, offer) = table.offer()?;
    let awaits = Seat::all(table.game().seats()).filter(|&seat| table.awaits_answer(seat));
    Some(PendingOffer {
        seat: seat.number(),
        offer: offer_name(offer).to_owned(),
        awaits: awaits.map(Seat::number).collect(),
    })
}

/// The action of a seat that a bot has sent.
fn seat_action(action: BotAction) -> SeatAction {
    match action {
        BotAction::Move { r#move, .. } => SeatAction::Move(r#move),
        BotAction::Offer { offer, .. } => SeatAction::Offer(match offer.offer {
            OfferKind::Draw => Offer::Draw,
            OfferKind::Claim => Offer::Claim,
            OfferKind::Takeback => Offer::Takeback,
            OfferKind::Concession => Offer::Concession(offer.which),
        }),
        BotAction::Answer { yes, .. } => SeatAction::Answer(yes),
        BotAction::Resign { .. } => SeatAction::Resign,
        BotAction::Seed { seed, .. } => SeatAction::ClientSeed(seed),
    }
}
