//! Records of games that were read from PGN.

use games::catalog;
use games::chess::builtin;
use rules::{InputError, Seat};
use table::{DiceSource, Millis, Offer, SeatAction, Secret, Table, TimeControl, record, sanitize_name};

use crate::pgn_reader::PgnGame;

/// Tag with the text of an army.
pub(crate) const ARMY_TAG: &str = "Army";
/// Names of ordinary chess in the tag `Variant`.
const ORDINARY_NAMES: [&str; 5] = ["standard", "normal", "chess", "orthodox", "from position"];

/// The text of an army as the value of a tag, on one line.
pub(crate) fn encode_army(army: &str) -> String {
    army.replace('\\', "\\\\").replace('\n', "\\n")
}

/// The text of an army from the value of a tag.
fn decode_army(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(c) = characters.next() {
        match (c, if c == '\\' { characters.next() } else { None }) {
            ('\\', Some('n')) => text.push('\n'),
            ('\\', Some(escaped)) => text.push(escaped),
            (c, _) => text.push(c),
        }
    }
    text
}

impl PgnGame {
    /// Settings of the game: the army of the tag `Army`, or the built-in one of the tag `Variant`.
    pub fn settings(&self) -> Result<String, InputError> {
        if let Some(army) = self.tag(ARMY_TAG) {
            return Ok(decode_army(army));
        }
        let variant = self.tag("Variant").unwrap_or("standard").trim().to_ascii_lowercase();
        if ORDINARY_NAMES.contains(&variant.as_str()) {
            return Ok(String::new());
        }
        match builtin::NAMES.iter().find(|name| name.eq_ignore_ascii_case(&variant)) {
            Some(name) => Ok(format!("army = {name}\n")),
            None => Err(InputError::new(format!(
                "cannot read the variant {}: expected chess, a built-in army, or the tag {ARMY_TAG}",
                InputError::quote(&variant)
            ))),
        }
    }

    /// The game as a record, every move checked. Errors name line and column. Variations and comments are not part of a record.
    pub fn record(&self) -> Result<String, InputError> {
        let at_game = |error: InputError| error.within(format_args!("line {}", self.line));
        let game = catalog::open("chess", &self.settings().map_err(at_game)?).map_err(at_game)?;
        let names = ["White", "Black"].map(|side| sanitize_name(self.tag(side).unwrap_or("?")));
        let position = self.tag("FEN").unwrap_or("start");
        let dice = DiceSource::Committed(Secret::from_seed(0));
        let mut table =
            Table::open(game, names.into(), TimeControl::Unlimited, position, dice).map_err(at_game)?;
        table.begin(Millis(0));
        for mv in &self.moves {
            let (line, column) = mv.place;
            let at_move = |cause: String| InputError::new(format!("line {line}, column {column}: {cause}"));
            let Some(seat) = table.turn() else {
                let text = InputError::quote(&mv.text);
                return Err(at_move(format!("cannot play {text}: the game is over")));
            };
            act(&mut table, seat, SeatAction::Move(mv.text.clone())).map_err(at_move)?;
        }
        self.finish(&mut table).map_err(|cause| {
            at_game(InputError::new(format!("cannot end the game with {}: {cause}", self.result)))
        })?;
        Ok(record::write(table.events()))
    }

    /// Ends a game that was given up or drawn by agreement.
    fn finish(&self, table: &mut Table) -> Result<(), String> {
        if let Some(outcome) = table.outcome() {
            let result = match outcome.winner() {
                Some(Seat::FIRST) => "1-0",
                Some(_) => "0-1",
                None => "1/2-1/2",
            };
            // A file without a result has "*".
            let is_consistent = self.result == "*" || self.result == result;
            return if is_consistent { Ok(()) } else { Err(format!("the moves end it with {result}")) };
        }
        match self.result.as_str() {
            "1-0" => act(table, Seat::SECOND, SeatAction::Resign),
            "0-1" => act(table, Seat::FIRST, SeatAction::Resign),
            "1/2-1/2" => {
                let seat = table.turn().unwrap_or(Seat::FIRST);
                let other = if seat == Seat::FIRST { Seat::SECOND } else { Seat::FIRST };
                let offer = if table.can_claim() { Offer::Claim } else { Offer::Draw };
                act(table, seat, SeatAction::Offer(offer))?;
                match table.awaits_answer(other) {
                    true => act(table, other, SeatAction::Answer(true)),
                    false => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}

fn act(table: &mut Table, seat: Seat, action: SeatAction) -> Result<(), String> {
    let latest = table.latest();
    table.act(seat, latest, action, Millis(0)).error.map_or(Ok(()), |error| Err(error.to_string()))
}
