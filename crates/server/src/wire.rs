//! All JSON of the server, in and out. `docs/protocol.md` describes it.

mod body;
mod bot;
mod catalog;
mod device;
mod event;
mod guide;
mod lobby;
mod message;
mod people;
mod request;
mod social;
mod table;
mod tuning;

use rules::Seat;
use serde::Serializer;
use web_host::responses::to_json;

pub(crate) use body::{SettingsInput, read_arrangement, read_new_table, read_preview, settings_lines};
pub(crate) use bot::{BotEvent, bot_account, bot_token, bots, read_bot_action, read_bot_name, read_join};
pub(crate) use catalog::{
    games, health, preview, queens_completed, queens_solutions, queens_steps, table_opened,
};
pub(crate) use device::{DeviceInput, device_army_loaded, device_error, device_state, read_device_input};
pub use event::event_object;
pub(crate) use event::{EndingView, EventView, offer_name};
pub(crate) use guide::GuideView;
pub(crate) use lobby::{ListChange, LobbyPages, lobby_message, progress_json, summary_json};
pub(crate) use message::{AnalysisView, ServerMessage};
pub(crate) use people::{
    ProfileGame, account, done, history, logged_in, player, read_credentials, read_deletion,
    read_password_change, statistics,
};
pub(crate) use request::{ClientRequest, read_request};
pub(crate) use social::{ChallengeView, ChatLineView, addresses, blocked_names, read_player_name};
pub(crate) use table::{
    AbsenceView, ClockView, OfferView, Permissions, RematchView, SeatRole, SeatView, TableInfo, TableView,
    TouchView, paint_name,
};
pub(crate) use tuning::{
    RunRecord, RunRequest, RunState, RunSummary, read_run_request, run_details, run_name, run_summary,
    tuning_overview,
};

/// Serializes a seat by its number, counted from 1.
fn seat_number<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(seat.number())
}

/// Serializes an optional seat by its number.
fn seat_option<S: Serializer>(seat: &Option<Seat>, serializer: S) -> Result<S::Ok, S::Error> {
    match seat {
        Some(seat) => serializer.serialize_some(&seat.number()),
        None => serializer.serialize_none(),
    }
}

/// Serializes a list of seats by their numbers.
fn seat_list<S: Serializer>(seats: &[Seat], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(seats.iter().map(|seat| seat.number()))
}
