//! Records of the games of a line.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use games::catalog;
use line::{EndReason, Event, GameResult, move_name};
use rules::{Seat, Status};
use table::{ActionReply, DiceSource, Millis, Offer, SeatAction, Secret, Table, TimeControl};
use view::DynGame;

use crate::error::CliError;
use crate::record_file::RecordFile;

/// Folder with a record of every game of a line.
///
/// On the line a turn can be lost, which Othello does not know. Records use rules with `pass = free`, where a lost turn is
/// a pass.
pub(super) struct Recorder {
    folder: PathBuf,
    /// Games in which Black and White move first.
    games_by_first: [Arc<dyn DynGame>; 2],
    /// Number of games so far.
    games: u32,
    current: Option<(Table, RecordFile)>,
    /// Move that ends the game on the board. It may still be taken back, which a finished table does not allow; so it is
    /// recorded when the game ends on the line too.
    last_move: Option<(Seat, String)>,
}

impl Recorder {
    /// Opens an empty folder, or creates it.
    pub(super) fn open(folder: &Path) -> Result<Recorder, CliError> {
        let refuse = |cause: &dyn std::fmt::Display| {
            CliError::usage(format_args!("cannot write records to {}: {cause}", folder.display()))
        };
        std::fs::create_dir_all(folder).map_err(|error| refuse(&error))?;
        if std::fs::read_dir(folder).map_err(|error| refuse(&error))?.next().is_some() {
            return Err(refuse(&"the folder is not empty, expected an empty one"));
        }
        let open = |first| catalog::open("othello", &format!("first = {first}\npass = free"));
        let games_by_first = [open("black")?, open("white")?];
        Ok(Recorder { folder: folder.to_owned(), games_by_first, games: 0, current: None, last_move: None })
    }

    /// Records an event on disk before returning. `names` are those of Black and White.
    pub(super) fn record(&mut self, event: &Event, names: [&str; 2], at: Duration) -> Result<(), CliError> {
        let at = Millis(at.as_millis() as u64);
        match event {
            Event::Began { first, .. } => self.begin(*first, names, at),
            Event::Played { seat, mv } => self.play(*seat, move_name(*mv).to_lowercase(), at),
            Event::TurnLost { seat } => self.play(*seat, "pass".to_owned(), at),
            Event::TakenBack if self.last_move.take().is_some() => Ok(()),
            Event::TakenBack => self.take_back(at),
            Event::Ended(ended) => self.end(ended, at),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, first: Seat, names: [&str; 2], at: Millis) -> Result<(), CliError> {
        // A game without a move is overwritten: a device that begins at SP often receives NG too.
        self.last_move = None;
        let is_repeated = self.current.take().is_some_and(|(table, _)| table.moves().next().is_none());
        self.games += u32::from(!is_repeated);
        let path = self.folder.join(format!("game-{:04}.record", self.games));
        if is_repeated {
            std::fs::remove_file(&path)?;
        }
        let names = names.map(str::to_owned).to_vec();
        // Othello has no dice, so the secret does not matter.
        let dice = DiceSource::Committed(Secret::from_seed(0));
        let game = Arc::clone(&self.games_by_first[first.index()]);
        let mut table = Table::open(game, names, TimeControl::default(), "start", dice)?;
        table.begin(at);
        let mut file = RecordFile::create(&path)?;
        file.append(table.events())?;
        self.current = Some((table, file));
        Ok(())
    }

    fn play(&mut self, seat: Seat, text: String, at: Millis) -> Result<(), CliError> {
        self.record_last_move(at)?;
        if self.would_end(&text) {
            self.last_move = Some((seat, text));
            return Ok(());
        }
        self.act(seat, SeatAction::Move(text), at)
    }

    fn would_end(&self, text: &str) -> bool {
        self.current.as_ref().is_some_and(|(table, _)| {
            let mut board = table.board().duplicate();
            board.play_text(text).is_ok() && matches!(board.status(), Status::Over(_))
        })
    }

    /// Records the move that ended the game on the board.
    fn record_last_move(&mut self, at: Millis) -> Result<(), CliError> {
        match self.last_move.take() {
            Some((seat, text)) => self.act(seat, SeatAction::Move(text), at),
            None => Ok(()),
        }
    }

    fn act(&mut self, seat: Seat, action: SeatAction, at: Millis) -> Result<(), CliError> {
        self.apply(|table| table.act(seat, table.latest(), action, at))
    }

    /// Applies an action to the table. On the line a game can end later than by the rules; later actions are ignored.
    fn apply(&mut self, act: impl FnOnce(&mut Table) -> ActionReply) -> Result<(), CliError> {
        let Some((table, file)) = &mut self.current else { return Ok(()) };
        if table.outcome().is_some() {
            return Ok(());
        }
        let from = table.events().len();
        let reply = act(table);
        file.append(&table.events()[from..])?;
        match reply.error {
            Some(error) => Err(CliError::failed(format_args!("cannot write the record: {error}"))),
            None => Ok(()),
        }
    }

    fn take_back(&mut self, at: Millis) -> Result<(), CliError> {
        let Some(seat) =
            self.current.as_ref().and_then(|(table, _)| table.moves().next_back().map(|(seat, _)| seat))
        else {
            return Ok(());
        };
        self.act(seat, SeatAction::Offer(Offer::Takeback), at)?;
        self.act(seat.other(), SeatAction::Answer(true), at)
    }

    /// Ends the record. A void game, or one ended by the PC, stays unfinished.
    fn end(&mut self, ended: &GameResult, at: Millis) -> Result<(), CliError> {
        // A game that is started again without a move is overwritten.
        if ended.reason == EndReason::WrongOpening {
            return Ok(());
        }
        // A resignation or a broken rule decides the game instead of the last move.
        match ended.reason {
            EndReason::Resigned(seat) => self.act(seat, SeatAction::Resign, at)?,
            EndReason::RuleBroken(seat, _) => self.act(seat, SeatAction::Leave, at)?,
            _ => self.record_last_move(at)?,
        }
        self.last_move = None;
        self.current = None;
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]
mod tests {
    use super::*;
    use games::othello::Move;
    use line::Side;

    const BLACK: Seat = Seat::FIRST;
    const WHITE: Seat = Seat::SECOND;

    fn recorded(name: &str, events: &[Event]) -> String {
        let folder = std::env::temp_dir().join(format!("takhteh-recorder-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let mut recorder = Recorder::open(&folder).unwrap();
        let began = Event::Began { first: BLACK, side: Side::DeviceA(BLACK) };
        recorder.record(&began, ["black", "white"], Duration::ZERO).unwrap();
        // The shortest game: White has no discs left.
        let squares = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
        for (square, seat) in squares.into_iter().zip([BLACK, WHITE].into_iter().cycle()) {
            recorder.record(&played(seat, square), ["black", "white"], Duration::ZERO).unwrap();
        }
        for event in events {
            recorder.record(event, ["black", "white"], Duration::from_secs(1)).unwrap();
        }
        let text = std::fs::read_to_string(folder.join("game-0001.record")).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        text
    }

    fn played(seat: Seat, square: &str) -> Event {
        let (column, row) = rules::square::read_square(square, 8, 8).unwrap();
        Event::Played { seat, mv: Move::on((8 * row + column) as u8) }
    }

    fn ended(reason: EndReason, winner: Seat) -> Event {
        Event::Ended(GameResult { reason, winner: Some(winner), discs: [13, 0] })
    }

    #[test]
    fn a_finished_game_is_recorded_completely() {
        let text = recorded("whole", &[ended(EndReason::PlayedOut, BLACK)]);
        assert!(text.contains("c5") && text.contains("more discs"), "{text}");
    }

    /// The last move is taken back after a claim, and the game goes on.
    #[test]
    fn a_last_move_that_is_taken_back_does_not_end_the_record() {
        let text = recorded(
            "taken-back",
            &[
                Event::TakenBack,
                Event::TurnLost { seat: BLACK },
                played(WHITE, "f7"),
                ended(EndReason::Resigned(BLACK), WHITE),
            ],
        );
        assert!(!text.contains("c5") && text.contains("pass") && text.contains("f7"), "{text}");
        assert!(text.contains("resign"), "{text}");
    }
}
