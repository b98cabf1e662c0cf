//! The fast move generator of Halma against the plain one.

use games::halma::{Configuration, Halma, Move, Position, WIDEST};
use rules::cpu::Portable;
use rules::{Notation, Random, Rules, Status, perft};

/// Board, players and camp of mixed games.
const SETUPS: [(usize, usize, &str); 13] = [
    (4, 2, "1"),
    (5, 4, "1 2"),
    (6, 2, "1 2 3"),
    (7, 2, "1 2 1 4"),
    (8, 4, "1 2 3"),
    (9, 2, "1 2 3 4 5"),
    (10, 2, "1 2 3 4 5"),
    (11, 4, "1 2 3 4"),
    (12, 2, "1 2 3 4 5 4"),
    (16, 2, "1 2 3 4 5 4"),
    (16, 4, "1 2 3 4 3"),
    (26, 4, "1 2 3 4 5 4"),
    (32, 2, "1 2 3 4 5 4"),
];

fn settings(index: usize, leave_camp: u32) -> String {
    let (size, seats, order) = SETUPS[index % SETUPS.len()];
    let jumps = if (index / SETUPS.len()).is_multiple_of(2) { "super" } else { "ordinary" };
    format!(
        "Size = {size} * {size}\nPlayer_num = {seats}\nLeave-camp-value = {leave_camp}\nBeads-order = {order}\n\
         Jumps = {jumps}"
    )
}

fn halma<const W: usize>(settings: &str) -> Halma<W> {
    Halma::new(Configuration::read(settings).unwrap()).unwrap()
}

/// Beads of all players anywhere on the board, from few to a crowd.
fn random_position<const W: usize>(game: &Halma<W>, random: &mut Random) -> Position<W> {
    let (size, seats) = (game.layout().size(), usize::from(game.seats()));
    let mut cells: Vec<usize> = (0..size * size).collect();
    let mut rows = vec![vec!['.'; size]; size];
    let most = game.layout().camp(rules::Seat::FIRST).len() as u32;
    for letter in if seats == 2 { ['g', 'b', ' ', ' '] } else { ['g', 'y', 'b', 'r'] }.into_iter().take(seats)
    {
        for _ in 0..1 + random.below(most) {
            let cell = cells.swap_remove(random.below(cells.len() as u32) as usize);
            rows[cell / size][cell % size] = letter;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    game.read_position(&format!("{} green 0 {}", rows.join("/"), "-".repeat(seats))).unwrap()
}

fn both<const W: usize>(game: &Halma<W>, position: &Position<W>) -> [Vec<Move>; 2] {
    let [mut fast, mut plain] = [Vec::new(), Vec::new()];
    assert_eq!(game.legal_moves(position, &mut fast), game.plain_moves(position, &mut plain));
    let count = fast.len();
    fast.sort_unstable();
    fast.dedup();
    assert_eq!(count, fast.len(), "a move is listed twice");
    plain.sort_unstable();
    [fast, plain]
}

fn compare<const W: usize>(index: usize, positions: usize, random: &mut Random) -> usize {
    let game: Halma<W> = halma(&settings(index, 1_000));
    for _ in 0..positions {
        let position = random_position(&game, random);
        let [fast, plain] = both(&game, &position);
        assert!(fast == plain, "{}: {fast:?}, plain {plain:?}", game.write_position(&position));
    }
    positions
}

/// `HALMA_POSITIONS` is the number of positions.
#[test]
fn random_positions_have_the_same_moves() {
    let wanted = std::env::var("HALMA_POSITIONS").map_or(24_000, |number| number.parse().unwrap());
    let kinds = 2 * SETUPS.len();
    let (mut random, mut compared) = (Random::new(17), 0);
    for index in 0..kinds {
        let positions = wanted / kinds + 1;
        compared += match SETUPS[index % SETUPS.len()].0 {
            ..=11 => compare::<2>(index, positions, &mut random),
            12..=16 => compare::<4>(index, positions, &mut random),
            _ => compare::<WIDEST>(index, positions, &mut random),
        };
    }
    println!("both generators agree on {compared} random positions");
    assert!(compared >= wanted);
}

/// Perft 1 to 3 of the classic boards with both kinds of jumps; the trial goes one deeper.
#[test]
fn both_generators_count_the_same_trees() {
    for (size, order) in [(16, "1 2 3 4 5 4"), (10, "1 2 3 4 5")] {
        for jumps in ["super", "ordinary"] {
            let text = format!("Size = {size} * {size}\nBeads-order = {order}\nJumps = {jumps}");
            let game: Halma<4> = halma(&text);
            for depth in 1..=3 {
                let fast = perft(Portable, &game, &game.start(), depth);
                assert_eq!(fast, game.plain_perft(&game.start(), depth), "{size} {jumps} {depth}");
            }
        }
    }
}

/// The width of the sets changes nothing.
#[test]
fn wider_sets_play_the_same_games() {
    let text = settings(6, 40);
    let (narrow, wide): (Halma<2>, Halma) = (halma(&text), halma(&text));
    let mut random = Random::new(3);
    for _ in 0..40 {
        let (mut here, mut there) = (narrow.start(), wide.start());
        loop {
            let (mut moves, mut same) = (Vec::new(), Vec::new());
            let status = narrow.legal_moves(&here, &mut moves);
            assert_eq!((status, moves.len()), (wide.legal_moves(&there, &mut same), same.len()));
            assert_eq!((&moves, narrow.key(&here)), (&same, wide.key(&there)));
            assert_eq!(narrow.write_position(&here), wide.write_position(&there));
            let Some(&mv) = random.pick(&moves).filter(|_| here.moves_made() < 120) else { break };
            narrow.play(&mut here, mv);
            wide.play(&mut there, mv);
        }
    }
    assert!(Halma::<2>::new(Configuration::read("Size = 12 * 12").unwrap()).is_err());
}

/// Random games to their end or 400 moves, each beside a copy that is saved and loaded every now and then: both go the
/// same way. `HALMA_GAMES` is their number.
#[test]
fn random_games_on_mixed_boards() {
    let wanted = std::env::var("HALMA_GAMES").map_or(480, |number| number.parse().unwrap());
    let (mut random, mut endings) = (Random::new(5), std::collections::BTreeMap::new());
    let mut play = |index: usize| match SETUPS[index % SETUPS.len()].0 {
        ..=11 => random_game::<2>(index, &mut random),
        12..=16 => random_game::<4>(index, &mut random),
        _ => random_game::<WIDEST>(index, &mut random),
    };
    for index in 0..wanted {
        *endings.entry(play(index)).or_insert(0) += 1;
    }
    println!("{wanted} random games on mixed boards ended: {endings:?}");
    assert!(endings.len() >= 3, "{endings:?}");
}

/// A game and its copy; returns the rule that ended both.
fn random_game<const W: usize>(index: usize, random: &mut Random) -> &'static str {
    let game: Halma<W> = halma(&settings(index, 20 + random.below(200)));
    let mut position = game.start();
    let mut loaded = position.clone();
    let mut moves = Vec::new();
    for ply in 0..400 {
        moves.clear();
        match game.legal_moves(&position, &mut moves) {
            Status::Turn(_) => {}
            Status::Over(outcome) => return outcome.rule(),
            Status::Chance => unreachable!("Halma has no dice"),
        }
        let mv = *random.pick(&moves).unwrap();
        if ply % 50 == 20 {
            loaded = game.read_position(&game.write_position(&position)).unwrap();
            assert_eq!(game.read_move(&loaded, &game.write_move(&position, mv)).unwrap(), mv);
        }
        game.play(&mut position, mv);
        game.play(&mut loaded, mv);
        assert_eq!(loaded, position);
    }
    "stopped"
}
