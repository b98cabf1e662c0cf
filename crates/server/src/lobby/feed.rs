//! Messages to the watchers of the lobby: a page of each list at first, then what has changed on it.
//!
//! All watchers of the same public pages get the same frame, rendered once. Changes are gathered and sent at most every
//! [`INTERVAL`]. A user's own games are sent to that user only.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use super::listing::{ListPage, ListedGame, Listing, PublicList};
use super::lock;
use crate::outbox::Outbox;
use crate::wire::{self, ListChange, LobbyPages};

/// Shortest time between two messages about changes.
pub(super) const INTERVAL: Duration = Duration::from_millis(400);

/// Watchers of the lobby. Locked before the listing.
#[derive(Default)]
pub(super) struct LobbyFeed {
    watchers: Mutex<Watchers>,
    changed: Notify,
}

#[derive(Default)]
struct Watchers {
    by_connection: HashMap<u64, LobbyWatcher>,
    /// Public pages as their watchers have them.
    public: HashMap<PublicPages, SentPages>,
    /// Number of the last change of a public list that was sent.
    public_changes: u64,
}

/// Numbers of the watched pages of the public lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PublicPages {
    open: usize,
    live: usize,
}

impl PublicPages {
    /// The pages that exist: beyond the end of a list its last one, so that it is rendered once.
    fn clamped(self, listing: &Listing) -> PublicPages {
        PublicPages {
            open: listing.public_page_number(PublicList::Open, self.open),
            live: listing.public_page_number(PublicList::Live, self.live),
        }
    }
}

/// Pages of the public lists that were sent, and the message for a new watcher.
struct SentPages {
    open: ListPage,
    live: ListPage,
    snapshot: Option<Utf8Bytes>,
}

struct LobbyWatcher {
    user: String,
    outbox: Outbox,
    public: PublicPages,
    own_page: usize,
    /// The user's games that were sent.
    own: ListPage,
    /// Number of the last change of the user's games that was sent.
    own_changes: u64,
}

impl LobbyFeed {
    /// Subscribes a connection and sends it the pages that it watches.
    pub(super) fn watch(&self, listing: &Mutex<Listing>, user: &str, outbox: Outbox, pages: LobbyPages) {
        let mut watchers = lock(&self.watchers);
        let listing = lock(listing);
        let public = PublicPages { open: pages.open, live: pages.live }.clamped(&listing);
        let sent = watchers.public.entry(public).or_insert_with(|| SentPages::read(&listing, public));
        outbox.send(sent.snapshot());
        let own = listing.own_page(user, pages.mine);
        let own_changes = listing.changes_of(user);
        drop(listing);
        outbox.send(own_message(None, &own, user).unwrap_or_default());
        let user = user.to_owned();
        let watcher = LobbyWatcher { user, public, own_page: pages.mine, own, own_changes, outbox };
        watchers.by_connection.insert(watcher.outbox.connection, watcher);
    }

    /// Ends the subscription of a connection.
    pub(super) fn unwatch(&self, connection: u64) {
        lock(&self.watchers).by_connection.remove(&connection);
    }

    /// Announces that the listing has changed.
    pub(super) fn listing_changed(&self) {
        self.changed.notify_one();
    }

    /// Waits until the listing has changed.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Sends every watcher what has changed on its pages.
    pub(super) fn send_changes(&self, listing: &Mutex<Listing>) {
        let mut watchers = lock(&self.watchers);
        let Watchers { by_connection, public, public_changes } = &mut *watchers;
        let watched: HashSet<PublicPages> = by_connection.values().map(|watcher| watcher.public).collect();
        public.retain(|pages, _| watched.contains(pages));
        let mut own_pages = Vec::new();
        let mut public_pages = Vec::new();
        // Connections whose page no longer exists: they get the last one.
        let mut moved = HashSet::new();
        {
            let listing = lock(listing);
            if *public_changes != listing.public_changes() {
                *public_changes = listing.public_changes();
                for watcher in by_connection.values_mut() {
                    let pages = watcher.public.clamped(&listing);
                    if pages != watcher.public {
                        watcher.public = pages;
                        moved.insert(watcher.outbox.connection);
                        public.entry(pages).or_insert_with(|| SentPages::read(&listing, pages));
                    }
                }
                public.retain(|pages, _| *pages == pages.clamped(&listing));
                public_pages.extend(public.keys().map(|pages| (*pages, SentPages::read(&listing, *pages))));
            }
            for watcher in by_connection.values_mut() {
                let changes = listing.changes_of(&watcher.user);
                if watcher.own_changes != changes {
                    watcher.own_changes = changes;
                    let page = listing.own_page(&watcher.user, watcher.own_page);
                    own_pages.push((watcher.outbox.connection, page));
                }
            }
        }
        let mut frames: HashMap<PublicPages, Utf8Bytes> = HashMap::new();
        for (pages, next) in public_pages {
            if let Some(frame) = public.get(&pages).and_then(|sent| sent.change(&next)) {
                frames.insert(pages, frame);
                public.insert(pages, next);
            }
        }
        for watcher in by_connection.values().filter(|_| !frames.is_empty() || !moved.is_empty()) {
            if moved.contains(&watcher.outbox.connection) {
                if let Some(sent) = public.get_mut(&watcher.public) {
                    watcher.outbox.send(sent.snapshot());
                }
            } else if let Some(frame) = frames.get(&watcher.public) {
                watcher.outbox.send(frame.clone());
            }
        }
        for (connection, next) in own_pages {
            let Some(watcher) = by_connection.get_mut(&connection) else { continue };
            if let Some(message) = own_message(Some(&watcher.own), &next, &watcher.user) {
                watcher.outbox.send(message);
                watcher.own = next;
            }
        }
    }
}

impl SentPages {
    fn read(listing: &Listing, pages: PublicPages) -> SentPages {
        SentPages {
            open: listing.public_page(PublicList::Open, pages.open),
            live: listing.public_page(PublicList::Live, pages.live),
            snapshot: None,
        }
    }

    /// Message for a new watcher.
    fn snapshot(&mut self) -> Utf8Bytes {
        if let Some(snapshot) = &self.snapshot {
            return snapshot.clone();
        }
        let lists = [("open", &self.open), ("live", &self.live)]
            .map(|(name, page)| (name, ListChange::all(page, public_json(page))));
        let snapshot = Utf8Bytes::from(wire::lobby_message(lists));
        self.snapshot = Some(snapshot.clone());
        snapshot
    }

    /// Message for watchers that have these pages and are to have the next ones; `None` if they are the same.
    fn change(&self, next: &SentPages) -> Option<Utf8Bytes> {
        let json = |known: Option<&Arc<ListedGame>>, game: &Arc<ListedGame>| match known {
            Some(known) if has_same_details(known, game) => wire::progress_json(&game.summary, None),
            _ => game.public_json().to_owned(),
        };
        let open = change_of(&self.open, &next.open, json).map(|change| ("open", change));
        let live = change_of(&self.live, &next.live, json).map(|change| ("live", change));
        if open.is_none() && live.is_none() {
            return None;
        }
        Some(Utf8Bytes::from(wire::lobby_message(open.into_iter().chain(live))))
    }
}

fn public_json(page: &ListPage) -> Vec<String> {
    page.games.iter().map(|game| game.public_json().to_owned()).collect()
}

/// Message about a user's own games; `None` if the client has them.
fn own_message(sent: Option<&ListPage>, next: &ListPage, user: &str) -> Option<Utf8Bytes> {
    let full = |game: &Arc<ListedGame>| wire::summary_json(&game.summary, Some(user));
    let change = match sent {
        None => ListChange::all(next, next.games.iter().map(full).collect()),
        Some(sent) => change_of(sent, next, |known, game| match known {
            Some(known) if has_same_details(known, game) => wire::progress_json(&game.summary, Some(user)),
            _ => full(game),
        })?,
    };
    Some(Utf8Bytes::from(wire::lobby_message([("mine", change)])))
}

/// Difference between a page that was sent and the next one; `None` if there is none.
fn change_of<'a>(
    sent: &ListPage,
    next: &'a ListPage,
    json: impl Fn(Option<&Arc<ListedGame>>, &Arc<ListedGame>) -> String,
) -> Option<ListChange<'a>> {
    if !is_changed(sent, next) {
        return None;
    }
    let known: HashMap<&str, &Arc<ListedGame>> =
        sent.games.iter().map(|game| (&*game.details().id, game)).collect();
    let mut games = Vec::new();
    for game in &next.games {
        let known = known.get(&*game.details().id).copied();
        if !known.is_some_and(|known| Arc::ptr_eq(known, game)) {
            games.push(json(known, game));
        }
    }
    let ids = |page: &'a ListPage| page.games.iter().map(|game| &*game.details().id);
    let has_same_tables = sent.games.len() == next.games.len()
        && sent.games.iter().map(|game| &*game.details().id).eq(ids(next));
    let tables = (!has_same_tables).then(|| ids(next).collect());
    Some(ListChange { page: next.page, total: next.total, tables, games })
}

fn is_changed(sent: &ListPage, next: &ListPage) -> bool {
    let is_same = (sent.page, sent.total, sent.games.len()) == (next.page, next.total, next.games.len())
        && sent.games.iter().zip(&next.games).all(|(sent, next)| Arc::ptr_eq(sent, next));
    !is_same
}

/// `true` if two states of a game differ at most in their moves.
fn has_same_details(one: &ListedGame, other: &ListedGame) -> bool {
    Arc::ptr_eq(&one.summary.details, &other.summary.details)
}

#[cfg(test)]
mod tests {
    use store::TableState;

    use super::super::listing::tests::summary;
    use super::*;
    use crate::outbox::Inbox;

    /// Number of the page and of its games in the latest message about the games being played.
    fn live_page(messages: &mut Inbox) -> Option<(u64, usize)> {
        let mut found = None;
        while let Some(message) = messages.try_recv() {
            if let Some((_, list)) = message.as_str().split_once(r#""live":{"page":"#) {
                let page = list.split(',').next().unwrap().parse().unwrap();
                found = Some((page, list.matches(r#""game":"othello""#).count()));
            }
        }
        found
    }

    #[test]
    fn pages_beyond_the_end_are_rendered_once() {
        let listing = Mutex::new(Listing::default());
        let publish = |number: i64, state| {
            lock(&listing).publish(summary(&format!("{number}"), number, state, ["laleh", "omid"], 0));
        };
        (0..120).for_each(|number| publish(number, TableState::Live));
        let feed = LobbyFeed::default();
        let mut connections = Vec::new();
        for (connection, live) in [(1, 2), (2, 7), (3, usize::MAX)] {
            let (outbox, messages) = Outbox::new(connection);
            feed.watch(&listing, "stranger", outbox, LobbyPages { mine: 0, open: live, live });
            connections.push(messages);
        }
        assert_eq!(lock(&feed.watchers).public.len(), 1);
        for messages in &mut connections {
            assert_eq!(live_page(messages), Some((2, 20)));
        }
        // The last page goes: its watchers get the whole page before it, once.
        (0..30).for_each(|number| publish(number, TableState::Over));
        feed.send_changes(&listing);
        assert_eq!(lock(&feed.watchers).public.len(), 1);
        for messages in &mut connections {
            assert_eq!(live_page(messages), Some((1, 40)));
        }
        // From then on they get changes.
        publish(119, TableState::Over);
        feed.send_changes(&listing);
        for messages in &mut connections {
            assert_eq!(live_page(messages), Some((1, 0)));
        }
    }
}
