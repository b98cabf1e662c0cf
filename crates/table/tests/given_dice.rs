//! Games whose rolls are given: real dice, a file, an imported match.
use games::catalog;
use rules::{Random, Seat};
use table::verify::verify;
use table::{DiceSource, EventKind, GIVEN_DICE, GivenRolls, Millis, Offer, SeatAction, Table, record};

fn table(settings: &str) -> Table {
    let game = catalog::open("backgammon", settings).unwrap();
    let names = vec!["White".to_owned(), "Black".to_owned()];
    let mut table =
        Table::open(game, names, "5m".parse().unwrap(), "start", DiceSource::Given(GivenRolls::default()))
            .unwrap();
    assert!(table.begin(Millis(0)).error.is_none());
    table
}

#[test]
fn a_game_waits_for_each_roll() {
    let mut table = table("");
    assert!(table.awaits_roll() && table.turn().is_none());
    for (roll, error) in [("33", "cannot read \"33\""), ("x", "cannot read \"x\"")] {
        let found = table.add_roll(roll, Millis(10)).error.unwrap().to_string();
        assert!(found.starts_with(error), "{found}");
    }
    assert!(table.add_roll("3-1", Millis(1000)).error.is_none());
    assert_eq!(table.turn(), Some(Seat::FIRST));
    assert_eq!(table.add_roll("31", Millis(1000)).error.unwrap().to_string(), "no roll is due");
    // White's clock runs from the roll to the move.
    let reply = table.act(Seat::FIRST, table.latest(), SeatAction::Move("8/5 6/5".to_owned()), Millis(3000));
    assert!(reply.error.is_none() && table.awaits_roll());
    let left = |table: &Table, seat| table.clocks().left(seat, Millis(60_000)).unwrap();
    assert_eq!((left(&table, Seat::FIRST), left(&table, Seat::SECOND)), (Millis(298_000), Millis(300_000)));
    // The same roll comes again after a takeback.
    table.act(Seat::FIRST, table.latest(), SeatAction::Offer(Offer::Takeback), Millis(60_000));
    table.act(Seat::SECOND, table.latest(), SeatAction::Answer(true), Millis(60_000));
    table.act(Seat::FIRST, table.latest(), SeatAction::Move("24/23 13/10".to_owned()), Millis(60_000));
    assert!(table.add_roll("66", Millis(60_000)).error.is_none());
    let text = record::write(table.events());
    assert!(text.contains(&format!("\ndice {GIVEN_DICE}  ~")), "{text}");
    let verified = verify(&text, catalog::open_rules).unwrap();
    assert!(!verified.dice_checked && verified.outcome.is_none());
    assert_eq!(verified.position, table.board().position());
}

#[test]
fn whole_games_are_verified_and_changes_are_found() {
    for settings in ["", "length = 3", "triple = no\nopening = white"] {
        let mut table = table(settings);
        let mut random = Random::new(7);
        let mut now = 0;
        while table.outcome().is_none() {
            now += 1;
            if table.awaits_roll() {
                let rolls = table.board().rolls();
                let (roll, _) = random.pick(&rolls).unwrap();
                assert!(table.add_roll(roll, Millis(now)).error.is_none());
            } else {
                let (seat, latest) = (table.turn().unwrap(), table.latest());
                let mv = table.board().random_move(&mut random).unwrap();
                assert!(table.act(seat, latest, SeatAction::Move(mv), Millis(now)).error.is_none());
            }
        }
        assert!(!table.events().iter().any(|event| matches!(event.kind, EventKind::Revealed { .. })));
        let text = record::write(table.events());
        let verified = verify(&text, catalog::open_rules).unwrap();
        assert!(verified.outcome.is_some() && !verified.dice_checked, "{settings}");
        let mut events = table.events().to_vec();
        let index = events.iter().rposition(|event| matches!(event.kind, EventKind::Rolled { .. })).unwrap();
        events[index].kind = EventKind::Rolled { roll: "77".to_owned() };
        let error = verify(&record::write(&events), catalog::open_rules).unwrap_err().to_string();
        assert!(error.contains("the roll 77 is impossible: cannot read \"77\""), "{error}");
    }
}
