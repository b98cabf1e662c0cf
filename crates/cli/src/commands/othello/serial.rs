//! `takhteh othello serial`: one end of a serial line.

mod arguments;
mod connections;
mod session;
mod session_event;
mod user_input;

use line::Device;
use line_page::LineSource;

pub(crate) use self::arguments::Arguments;
use self::arguments::RoleName;
use self::session::{LinePlayer, Role, SerialSession};
use self::session_event::{Reconnector, SessionEvent};
use super::address::LineAddress;
use super::clock::LineClock;
use super::engine_player::EnginePlayer;
use super::link::EVENT_QUEUE;
use super::observers::Observers;
use crate::error::CliError;
use crate::output::Output;
use crate::signals::on_stop_signal;

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let common = &arguments.common;
    let is_human = arguments.is_human()?;
    arguments.check()?;
    let mut role = arguments.role(is_human)?;
    let address = arguments.address.address(arguments.role == RoleName::Device);
    if is_human && address == LineAddress::Stdio && common.web.is_none() {
        return Err(CliError::usage(
            "cannot type moves on --stdio, which is the line itself: expected another line for --seat human, or --web",
        ));
    }
    // A player on the page opens it before the first game, and starts further games there.
    let waits_for_client = is_human && common.web.is_some() && arguments.role == RoleName::Pc;
    let starts_games_by_command = waits_for_client && common.games.is_none();
    let games = match (arguments.role, common.games) {
        (_, Some(games)) => games,
        (RoleName::Device, None) => u32::MAX,
        (RoleName::Pc, None) => 1,
    };
    let (sender, events) = std::sync::mpsc::sync_channel(EVENT_QUEUE);
    let player = if is_human {
        LinePlayer::Human
    } else {
        let results = sender.clone();
        let engine =
            EnginePlayer::new(&arguments.engine, common.first_or_default(), arguments.seed, move |event| {
                results.send(SessionEvent::Search(event)).is_ok()
            })?;
        LinePlayer::Engine(Box::new(engine))
    };
    let own_name = if is_human { "human".to_owned() } else { arguments.engine.to_string() };
    let names = [own_name, address.to_string()];
    let mut observers = Observers::new(output, address == LineAddress::Stdio, common.quiet, names, 1);
    let requests = sender.clone();
    let info = arguments.page_info(&address, is_human);
    observers.open_page(common, info, LineSource::Endpoint(role.endpoint()), move |request| {
        // If the session is over or its queue is full, the client gets an error.
        let _ = requests.try_send(SessionEvent::PageRequest(request));
    })?;
    if let Some(page) = observers.page.as_ref().filter(|_| waits_for_client) {
        let clients = sender.clone();
        page.on_first_client(move || {
            // The session may be over already.
            let _ = clients.send(SessionEvent::FirstClient);
        });
    }
    let line = address.open(common.baud)?;
    observers.open_files(common, &format!("{} on {address}", arguments.role.title()))?;
    observers.show_address(0, &line)?;
    let (link, listener) = line.wait()?;
    let clock = LineClock::new();
    let writer = session_event::attach(link, 0, &clock, common.reply_timeout(), sender.clone());
    let reconnector = match (&role, listener) {
        (Role::Device(device), Some(listener)) if common.games.is_none() => Some(Reconnector {
            listener,
            fresh: Device::clone(device),
            reply_timeout: common.reply_timeout(),
            events: sender.clone(),
        }),
        _ => None,
    };
    let stop = sender.clone();
    on_stop_signal(move || {
        let stop = stop.clone();
        // A full event queue must not delay the second signal.
        std::thread::spawn(move || stop.send(SessionEvent::Stop).is_ok());
    })?;
    if is_human && address != LineAddress::Stdio {
        user_input::read_stdin(sender);
    }
    let session = SerialSession {
        role,
        writer: Some(writer),
        reconnector,
        connection: 0,
        events,
        player,
        observers,
        clock,
        games_left: games,
        starts_games_by_command,
        waits_for_client,
        is_finished: waits_for_client,
        void_games: 0,
        stop_by: None,
        is_over: false,
    };
    session.run()
}
