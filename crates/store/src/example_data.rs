//! A small set of players and finished games whose statistics were computed by hand.
//!
//! Tests of the server and of the terminal share it. Each game decides the best and the weakest player by another rule: chess
//! by wins and losses, Othello by draws, Halma by the third criterion, backgammon not at all.

use table::{EventKind, FinalOutcome, Millis, TableEvent};

use crate::accounts::{AccountError, Accounts};
use crate::database::{Store, StoreError};
use crate::results::GameResult;
use crate::rows::{Home, SeatHolder, TableRow, TableState};
use crate::writer::WriteOp;

/// Accounts. The last one has no finished game.
pub const PLAYERS: [&str; 5] = ["Anahita", "Babak", "Cyrus", "Darya", "Ehsan"];
/// Password of every account.
pub const PASSWORD: &str = "example password";

/// Time of the first game: 1 January 2026.
const START: i64 = 1_767_225_600_000;
const DAY: i64 = 24 * 3600 * 1000;
const GUEST: &str = "Guest 1234";

/// Statistics of one game, or of all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    /// Name of the game; `None` for all games.
    pub game: Option<&'static str>,
    /// Number of games in which an account played.
    pub games: u32,
    /// Wins, draws and losses of all accounts.
    pub totals: [u32; 3],
    /// The best players.
    pub best: &'static [&'static str],
    /// The weakest players.
    pub weakest: &'static [&'static str],
}

/// Statistics of [`store`]'s games.
pub const EXPECTED: [Expected; 7] = [
    expected(None, 17, [10, 4, 14], &["Anahita"], &["Babak"]),
    // Anahita 2-0-0, Babak 1-1-1, Cyrus 0-1-2: most wins, most losses.
    expected(Some("chess"), 4, [3, 2, 3], &["Anahita"], &["Cyrus"]),
    // Anahita 1-1-1, Babak 1-0-1: more draws, fewer draws.
    expected(Some("othello"), 3, [2, 1, 2], &["Anahita"], &["Babak"]),
    // Anahita 1-0-1, Babak 1-0-2, Cyrus 1-0-2, Darya 0-0-2: fewest losses, fewest wins.
    expected(Some("halma"), 5, [3, 0, 7], &["Anahita"], &["Darya"]),
    // Anahita 1-0-1, Babak 1-0-1: equal in everything.
    expected(Some("backgammon"), 4, [2, 0, 2], &["Anahita", "Babak"], &["Anahita", "Babak"]),
    // Only a guest has played.
    expected(Some("queens"), 0, [0, 0, 0], &[], &[]),
    // Cyrus 0-1-0, against another person at his screen.
    expected(Some("tictactoe"), 1, [0, 1, 0], &["Cyrus"], &["Cyrus"]),
];

/// Wins, draws and losses of Anahita by game, and in all.
pub const OWN: [(&str, [u32; 3]); 5] = [
    ("backgammon", [1, 0, 1]),
    ("chess", [2, 0, 0]),
    ("halma", [1, 0, 1]),
    ("othello", [1, 1, 1]),
    ("all", [5, 1, 3]),
];

const fn expected(
    game: Option<&'static str>,
    games: u32,
    totals: [u32; 3],
    best: &'static [&'static str],
    weakest: &'static [&'static str],
) -> Expected {
    Expected { game, games, totals, best, weakest }
}

/// Games as name, and holder and place of each seat. A holder is an account, `guest`, `engine`, or an account with `+` for
/// another person at its screen.
const GAMES: [(&str, &[(&str, u8)]); 18] = [
    ("chess", &[("Anahita", 1), ("Babak", 2)]),
    ("chess", &[("Cyrus", 2), ("Anahita", 1)]),
    ("chess", &[("Babak", 1), ("Cyrus", 2)]),
    ("chess", &[("Cyrus", 1), ("Babak", 1)]),
    ("othello", &[("Anahita", 1), ("Babak", 2)]),
    ("othello", &[("Anahita", 2), ("Babak", 1)]),
    ("othello", &[("Anahita", 1), ("engine", 1)]),
    ("halma", &[("Anahita", 1), ("Babak", 2), ("Cyrus", 3), ("engine", 4)]),
    ("halma", &[("Anahita", 2), ("Babak", 1), ("Anahita+", 3), ("Cyrus", 4)]),
    ("halma", &[("Cyrus", 1), ("Babak", 2), ("engine", 3), ("engine", 4)]),
    ("halma", &[("engine", 1), ("Darya", 2), ("engine", 3), ("guest", 4)]),
    ("halma", &[("guest", 1), ("Darya", 2), ("engine", 3), ("engine", 4)]),
    ("backgammon", &[("Anahita", 1), ("engine", 2)]),
    ("backgammon", &[("engine", 1), ("Anahita", 2)]),
    ("backgammon", &[("Babak", 1), ("engine", 2)]),
    ("backgammon", &[("engine", 1), ("Babak", 2)]),
    ("queens", &[("guest", 1)]),
    ("tictactoe", &[("Cyrus", 1), ("Cyrus+", 1)]),
];

/// Stores the accounts and their games, and an unfinished game that counts for nobody.
pub async fn store(store: &Store) -> Result<(), AccountError> {
    let accounts = Accounts::new(store.clone());
    let mut ids = Vec::new();
    for name in PLAYERS {
        ids.push((name, accounts.register(name, PASSWORD, None, "example", START).await?.user.id));
    }
    let guest = WriteOp::Guest {
        id: "exampleguest".to_owned(),
        name: GUEST.to_owned(),
        session: "exampleguest".to_owned(),
        label: "example".to_owned(),
        now: START,
    };
    store.write(vec![guest]).await?;
    let holder = |who: &str| -> SeatHolder {
        let id = |name: &str| ids.iter().find(|(other, _)| *other == name).map(|(_, id)| id.clone());
        let person = |user: Option<String>, name: &str, is_other| SeatHolder::Person {
            user: user.unwrap_or_default(),
            name: name.to_owned(),
            is_other,
        };
        match (who, who.strip_suffix('+')) {
            ("engine", _) => {
                SeatHolder::Engine { engine: "random".to_owned(), name: "Random computer".to_owned() }
            }
            ("guest", _) => person(Some("exampleguest".to_owned()), GUEST, false),
            (_, Some(owner)) => person(id(owner), "Friend", true),
            _ => person(id(who), who, false),
        }
    };
    for (index, (game, seats)) in (0_i64..).zip(GAMES) {
        let row = row(index, game, seats.iter().map(|(who, _)| holder(who)).collect(), TableState::Over);
        let places: Vec<u8> = seats.iter().map(|(_, place)| *place).collect();
        let points = places.iter().map(|&place| i16::from(place == 1)).collect();
        let outcome = FinalOutcome { places, points, rule: "agreement".to_owned() };
        let ended = TableEvent { number: 1, at: Millis(1), kind: EventKind::Ended(outcome) };
        let result = GameResult::new(&row, &[ended], START + index * DAY);
        let result = result.ok_or_else(|| StoreError::Failed("an example has no result".to_owned()))?;
        store.write(vec![WriteOp::Table(row), WriteOp::Finish(result)]).await?;
    }
    let unfinished = row(99, "chess", vec![holder("Anahita"), holder("Ehsan")], TableState::Waiting);
    Ok(store.write(vec![WriteOp::Table(unfinished)]).await?)
}

fn row(index: i64, game: &str, seats: Vec<SeatHolder>, state: TableState) -> TableRow {
    TableRow {
        id: format!("example{index:03}"),
        rules: format!("{game} 1\n"),
        clock: "none".to_owned(),
        position: "start".to_owned(),
        secret: "0".repeat(64),
        host: seats.iter().find_map(SeatHolder::user).unwrap_or_default().to_owned(),
        listed: true,
        is_rated: false,
        home: Home::Server,
        state,
        created: START + index * DAY,
        next: None,
        seats,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{PlayerTotals, Totals};

    #[tokio::test]
    async fn statistics_agree_with_those_computed_by_hand() {
        let folder = std::env::temp_dir().join(format!("takhteh-example-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let database = Store::open(&folder.join("example.db")).await.unwrap();
        store(&database).await.unwrap();
        let names = |players: Vec<&PlayerTotals>| -> Vec<String> {
            players.iter().map(|player| player.name.clone()).collect()
        };
        let counts = |totals: Totals| [totals.wins, totals.draws, totals.losses];
        for expected in EXPECTED {
            let found = database.statistics(expected.game).await.unwrap();
            assert_eq!(
                (found.games, counts(found.totals)),
                (expected.games, expected.totals),
                "{expected:?}"
            );
            assert_eq!(names(found.best()), expected.best, "{expected:?}");
            assert_eq!(names(found.weakest()), expected.weakest, "{expected:?}");
        }
        let user = database.account(PLAYERS[0]).await.unwrap().unwrap();
        let own = database.user_totals(&user.id).await.unwrap();
        let own: Vec<_> = own.iter().map(|(game, totals)| (game.as_str(), counts(*totals))).collect();
        assert_eq!(own, OWN[..4]);
        database.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
