//! The unfinished tables in the order in which the lobby lists them, the newest first.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use crate::room::{GameDetails, GameSummary};
use crate::wire;
use store::TableState;

/// Number of games on one page of a list.
pub(crate) const PAGE_SIZE: usize = 50;

/// Position of a table in the lists.
type Key = (Reverse<i64>, Arc<str>);
type Games = BTreeMap<Key, Arc<ListedGame>>;

/// A table of the listing. Every change makes a new value.
pub(crate) struct ListedGame {
    pub(crate) summary: GameSummary,
    /// JSON of the summary for users who do not play.
    public_json: OnceLock<String>,
}

impl ListedGame {
    pub(crate) fn new(summary: GameSummary) -> ListedGame {
        ListedGame { summary, public_json: OnceLock::new() }
    }

    /// Facts about the table.
    pub(crate) fn details(&self) -> &GameDetails {
        &self.summary.details
    }

    /// JSON of the summary for users who do not play; rendered once.
    pub(crate) fn public_json(&self) -> &str {
        self.public_json.get_or_init(|| wire::summary_json(&self.summary, None))
    }

    fn key(&self) -> Key {
        (Reverse(self.details().created), Arc::clone(&self.details().id))
    }
}

/// A list of all users.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PublicList {
    /// Listed tables with free seats.
    Open,
    /// Listed games that are being played.
    Live,
}

/// One page of a list.
pub(crate) struct ListPage {
    /// Number of the page, counted from 0.
    pub(crate) page: usize,
    /// Number of games on all pages.
    pub(crate) total: usize,
    pub(crate) games: Vec<Arc<ListedGame>>,
}

/// Unfinished tables.
#[derive(Default)]
pub(crate) struct Listing {
    games: HashMap<Arc<str>, Arc<ListedGame>>,
    open: Games,
    live: Games,
    by_user: HashMap<String, UserGames>,
    /// Number of the last change.
    changes: u64,
    /// Number of the last change of a public list.
    public_changes: u64,
}

/// Tables that a user has opened or plays.
#[derive(Default)]
struct UserGames {
    games: Games,
    /// Number of the last change.
    changes: u64,
}

impl Listing {
    /// Adds a table or replaces its summary; a finished table is removed. `false` if nothing has changed.
    pub(crate) fn publish(&mut self, mut summary: GameSummary) -> bool {
        let known = self.games.get(&summary.details.id).map(Arc::clone);
        if let Some(known) = &known {
            if known.details() == &*summary.details {
                if (known.summary.moves, known.summary.turn) == (summary.moves, summary.turn) {
                    return false;
                }
                summary.details = Arc::clone(&known.summary.details);
            }
        } else if !summary.details.is_unfinished() {
            return false;
        }
        self.changes += 1;
        let game = Arc::new(ListedGame::new(summary));
        if let Some(known) = known {
            let is_replaced =
                game.details().is_unfinished() && Arc::ptr_eq(&known.summary.details, &game.summary.details);
            if !is_replaced {
                self.remove(&known);
            }
        }
        if game.details().is_unfinished() {
            self.insert(&game);
        }
        true
    }

    fn insert(&mut self, game: &Arc<ListedGame>) {
        let key = game.key();
        self.games.insert(Arc::clone(&key.1), Arc::clone(game));
        if let Some(list) = self.public_list(game.details()) {
            list.insert(key.clone(), Arc::clone(game));
            self.public_changes = self.changes;
        }
        for user in concerned(game.details()) {
            let own = match self.by_user.get_mut(user) {
                Some(own) => own,
                None => self.by_user.entry(user.to_owned()).or_default(),
            };
            own.changes = self.changes;
            own.games.insert(key.clone(), Arc::clone(game));
        }
    }

    fn remove(&mut self, game: &ListedGame) {
        let key = game.key();
        self.games.remove(&key.1);
        if let Some(list) = self.public_list(game.details()) {
            list.remove(&key);
            self.public_changes = self.changes;
        }
        for user in concerned(game.details()) {
            let Some(own) = self.by_user.get_mut(user) else { continue };
            own.games.remove(&key);
            own.changes = self.changes;
            if own.games.is_empty() {
                self.by_user.remove(user);
            }
        }
    }

    fn public_list(&mut self, details: &GameDetails) -> Option<&mut Games> {
        match details.state {
            TableState::Waiting if details.is_listed => Some(&mut self.open),
            TableState::Live if details.is_listed => Some(&mut self.live),
            _ => None,
        }
    }

    /// Number of unfinished tables.
    pub(crate) fn len(&self) -> usize {
        self.games.len()
    }

    /// Number of tables that count towards the limit of a user.
    pub(crate) fn tables_of(&self, user: &str) -> usize {
        let own = self.by_user.get(user).into_iter().flat_map(|own| own.games.values());
        own.filter(|game| game.details().counts_for(user)).count()
    }

    /// Summaries of a user's tables, and of the newest `max_open` listed ones with free seats.
    pub(crate) fn summaries_for(&self, user: &str, max_open: usize) -> Vec<GameSummary> {
        let own = self.by_user.get(user).into_iter().flat_map(|own| own.games.values());
        let own = own.filter(|game| game.details().is_played_by(user));
        let open = self.open.values().filter(|game| !game.details().is_played_by(user)).take(max_open);
        own.chain(open).map(|game| game.summary.clone()).collect()
    }

    /// Summary of a table.
    pub(crate) fn summary(&self, id: &str) -> Option<GameSummary> {
        self.games.get(id).map(|game| game.summary.clone())
    }

    /// Number of the last change of a public list.
    pub(crate) fn public_changes(&self) -> u64 {
        self.public_changes
    }

    /// Number of the last change of a user's games; 0 if there are none.
    pub(crate) fn changes_of(&self, user: &str) -> u64 {
        self.by_user.get(user).map_or(0, |own| own.changes)
    }

    /// A page of a public list; beyond the end it is the last page.
    pub(crate) fn public_page(&self, list: PublicList, page: usize) -> ListPage {
        let games = match list {
            PublicList::Open => &self.open,
            PublicList::Live => &self.live,
        };
        page_of(games.values(), games.len(), page)
    }

    /// Number of a page of a public list; beyond the end it is that of the last page.
    pub(crate) fn public_page_number(&self, list: PublicList, page: usize) -> usize {
        let games = match list {
            PublicList::Open => &self.open,
            PublicList::Live => &self.live,
        };
        page.min(last_page(games.len()))
    }

    /// A page of the games in which a user takes part.
    pub(crate) fn own_page(&self, user: &str, page: usize) -> ListPage {
        let own = self.by_user.get(user).into_iter().flat_map(|own| own.games.values());
        let own = own.filter(|game| game.details().is_played_by(user));
        page_of(own.clone(), own.count(), page)
    }
}

/// Users whose own lists a table is in: its players and its host, each once.
fn concerned(details: &GameDetails) -> impl Iterator<Item = &str> {
    let is_new = |index: usize, user: &str| {
        user != details.host && !details.players().take(index).any(|other| other == user)
    };
    let players = details.players().enumerate().filter(move |(index, user)| is_new(*index, user));
    players.map(|(_, user)| user).chain([details.host.as_str()])
}

fn last_page(total: usize) -> usize {
    total.saturating_sub(1) / PAGE_SIZE
}

fn page_of<'a>(games: impl Iterator<Item = &'a Arc<ListedGame>>, total: usize, page: usize) -> ListPage {
    let page = page.min(last_page(total));
    let games = games.skip(page * PAGE_SIZE).take(PAGE_SIZE).map(Arc::clone).collect();
    ListPage { page, total, games }
}

#[cfg(test)]
pub(super) mod tests {
    use rules::Seat;
    use store::SeatHolder;

    use super::*;
    use crate::room::SeatDetails;

    /// Summary of a table of Othello, whose seats without a name are free.
    pub(in crate::lobby) fn summary(
        id: &str,
        created: i64,
        state: TableState,
        players: [&str; 2],
        moves: usize,
    ) -> GameSummary {
        let seat = |seat, user: &str| SeatDetails {
            seat,
            title: "Black".to_owned(),
            paint: None,
            holder: match user {
                "" => SeatHolder::Open,
                user => SeatHolder::Person { user: user.to_owned(), name: user.to_owned(), is_other: false },
            },
            is_here: false,
            is_active: true,
        };
        let details = GameDetails {
            id: id.into(),
            host: players[0].to_owned(),
            created,
            is_listed: true,
            state,
            clock: "none".to_owned(),
            is_rated: false,
            game: "othello",
            title: "Othello",
            detail: String::new(),
            seats: vec![seat(Seat::FIRST, players[0]), seat(Seat::SECOND, players[1])],
        };
        GameSummary { details: Arc::new(details), moves, turn: Some(Seat::FIRST) }
    }

    fn ids(page: &ListPage) -> Vec<&str> {
        page.games.iter().map(|game| &*game.details().id).collect()
    }

    #[test]
    fn tables_move_between_the_lists_and_leave_nothing_behind() {
        let mut listing = Listing::default();
        assert!(listing.publish(summary("a", 1, TableState::Waiting, ["laleh", ""], 0)));
        assert!(listing.publish(summary("b", 2, TableState::Waiting, ["omid", ""], 0)));
        assert_eq!(ids(&listing.public_page(PublicList::Open, 0)), ["b", "a"]);
        assert_eq!((listing.tables_of("laleh"), listing.tables_of("omid")), (1, 1));
        assert!(listing.publish(summary("a", 1, TableState::Live, ["laleh", "omid"], 0)));
        assert_eq!(ids(&listing.public_page(PublicList::Open, 0)), ["b"]);
        assert_eq!(ids(&listing.public_page(PublicList::Live, 0)), ["a"]);
        assert_eq!(ids(&listing.own_page("omid", 0)), ["b", "a"]);
        let before = (listing.public_changes(), listing.changes_of("omid"));
        assert!(!listing.publish(summary("a", 1, TableState::Live, ["laleh", "omid"], 0)), "no change");
        assert!(listing.publish(summary("a", 1, TableState::Live, ["laleh", "omid"], 1)));
        assert!(listing.public_changes() > before.0 && listing.changes_of("omid") > before.1);
        assert_eq!(listing.public_page(PublicList::Live, 0).games[0].summary.moves, 1);
        assert!(listing.publish(summary("a", 1, TableState::Over, ["laleh", "omid"], 1)));
        assert!(!listing.publish(summary("a", 1, TableState::Over, ["laleh", "omid"], 1)));
        assert!(listing.publish(summary("b", 2, TableState::Withdrawn, ["omid", ""], 0)));
        assert!(listing.len() == 0 && listing.by_user.is_empty() && listing.open.is_empty());
        assert!(listing.live.is_empty() && listing.changes_of("omid") == 0);
    }

    #[test]
    fn pages_are_bounded() {
        let mut listing = Listing::default();
        for number in 0..120 {
            listing.publish(summary(&format!("{number}"), number, TableState::Live, ["laleh", "omid"], 0));
        }
        let page = |page| listing.public_page(PublicList::Live, page);
        assert_eq!((ids(&page(0)).len(), ids(&page(0))[0], page(0).total), (50, "119", 120));
        assert_eq!((ids(&page(2)).len(), ids(&page(2))[19]), (20, "0"));
        assert_eq!((page(7).page, ids(&page(usize::MAX))), (2, ids(&page(2))));
        assert_eq!(ids(&listing.own_page("omid", 1)).len(), 50);
        assert_eq!(listing.own_page("stranger", 3).total, 0);
    }
}
