//! Claims against players who have left, and the records of such games.

use games::catalog;
use rules::Seat;
use table::verify::verify;
use table::{AbsenceClaim, ActionError, DiceSource, EventKind, Millis, SeatAction, Secret, Table, record};

const ONE: Seat = Seat::FIRST;
const TWO: Seat = Seat::SECOND;

fn table(game: &str, settings: &str) -> Table {
    let game = catalog::open(game, settings).unwrap();
    let names = Seat::all(game.seats()).map(|seat| format!("player {seat}")).collect();
    let dice = DiceSource::Committed(Secret::from_seed(1));
    Table::open(game, names, "5m".parse().unwrap(), "start", dice).unwrap()
}

fn claim(table: &mut Table, seat: Seat, absent: Seat, claim: AbsenceClaim) -> Option<ActionError> {
    let before = table.events().len();
    let action = SeatAction::ClaimAbsence { absent, claim };
    let reply = table.act(seat, table.latest(), action, Millis(40_000));
    assert_eq!(table.events()[before..], reply.events);
    assert_eq!(reply.error.is_some(), reply.events.is_empty());
    reply.error
}

fn verified(table: &Table) -> table::verify::VerifiedRecord {
    verify(&record::write(table.events()), catalog::open_rules).unwrap()
}

#[test]
fn the_player_who_stayed_wins_or_draws() {
    for (result, places) in [(AbsenceClaim::Win, [2, 1]), (AbsenceClaim::Draw, [1, 1])] {
        let mut table = table("othello", "");
        assert_eq!(claim(&mut table, TWO, ONE, result), Some(ActionError::NotBegun));
        table.begin(Millis(0));
        assert_eq!(claim(&mut table, TWO, TWO, result), Some(ActionError::NotAbsent), "one's own seat");
        assert_eq!(claim(&mut table, TWO, Seat::new(3), result), Some(ActionError::NotAbsent));
        assert_eq!(claim(&mut table, TWO, ONE, result), None);
        let outcome = table.outcome().unwrap();
        assert_eq!([outcome.place(ONE), outcome.place(TWO)], places);
        assert_eq!(outcome.rule(), "absence");
        assert_eq!(claim(&mut table, ONE, TWO, result), Some(ActionError::Over));
        assert_eq!(verified(&table).outcome, Some(outcome.into()));
    }
}

#[test]
fn a_game_without_draws_has_only_wins_to_claim() {
    let mut table = table("backgammon", "length = 5");
    table.begin(Millis(0));
    assert!(!table.can_claim_absence_draw());
    assert_eq!(claim(&mut table, ONE, TWO, AbsenceClaim::Draw), Some(ActionError::NoDraw));
    assert_eq!(claim(&mut table, ONE, TWO, AbsenceClaim::Win), None);
    assert_eq!(table.outcome().unwrap().winner(), Some(ONE), "the whole match");
    verified(&table);
}

#[test]
fn of_four_players_the_others_play_on() {
    let mut table = table("halma", "Size = 6 * 6\nPlayer_num = 4\nBeads-order = 1 2");
    table.begin(Millis(0));
    let first = table.turn().unwrap();
    let others: Vec<Seat> = Seat::all(4).filter(|&seat| seat != first).collect();
    assert_eq!(claim(&mut table, others[0], first, AbsenceClaim::Draw), Some(ActionError::NoDraw));
    assert_eq!(claim(&mut table, others[0], first, AbsenceClaim::Win), None);
    assert!(!table.board().is_active(first) && table.outcome().is_none());
    assert_ne!(table.turn(), Some(first));
    assert_eq!(claim(&mut table, others[0], first, AbsenceClaim::Win), Some(ActionError::NotAbsent), "twice");
    assert_eq!(claim(&mut table, others[0], others[1], AbsenceClaim::Win), None);
    assert_eq!(claim(&mut table, others[0], others[2], AbsenceClaim::Win), None);
    assert_eq!(table.outcome().unwrap().winner(), Some(others[0]));
    verified(&table);
}

#[test]
fn a_forged_claim_does_not_verify() {
    let mut table = table("othello", "");
    table.begin(Millis(0));
    claim(&mut table, TWO, ONE, AbsenceClaim::Win);
    let mut events = table.events().to_vec();
    let index =
        events.iter().position(|event| matches!(event.kind, EventKind::AbsenceClaimed { .. })).unwrap();
    events[index].kind = EventKind::AbsenceClaimed { seat: ONE, absent: TWO, claim: AbsenceClaim::Win };
    let error = verify(&record::write(&events), catalog::open_rules).unwrap_err().to_string();
    assert!(error.contains("does not follow from the events before"), "{error}");
}
