//! Random actions of all seats: nothing panics, and every record verifies, wherever it ends.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use games::catalog;
use rules::{Random, Seat};
use table::verify::verify;
use table::{
    AbsenceClaim, ActionReply, DiceSource, EventKind, Millis, Offer, SeatAction, Secret, Table, record,
};

const TABLES: &[(&str, &str, &str)] = &[
    ("othello", "", "20s+1s"),
    ("tictactoe", "", "none"),
    ("queens", "size = 5", "3s/move"),
    ("halma", "Size = 5 * 5\nBeads-order = 1 2\nLeave-camp-value = 6", "2s/move"),
    ("halma", "Size = 4 * 4\nBeads-order = 1\nLeave-camp-value = 1", "none"),
    ("halma", "Size = 6 * 6\nPlayer_num = 4\nBeads-order = 1 2\nLeave-camp-value = 12", "60s"),
    ("backgammon", "", "30s"),
    ("backgammon", "length = 3", "90s+1s"),
    ("backgammon", "length = 9\ncrawford = no", "none"),
];

fn any_action(table: &Table, random: &mut Random) -> SeatAction {
    match random.below(24) {
        0 => SeatAction::Offer(Offer::Draw),
        1 | 2 => SeatAction::Offer(Offer::Claim),
        3 if random.below(3) == 0 => SeatAction::Offer(Offer::Concession(random.below(3) as u8)),
        3 => SeatAction::Offer(Offer::Takeback),
        4 | 5 => SeatAction::Answer(true),
        6 => SeatAction::Answer(false),
        7 if random.below(12) == 0 => SeatAction::Resign,
        8 if random.below(30) == 0 => SeatAction::Leave,
        8 if random.below(30) == 0 => SeatAction::ClaimAbsence {
            absent: Seat::new(random.below(u32::from(table.game().seats())) as u8),
            claim: if random.below(2) == 0 { AbsenceClaim::Win } else { AbsenceClaim::Draw },
        },
        9 => SeatAction::ClientSeed("word".to_owned()),
        10 => SeatAction::Move("nonsense".to_owned()),
        11 => SeatAction::ClaimWith(table.board().random_move(random).unwrap_or_default()),
        _ => SeatAction::Move(table.board().random_move(random).unwrap_or_default()),
    }
}

/// A table after some hundred random actions.
fn hammered(game: &str, settings: &str, clock: &str, seed: u64) -> Table {
    let game = catalog::open(game, settings).unwrap();
    let seats = game.seats();
    let names = Seat::all(seats).map(|seat| format!("player {seat}")).collect();
    let dice = DiceSource::Committed(Secret::from_seed(seed));
    let mut table = Table::open(game, names, clock.parse().unwrap(), "start", dice).unwrap();
    let mut random = Random::new(seed);
    let mut now = 0;
    for step in 0..300 {
        now += u64::from(random.below(700));
        let before = table.events().len();
        let reply: ActionReply = if step == 3 {
            table.begin(Millis(now))
        } else if random.below(60) == 0 {
            now += 100_000;
            table.resume(Millis(now))
        } else if random.below(20) == 0 {
            table.tick(Millis(now))
        } else {
            // Mostly the seat to move, sometimes any seat.
            let any_seat = Seat::new(random.below(seats.into()) as u8);
            let asked =
                Seat::all(seats).find(|&seat| table.awaits_answer(seat)).filter(|_| random.below(3) == 0);
            let mover = table.turn().filter(|_| random.below(4) > 0);
            let seat = asked.or(mover).unwrap_or(any_seat);
            let action = match asked {
                Some(_) => SeatAction::Answer(random.below(3) > 0),
                None => any_action(&table, &mut random),
            };
            let is_stale = random.below(15) == 0;
            let seen = if is_stale { table.latest().saturating_sub(2) } else { table.latest() };
            let lag = Millis(u64::from(random.below(1_500)));
            table.act_with_lag(seat, seen, action, lag, Millis(now))
        };
        assert_eq!(reply.events, table.events()[before..]);
        if reply.error.is_some() {
            let lost_time = |event: &table::TableEvent| {
                !matches!(event.kind, EventKind::Moved { .. } | EventKind::Offered { .. })
            };
            assert!(reply.events.iter().all(lost_time), "rejected, but applied: {reply:?}");
        }
        assert!(table.outcome().is_some() || table.turn().is_some() || step < 3);
    }
    table
}

#[test]
fn truncated_records_verify() {
    let mut seen = std::collections::BTreeMap::new();
    for (game, settings, clock) in TABLES {
        for seed in 0..40 {
            let table = hammered(game, settings, clock, seed);
            for event in table.events() {
                let name = format!("{:?}", event.kind);
                *seen.entry(name.split([' ', '(']).next().unwrap_or_default().to_owned()).or_insert(0) += 1;
            }
            let text = record::write(table.events());
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            let head = lines.iter().position(|line| line.starts_with(|c: char| c.is_ascii_digit()));
            let head = head.unwrap_or(lines.len());
            for end in (head..=lines.len()).filter(|end| end % 7 == seed as usize % 7 || *end == lines.len())
            {
                let part = lines[..end].concat();
                let verdict = verify(&part, catalog::open_rules);
                // Only a record that ends between the outcome and the secret is incomplete.
                let is_torn = lines.get(end).is_some_and(|line| line.contains(" revealed "));
                assert_eq!(
                    verdict.is_ok(),
                    !is_torn,
                    "{game} {settings:?} seed {seed} to line {end}: {verdict:?}\n{part}"
                );
            }
        }
    }
    println!("{seen:?}");
    for kind in [
        "ClientSeed",
        "Rolled",
        "Moved",
        "Offered",
        "Answered",
        "Lapsed",
        "Retired",
        "TookBack",
        "Conceded",
        "Resumed",
        "Ended",
    ] {
        assert!(seen.get(kind).is_some_and(|&times| times > 2), "{kind} did not come up: {seen:?}");
    }
}
