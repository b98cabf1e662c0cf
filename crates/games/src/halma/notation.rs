//! Halma as text.

use rules::square::{read_square, square_name};
use rules::{InputError, MAX_SEATS, Notation, Rules, Seat};

use super::bits::Bits;
use super::position::EndRule;
use super::{Halma, Move, Position};

impl<const W: usize> Halma<W> {
    fn name(&self, cell: u16) -> String {
        let size = self.layout.size();
        square_name(cell as usize % size, cell as usize / size)
    }

    /// The squares a bead passes: one step, or a shortest chain of jumps.
    pub(super) fn path(&self, position: &Position<W>, mv: Move) -> Vec<u16> {
        let board = self.plain_board(position);
        if board.steps(mv.from).any(|cell| cell == mv.to) {
            return vec![mv.from, mv.to];
        }
        board.chains(mv.from).path(mv.to)
    }

    fn read_cell(&self, name: &str) -> Result<u16, InputError> {
        let size = self.layout.size();
        let (column, row) = read_square(name, size, size).ok_or_else(|| {
            let last = square_name(size - 1, size - 1);
            InputError::unexpected(name, format_args!("a square from a1 to {last}"))
        })?;
        Ok((row * size + column) as u16)
    }

    /// Checks each jump of a path of squares, and reports the first that is not possible.
    fn check_path(&self, position: &Position<W>, path: &[u16]) -> Result<(), InputError> {
        let (from, to) = (path[0], path[path.len() - 1]);
        let mover = self.seat_name(position.turn);
        if position.owner(from) != Some(position.turn) {
            let there = position.owner(from).map_or("empty".to_owned(), |seat| self.seat_name(seat));
            return Err(InputError::new(format!(
                "{} is {there}: expected a square with a {mover} bead",
                self.name(from)
            )));
        }
        if to == from {
            return Err(InputError::new(format!("coming back to {} is not a move", self.name(from))));
        }
        if let Some(&taken) = path[1..].iter().find(|&&cell| cell != from && position.owner(cell).is_some()) {
            return Err(InputError::new(format!(
                "{} is not free: expected an empty square",
                self.name(taken)
            )));
        }
        let board = self.plain_board(position);
        if let [_, _] = path {
            if !board.destinations(from).contains(&to) {
                let (from, to) = (self.name(from), self.name(to));
                return Err(InputError::new(format!(
                    "no step and no chain of jumps leads from {from} to {to}"
                )));
            }
            return Ok(());
        }
        for hop in path.windows(2) {
            if !board.jumps(from, hop[0]).any(|landing| landing == hop[1]) {
                let (at, to) = (self.name(hop[0]), self.name(hop[1]));
                return Err(InputError::new(format!("no jump leads from {at} to {to}")));
            }
        }
        Ok(())
    }

    fn read_colour(&self, word: &str) -> Option<Seat> {
        Seat::all(self.seats()).find(|&seat| self.colour(seat).name().eq_ignore_ascii_case(word))
    }

    fn read_rows(&self, text: &str) -> Result<[Bits<W>; MAX_SEATS], InputError> {
        let size = self.layout.size();
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != size {
            return Err(InputError::new(format!(
                "the board has {} rows: expected {size}, divided by /",
                rows.len()
            )));
        }
        let mut beads = [Bits::EMPTY; MAX_SEATS];
        for (row, line) in rows.iter().enumerate() {
            let mut column = 0;
            let mut letters = line.chars().peekable();
            while let Some(c) = letters.next() {
                if let Some(digit) = c.to_digit(10) {
                    let mut gap = digit as usize;
                    while let Some(digit) = letters.peek().and_then(|c| c.to_digit(10)) {
                        gap = (gap * 10 + digit as usize).min(size * size);
                        letters.next();
                    }
                    column += gap;
                } else if c == '.' {
                    column += 1;
                } else {
                    let seat = Seat::all(self.seats()).find(|&seat| self.colour(seat).letter() == c);
                    let seat = seat.ok_or_else(|| {
                        let letters: Vec<String> = Seat::all(self.seats())
                            .map(|seat| self.colour(seat).letter().to_string())
                            .collect();
                        let expected = format!("a number of empty squares or one of {}", letters.join(", "));
                        InputError::unexpected(&c.to_string(), expected)
                            .within(format_args!("row {}", row + 1))
                    })?;
                    if column < size {
                        beads[seat.index()].insert((row * size + column) as u16);
                    }
                    column += 1;
                }
            }
            if column != size {
                return Err(InputError::new(format!(
                    "row {} has {column} squares: expected {size}",
                    row + 1
                )));
            }
        }
        Ok(beads)
    }

    fn read_places(&self, text: &str) -> Result<[u8; MAX_SEATS], InputError> {
        let seats = self.seats();
        let expected = format!("{seats} of - or a place from 1 to {seats}, one for each player");
        let error = || InputError::unexpected(text, &expected);
        if text.chars().count() != seats as usize {
            return Err(error());
        }
        let mut places = [0; MAX_SEATS];
        for (place, c) in places.iter_mut().zip(text.chars()) {
            *place = match c {
                '-' => 0,
                c => c.to_digit(10).map(|p| p as u8).filter(|p| (1..=seats).contains(p)).ok_or_else(error)?,
            };
        }
        Ok(places)
    }

    pub(super) fn validate(&self, position: &Position<W>) -> Result<(), InputError> {
        for seat in Seat::all(self.seats()) {
            let (beads, most) = (position.beads(seat).count() as usize, self.layout.camp(seat).len());
            if beads == 0 || beads > most {
                let name = self.seat_name(seat);
                return Err(InputError::new(format!("{name} has {beads} beads: expected 1 to {most}")));
            }
        }
        let playing = Seat::all(self.seats()).filter(|&seat| !position.has_left(seat)).count();
        match position.ended {
            Some(_) if playing > 0 => {
                Err(InputError::new("the game is over: expected a place for every player"))
            }
            None if playing < 2 => {
                Err(InputError::new("fewer than two play on: expected the rule that ended the game"))
            }
            None if position.has_left(position.turn) => {
                let name = self.seat_name(position.turn);
                Err(InputError::new(format!("{name} has left the game and cannot be to move")))
            }
            _ => Ok(()),
        }
    }
}

impl<const W: usize> Notation for Halma<W> {
    fn rules_text(&self) -> String {
        format!("halma 1\n{}", self.configuration.text())
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.colour(seat).name().to_owned()
    }

    /// The rows from the top, divided by `/`, with a letter for a bead and a number for empty squares; the colour to
    /// move; the number of moves made; the place of each player or `-`; and the rule if the game has ended.
    fn write_position(&self, position: &Position<W>) -> String {
        let size = self.layout.size();
        let mut text = String::new();
        for row in 0..size {
            if row > 0 {
                text.push('/');
            }
            let mut gap = 0;
            for column in 0..size {
                match position.owner((row * size + column) as u16) {
                    None => gap += 1,
                    Some(seat) => {
                        if gap > 0 {
                            text.push_str(&gap.to_string());
                        }
                        gap = 0;
                        text.push(self.colour(seat).letter());
                    }
                }
            }
            if gap > 0 {
                text.push_str(&gap.to_string());
            }
        }
        let places: String = Seat::all(self.seats())
            .map(|seat| position.place(seat).map_or('-', |place| (b'0' + place) as char))
            .collect();
        text.push_str(&format!(" {} {} {places}", self.seat_name(position.turn), position.moves_made));
        if let Some(rule) = position.ended {
            text.push(' ');
            text.push_str(&rule.rule().replace(' ', "-"));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position<W>, InputError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [rows, turn, moves, places, ended @ ..] = &words[..] else {
            return Err(InputError::unexpected(
                text,
                "rows, the colour to move, the moves made and the players' places",
            ));
        };
        let beads = self.read_rows(rows)?;
        let turn = self.read_colour(turn).ok_or_else(|| {
            let names: Vec<String> = Seat::all(self.seats()).map(|seat| self.seat_name(seat)).collect();
            InputError::unexpected(turn, format_args!("the colour to move, {}", names.join(" or ")))
        })?;
        let moves_made = moves
            .parse()
            .ok()
            .filter(|&moves: &u32| moves <= 1_000_000_000)
            .ok_or_else(|| InputError::unexpected(moves, "the number of moves made"))?;
        let places = self.read_places(places)?;
        let ended = match ended {
            [] => None,
            [word] => {
                let found = EndRule::ALL.into_iter().find(|rule| rule.rule().replace(' ', "-") == *word);
                Some(found.ok_or_else(|| {
                    InputError::unexpected(word, "the rule that ended the game, such as goal")
                })?)
            }
            [_, extra, ..] => {
                return Err(InputError::unexpected(extra, "nothing after the rule that ended the game"));
            }
        };
        let position = Position { moves_made, places, ended, ..Position::new(beads, turn) };
        self.validate(&position)?;
        Ok(position)
    }

    fn write_move(&self, position: &Position<W>, mv: Move) -> String {
        if mv == Move::PASS {
            return "pass".to_owned();
        }
        let names: Vec<String> = self.path(position, mv).into_iter().map(|cell| self.name(cell)).collect();
        names.join("-")
    }

    /// Reads where a bead starts and ends (`a1-c3`), or every square of its chain of jumps (`a1-a3-c3`).
    fn read_move_among(
        &self,
        position: &Position<W>,
        moves: &[Move],
        text: &str,
    ) -> Result<Move, InputError> {
        let text = text.trim();
        if moves.is_empty() {
            return Err(InputError::new(format!(
                "{} cannot be played: the game is over",
                InputError::quote(text)
            )));
        }
        if text.eq_ignore_ascii_case("pass") {
            let may_pass = moves.contains(&Move::PASS);
            return if may_pass {
                Ok(Move::PASS)
            } else {
                Err(InputError::new("you cannot pass: a bead can move"))
            };
        }
        let path =
            squares_of(text).map(|name| self.read_cell(name)).collect::<Result<Vec<u16>, InputError>>()?;
        if path.len() < 2 {
            return Err(InputError::unexpected(text, "the squares of a move, such as a4-b5"));
        }
        self.check_path(position, &path)?;
        Ok(Move { from: path[0], to: path[path.len() - 1] })
    }
}

/// The squares of a path, divided by a dash, a comma, an arrow, blanks, or nothing: a letter after a
/// number begins the next.
fn squares_of(text: &str) -> impl Iterator<Item = &str> {
    let divides = |c: char| c == '-' || c == ',' || c == '>' || c.is_whitespace();
    text.split(divides).filter(|part| !part.is_empty()).flat_map(|part| {
        let is_letter = |at: usize| part[..at].chars().next_back().is_some_and(char::is_alphabetic);
        let begins = |(at, c): &(usize, char)| *at == 0 || c.is_alphabetic() && !is_letter(*at);
        let starts: Vec<usize> = part.char_indices().filter(begins).map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([part.len()]).collect::<Vec<_>>();
        starts.into_iter().zip(ends).map(|(start, end)| &part[start..end])
    })
}
