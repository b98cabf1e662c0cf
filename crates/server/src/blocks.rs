//! Users whose challenges and chat a user does not receive. All blocks are in memory too: every line of chat is checked.

use std::collections::{BTreeMap, HashMap};
use std::sync::{PoisonError, RwLock};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderMap;
use rules::InputError;
use store::{Store, StoreError, WriteOp, unix_millis};
use tokio::sync::Mutex;

use crate::api::{ApiResult, AppState, body_text, check_origin, json};
use crate::api_error::ApiError;
use crate::identity::User;
use crate::wire;

/// Number of users that one user may block.
const MAX_BLOCKS: usize = 200;

/// Names of blocked users by their id.
type BlockedUsers = BTreeMap<String, String>;

/// All blocks.
pub(crate) struct Blocks {
    store: Store,
    by_user: RwLock<HashMap<String, BlockedUsers>>,
    /// Held while the store and `by_user` change together.
    changing: Mutex<()>,
}

impl Blocks {
    /// Reads the blocks of the store.
    pub(crate) async fn open(store: Store) -> Result<Blocks, StoreError> {
        let blocks = Blocks { store, by_user: RwLock::default(), changing: Mutex::default() };
        blocks.reload().await?;
        Ok(blocks)
    }

    /// Reads the blocks again: the games of a guest have become those of an account, or an account was deleted.
    pub(crate) async fn reload(&self) -> Result<(), StoreError> {
        let _changing = self.changing.lock().await;
        let mut by_user: HashMap<String, BlockedUsers> = HashMap::new();
        for block in self.store.blocks().await? {
            by_user.entry(block.user).or_default().insert(block.blocked, block.name);
        }
        *self.by_user.write().unwrap_or_else(PoisonError::into_inner) = by_user;
        Ok(())
    }

    /// `true` if a user has blocked another.
    pub(crate) fn has(&self, user: &str, other: &str) -> bool {
        let by_user = self.by_user.read().unwrap_or_else(PoisonError::into_inner);
        by_user.get(user).is_some_and(|blocked| blocked.contains_key(other))
    }

    /// Names of the users that a user has blocked.
    pub(crate) fn names(&self, user: &str) -> Vec<String> {
        let by_user = self.by_user.read().unwrap_or_else(PoisonError::into_inner);
        let mut names: Vec<String> =
            by_user.get(user).map_or_else(Vec::new, |blocked| blocked.values().cloned().collect());
        names.sort();
        names.dedup();
        names
    }

    /// Blocks a user.
    pub(crate) async fn add(&self, user: &User, blocked: &str, name: &str) -> Result<(), ApiError> {
        if user.id == blocked {
            return Err(ApiError::conflict("you cannot block yourself"));
        }
        let _changing = self.changing.lock().await;
        let count = {
            let by_user = self.by_user.read().unwrap_or_else(PoisonError::into_inner);
            by_user.get(&user.id).map_or(0, BTreeMap::len)
        };
        if count >= MAX_BLOCKS {
            return Err(ApiError::conflict(format!("you have blocked {count} players; unblock one first")));
        }
        let mut ops: Vec<WriteOp> = user.store_op(&user.name).into_iter().collect();
        ops.push(WriteOp::Block {
            user: user.id.clone(),
            blocked: blocked.to_owned(),
            name: name.to_owned(),
            now: unix_millis(),
        });
        self.store.write(ops).await?;
        let mut by_user = self.by_user.write().unwrap_or_else(PoisonError::into_inner);
        by_user.entry(user.id.clone()).or_default().insert(blocked.to_owned(), name.to_owned());
        Ok(())
    }

    /// Unblocks the users of a name.
    async fn remove(&self, user: &User, name: &str) -> Result<(), ApiError> {
        let _changing = self.changing.lock().await;
        self.store.write(vec![WriteOp::Unblock { user: user.id.clone(), name: name.to_owned() }]).await?;
        let mut by_user = self.by_user.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(blocked) = by_user.get_mut(&user.id) {
            blocked.retain(|_, other| other != name);
        }
        Ok(())
    }
}

/// Names of the users that the user has blocked.
pub(crate) async fn list(State(app): State<AppState>, headers: HeaderMap) -> ApiResult {
    let (user, _) = app.identities().identify(&headers).await?;
    Ok(json(wire::blocked_names(&app.lobby.blocks.names(&user.id))))
}

/// Blocks the account of a name.
pub(crate) async fn add(State(app): State<AppState>, headers: HeaderMap, body: Bytes) -> ApiResult {
    check_origin(&headers)?;
    let (user, _) = app.identities().identify(&headers).await?;
    let name = wire::read_player_name(body_text(&body)?)?;
    let unknown = || ApiError::not_found(format!("there is no player {}", InputError::quote(&name)));
    let account = app.lobby.store.account(&name).await?.ok_or_else(unknown)?;
    app.lobby.blocks.add(&user, &account.id, &account.name).await?;
    Ok(json(wire::done()))
}

/// Unblocks the users of a name.
pub(crate) async fn remove(State(app): State<AppState>, headers: HeaderMap, body: Bytes) -> ApiResult {
    check_origin(&headers)?;
    let (user, _) = app.identities().identify(&headers).await?;
    app.lobby.blocks.remove(&user, &wire::read_player_name(body_text(&body)?)?).await?;
    Ok(json(wire::done()))
}
