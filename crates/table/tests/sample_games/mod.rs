//! Reproducible sample games as records.

use games::catalog;
use rules::{Random, Seat, Status};
use table::{DiceSource, EventKind, Millis, Offer, SeatAction, Secret, Table, TableEvent, record};

/// Name of a sample game, and the function that plays it.
pub type Named = (&'static str, fn() -> String);

/// All sample games.
pub const ALL: [Named; 3] =
    [("halma-four", halma_four), ("backgammon-match", backgammon_match), ("othello", othello)];

/// A table with the current time.
struct SampleGame {
    table: Table,
    random: Random,
    now: u64,
}

impl SampleGame {
    fn open(game: &str, settings: &str, names: &[&str], clock: &str, seed: u64) -> SampleGame {
        let rules = catalog::open(game, settings).unwrap();
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let dice = DiceSource::Committed(Secret::from_seed(seed));
        let table = Table::open(rules, names, clock.parse().unwrap(), "start", dice).unwrap();
        SampleGame { table, random: Random::new(seed), now: 0 }
    }

    fn begin(&mut self) {
        assert_eq!(self.table.begin(Millis(self.now)).error, None);
    }

    fn act(&mut self, seat: Seat, action: SeatAction) -> Vec<TableEvent> {
        self.now += 200 + u64::from(self.random.below(1_500));
        let seen = self.table.events().last().unwrap().number;
        let reply = self.table.act(seat, seen, action, Millis(self.now));
        assert_eq!(reply.error, None);
        reply.events
    }

    fn record(&self) -> String {
        record::write(self.table.events())
    }
}

/// "A four-seat Halma game in which one resigns, one loses on time and two play on."
pub fn halma_four() -> String {
    let settings = "Size = 8 * 8\nPlayer_num = 4\nBeads-order = 1 2 3\nLeave-camp-value = 120";
    let mut game = SampleGame::open("halma", settings, &["Arash", "Banu", "Cyrus", "Delaram"], "90s+1s", 4);
    game.begin();
    while game.table.outcome().is_none() {
        let seat = game.table.turn().unwrap();
        let made = game.table.moves().len();
        match made {
            22 if seat == Seat::new(2) => {
                game.act(seat, SeatAction::Resign);
            }
            // Banu loses on time.
            25.. if seat == Seat::new(1) => {
                let (_, deadline) = game.table.clocks().deadline().unwrap();
                game.now = deadline.0 + 37;
                assert!(!game.table.tick(Millis(game.now)).events.is_empty());
            }
            moves => {
                assert!(moves < 1_000, "the game does not end: {}", game.table.board().position());
                let text = towards_the_goal(&mut game, seat);
                game.act(seat, SeatAction::Move(text));
            }
        }
    }
    game.record()
}

/// A move that brings a bead nearer to its goal; sometimes any move.
fn towards_the_goal(game: &mut SampleGame, seat: Seat) -> String {
    let corner = [(7, 7), (0, 7), (0, 0), (7, 0)][seat.index()];
    let distance = |square: &str| {
        let (x, y) = rules::square::read_square(square, 8, 8).unwrap();
        let (x, y) = (x.abs_diff(corner.0), y.abs_diff(corner.1));
        (x * x + y * y) as i32
    };
    let gain = |text: &String| match (text.split('-').next(), text.split('-').next_back()) {
        (Some(from), Some(to)) if text != "pass" => distance(from) - distance(to),
        _ => 0,
    };
    let mut moves = game.table.board().moves();
    if game.random.below(6) > 0 {
        let best = moves.iter().map(gain).max().unwrap();
        moves.retain(|text| gain(text) == best);
    }
    game.random.pick(&moves).unwrap().clone()
}

/// "A backgammon match with cube, Crawford and takeback."
pub fn backgammon_match() -> String {
    let mut game = SampleGame::open("backgammon", "length = 5", &["Narges", "Omid"], "20m+8s", 1);
    game.act(Seat::FIRST, SeatAction::ClientSeed("simorgh".to_owned()));
    game.act(Seat::SECOND, SeatAction::ClientSeed("الموت و سی مرغ".to_owned()));
    game.begin();
    let mut takebacks = 0;
    while game.table.outcome().is_none() {
        let seat = game.table.turn().unwrap();
        let moves = game.table.board().moves();
        let text = if moves.iter().any(|text| text == "double") && game.random.below(7) == 0 {
            "double".to_owned()
        } else if moves.iter().any(|text| text == "take") {
            if game.random.below(3) > 0 { "take" } else { "drop" }.to_owned()
        } else if moves.iter().any(|text| text == "roll") {
            "roll".to_owned()
        } else {
            game.random.pick(&moves).unwrap().clone()
        };
        game.act(seat, SeatAction::Move(text));
        if game.table.moves().len() % 25 == 13 && takebacks < 3 && game.table.outcome().is_none() {
            takebacks += 1;
            take_back(&mut game, seat, takebacks == 2);
        }
    }
    assert_eq!(takebacks, 3);
    game.record()
}

/// A takeback, declined or accepted; after an accepted one the same dice come again.
fn take_back(game: &mut SampleGame, seat: Seat, decline: bool) {
    let rolls = |events: &[TableEvent]| -> Vec<String> {
        let rolled = events.iter().filter_map(|event| match &event.kind {
            EventKind::Rolled { roll } => Some(roll.clone()),
            _ => None,
        });
        rolled.collect()
    };
    if decline {
        game.act(seat, SeatAction::Offer(Offer::Takeback));
        game.act(seat.other(), SeatAction::Answer(false));
        return;
    }
    let (last, text) =
        game.table.moves().next_back().map(|(seat, played)| (seat, played.text.clone())).unwrap();
    assert_eq!(last, seat);
    let position = game.table.board().position();
    let after_move =
        game.table.events().iter().rposition(|event| matches!(event.kind, EventKind::Moved { .. }));
    let first = rolls(&game.table.events()[after_move.unwrap()..]);
    game.act(seat, SeatAction::Offer(Offer::Takeback));
    game.act(seat.other(), SeatAction::Answer(true));
    assert_ne!(game.table.board().position(), position);
    let again = game.act(seat, SeatAction::Move(text));
    assert_eq!(rolls(&again), first, "the same dice");
    assert_eq!(game.table.board().position(), position);
}

/// A game of Othello with passes, a declined draw, a stop, and both clocks running.
pub fn othello() -> String {
    let mut game = SampleGame::open("othello", "first = white", &["Niki", "Eleni"], "5m", 8);
    game.begin();
    while game.table.outcome().is_none() {
        let Status::Turn(seat) = game.table.board().status() else { panic!("a turn") };
        let made = game.table.moves().len();
        match made {
            20 if game.table.offer().is_none()
                && !seen(&game, |kind| matches!(kind, EventKind::Offered { .. })) =>
            {
                game.act(seat, SeatAction::Offer(Offer::Draw));
                game.act(seat.other(), SeatAction::Answer(false));
            }
            33 if !seen(&game, |kind| matches!(kind, EventKind::Resumed)) => {
                game.now += 3_600_000;
                game.table.resume(Millis(game.now));
            }
            _ => {
                let text = game.table.board().random_move(&mut game.random).unwrap();
                game.act(seat, SeatAction::Move(text));
            }
        }
    }
    game.record()
}

fn seen(game: &SampleGame, wanted: fn(&EventKind) -> bool) -> bool {
    game.table.events().iter().any(|event| wanted(&event.kind))
}
