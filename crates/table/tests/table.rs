//! Actions at a table: turns, offers, claims, clocks, takebacks.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use games::catalog;
use rules::Seat;
use table::{ActionError, ActionReply, DiceSource, EventKind, Millis, Offer, SeatAction, Secret, Table};

const ONE: Seat = Seat::FIRST;
const TWO: Seat = Seat::SECOND;

fn table(game: &str, settings: &str, clock: &str, position: &str) -> Table {
    let game = catalog::open(game, settings).unwrap();
    let names = Seat::all(game.seats()).map(|seat| format!("player {seat}")).collect();
    let dice = DiceSource::Committed(Secret::from_seed(1));
    let mut table = Table::open(game, names, clock.parse().unwrap(), position, dice).unwrap();
    table.begin(Millis(0));
    table
}

fn act(table: &mut Table, seat: Seat, action: SeatAction, at: u64) -> ActionReply {
    table.act(seat, table.latest(), action, Millis(at))
}

fn mv(table: &mut Table, seat: Seat, text: &str, at: u64) {
    let reply = act(table, seat, SeatAction::Move(text.to_owned()), at);
    assert_eq!(reply.error, None, "{text}");
}

fn rejected(table: &mut Table, seat: Seat, action: SeatAction, at: u64) -> ActionError {
    let reply = act(table, seat, action, at);
    assert!(reply.events.is_empty(), "nothing happens: {:?}", reply.events);
    reply.error.expect("an error")
}

fn text(action: &str) -> SeatAction {
    SeatAction::Move(action.to_owned())
}

#[test]
fn players_move_in_turn() {
    let mut table = table("othello", "", "none", "start");
    assert_eq!(table.turn(), Some(ONE));
    let error = rejected(&mut table, TWO, text("d6"), 1);
    assert_eq!(error.to_string(), "it is not your turn: Black is to move");
    assert!(rejected(&mut table, ONE, text("a1"), 1).to_string().contains("turns no disc over"));
    mv(&mut table, ONE, "F5", 2);
    assert_eq!(table.moves().map(|(_, played)| played.text.as_str()).collect::<Vec<_>>(), ["f5"]);
    assert_eq!(table.turn(), Some(TWO));
    assert_eq!(rejected(&mut table, Seat::new(2), text("d6"), 3), ActionError::NotPlaying);
}

#[test]
fn an_answer_to_an_older_position_is_stale() {
    let mut table = table("othello", "", "none", "start");
    let seen = table.events().last().unwrap().number;
    mv(&mut table, ONE, "f5", 1);
    // White answers, but had only seen the start: after a takeback the same ply number would look valid.
    let reply = table.act(TWO, seen, text("f6"), Millis(2));
    assert_eq!(reply.error, Some(ActionError::Stale));
    let seen = table.events().last().unwrap().number;
    assert_eq!(table.act(TWO, seen, text("f6"), Millis(2)).error, None);
    // An offer does not change the board: a move made at the same time still counts.
    let seen = table.events().last().unwrap().number;
    act(&mut table, TWO, SeatAction::Offer(Offer::Draw), 3);
    assert_eq!(table.act(ONE, seen, text("e6"), Millis(4)).error, None);
}

#[test]
fn no_move_before_the_start_or_after_the_end() {
    let game = catalog::open("othello", "").unwrap();
    let names = vec!["a".to_owned(), "b".to_owned()];
    let dice = DiceSource::Committed(Secret::from_seed(1));
    let mut table = Table::open(game, names, "none".parse().unwrap(), "start", dice).unwrap();
    assert_eq!(rejected(&mut table, ONE, text("f5"), 0), ActionError::NotBegun);
    assert!(rejected(&mut table, ONE, SeatAction::ClientSeed("x".into()), 0).to_string().contains("no dice"));
    table.begin(Millis(5));
    assert_eq!(table.begin(Millis(6)).error, Some(ActionError::Begun));
    act(&mut table, ONE, SeatAction::Resign, 7);
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.rule()), (Some(TWO), "resignation"));
    assert_eq!(rejected(&mut table, TWO, text("f5"), 8), ActionError::Over);
    assert_eq!(table.resume(Millis(9)).error, Some(ActionError::Over));
    assert_eq!(table.turn(), None);
}

#[test]
fn a_table_is_not_opened_with_bad_names_or_positions() {
    let open = |names: &[&str], position: &str| {
        let game = catalog::open("othello", "").unwrap();
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Table::open(
            game,
            names,
            "none".parse().unwrap(),
            position,
            DiceSource::Committed(Secret::from_seed(1)),
        )
        .map(|_| ())
        .unwrap_err()
        .to_string()
    };
    assert!(open(&["a"], "start").contains("with 1 players: expected 2"));
    assert!(open(&["a", "b\nc"], "start").contains("without line breaks"));
    assert!(open(&["a", ""], "start").contains("1 to 64 plain characters"));
    assert!(open(&["a", "b"], "nonsense").contains("64 of X, O and -"));
}

#[test]
fn a_draw_needs_agreement() {
    let mut table = table("othello", "", "none", "start");
    act(&mut table, ONE, SeatAction::Offer(Offer::Draw), 1);
    assert_eq!(rejected(&mut table, ONE, SeatAction::Answer(true), 1), ActionError::NothingToAnswer);
    assert_eq!(rejected(&mut table, TWO, SeatAction::Offer(Offer::Draw), 1), ActionError::OfferWaiting);
    // An own offer stands while the mover moves; it lapses when the other moves instead of answering.
    mv(&mut table, ONE, "f5", 2);
    assert_eq!(table.offer(), Some((ONE, Offer::Draw)));
    mv(&mut table, TWO, "d6", 3);
    assert_eq!(table.offer(), None);
    act(&mut table, TWO, SeatAction::Offer(Offer::Draw), 4);
    act(&mut table, ONE, SeatAction::Answer(false), 5);
    assert_eq!((table.offer(), table.outcome()), (None, None));
    act(&mut table, ONE, SeatAction::Offer(Offer::Draw), 6);
    act(&mut table, TWO, SeatAction::Answer(true), 7);
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.rule()), (None, "agreement"));
}

#[test]
fn a_takeback_gives_board_and_clocks_back() {
    let mut table = table("othello", "", "60s+5s", "start");
    let start = table.board().position();
    assert_eq!(
        rejected(&mut table, ONE, SeatAction::Offer(Offer::Takeback), 0),
        ActionError::NothingToTakeBack
    );
    mv(&mut table, ONE, "f5", 10_000);
    mv(&mut table, TWO, "d6", 30_000);
    assert_eq!(table.clocks().left(ONE, Millis(30_000)), Some(Millis(55_000)));
    assert_eq!(table.clocks().left(TWO, Millis(30_000)), Some(Millis(45_000)));
    act(&mut table, ONE, SeatAction::Offer(Offer::Takeback), 40_000);
    let reply = act(&mut table, TWO, SeatAction::Answer(true), 41_000);
    assert_eq!(reply.events.last().unwrap().kind, EventKind::TookBack { moves: 2 });
    assert_eq!(table.board().position(), start);
    assert_eq!(table.clocks().left(ONE, Millis(41_000)), Some(Millis(60_000)));
    assert_eq!(table.clocks().left(TWO, Millis(41_000)), Some(Millis(60_000)));
    assert_eq!(table.clocks().deadline(), Some((ONE, Millis(101_000))));
    assert_eq!(table.moves().len(), 0);
    // Event numbers go on: they are never given twice.
    let numbers: Vec<u64> = table.events().iter().map(|event| event.number).collect();
    assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>());
}

#[test]
fn a_single_player_takes_back_at_once() {
    let mut table = table("queens", "", "none", "start");
    mv(&mut table, ONE, "a1", 1);
    let reply = act(&mut table, ONE, SeatAction::Offer(Offer::Takeback), 2);
    assert_eq!(reply.events.last().unwrap().kind, EventKind::TookBack { moves: 1 });
    assert_eq!(rejected(&mut table, ONE, SeatAction::Offer(Offer::Draw), 3), ActionError::NoDraw);
}

#[test]
fn time_runs_out() {
    for (clock, moves) in [("10s", 1), ("2s/move", 1), ("3s+2s", 2)] {
        let mut table = table("othello", "", clock, "start");
        mv(&mut table, ONE, "f5", 1_000);
        if moves == 2 {
            mv(&mut table, TWO, "d6", 2_000);
            assert_eq!(table.clocks().left(ONE, Millis(2_000)), Some(Millis(4_000)));
            mv(&mut table, ONE, "c3", 5_999);
        }
        let (seat, deadline) = table.clocks().deadline().unwrap();
        assert_eq!(seat, TWO);
        assert_eq!(table.tick(Millis(deadline.0 - 1)), ActionReply::default());
        // A move that comes too late is not played: the flag fall comes first.
        let reply = act(&mut table, TWO, text("d6"), deadline.0);
        assert!(matches!(reply.events[0].kind, EventKind::Retired { .. }), "{clock}: {:?}", reply.events);
        assert_eq!(reply.error, Some(ActionError::Over));
        let outcome = table.outcome().unwrap();
        assert_eq!((outcome.winner(), outcome.rule()), (Some(ONE), "time"));
    }
}

#[test]
fn a_stop_is_not_charged() {
    let mut table = table("othello", "", "10s", "start");
    mv(&mut table, ONE, "f5", 1_000);
    // The server was down in between.
    table.resume(Millis(900_000));
    assert_eq!(table.clocks().left(TWO, Millis(900_000)), Some(Millis(10_000)));
    assert_eq!(table.tick(Millis(909_999)), ActionReply::default());
    assert!(!table.tick(Millis(910_000)).events.is_empty());
}

#[test]
fn time_never_runs_backwards() {
    let mut table = table("othello", "", "10s", "start");
    mv(&mut table, ONE, "f5", 5_000);
    mv(&mut table, TWO, "d6", 100);
    assert_eq!(table.events().last().unwrap().at, Millis(5_000));
}

/// A Halma table in which two beads shuttle, so that positions repeat.
fn repeating(settings: &str, position: &str) -> Table {
    table("halma", settings, "none", position)
}

const SHUTTLE: &str = "Size = 6 * 6\nBeads-order = 1 2\nLeave-camp-value = 2";
const SHUTTLE_START: &str = "6/1ggg2/6/6/1bbb2/6 green 10 --";

/// "when the same position has occurred three times ..., a player may claim a draw with a message, about the position
/// on the board or together with the move that makes the third occurrence (he announces it); the opponent(s) accept or
/// refuse".
#[test]
fn a_repetition_is_claimed_and_accepted() {
    let mut table = repeating(SHUTTLE, SHUTTLE_START);
    assert_eq!(rejected(&mut table, ONE, SeatAction::Offer(Offer::Claim), 0), ActionError::NothingToClaim);
    for round in 0..2 {
        let at = round * 10;
        mv(&mut table, ONE, "b2-b3", at);
        mv(&mut table, TWO, "b5-b4", at + 1);
        mv(&mut table, ONE, "b3-b2", at + 2);
        if round == 0 {
            mv(&mut table, TWO, "b4-b5", at + 3);
            assert!(!table.can_claim(), "twice is not enough");
        }
    }
    // Together with the move that makes the third occurrence; a move that does not is refused and not played.
    let error = rejected(&mut table, TWO, SeatAction::ClaimWith("b4-c4".into()), 30);
    assert_eq!(error, ActionError::NothingToClaim);
    assert_eq!(table.turn(), Some(TWO));
    let reply = act(&mut table, TWO, SeatAction::ClaimWith("b4-b5".into()), 31);
    assert_eq!(reply.events.len(), 2, "the move and the claim");
    assert_eq!(table.outcome(), None, "it is never declared automatically");
    act(&mut table, ONE, SeatAction::Answer(true), 32);
    let outcome = table.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.rule()), (None, "repetition"));
}

/// "refused, it may be claimed again after another repetition."
#[test]
fn a_refused_claim_waits_for_another_repetition() {
    let mut table = repeating(SHUTTLE, SHUTTLE_START);
    let mut at = 0;
    let mut shuttle = |table: &mut Table, count: usize| {
        for step in 0..count {
            let (seat, text) =
                [(ONE, "b2-b3"), (TWO, "b5-b4"), (ONE, "b3-b2"), (TWO, "b4-b5")][(table.moves().len()) % 4];
            at += 1 + step as u64;
            mv(table, seat, text, at);
        }
    };
    shuttle(&mut table, 8);
    assert!(table.can_claim());
    act(&mut table, ONE, SeatAction::Offer(Offer::Claim), 1_000);
    act(&mut table, TWO, SeatAction::Answer(false), 1_001);
    assert_eq!(table.outcome(), None);
    assert_eq!(rejected(&mut table, ONE, SeatAction::Offer(Offer::Claim), 1_002), ActionError::ClaimDeclined);
    assert_eq!(rejected(&mut table, TWO, SeatAction::Offer(Offer::Claim), 1_002), ActionError::ClaimDeclined);
    mv(&mut table, ONE, "b2-b3", 1_003);
    // That made the other position stand for the third time: another repetition.
    assert!(table.can_claim());
    act(&mut table, TWO, SeatAction::Offer(Offer::Claim), 1_004);
    act(&mut table, ONE, SeatAction::Answer(true), 1_005);
    assert_eq!(table.outcome().unwrap().rule(), "repetition");
}

/// "(four players: all others must accept)".
#[test]
fn with_four_all_others_must_accept() {
    let settings = "Size = 6 * 6\nPlayer_num = 4\nBeads-order = 1 2\nLeave-camp-value = 100";
    let mut table = table("halma", settings, "none", "start");
    let [three, four] = [Seat::new(2), Seat::new(3)];
    act(&mut table, TWO, SeatAction::Offer(Offer::Draw), 1);
    act(&mut table, ONE, SeatAction::Answer(true), 2);
    act(&mut table, four, SeatAction::Answer(true), 3);
    assert_eq!(table.outcome(), None);
    // The one who has not answered leaves: then all who still play have agreed.
    act(&mut table, three, SeatAction::Resign, 4);
    let outcome = table.outcome().unwrap();
    assert_eq!(Seat::all(4).map(|seat| outcome.place(seat)).collect::<Vec<_>>(), [1, 1, 4, 1]);
    assert_eq!(outcome.rule(), "agreement");
}

/// A takeback does not bring back a player who has left.
#[test]
fn moves_before_a_retirement_are_permanent() {
    let settings = "Size = 6 * 6\nPlayer_num = 4\nBeads-order = 1 2\nLeave-camp-value = 100";
    let mut table = table("halma", settings, "none", "start");
    mv(&mut table, ONE, "b1-c1", 1);
    act(&mut table, Seat::new(2), SeatAction::Resign, 2);
    assert_eq!(
        rejected(&mut table, ONE, SeatAction::Offer(Offer::Takeback), 3),
        ActionError::NothingToTakeBack
    );
    assert_eq!(rejected(&mut table, Seat::new(2), SeatAction::Resign, 4), ActionError::NotPlaying);
    assert_eq!(table.turn(), Some(TWO));
}

/// A claim or a takeback is about the position it was made in: the claimant's own move ends it.
#[test]
fn a_move_of_the_claimant_withdraws_a_claim_and_a_takeback() {
    let mut table = table("othello", "", "none", "start");
    mv(&mut table, ONE, "f5", 1);
    mv(&mut table, TWO, "d6", 2);
    act(&mut table, ONE, SeatAction::Offer(Offer::Takeback), 3);
    let reply = act(&mut table, ONE, text("c3"), 4);
    assert_eq!(reply.events[1].kind, EventKind::Lapsed);
    assert_eq!(rejected(&mut table, TWO, SeatAction::Answer(true), 5), ActionError::NothingToAnswer);
    assert_eq!(table.moves().len(), 3);
}

/// An answer must have seen the offer it answers.
#[test]
fn an_answer_refers_to_the_offer_that_was_seen() {
    let settings = "Size = 6 * 6\nPlayer_num = 4\nBeads-order = 1 2\nLeave-camp-value = 100";
    let mut table = table("halma", settings, "none", "start");
    mv(&mut table, ONE, "b1-c1", 1);
    act(&mut table, ONE, SeatAction::Offer(Offer::Draw), 2);
    let seen = table.latest();
    act(&mut table, TWO, SeatAction::Answer(false), 3);
    act(&mut table, ONE, SeatAction::Offer(Offer::Takeback), 4);
    let late = table.act(Seat::new(2), seen, SeatAction::Answer(true), Millis(5));
    assert_eq!(late.error, Some(ActionError::Stale));
    let future = table.act(Seat::new(2), table.latest() + 1, SeatAction::Answer(true), Millis(5));
    assert_eq!(future.error, Some(ActionError::NotYet));
}

#[test]
fn an_offer_is_not_repeated_before_a_move() {
    let mut table = table("othello", "", "none", "start");
    act(&mut table, ONE, SeatAction::Offer(Offer::Draw), 1);
    act(&mut table, TWO, SeatAction::Answer(false), 2);
    assert_eq!(rejected(&mut table, ONE, SeatAction::Offer(Offer::Draw), 3), ActionError::OfferedAlready);
    mv(&mut table, ONE, "f5", 4);
    assert_eq!(act(&mut table, ONE, SeatAction::Offer(Offer::Draw), 5).error, None);
}

/// Each move of a puzzle is a turn; rolling the dice is a part of one.
#[test]
fn clocks_count_turns_not_actions() {
    let mut queens = table("queens", "", "5s/move", "start");
    mv(&mut queens, ONE, "a1", 4_000);
    assert_eq!(queens.clocks().deadline(), Some((ONE, Millis(9_000))));
    let mut backgammon = table("backgammon", "length = 3", "60s+5s", "start");
    let seat = backgammon.turn().unwrap();
    let first = backgammon.board().moves()[0].clone();
    mv(&mut backgammon, seat, &first, 1_000);
    assert_eq!(backgammon.clocks().left(seat, Millis(1_000)), Some(Millis(64_000)));
    mv(&mut backgammon, seat.other(), "roll", 3_000);
    assert_eq!(backgammon.clocks().left(seat.other(), Millis(3_000)), Some(Millis(58_000)));
    let play = backgammon.board().moves()[0].clone();
    mv(&mut backgammon, seat.other(), &play, 4_000);
    assert_eq!(backgammon.clocks().left(seat.other(), Millis(9_000)), Some(Millis(62_000)));
}

#[test]
fn a_client_seed_cannot_be_changed() {
    let game = catalog::open("backgammon", "").unwrap();
    let dice = DiceSource::Committed(Secret::from_seed(1));
    let mut table =
        Table::open(game, vec!["a".into(), "b".into()], "none".parse().unwrap(), "start", dice).unwrap();
    act(&mut table, ONE, SeatAction::ClientSeed("first".into()), 0);
    assert!(
        rejected(&mut table, ONE, SeatAction::ClientSeed("second".into()), 0)
            .to_string()
            .contains("cannot be changed")
    );
    assert!(
        rejected(&mut table, TWO, SeatAction::ClientSeed("a\u{202e}b".into()), 0)
            .to_string()
            .contains("plain characters")
    );
}

/// In a match a seat may offer a smaller loss; the opponent may decline, and the match goes on.
#[test]
fn a_concession_needs_the_consent_of_the_opponent() {
    let mut table = table("backgammon", "length = 5", "60s", "start");
    let seat = table.turn().unwrap();
    assert_eq!(table.board().concessions(seat), ["single game", "gammon"]);
    assert_eq!(
        rejected(&mut table, seat, SeatAction::Offer(Offer::Concession(2)), 1),
        ActionError::NoConcession
    );
    act(&mut table, seat, SeatAction::Offer(Offer::Concession(0)), 2);
    act(&mut table, seat.other(), SeatAction::Answer(false), 3);
    act(&mut table, seat, SeatAction::Offer(Offer::Concession(1)), 4);
    let reply = act(&mut table, seat.other(), SeatAction::Answer(true), 5);
    assert_eq!(reply.events[1].kind, EventKind::Conceded { seat, concession: 1 });
    assert_eq!(table.outcome(), None, "the match goes on");
    let score: Vec<&str> = table.board().position().leak().split(':').collect();
    assert_eq!(score[5 + seat.other().index()], "2");
}

#[test]
fn a_typed_move_needs_no_text() {
    let mut table = table("othello", "", "none", "start");
    let mv = table.board().read_move("F5").unwrap();
    assert_eq!(mv, table.board().read_move("f5").unwrap());
    let reply = act(&mut table, ONE, SeatAction::Play(mv.clone()), 1);
    assert_eq!(reply.events[0].kind, EventKind::Moved { seat: ONE, text: "f5".to_owned(), lag: Millis(0) });
    assert!(
        matches!(rejected(&mut table, TWO, SeatAction::Play(mv), 2), ActionError::Move(_)),
        "it is not legal now"
    );
    let foreign = catalog::open("chess", "").unwrap().start().read_move("e2e4").unwrap();
    assert!(matches!(rejected(&mut table, TWO, SeatAction::Play(foreign), 3), ActionError::Move(_)));
}
