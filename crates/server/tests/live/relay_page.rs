//! The page of a relay, as its visitors meet it. The two devices play in the test.

use std::time::Duration;

use games::othello::Move;
use line::{
    BeginsAt, ColourOf, Device, DeviceOptions, End, Event, Habits, Reading, Relay, RelayEffects,
    RelayOptions, Station,
};
use rules::Seat;
use serde_json::{Value, json};
use server::line_page::{About, LinePage, Part, Watched};
use tokio_tungstenite::tungstenite::Message;

use crate::line_page::{ANY_PORT, Visitor};

/// A relay between two devices that take the first move there is, and its page.
struct Match {
    relay: Relay,
    devices: [Device; 2],
    page: LinePage,
    now: Duration,
}

fn options(a: Seat) -> RelayOptions {
    RelayOptions {
        reading: Reading::Strict,
        first: Seat::SECOND,
        a,
        colour_of: [ColourOf::Pc; 2],
        seconds: 3,
        begins_at: BeginsAt::NewGame,
        patience: Duration::from_secs(10),
    }
}

impl Match {
    /// A has White, and moves first.
    async fn open() -> Match {
        let device = || {
            Device::new(DeviceOptions {
                reading: Reading::Strict,
                first: Seat::SECOND,
                colour_of: ColourOf::Pc,
                seconds: 2,
                accepted: Default::default(),
                rejected: Default::default(),
                habits: Habits::default(),
                patience: Duration::from_secs(60),
            })
        };
        let relay = Relay::new(&options(Seat::SECOND));
        let places = vec!["left".to_owned(), "right".to_owned()];
        let about = About { places, part: Part::Relay, is_strict: true, engine: None };
        let page = LinePage::open(ANY_PORT, about, Watched::Relay(&relay), |_| {}).await.unwrap();
        Match { relay, devices: [device(), device()], page, now: Duration::ZERO }
    }

    fn begin(&mut self) {
        let effects = self.relay.start(self.now);
        self.carry_out(effects);
    }

    /// What the relay does reaches the devices, and what they answer the relay, until nobody has anything to say.
    fn carry_out(&mut self, effects: RelayEffects) {
        self.now += Duration::from_millis(10);
        for event in &effects.events {
            self.page.happened(self.now, event);
        }
        let mut answers = Vec::new();
        for end in End::BOTH {
            let bytes = &effects.bytes[end.index()];
            self.page.said(end.index(), self.now, bytes);
            let said = self.devices[end.index()].hear(bytes, self.now).bytes;
            if !said.is_empty() {
                answers.push((end, said));
            }
        }
        self.page.look(Watched::Relay(&self.relay), self.now);
        for (end, said) in answers {
            self.device_says(end, &said);
        }
    }

    fn device_says(&mut self, end: End, bytes: &[u8]) {
        self.page.heard(end.index(), self.now, bytes);
        let effects = self.relay.hear(end, bytes, self.now);
        self.carry_out(effects);
    }

    /// Whichever device is to move takes the first move there is; whether one was.
    fn plays_on(&mut self) -> bool {
        let Some(end) = End::BOTH.into_iter().find(|end| self.devices[end.index()].is_to_choose()) else {
            return false;
        };
        let device = &mut self.devices[end.index()];
        let mut moves = (0..64).map(Move::on).chain([Move::PASS]);
        let mv = moves.find(|&mv| device.game().is_legal(mv)).unwrap();
        let said = device.choose(mv, self.now).unwrap().bytes;
        self.device_says(end, &said);
        true
    }
}

/// The entries of a view that were said on lines: line, direction, text.
fn said(view: &Value) -> Vec<(Option<u64>, &str, &str)> {
    view["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (entry["line"].as_u64(), entry["what"].as_str().unwrap(), entry["text"].as_str().unwrap())
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_lines_and_one_board() {
    let mut game = Match::open().await;
    let mut early = Visitor::of(&game.page).await;
    let first = early.view().await;
    assert_eq!(first["about"], json!({"part": "relay", "strict": true, "engine": null}));
    assert_eq!(first["ground"]["spots"].as_array().unwrap().len(), 64);
    let sight = &first["sight"];
    let line = |place: &str| json!({"place": place, "leds": [false, false, false], "gone": false});
    assert_eq!(sight["lines"], json!([line("left"), line("right")]));
    assert_eq!(
        (&sight["stage"], &sight["turn"], &sight["own"]),
        (&json!("opening"), &json!(null), &json!(2))
    );
    game.begin();
    // A is to move, by the clock of the relay.
    let sight = early.sight_where(|sight| sight["turn"] == 2).await;
    assert_eq!((&sight["stage"], &sight["times"][0]), (&json!("playing"), &json!(null)));
    assert_eq!(sight["times"][1]["for"], "move");
    assert!(sight["times"][1]["left"].as_u64() <= Some(3000) && sight["times"][1]["left"].as_u64() > Some(0));
    assert!(game.plays_on());
    let sight = early.sight_where(|sight| sight["discs"] == json!([1, 4])).await;
    assert_eq!(sight["trail"], json!([20]), "e3");
    let sight = if sight["times"][0]["for"] == "move" {
        sight
    } else {
        early.sight_where(|sight| sight["times"][0]["for"] == "move").await
    };
    assert_eq!((&sight["turn"], &sight["times"][1]), (&json!(1), &json!(null)), "now it is B's time");
    assert_eq!((&sight["awaited"], &sight["legal"]), (&json!(false), &json!([])));
    // Who comes later sees the same, and what was said on which line.
    let view = Visitor::of(&game.page).await.view().await;
    let told = said(&view);
    for expected in [
        (Some(0), "sent", "AT\r"),
        (Some(1), "sent", "AT\r"),
        (Some(0), "sent", "ST 4\r"),
        (Some(0), "sent", "SP B\r"),
        (Some(1), "sent", "SP W\r"),
        (None, "game", "a game begins: White moves first, device A has White"),
        (Some(0), "heard", "MM E3\r"),
        (None, "move", "White plays E3"),
        (Some(1), "sent", "MV E3\r"),
    ] {
        assert!(told.contains(&expected), "{expected:?}: {told:#?}");
    }
    assert!(told.iter().all(|(_, what, _)| *what != "note"), "{told:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn games_one_after_the_other() {
    let mut game = Match::open().await;
    let mut visitor = Visitor::of(&game.page).await;
    visitor.view().await;
    game.begin();
    while game.plays_on() {}
    let sight = visitor.sight_where(|sight| sight["stage"] == "over").await;
    let ended = &sight["ended"];
    assert_eq!(
        (&ended["why"], &ended["void"], &sight["turn"]),
        (&json!("played out"), &json!(false), &json!(null))
    );
    let discs = ended["discs"].as_array().unwrap();
    assert_eq!(sight["discs"], ended["discs"]);
    let winner = ended["winner"].as_u64().unwrap();
    assert!(discs[winner as usize - 1].as_u64() > discs[2 - winner as usize].as_u64());
    // Whoever has won shows it, and the other that it has lost; and both are told of.
    let view = Visitor::of(&game.page).await.view().await;
    let a_wins = winner == 2;
    let leds = |wins: bool| if wins { json!([true, false, false]) } else { json!([false, true, false]) };
    let lines = &view["sight"]["lines"];
    assert_eq!((&lines[0]["leds"], &lines[1]["leds"]), (&leds(a_wins), &leds(!a_wins)));
    let lit = |name: &str, wins: bool| format!("device {name}: LED {} on", if wins { 1 } else { 2 });
    let told = said(&view);
    assert!(told.contains(&(Some(0), "leds", lit("A", a_wins).as_str())), "{told:#?}");
    assert!(told.contains(&(Some(1), "leds", lit("B", !a_wins).as_str())), "{told:#?}");
    let tally = json!({"own": u8::from(a_wins), "other": u8::from(!a_wins), "ties": 0});
    assert_eq!(view["sight"]["tally"], tally);
    // The colours are changed: A has Black, and the same moves win for the same colour.
    game.relay = Relay::new(&options(Seat::FIRST));
    game.page.look(Watched::Relay(&game.relay), game.now);
    let waiting = Visitor::of(&game.page).await.view().await;
    assert_eq!(waiting["sight"]["own"], 2, "until then the last game is told as it was");
    game.begin();
    let sight = visitor.sight_where(|sight| sight["stage"] == "playing").await;
    assert_eq!((&sight["own"], &sight["tally"], &sight["ended"]), (&json!(1), &tally, &json!(null)));
    while game.plays_on() {}
    let sight = visitor.sight_where(|sight| sight["stage"] == "over").await;
    assert_eq!(sight["ended"]["winner"].as_u64(), Some(winner));
    assert_eq!(sight["tally"], json!({"own": 1, "other": 1, "ties": 0}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_device_loses_and_a_lost_line_is_seen() {
    let mut game = Match::open().await;
    game.begin();
    game.plays_on();
    game.now += Duration::from_secs(3);
    let effects = game.relay.wake(game.now);
    game.carry_out(effects);
    let mut visitor = Visitor::of(&game.page).await;
    let view = visitor.view().await;
    let ended = json!({"winner": 2, "void": false, "why": "late", "by": 1, "discs": [1, 4]});
    assert_eq!((&view["sight"]["stage"], &view["sight"]["ended"]), (&json!("over"), &ended));
    game.page.happened(game.now, &Event::At(End::B, Box::new(Event::Note("the line is gone".to_owned()))));
    game.page.line_is_gone(1);
    let sight = visitor.sight_where(|sight| sight["lines"][1]["gone"] == true).await;
    assert_eq!((&sight["stage"], &sight["lines"][0]["gone"]), (&json!("over"), &json!(false)));
    game.page.line_is_gone(0);
    visitor.sight_where(|sight| sight["stage"] == "gone").await;
    let view = Visitor::of(&game.page).await.view().await;
    assert!(said(&view).contains(&(Some(1), "note", "device B: the line is gone")));
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_order_anything() {
    let game = Match::open().await;
    let mut visitor = Visitor::of(&game.page).await;
    for order in [
        r#"{"kind": "play", "id": 1, "question": 0, "move": "e3"}"#,
        r#"{"kind": "resign", "id": 2}"#,
        r#"{"kind": "stop", "id": 3}"#,
        r#"{"kind": "again", "id": 4}"#,
    ] {
        visitor
            .is_refused(Message::text(order), 403, &["this page only watches", "two devices play each other"])
            .await;
    }
}
