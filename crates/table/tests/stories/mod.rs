//! Whole games, each played the same way every time, and told as records.
#![allow(dead_code, reason = "each test file uses a part of the stories")]

use games::catalog;
use rules::{Random, Seat, Status};
use table::{Action, Dice, Event, EventKind, Millis, Offer, Secret, Table, record};

/// A story by its name, and how to tell it.
pub type Named = (&'static str, fn() -> String);

/// Every story.
pub const ALL: [Named; 3] =
    [("halma-four", halma_four), ("backgammon-match", backgammon_match), ("othello", othello)];

/// A table at which players with names sit, and the clock of this story.
struct Story {
    table: Table,
    random: Random,
    now: u64,
}

impl Story {
    fn open(game: &str, settings: &str, names: &[&str], clock: &str, seed: u64) -> Story {
        let game = catalog::open(game, settings).unwrap();
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let dice = Dice::Committed(Secret::from_seed(seed));
        let table = Table::open(game, names, clock.parse().unwrap(), "start", dice).unwrap();
        Story { table, random: Random::new(seed), now: 0 }
    }

    fn begin(&mut self) {
        assert_eq!(self.table.begin(Millis(self.now)).refusal, None);
    }

    fn act(&mut self, seat: Seat, action: Action) -> Vec<Event> {
        self.now += 200 + u64::from(self.random.below(1_500));
        let seen = self.table.events().last().unwrap().number;
        let reply = self.table.act(seat, seen, action, Millis(self.now));
        assert_eq!(reply.refusal, None);
        reply.events
    }

    fn record(&self) -> String {
        record::write(self.table.events())
    }
}

/// "A four-seat Halma game in which one resigns, one loses on time and two play on."
pub fn halma_four() -> String {
    let settings = "Size = 8 * 8\nPlayer_num = 4\nBeads-order = 1 2 3\nLeave-camp-value = 120";
    let mut story = Story::open("halma", settings, &["Arash", "Banu", "Cyrus", "Delaram"], "90s+1s", 4);
    story.begin();
    while story.table.outcome().is_none() {
        let seat = story.table.turn().unwrap();
        let made = story.table.moves().len();
        match made {
            22 if seat == Seat::new(2) => {
                story.act(seat, Action::Resign);
            }
            // Banu falls asleep over her move.
            25.. if seat == Seat::new(1) => {
                let (_, deadline) = story.table.clocks().deadline().unwrap();
                story.now = deadline.0 + 37;
                assert!(!story.table.tick(Millis(story.now)).events.is_empty());
            }
            moves => {
                assert!(moves < 1_000, "they do not arrive: {}", story.table.board().position());
                let text = towards_the_goal(&mut story, seat);
                story.act(seat, Action::Move(text));
            }
        }
    }
    story.record()
}

/// A move that brings a bead nearer to the corner where the seat has to go; now and then any move.
fn towards_the_goal(story: &mut Story, seat: Seat) -> String {
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
    let mut moves = story.table.board().moves();
    if story.random.below(6) > 0 {
        let best = moves.iter().map(gain).max().unwrap();
        moves.retain(|text| gain(text) == best);
    }
    story.random.pick(&moves).unwrap().clone()
}

/// "A backgammon match with cube, Crawford and takeback."
pub fn backgammon_match() -> String {
    let mut story = Story::open("backgammon", "length = 5", &["Narges", "Omid"], "20m+8s", 1);
    story.act(Seat::FIRST, Action::Word("simorgh".to_owned()));
    story.act(Seat::SECOND, Action::Word("الموت و سی مرغ".to_owned()));
    story.begin();
    let mut takebacks = 0;
    while story.table.outcome().is_none() {
        let seat = story.table.turn().unwrap();
        let moves = story.table.board().moves();
        let text = if moves.iter().any(|text| text == "double") && story.random.below(7) == 0 {
            "double".to_owned()
        } else if moves.iter().any(|text| text == "take") {
            if story.random.below(3) > 0 { "take" } else { "drop" }.to_owned()
        } else if moves.iter().any(|text| text == "roll") {
            "roll".to_owned()
        } else {
            story.random.pick(&moves).unwrap().clone()
        };
        story.act(seat, Action::Move(text));
        if story.table.moves().len() % 25 == 13 && takebacks < 3 && story.table.outcome().is_none() {
            takebacks += 1;
            take_back(&mut story, seat, takebacks == 2);
        }
    }
    assert_eq!(takebacks, 3);
    story.record()
}

/// A takeback, refused or agreed to; if so, the same dice come again.
fn take_back(story: &mut Story, seat: Seat, refuse: bool) {
    let rolls = |events: &[Event]| -> Vec<String> {
        let rolled = events.iter().filter_map(|event| match &event.what {
            EventKind::Rolled { roll } => Some(roll.clone()),
            _ => None,
        });
        rolled.collect()
    };
    if refuse {
        story.act(seat, Action::Offer(Offer::Takeback));
        story.act(seat.other(), Action::Answer(false));
        return;
    }
    let (last, text) =
        story.table.moves().next_back().map(|(seat, played)| (seat, played.text.clone())).unwrap();
    assert_eq!(last, seat);
    let position = story.table.board().position();
    let after_move =
        story.table.events().iter().rposition(|event| matches!(event.what, EventKind::Moved { .. }));
    let first = rolls(&story.table.events()[after_move.unwrap()..]);
    story.act(seat, Action::Offer(Offer::Takeback));
    story.act(seat.other(), Action::Answer(true));
    assert_ne!(story.table.board().position(), position);
    let again = story.act(seat, Action::Move(text));
    assert_eq!(rolls(&again), first, "the same dice");
    assert_eq!(story.table.board().position(), position);
}

/// A game of Othello with passes, a refused draw, a stop in between, and both clocks running.
pub fn othello() -> String {
    let mut story = Story::open("othello", "first = white", &["Niki", "Eleni"], "5m", 8);
    story.begin();
    while story.table.outcome().is_none() {
        let Status::Turn(seat) = story.table.board().status() else { panic!("a turn") };
        let made = story.table.moves().len();
        match made {
            20 if story.table.offer().is_none()
                && !seen(&story, |what| matches!(what, EventKind::Offered { .. })) =>
            {
                story.act(seat, Action::Offer(Offer::Draw));
                story.act(seat.other(), Action::Answer(false));
            }
            33 if !seen(&story, |what| matches!(what, EventKind::Resumed)) => {
                story.now += 3_600_000;
                story.table.resume(Millis(story.now));
            }
            _ => {
                let text = story.table.board().random_move(&mut story.random).unwrap();
                story.act(seat, Action::Move(text));
            }
        }
    }
    story.record()
}

fn seen(story: &Story, wanted: fn(&EventKind) -> bool) -> bool {
    story.table.events().iter().any(|event| wanted(&event.what))
}
