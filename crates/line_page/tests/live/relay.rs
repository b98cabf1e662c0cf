//! Page of a relay. The test plays both devices.

use std::time::Duration;

use games::othello::Move;
use line::{
    ColourOf, Device, DeviceId, DeviceOptions, DeviceProfile, EndReason, Endpoint, Event, GameResult, Quirks,
    Relay, RelayEffects, RelayOptions, Strictness,
};
use line_page::{LinePage, LineSource, PageInfo, PageRole};
use rules::Seat;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::client::{ANY_PORT, Client};

/// A relay between two devices that play the first legal move, and its page.
struct RelayTest {
    relay: Relay,
    devices: [Device; 2],
    page: LinePage,
    now: Duration,
}

fn options(a: Seat) -> RelayOptions {
    RelayOptions {
        strictness: Strictness::Strict,
        a,
        profiles: [DeviceProfile::default(); 2],
        seconds: 3,
        reply_timeout: Duration::from_secs(10),
    }
}

impl RelayTest {
    /// A has White, and moves first.
    async fn open() -> RelayTest {
        let device = || {
            Device::new(DeviceOptions {
                strictness: Strictness::Strict,
                first: Seat::SECOND,
                colour_of: ColourOf::Pc,
                seconds: 2,
                claim_cost: Default::default(),
                after_rejection: Default::default(),
                quirks: Quirks::default(),
                reply_timeout: Duration::from_secs(60),
            })
        };
        let relay = Relay::new(&options(Seat::SECOND));
        let addresses = vec!["left".to_owned(), "right".to_owned()];
        let info = PageInfo { addresses, role: PageRole::Relay, is_strict: true, engine: None };
        let page = LinePage::open(ANY_PORT, info, LineSource::Relay(&relay), |_| {}).await.unwrap();
        RelayTest { relay, devices: [device(), device()], page, now: Duration::ZERO }
    }

    fn begin(&mut self) {
        let effects = self.relay.start(self.now);
        self.carry_out(&effects);
    }

    /// Passes bytes between the relay and the devices until the lines are silent.
    fn carry_out(&mut self, effects: &RelayEffects) {
        self.now += Duration::from_millis(10);
        for event in &effects.events {
            self.page.add_event(self.now, event);
        }
        let mut answers = Vec::new();
        for end in DeviceId::BOTH {
            let bytes = &effects.bytes[end.index()];
            self.page.add_sent(end.index(), self.now, bytes);
            let said = self.devices[end.index()].on_bytes(bytes, self.now).bytes;
            if !said.is_empty() {
                answers.push((end, said));
            }
        }
        self.page.update(LineSource::Relay(&self.relay), self.now);
        for (end, said) in answers {
            self.device_sends(end, &said);
        }
    }

    fn device_sends(&mut self, end: DeviceId, bytes: &[u8]) {
        self.page.add_received(end.index(), self.now, bytes);
        let effects = self.relay.on_bytes(end, bytes, self.now);
        self.carry_out(&effects);
    }

    /// Plays the first legal move of the device to move; `false` if the game is over.
    fn play_one(&mut self) -> bool {
        let Some(end) = DeviceId::BOTH.into_iter().find(|end| self.devices[end.index()].awaits_move()) else {
            return false;
        };
        let device = &mut self.devices[end.index()];
        let mut moves = (0..64).map(Move::on).chain([Move::PASS]);
        let mv = moves.find(|&mv| device.game().is_legal(mv)).unwrap();
        let said = device.play(mv, self.now).unwrap().bytes;
        self.device_sends(end, &said);
        true
    }
}

/// Entries of a view: line, kind, text.
fn entries(view: &Value) -> Vec<(Option<u64>, &str, &str)> {
    view["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (entry["line"].as_u64(), entry["kind"].as_str().unwrap(), entry["text"].as_str().unwrap())
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn both_lines_and_one_board() {
    let mut game = RelayTest::open().await;
    let mut early = Client::of(&game.page).await;
    let first = early.view().await;
    assert_eq!(first["about"], json!({"role": "relay", "strict": true, "engine": null}));
    assert_eq!(first["layout"]["spots"].as_array().unwrap().len(), 64);
    let view = &first["view"];
    let line =
        |address: &str| json!({"address": address, "leds": [false, false, false], "disconnected": false});
    assert_eq!(view["lines"], json!([line("left"), line("right")]));
    assert_eq!((&view["state"], &view["turn"], &view["own"]), (&json!("opening"), &json!(null), &json!(2)));
    game.begin();
    // A is to move, by the clock of the relay.
    let view = early.view_where(|view| view["turn"] == 2).await;
    assert_eq!((&view["state"], &view["timers"][0]), (&json!("playing"), &json!(null)));
    assert_eq!(view["timers"][1]["kind"], "move");
    assert!(view["timers"][1]["left"].as_u64() <= Some(3000) && view["timers"][1]["left"].as_u64() > Some(0));
    assert!(game.play_one());
    let view = early.view_where(|view| view["discs"] == json!([1, 4])).await;
    assert_eq!(view["trail"], json!([20]), "e3");
    let view = if view["timers"][0]["kind"] == "move" {
        view
    } else {
        early.view_where(|view| view["timers"][0]["kind"] == "move").await
    };
    assert_eq!((&view["turn"], &view["timers"][1]), (&json!(1), &json!(null)), "now it is B's time");
    assert_eq!((&view["awaits_move"], &view["legal"]), (&json!(false), &json!([])));
    // A later client receives the whole traffic of both lines.
    let view = Client::of(&game.page).await.view().await;
    let entries = entries(&view);
    for expected in [
        (Some(0), "sent", "AT\r"),
        (Some(1), "sent", "AT\r"),
        (Some(0), "sent", "ST 4\r"),
        (Some(0), "sent", "SP B\r"),
        (Some(1), "sent", "SP W\r"),
        (None, "game", "a game begins: White moves first, device A plays White"),
        (Some(0), "received", "MM E3\r"),
        (None, "move", "White plays E3"),
        (Some(1), "sent", "MV E3\r"),
    ] {
        assert!(entries.contains(&expected), "{expected:?}: {entries:#?}");
    }
    assert!(entries.iter().all(|(_, what, _)| *what != "note"), "{entries:#?}");
}

/// The result of a game and the board that it belongs to reach clients together.
#[tokio::test(flavor = "multi_thread")]
async fn a_view_has_its_events_only_with_the_board_after_them() {
    let mut game = RelayTest::open().await;
    game.begin();
    let mut client = Client::of(&game.page).await;
    client.view().await;
    let end = GameResult { winner: None, discs: [32, 32], reason: EndReason::PlayedOut };
    game.page.add_event(game.now, &Event::Ended(end));
    let early = Client::of(&game.page).await.view().await;
    assert_eq!((&early["view"]["state"], &early["view"]["turn"]), (&json!("playing"), &json!(2)));
    game.page.update(LineSource::Relay(&game.relay), game.now);
    client.view_where(|view| view["state"] == "over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_one_after_the_other() {
    let mut game = RelayTest::open().await;
    let mut client = Client::of(&game.page).await;
    client.view().await;
    game.begin();
    while game.play_one() {}
    let view = client.view_where(|view| view["state"] == "over").await;
    let result = &view["result"];
    assert_eq!(
        (&result["why"], &result["void"], &view["turn"]),
        (&json!("played out"), &json!(false), &json!(null))
    );
    let discs = result["discs"].as_array().unwrap();
    assert_eq!(view["discs"], result["discs"]);
    let winner = result["winner"].as_u64().unwrap();
    assert!(discs[winner as usize - 1].as_u64() > discs[2 - winner as usize].as_u64());
    // LED 1 of the winner and LED 2 of the loser are on.
    let view = Client::of(&game.page).await.view().await;
    let a_wins = winner == 2;
    let leds = |wins: bool| if wins { json!([true, false, false]) } else { json!([false, true, false]) };
    let lines = &view["view"]["lines"];
    assert_eq!((&lines[0]["leds"], &lines[1]["leds"]), (&leds(a_wins), &leds(!a_wins)));
    let lit = |name: &str, wins: bool| format!("device {name}: LED {} on", if wins { 1 } else { 2 });
    let entries = entries(&view);
    assert!(entries.contains(&(Some(0), "leds", lit("A", a_wins).as_str())), "{entries:#?}");
    assert!(entries.contains(&(Some(1), "leds", lit("B", !a_wins).as_str())), "{entries:#?}");
    let score = json!({"own": u8::from(a_wins), "other": u8::from(!a_wins), "ties": 0});
    assert_eq!(view["view"]["score"], score);
    // The colours are changed: A has Black, and the same moves win for the same colour.
    game.relay = Relay::new(&options(Seat::FIRST));
    game.page.update(LineSource::Relay(&game.relay), game.now);
    let waiting = Client::of(&game.page).await.view().await;
    assert_eq!(waiting["view"]["own"], 2, "the last game is shown until the next one starts");
    game.begin();
    let view = client.view_where(|view| view["state"] == "playing").await;
    assert_eq!((&view["own"], &view["score"], &view["result"]), (&json!(1), &score, &json!(null)));
    while game.play_one() {}
    let view = client.view_where(|view| view["state"] == "over").await;
    assert_eq!(view["result"]["winner"].as_u64(), Some(winner));
    assert_eq!(view["score"], json!({"own": 1, "other": 1, "ties": 0}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_device_loses_and_a_lost_line_is_seen() {
    let mut game = RelayTest::open().await;
    game.begin();
    game.play_one();
    game.now += Duration::from_secs(3);
    let effects = game.relay.on_timer(game.now);
    game.carry_out(&effects);
    let mut client = Client::of(&game.page).await;
    let view = client.view().await;
    let result = json!({"winner": 2, "void": false, "why": "late", "by": 1, "discs": [1, 4]});
    assert_eq!((&view["view"]["state"], &view["view"]["result"]), (&json!("over"), &result));
    game.page.add_event(
        game.now,
        &Event::OnDevice(DeviceId::B, Box::new(Event::Note("the line is gone".to_owned()))),
    );
    game.page.set_disconnected(1);
    let view = client.view_where(|view| view["lines"][1]["disconnected"] == true).await;
    assert_eq!((&view["state"], &view["lines"][0]["disconnected"]), (&json!("over"), &json!(false)));
    game.page.set_disconnected(0);
    client.view_where(|view| view["state"] == "disconnected").await;
    let view = Client::of(&game.page).await.view().await;
    assert!(entries(&view).contains(&(Some(1), "note", "device B: the line is gone")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_of_a_relay_is_read_only() {
    let game = RelayTest::open().await;
    let mut client = Client::of(&game.page).await;
    for request in [
        r#"{"kind": "play", "id": 1, "prompt": 0, "move": "e3"}"#,
        r#"{"kind": "resign", "id": 2}"#,
        r#"{"kind": "stop", "id": 3}"#,
        r#"{"kind": "new_game", "id": 4}"#,
    ] {
        client
            .expect_error(
                Message::text(request),
                403,
                &["this page is read-only", "two devices play each other"],
            )
            .await;
    }
}
