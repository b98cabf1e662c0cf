//! Games of a line as records.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use games::catalog;
use line::{Ended, Event, Why, name};
use rules::{Seat, Status};
use table::{Action, Dice, Millis, Offer, Reply, Secret, Table, TimeControl};
use view::DynGame;

use crate::error::CliError;
use crate::record_file::RecordFile;

/// A folder with a record for every game of a line.
///
/// On the line a turn can be lost, which the rules of the game do not know; so the games are kept under rules that let one
/// pass freely, where a lost turn is a pass.
pub(super) struct Keeping {
    folder: PathBuf,
    game: Arc<dyn DynGame>,
    /// Games kept so far.
    kept: u32,
    now: Option<(Table, RecordFile)>,
    /// A move that ends the game on the board. It may still be claimed to be wrong, and a game that is over takes nothing
    /// back: so it is kept when the line says that the game is over, too.
    last: Option<(Seat, String)>,
}

impl Keeping {
    /// Opens an empty folder.
    pub(super) fn open(folder: &Path, first: Seat) -> Result<Keeping, CliError> {
        let refuse = |why: &dyn std::fmt::Display| {
            CliError::usage(format_args!("{} cannot hold the records: {why}", folder.display()))
        };
        std::fs::create_dir_all(folder).map_err(|error| refuse(&error))?;
        if std::fs::read_dir(folder).map_err(|error| refuse(&error))?.next().is_some() {
            return Err(refuse(&"it is not empty, and nothing is overwritten"));
        }
        let first = if first == Seat::FIRST { "black" } else { "white" };
        let game = catalog::open("othello", &format!("first = {first}\npass = free"))?;
        Ok(Keeping { folder: folder.to_owned(), game, kept: 0, now: None, last: None })
    }

    /// Keeps what happened, on disk before this returns. `names` are Black's and White's.
    pub(super) fn keep(&mut self, event: &Event, names: [&str; 2], at: Duration) -> Result<(), CliError> {
        let at = Millis(at.as_millis() as u64);
        match event {
            Event::Began { .. } => self.begin(names, at),
            Event::Played { seat, mv } => self.play(*seat, name(*mv).to_lowercase(), at),
            Event::TurnLost { seat } => self.play(*seat, "pass".to_owned(), at),
            Event::TakenBack if self.last.take().is_some() => Ok(()),
            Event::TakenBack => self.take_back(at),
            Event::Ended(ended) => self.end(ended, at),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, names: [&str; 2], at: Millis) -> Result<(), CliError> {
        // A game without a move has not happened: a device that begins at SP is often told NG as well.
        self.last = None;
        let is_repeated = self.now.take().is_some_and(|(table, _)| table.moves().next().is_none());
        self.kept += u32::from(!is_repeated);
        let path = self.folder.join(format!("game-{:04}.record", self.kept));
        if is_repeated {
            std::fs::remove_file(&path)?;
        }
        let names = names.map(str::to_owned).to_vec();
        // The game has no dice: whatever their secret, nobody will see it.
        let dice = Dice::Committed(Secret::from_seed(0));
        let mut table = Table::open(Arc::clone(&self.game), names, TimeControl::default(), "start", dice)?;
        table.begin(at);
        let mut file = RecordFile::create(&path)?;
        file.append(table.events())?;
        self.now = Some((table, file));
        Ok(())
    }

    fn play(&mut self, seat: Seat, text: String, at: Millis) -> Result<(), CliError> {
        self.keep_last(at)?;
        if self.would_end(&text) {
            self.last = Some((seat, text));
            return Ok(());
        }
        self.act(seat, Action::Move(text), at)
    }

    fn would_end(&self, text: &str) -> bool {
        self.now.as_ref().is_some_and(|(table, _)| {
            let mut board = table.board().duplicate();
            board.play_text(text).is_ok() && matches!(board.status(), Status::Over(_))
        })
    }

    /// What ended the game on the board stands.
    fn keep_last(&mut self, at: Millis) -> Result<(), CliError> {
        match self.last.take() {
            Some((seat, text)) => self.act(seat, Action::Move(text), at),
            None => Ok(()),
        }
    }

    fn act(&mut self, seat: Seat, action: Action, at: Millis) -> Result<(), CliError> {
        self.carry_out(|table| table.act(seat, table.latest(), action, at))
    }

    /// Does something at the table. On the line a game can end later than by the rules: what comes then is not kept.
    fn carry_out(&mut self, act: impl FnOnce(&mut Table) -> Reply) -> Result<(), CliError> {
        let Some((table, file)) = &mut self.now else { return Ok(()) };
        if table.outcome().is_some() {
            return Ok(());
        }
        let from = table.events().len();
        let reply = act(table);
        file.append(&table.events()[from..])?;
        match reply.error {
            Some(refusal) => Err(CliError::failed(format_args!("the record cannot be kept: {refusal}"))),
            None => Ok(()),
        }
    }

    fn take_back(&mut self, at: Millis) -> Result<(), CliError> {
        let Some(seat) =
            self.now.as_ref().and_then(|(table, _)| table.moves().next_back().map(|(seat, _)| seat))
        else {
            return Ok(());
        };
        self.act(seat, Action::Offer(Offer::Takeback), at)?;
        self.act(seat.other(), Action::Answer(true), at)
    }

    /// A game that came to nothing, or was ended by the PC, stays as it is: unfinished.
    fn end(&mut self, ended: &Ended, at: Millis) -> Result<(), CliError> {
        // Where it was not the board that ended the game, the result stands rather than the last move.
        match ended.why {
            Why::GivenUp(seat) => self.act(seat, Action::Resign, at)?,
            Why::Claimed(seat, _) => self.act(seat, Action::Leave, at)?,
            _ => self.keep_last(at)?,
        }
        self.last = None;
        self.now = None;
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

    fn kept(name: &str, events: &[Event]) -> String {
        let folder = std::env::temp_dir().join(format!("takhteh-keeping-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let mut keeping = Keeping::open(&folder, BLACK).unwrap();
        let began = Event::Began { first: BLACK, side: Side::OfA(BLACK) };
        keeping.keep(&began, ["black", "white"], Duration::ZERO).unwrap();
        // The shortest game: White has no disc left after it.
        let squares = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
        for (square, seat) in squares.into_iter().zip([BLACK, WHITE].into_iter().cycle()) {
            keeping.keep(&played(seat, square), ["black", "white"], Duration::ZERO).unwrap();
        }
        for event in events {
            keeping.keep(event, ["black", "white"], Duration::from_secs(1)).unwrap();
        }
        let text = std::fs::read_to_string(folder.join("game-0001.record")).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        text
    }

    fn played(seat: Seat, square: &str) -> Event {
        let (column, row) = rules::square::read_square(square, 8, 8).unwrap();
        Event::Played { seat, mv: Move::on((8 * row + column) as u8) }
    }

    fn ended(why: Why, winner: Seat) -> Event {
        Event::Ended(Ended { why, winner: Some(winner), discs: [13, 0] })
    }

    #[test]
    fn a_game_that_is_played_out_is_kept_whole() {
        let text = kept("whole", &[ended(Why::PlayedOut, BLACK)]);
        assert!(text.contains("c5") && text.contains("more discs"), "{text}");
    }

    /// The last move is claimed to be wrong: the game goes on without it, and is given up.
    #[test]
    fn a_last_move_that_is_taken_back_does_not_end_the_record() {
        let text = kept(
            "taken-back",
            &[
                Event::TakenBack,
                Event::TurnLost { seat: BLACK },
                played(WHITE, "f7"),
                ended(Why::GivenUp(BLACK), WHITE),
            ],
        );
        assert!(!text.contains("c5") && text.contains("pass") && text.contains("f7"), "{text}");
        assert!(text.contains("resign"), "{text}");
    }
}
