//! Random armies, positions and games. Equal random streams give equal ones.

use games::chess::{Army, Castling, HopRule, Kind, Path, Promotion, Step};
use rules::Random;

use super::moves::{Move, Nature};
use super::programs;
use super::{Position, Side};

/// `true` with a probability in percent.
fn chance(random: &mut Random, percent: u32) -> bool {
    random.below(100) < percent
}

/// A random number from the first to the last, both included.
fn between(random: &mut Random, first: i8, last: i8) -> i8 {
    first + random.below((last - first + 1) as u32) as i8
}

/// Anything but where the piece stands, no further than this.
fn offset(random: &mut Random, most: i8) -> (i8, i8) {
    loop {
        let found = (between(random, -most, most), between(random, -most, most));
        if found != (0, 0) {
            return found;
        }
    }
}

/// Squares of a path with one use for all of them: mostly both, else only moving or only capturing.
fn used(random: &mut Random, squares: &[(i8, i8)], hop: HopRule) -> Path {
    let (may_move, may_capture) = match random.below(10) {
        0 => (true, false),
        1 | 2 => (false, true),
        _ => (true, true),
    };
    let step = |&(right, forward): &(i8, i8)| Step { right, forward, may_move, may_capture };
    Path { steps: squares.iter().map(step).collect(), hop, limit: None }
}

/// `count` equal steps, beginning with the first.
fn line((right, forward): (i8, i8), length: i8) -> Vec<(i8, i8)> {
    (1..=length).map(|times| (right * times, forward * times)).collect()
}

/// One path of any sort.
fn path(random: &mut Random) -> Path {
    match random.below(7) {
        0 => {
            let leap = offset(random, 3);
            used(random, &[leap], HopRule::Plain)
        }
        1 => {
            let (direction, length) = (offset(random, 2), between(random, 2, 7));
            used(random, &line(direction, length), HopRule::Plain)
        }
        2 => bent(random),
        3 => lame(random),
        4 => {
            let (direction, length) = (offset(random, 2), between(random, 3, 7));
            used(random, &line(direction, length), HopRule::OverOne)
        }
        5 => {
            let (direction, length) = (offset(random, 1), between(random, 2, 7));
            used(random, &line(direction, length), HopRule::JustBehind)
        }
        _ => {
            // Squares that have nothing to do with each other, some perhaps twice.
            let length = between(random, 2, 6);
            let squares: Vec<_> = (0..length).map(|_| offset(random, 4)).collect();
            used(random, &squares, HopRule::Plain)
        }
    }
}

/// A step one way, then on another way like the griffon; sometimes it cannot stop at the bend.
fn bent(random: &mut Random) -> Path {
    let (first, then) = (offset(random, 1), offset(random, 1));
    let mut squares = vec![first];
    for times in 1..=between(random, 1, 6) {
        let square = (first.0 + then.0 * times, first.1 + then.1 * times);
        if square == (0, 0) {
            break;
        }
        squares.push(square);
    }
    let mut path = used(random, &squares, HopRule::Plain);
    if squares.len() > 1 && chance(random, 30) {
        path.steps[0].may_move = false;
        path.steps[0].may_capture = false;
    }
    path
}

/// A leap over one or two squares that must be empty but where it cannot stop.
fn lame(random: &mut Random) -> Path {
    let legs = between(random, 1, 2);
    let mut squares: Vec<_> = (0..legs).map(|_| offset(random, 1)).collect();
    squares.push(offset(random, 3));
    let mut path = used(random, &squares, HopRule::Plain);
    for step in &mut path.steps[..legs as usize] {
        step.may_move = false;
        step.may_capture = false;
    }
    path
}

/// The path and its images: none, left and right, all four ways, or all eight.
fn mirrored(random: &mut Random, path: &Path) -> Vec<Path> {
    let (left, back, turned) = match random.below(6) {
        0 => (false, false, false),
        1 => (true, false, false),
        2 => (true, true, false),
        _ => (true, true, true),
    };
    let mut paths = vec![path.clone()];
    let mut add_images = |is_wanted: bool, image: &dyn Fn(Step) -> Step| {
        if is_wanted {
            for path in paths.clone() {
                let steps = path.steps.iter().map(|&step| image(step)).collect();
                let path = Path { steps, ..path };
                if !paths.contains(&path) {
                    paths.push(path);
                }
            }
        }
    };
    add_images(left, &|step| Step { right: -step.right, ..step });
    add_images(back, &|step| Step { forward: -step.forward, ..step });
    add_images(turned, &|step| Step { right: step.forward, forward: step.right, ..step });
    paths
}

/// Random paths of a piece that is not a pawn.
fn piece_paths(random: &mut Random) -> Vec<Path> {
    let mut paths = Vec::new();
    for _ in 0..=random.below(3) {
        let path = path(random);
        paths.extend(mirrored(random, &path));
    }
    paths
}

/// Random paths of a pawn: an advance, mostly straight, with or without a limit, some capturing squares, and
/// sometimes a step that may do both.
fn pawn_paths(random: &mut Random) -> Vec<Path> {
    let right = if chance(random, 80) { 0 } else { between(random, -1, 1) };
    let squares = line((right, 1), between(random, 1, 5));
    let only_moves =
        |&(right, forward): &(i8, i8)| Step { right, forward, may_move: true, may_capture: false };
    let limit = chance(random, 85).then(|| between(random, 2, 6) as u8);
    let mut paths =
        vec![Path { steps: squares.iter().map(only_moves).collect(), hop: HopRule::Plain, limit }];
    for _ in 0..=random.below(2) {
        let (right, forward) = (between(random, 0, 2), between(random, 1, 2));
        let mut image = Step { right, forward, may_move: false, may_capture: true };
        paths.push(Path { steps: vec![image], hop: HopRule::Plain, limit: None });
        if chance(random, 80) {
            image.right = -right;
            paths.push(Path { steps: vec![image], hop: HopRule::Plain, limit: None });
        }
    }
    if chance(random, 20) {
        let (right, forward) = offset(random, 1);
        let both = Step { right, forward, may_move: true, may_capture: true };
        paths.push(Path { steps: vec![both], hop: HopRule::Plain, limit: None });
    }
    paths
}

/// An army of 4 to 10 kinds with a start position. The royal piece is the first kind, the second mostly a
/// pawn.
pub fn army(random: &mut Random) -> Army {
    let count = 4 + random.below(7) as usize;
    let mut letters: Vec<char> = ('A'..='Z').filter(|&letter| letter != 'K').collect();
    let mut kinds = Vec::new();
    for index in 0..count {
        let is_royal = index == 0;
        let is_pawn = !is_royal && chance(random, if index == 1 { 85 } else { 25 });
        let letter =
            if is_royal { 'K' } else { letters.swap_remove(random.below(letters.len() as u32) as usize) };
        let is_promoted = !is_royal && chance(random, if is_pawn { 85 } else { 8 });
        let promotion = is_promoted.then(|| {
            let choices: Vec<usize> = (1..count).filter(|_| chance(random, 40)).collect();
            let to = if choices.is_empty() { vec![1] } else { choices };
            Promotion { row: between(random, 4, 7) as u8, to }
        });
        kinds.push(Kind {
            name: format!("kind {}", letter.to_ascii_lowercase()),
            letter,
            picture: None,
            value: None,
            paths: if is_pawn { pawn_paths(random) } else { piece_paths(random) },
            is_royal,
            promotion,
        });
    }
    let is_like_castling = |step: &Step| (step.right.abs(), step.forward) == (2, 0);
    let can_castle = !kinds[0].paths.iter().any(|path| path.steps.iter().any(is_like_castling));
    let castles = can_castle && chance(random, 50);
    let castling = castles.then(|| Castling { partner: 1 + random.below(count as u32 - 1) as usize });
    let en_passant = chance(random, 70);
    let name = "of chance".to_owned();
    let mut army = Army { name, kinds, start: String::new(), castling, en_passant };
    army.start = start(&army, random);
    army
}

/// An army of six kinds whose moves are random number programs, some of many squares and some with
/// squares that come again.
pub fn number_army(random: &mut Random) -> Army {
    let names = [("king", 'K'), ("queen", 'Q'), ("rook", 'R'), ("bishop", 'B'), ("knight", 'N')];
    let mut kinds = Vec::new();
    for (name, letter) in names {
        let mut program = Vec::new();
        for _ in 0..=random.below(4) {
            let far = if chance(random, 60) { 3 } else { 7 };
            let length = if chance(random, 20) { between(random, 9, 14) } else { between(random, 1, 5) };
            for _ in 0..length {
                let number = 8 * between(random, 0, far) + between(random, 0, far);
                program.extend((number > 0).then_some(number as u8));
            }
            program.push(64);
        }
        program.push(0);
        kinds.push(Kind {
            name: name.to_owned(),
            letter,
            picture: Some(name.to_owned()),
            value: None,
            paths: programs::paths(&program),
            is_royal: letter == 'K',
            promotion: None,
        });
    }
    let capture = if chance(random, 50) { 9 } else { 1 + random.below(30) as u8 };
    kinds.push(Kind {
        name: "pawn".to_owned(),
        letter: 'P',
        picture: Some("pawn".to_owned()),
        value: None,
        paths: programs::pawn_paths(capture, 8 + random.below(48) as u8),
        is_royal: false,
        promotion: Some(Promotion { row: 7, to: vec![1, 2, 3, 4] }),
    });
    let name = "of numbers".to_owned();
    let mut army = Army { name, kinds, start: String::new(), castling: None, en_passant: false };
    army.start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".to_owned();
    if Position::start(&army).is_in_check(Side::Black) {
        army.start = start(&army, random);
    }
    army
}

/// A start position with White to move: pieces in rows, or else anywhere.
fn start(army: &Army, random: &mut Random) -> String {
    for _ in 0..20 {
        let mut position = empty(army);
        for column in 0..8 {
            let back = if column == 4 { 0 } else { 1 + random.below(army.kinds.len() as u32 - 1) as usize };
            let is_pawn = chance(random, 70);
            let front =
                if is_pawn { pawn(army) } else { 1 + random.below(army.kinds.len() as u32 - 1) as usize };
            for side in [Side::White, Side::Black] {
                let back_row = if side == Side::White { 7 } else { 0 };
                let front_row = if side == Side::White { 6 } else { 1 };
                position.board[back_row * 8 + column] = Some((back, side));
                position.board[front_row * 8 + column] = Some((front, side));
            }
        }
        give_rights(&mut position);
        if !position.is_in_check(Side::Black) && !position.legal().is_empty() {
            return position.fen();
        }
    }
    loop {
        let position = self::position(army, random);
        let position = Position { to_move: Side::White, en_passant: None, clock: 0, number: 1, ..position };
        if !position.is_in_check(Side::Black) {
            return position.fen();
        }
    }
}

/// The first kind with a limit to its advance, or else the first that is not royal.
fn pawn(army: &Army) -> usize {
    army.kinds.iter().position(|kind| kind.paths.iter().any(|path| path.limit.is_some())).unwrap_or(1)
}

fn empty(army: &Army) -> Position<'_> {
    Position {
        army,
        board: [None; 64],
        to_move: Side::White,
        rights: [false; 4],
        en_passant: None,
        clock: 0,
        number: 1,
    }
}

/// Gives all rights to castle for which the pieces stand where they must.
fn give_rights(position: &mut Position<'_>) {
    let Some(castling) = position.army.castling else {
        return;
    };
    let royal = position.army.kinds.iter().position(|kind| kind.is_royal).expect("a royal kind");
    let places = [(60, 63, Side::White), (60, 56, Side::White), (4, 7, Side::Black), (4, 0, Side::Black)];
    for (right, (home, corner, side)) in position.rights.iter_mut().zip(places) {
        *right = position.board[home] == Some((royal, side))
            && position.board[corner] == Some((castling.partner, side));
    }
}

/// A position with both royal pieces and anything else anywhere, in which the royal piece of the side that
/// is not to move cannot be captured. Sometimes the last move was a double advance.
pub fn position<'a>(army: &'a Army, random: &mut Random) -> Position<'a> {
    let mut pieces = 2 + random.below(26);
    loop {
        if let Some(position) = scattered(army, random, pieces) {
            // One that can be captured en passant, if there is such a one.
            let mut advances = position.legal();
            advances.retain(|mv| mv.nature == Nature::DoubleAdvance);
            let capturable = |mv: &Move| position.after(mv).has_en_passant_capture();
            if advances.iter().any(capturable) {
                advances.retain(capturable);
            }
            if let Some(mv) = random.pick(&advances)
                && chance(random, 70)
            {
                return position.after(mv);
            }
            return position;
        }
        pieces = pieces.saturating_sub(1);
    }
}

fn scattered<'a>(army: &'a Army, random: &mut Random, pieces: u32) -> Option<Position<'a>> {
    let mut position = empty(army);
    let royal = army.kinds.iter().position(|kind| kind.is_royal).expect("a royal kind");
    let castles = army.castling.filter(|_| chance(random, 50));
    for (side, row) in [(Side::White, 56), (Side::Black, 0)] {
        if let Some(castling) = castles {
            position.board[row] = Some((castling.partner, side));
            position.board[row + 7] = Some((castling.partner, side));
            position.board[row + 4] = Some((royal, side));
        } else {
            let free: Vec<usize> = (0..64).filter(|&square| position.board[square].is_none()).collect();
            position.board[*random.pick(&free)?] = Some((royal, side));
        }
    }
    for _ in 0..pieces {
        let square = random.below(64) as usize;
        let is_pawn = chance(random, 35);
        let kind = if is_pawn { pawn(army) } else { random.below(army.kinds.len() as u32) as usize };
        let side = if chance(random, 50) { Side::White } else { Side::Black };
        let is_promoted =
            army.kinds[kind].promotion.as_ref().is_some_and(|promotion| side.row(square) >= promotion.row);
        if position.board[square].is_none() && kind != royal && !is_promoted {
            position.board[square] = Some((kind, side));
        }
    }
    give_rights(&mut position);
    position.to_move = if chance(random, 50) { Side::White } else { Side::Black };
    position.clock = if chance(random, 10) { 140 + random.below(10) } else { random.below(60) };
    position.number = 80 + random.below(40);
    (!position.is_in_check(position.to_move.other())).then_some(position)
}

/// Positions of a random game from this one to its end, up to a maximum number. Castling, captures en
/// passant, double advances and promotions are more likely than other moves.
pub fn game<'a>(start: Position<'a>, random: &mut Random, most: usize) -> Vec<Position<'a>> {
    let mut positions = vec![start];
    let mut position = start;
    while positions.len() < most && position.ending().is_none() {
        let mut moves = position.legal();
        if chance(random, 25)
            && moves.iter().any(|mv| mv.nature != Nature::Ordinary || mv.promotion.is_some())
        {
            moves.retain(|mv| mv.nature != Nature::Ordinary || mv.promotion.is_some());
        }
        position = position.after(random.pick(&moves).expect("a move, since the game is not over"));
        positions.push(position);
    }
    positions
}
