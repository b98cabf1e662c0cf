//! Clocks that give back the lag of a connection, and the records of such games.

use games::catalog;
use rules::Seat;
use table::verify::verify;
use table::{DiceSource, EventKind, Millis, SeatAction, Secret, Table, record};

const ONE: Seat = Seat::FIRST;
const TWO: Seat = Seat::SECOND;

fn table(clock: &str) -> Table {
    let game = catalog::open("othello", "").unwrap();
    let names = vec!["one".to_owned(), "two".to_owned()];
    let dice = DiceSource::Committed(Secret::from_seed(1));
    let mut table = Table::open(game, names, clock.parse().unwrap(), "start", dice).unwrap();
    table.begin(Millis(0));
    table
}

/// Plays a move and returns the lag that its event has.
fn play(table: &mut Table, seat: Seat, text: &str, lag: u64, at: u64) -> Option<u64> {
    let action = SeatAction::Move(text.to_owned());
    let reply = table.act_with_lag(seat, table.latest(), action, Millis(lag), Millis(at));
    reply.events.iter().find_map(|event| match &event.kind {
        EventKind::Moved { lag, .. } => Some(lag.0),
        _ => None,
    })
}

fn left(table: &Table, seat: Seat, at: u64) -> u64 {
    table.clocks().left(seat, Millis(at)).unwrap().0
}

#[test]
fn lag_is_given_back_within_the_allowance() {
    let mut table = table("1m");
    assert_eq!(table.clocks().lag_allowance(ONE), Millis(800));
    assert_eq!(play(&mut table, ONE, "f5", 40, 5_000), Some(40));
    assert_eq!(left(&table, ONE, 5_000), 55_040);
    // Nobody gets more back than the allowance, nor more than has passed.
    assert_eq!(play(&mut table, TWO, "d6", 30_000, 25_000), Some(800));
    assert_eq!(left(&table, TWO, 25_000), 40_800);
    assert_eq!(play(&mut table, ONE, "c3", 300, 25_010), Some(10));
    assert_eq!(left(&table, ONE, 25_010), 55_040);
    let text = record::write(table.events());
    assert!(text.contains(" moved 1 +40 f5"), "{text}");
    verify(&text, catalog::open_rules).unwrap();
}

#[test]
fn a_move_that_was_sent_in_time_is_in_time() {
    for (lag, at, is_in_time) in
        [(40, 60_030, true), (40, 60_040, false), (5_000, 60_799, true), (5_000, 60_800, false)]
    {
        let mut table = table("1m");
        assert_eq!(play(&mut table, ONE, "f5", lag, at).is_some(), is_in_time, "lag {lag} at {at}");
        assert_eq!(table.outcome().is_none(), is_in_time);
        verify(&record::write(table.events()), catalog::open_rules).unwrap();
    }
}

#[test]
fn rejected_moves_and_games_without_a_clock_get_nothing_back() {
    let mut table = table("1m");
    assert_eq!(play(&mut table, ONE, "a1", 500, 10_000), None);
    assert_eq!(left(&table, ONE, 10_000), 50_000);
    assert_eq!(table.clocks().lag_allowance(ONE), Millis(800));
    let mut table = self::table("none");
    assert_eq!(play(&mut table, ONE, "f5", 500, 10_000), Some(0));
}

#[test]
fn a_record_with_too_much_lag_does_not_verify() {
    let mut table = table("1m");
    play(&mut table, ONE, "f5", 40, 5_000);
    let mut events = table.events().to_vec();
    for (claimed, is_valid) in [(800, true), (801, false), (60_000, false)] {
        for event in &mut events {
            if let EventKind::Moved { lag, .. } = &mut event.kind {
                *lag = Millis(claimed);
            }
        }
        let verdict = verify(&record::write(&events), catalog::open_rules);
        assert_eq!(verdict.is_ok(), is_valid, "{claimed}");
        if let Err(error) = verdict {
            assert!(error.to_string().contains("exceeds the allowance of seat 1: expected 800"), "{error}");
        }
    }
}

#[test]
fn a_takeback_restores_the_allowance() {
    let mut table = table("1m");
    play(&mut table, ONE, "f5", 700, 5_000);
    assert_eq!(table.clocks().lag_allowance(ONE), Millis(500));
    let seen = table.latest();
    table.act(ONE, seen, SeatAction::Offer(table::Offer::Takeback), Millis(6_000));
    table.act(TWO, seen + 1, SeatAction::Answer(true), Millis(6_000));
    assert_eq!(table.clocks().lag_allowance(ONE), Millis(800));
    assert_eq!(left(&table, ONE, 6_000), 60_000);
}
