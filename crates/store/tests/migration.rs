//! Data of earlier versions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::PathBuf;

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use store::statistics::Totals;
use store::{HistoryFilter, ResultKind, Store, secrets};

const GAME: &str = include_str!("../../../golden/records/othello.record");

fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("takhteh-store-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("takhteh.db")
}

/// A database of the version before accounts: its guests keep their names, cookies and games, and its finished games get
/// results.
#[tokio::test]
async fn guests_of_the_second_version_are_users() {
    let file = file("version-2");
    let token = "ab".repeat(32);
    let guest = secrets::fingerprint(&token);
    {
        let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
        let migrations = [
            (1, "tables", include_str!("../migrations/0001_tables.sql")),
            (2, "hidden", include_str!("../migrations/0002_hidden.sql")),
        ];
        let migrations = migrations.map(|(version, name, sql)| {
            use sqlx::SqlSafeStr;
            use sqlx::migrate::{Migration, MigrationType};
            Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
        });
        let migrator = sqlx::migrate::Migrator::with_migrations(migrations.to_vec());
        migrator.run_direct(None, &mut connection, false).await.unwrap();
        let mut run = async |sql: &'static str, values: &[&str]| {
            let mut query = sqlx::query(sql);
            for value in values {
                query = query.bind((*value).to_owned());
            }
            query.execute(&mut connection).await.unwrap();
        };
        run("INSERT INTO guests (id, name, created) VALUES ($1, 'Laleh', 1000)", &[&guest]).await;
        let rules: String = GAME
            .lines()
            .filter_map(|line| line.strip_prefix("rules "))
            .map(|line| line.split("  ").next().unwrap())
            .collect();
        run(
            "INSERT INTO tables VALUES ('game', $1, 'none', 'start', '', $2, 1, 'over', 5000, NULL)",
            &[&rules, &guest],
        )
        .await;
        run("INSERT INTO seats VALUES ('game', 1, $1, NULL, 'Laleh')", &[&guest]).await;
        // A guest who only sat down was not stored.
        run("INSERT INTO seats VALUES ('game', 2, 'other-guest', NULL, 'Omid')", &[]).await;
        run("INSERT INTO events VALUES ('game', 0, $1)", &[GAME]).await;
        run("INSERT INTO hidden VALUES ('other-guest', 'game')", &[]).await;
        connection.close().await.unwrap();
    }
    let store = Store::open(&file).await.unwrap();
    let session = store.session(&token, 2000).await.unwrap().unwrap();
    assert_eq!((session.user.name.as_str(), session.user.is_registered), ("Laleh", false));
    assert_eq!(store.user("other-guest").await.unwrap().unwrap().name, "Omid");
    let of = |viewer: &str| HistoryFilter {
        viewer: Some(viewer.to_owned()),
        user: Some(viewer.to_owned()),
        limit: 10,
        ..HistoryFilter::default()
    };
    let games = store.finished_games(&of(&guest)).await.unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].row.game(), "othello");
    assert!(games[0].moves > 50 && games[0].finished > 5000);
    let results: Vec<ResultKind> = games[0].results.iter().map(|seat| seat.result).collect();
    assert!(
        [[ResultKind::Win, ResultKind::Loss], [ResultKind::Loss, ResultKind::Win]]
            .contains(&[results[0], results[1]])
    );
    assert!(store.finished_games(&of("other-guest")).await.unwrap().is_empty(), "hidden by this guest");
    let totals = store.user_totals(&guest).await.unwrap();
    assert_eq!(totals[0].0, "othello");
    assert_eq!(totals[0].1.games(), 1);
    // Guests are in no statistics of accounts.
    let statistics = store.statistics(None).await.unwrap();
    assert_eq!((statistics.games, statistics.totals), (0, Totals::default()));
    store.close().await;
    // Opening it once more changes nothing.
    let store = Store::open(&file).await.unwrap();
    assert_eq!(store.finished_games(&of(&guest)).await.unwrap(), games);
}
