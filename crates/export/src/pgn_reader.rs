//! Reader of portable game notation: tags, moves, comments, annotations and variations, without the rules of chess.
//!
//! Real files deviate from the standard: results are missing, tags follow moves without an empty line, castling is written with
//! zeros, and move numbers are wrong. All that is read. What cannot be read is reported with its line and column.

use rules::InputError;

/// Deepest nesting of variations.
const MAX_NESTING: usize = 64;

/// A game of a PGN file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PgnGame {
    /// Line on which the game begins.
    pub line: usize,
    /// Tag pairs in their order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves of the game.
    pub moves: Vec<PgnMove>,
    /// Result: `1-0`, `0-1`, `1/2-1/2`, or `*`, which is also used if there is none.
    pub result: String,
}

/// A move with its annotations.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PgnMove {
    /// The move without annotation marks.
    pub text: String,
    /// Line and column of the move.
    pub place: (usize, usize),
    /// Numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// Comments after the move.
    pub comments: Vec<String>,
    /// Variations that replace the move.
    pub variations: Vec<Vec<PgnMove>>,
}

impl PgnGame {
    /// Value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Reads all games of a PGN file.
pub fn read_pgn(text: &str) -> Result<Vec<PgnGame>, InputError> {
    let mut reader = Reader::new(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut games = Vec::new();
    while let Some(game) = reader.game()? {
        games.push(game);
    }
    Ok(games)
}

/// Annotation marks after a move, and their glyphs.
const MARKS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    column: usize,
}

/// Part of the moves.
enum Token {
    Word(String, (usize, usize)),
    Nag(u8),
    Comment(String),
    Open,
    Close,
    Result(String),
    /// A tag or the end of the file: the game has ended without a result.
    End,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Reader<'a> {
        Reader { rest: text, line: 1, column: 1 }
    }

    fn error(&self, expected: &str) -> InputError {
        let rest: String = self.rest.chars().take_while(|c| *c != '\n').take(20).collect();
        let found =
            if self.rest.is_empty() { "the end of the file".to_owned() } else { InputError::quote(&rest) };
        InputError::new(format!(
            "line {}, column {}: cannot read {found}: expected {expected}",
            self.line, self.column
        ))
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        Some(c)
    }

    fn take_while(&mut self, mut accept: impl FnMut(char) -> bool) -> &'a str {
        let begin = self.rest;
        while self.peek().is_some_and(&mut accept) {
            self.bump();
        }
        &begin[..begin.len() - self.rest.len()]
    }

    /// Skips whitespace and lines that begin with `%`, which are for other programs.
    fn skip_blank(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.column != 1 || self.peek() != Some('%') {
                return;
            }
            self.take_while(|c| c != '\n');
        }
    }

    fn game(&mut self) -> Result<Option<PgnGame>, InputError> {
        self.skip_blank();
        if self.rest.is_empty() {
            return Ok(None);
        }
        let mut game = PgnGame { line: self.line, result: "*".to_owned(), ..PgnGame::default() };
        while self.peek() == Some('[') {
            game.tags.push(self.tag()?);
            self.skip_blank();
        }
        let mut comments = Vec::new();
        let (moves, end) = self.moves(&mut comments, 0)?;
        game.comments = comments;
        game.moves = moves;
        if let Token::Result(result) = end {
            game.result = result;
        } else if let Some(result) = game.tag("Result").filter(|result| is_result(result)) {
            game.result = result.to_owned();
        }
        Ok(Some(game))
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<(String, String), InputError> {
        self.bump();
        self.skip_blank();
        let name = self.take_while(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-').to_owned();
        if name.is_empty() {
            return Err(self.error("the name of a tag"));
        }
        self.skip_blank();
        if self.peek() != Some('"') {
            return Err(self.error("a value in quotes"));
        }
        self.bump();
        let mut value = String::new();
        loop {
            match self.bump() {
                // Some programs do not escape quotes: the value ends at the one before the bracket.
                Some('"') if self.rest.trim_start_matches([' ', '\t']).starts_with(']') => break,
                Some('\\') => match self.bump() {
                    Some(c @ ('"' | '\\')) => value.push(c),
                    Some(c) => value.extend(['\\', c]),
                    None => return Err(self.error("the end of a value")),
                },
                Some('\n') | None => return Err(self.error("a quote and ] at the end of the value")),
                Some(c) => value.push(c),
            }
        }
        self.skip_blank();
        self.bump();
        Ok((name, value))
    }

    /// Reads moves up to the end of the game or variation. Comments before the first move go to `before`.
    fn moves(
        &mut self,
        before: &mut Vec<String>,
        nesting: usize,
    ) -> Result<(Vec<PgnMove>, Token), InputError> {
        if nesting > MAX_NESTING {
            return Err(self.error("fewer variations inside one another"));
        }
        let mut moves: Vec<PgnMove> = Vec::new();
        loop {
            match self.token()? {
                Token::Word(text, place) => moves.push(read_move(text, place)),
                Token::Nag(nag) => match moves.last_mut() {
                    Some(last) => last.nags.push(nag),
                    None => return Err(self.error("a move before its annotation")),
                },
                Token::Comment(text) => match moves.last_mut() {
                    Some(last) => last.comments.push(text),
                    None => before.push(text),
                },
                Token::Open => {
                    if moves.is_empty() {
                        return Err(self.error("a move before its variation"));
                    }
                    let mut comments = Vec::new();
                    let (variation, end) = self.moves(&mut comments, nesting + 1)?;
                    if !matches!(end, Token::Close) {
                        return Err(self.error(") at the end of a variation"));
                    }
                    if let Some(last) = moves.last_mut() {
                        last.comments.append(&mut comments);
                        last.variations.push(variation);
                    }
                }
                // A result may end a variation, too.
                Token::Result(_) if nesting > 0 => {}
                end @ (Token::Close | Token::Result(_) | Token::End) => {
                    if nesting == 0 && matches!(end, Token::Close) {
                        return Err(self.error("no ) without ("));
                    }
                    return Ok((moves, end));
                }
            }
        }
    }

    fn token(&mut self) -> Result<Token, InputError> {
        loop {
            self.skip_blank();
            let place = (self.line, self.column);
            match self.peek() {
                None | Some('[') => return Ok(Token::End),
                Some('(') => {
                    self.bump();
                    return Ok(Token::Open);
                }
                Some(')') => {
                    self.bump();
                    return Ok(Token::Close);
                }
                Some('{') => {
                    self.bump();
                    let text = self.take_while(|c| c != '}').to_owned();
                    if self.bump().is_none() {
                        return Err(self.error("} at the end of a comment"));
                    }
                    return Ok(Token::Comment(text.trim().to_owned()));
                }
                Some(';') => {
                    self.bump();
                    return Ok(Token::Comment(self.take_while(|c| c != '\n').trim().to_owned()));
                }
                Some('$') => {
                    self.bump();
                    let digits = self.take_while(|c| c.is_ascii_digit());
                    return digits
                        .parse()
                        .map(Token::Nag)
                        .map_err(|_| self.error("a number from 0 to 255 after $"));
                }
                Some('*') => {
                    self.bump();
                    return Ok(Token::Result("*".to_owned()));
                }
                // Periods of a move number.
                Some('.') => {
                    self.bump();
                }
                Some('<' | '>' | '}' | ']') => return Err(self.error("a move")),
                Some(_) => {
                    let word = self.take_while(|c| !c.is_whitespace() && !"(){}[];$*.".contains(c));
                    if is_result(word) {
                        return Ok(Token::Result(word.to_owned()));
                    }
                    if !word.is_empty() && word.chars().all(|c| c.is_ascii_digit()) {
                        continue;
                    }
                    // "e.p." after a capture says nothing new.
                    if matches!(word, "e" | "p" | "ep") {
                        continue;
                    }
                    if let Some(&(_, nag)) = MARKS.iter().find(|(mark, _)| *mark == word) {
                        return Ok(Token::Nag(nag));
                    }
                    return Ok(Token::Word(word.to_owned(), place));
                }
            }
        }
    }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

fn read_move(mut text: String, place: (usize, usize)) -> PgnMove {
    let mut nags = Vec::new();
    if let Some((mark, nag)) = MARKS.iter().find(|(mark, _)| text.ends_with(mark)) {
        text.truncate(text.len() - mark.len());
        nags.push(*nag);
    }
    // Castling with zeros.
    if text.starts_with("0-0") {
        text = text.replace('0', "O");
    }
    PgnMove { text, place, nags, ..PgnMove::default() }
}
