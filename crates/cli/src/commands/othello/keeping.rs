//! Games of a line as records.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use games::catalog;
use line::{Ended, Event, Why, name};
use rules::{Game, Seat};
use table::{Action, Dice, Millis, Offer, Reply, Secret, Table, TimeControl};

use crate::failure::Failure;
use crate::record_file::RecordFile;

/// A folder with a record for every game of a line.
///
/// On the line a turn can be lost, which the rules of the game do not know; so the games are kept under rules that let one
/// pass freely, where a lost turn is a pass.
pub(super) struct Keeping {
    folder: PathBuf,
    game: Arc<dyn Game>,
    /// Games kept so far.
    kept: u32,
    now: Option<(Table, RecordFile)>,
}

impl Keeping {
    /// Opens an empty folder.
    pub(super) fn open(folder: &Path, first: Seat) -> Result<Keeping, Failure> {
        let refuse = |why: &dyn std::fmt::Display| {
            Failure::call(format_args!("{} cannot hold the records: {why}", folder.display()))
        };
        std::fs::create_dir_all(folder).map_err(|error| refuse(&error))?;
        if std::fs::read_dir(folder).map_err(|error| refuse(&error))?.next().is_some() {
            return Err(refuse(&"it is not empty, and nothing is overwritten"));
        }
        let first = if first == Seat::FIRST { "black" } else { "white" };
        let game = catalog::open("othello", &format!("first = {first}\npass = free"))?;
        Ok(Keeping { folder: folder.to_owned(), game, kept: 0, now: None })
    }

    /// Keeps what happened, on disk before this returns. `names` are Black's and White's.
    pub(super) fn keep(&mut self, event: &Event, names: [&str; 2], at: Duration) -> Result<(), Failure> {
        let at = Millis(at.as_millis() as u64);
        match event {
            Event::Began { .. } => self.begin(names, at),
            Event::Played { seat, mv } => self.act(*seat, Action::Move(name(*mv).to_lowercase()), at),
            Event::TurnLost { seat } => self.act(*seat, Action::Move("pass".to_owned()), at),
            Event::TakenBack => self.take_back(at),
            Event::Ended(ended) => self.end(ended, at),
            _ => Ok(()),
        }
    }

    fn begin(&mut self, names: [&str; 2], at: Millis) -> Result<(), Failure> {
        // A game without a move has not happened: a device that begins at SP is often told NG as well.
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
        file.keep(table.events())?;
        self.now = Some((table, file));
        Ok(())
    }

    fn act(&mut self, seat: Seat, action: Action, at: Millis) -> Result<(), Failure> {
        self.carry_out(|table| table.act(seat, table.latest(), action, at))
    }

    /// Does something at the table. On the line a game can end later than by the rules: what comes then is not kept.
    fn carry_out(&mut self, act: impl FnOnce(&mut Table) -> Reply) -> Result<(), Failure> {
        let Some((table, file)) = &mut self.now else { return Ok(()) };
        if table.outcome().is_some() {
            return Ok(());
        }
        let from = table.events().len();
        let reply = act(table);
        file.keep(&table.events()[from..])?;
        match reply.refusal {
            Some(refusal) => Err(Failure::work(format_args!("the record cannot be kept: {refusal}"))),
            None => Ok(()),
        }
    }

    fn take_back(&mut self, at: Millis) -> Result<(), Failure> {
        let Some(seat) =
            self.now.as_ref().and_then(|(table, _)| table.moves().next_back().map(|(seat, _)| seat))
        else {
            return Ok(());
        };
        self.act(seat, Action::Offer(Offer::Takeback), at)?;
        self.act(seat.other(), Action::Answer(true), at)
    }

    /// A game that came to nothing, or was ended by the PC, stays as it is: unfinished.
    fn end(&mut self, ended: &Ended, at: Millis) -> Result<(), Failure> {
        match ended.why {
            Why::GivenUp(seat) => self.act(seat, Action::Resign, at)?,
            Why::Claimed(seat, _) => self.act(seat, Action::Leave, at)?,
            _ => {}
        }
        self.now = None;
        Ok(())
    }
}
