//! The lobby as a client knows it from its messages.

use serde_json::{Value, json};

/// Pages of the three lists, kept up to date by differences.
#[derive(Clone, Debug)]
pub struct LobbyCopy {
    lists: Value,
}

impl Default for LobbyCopy {
    fn default() -> LobbyCopy {
        let empty = json!({"page": 0, "total": 0, "tables": [], "games": {}});
        LobbyCopy { lists: json!({"mine": empty, "open": empty, "live": empty}) }
    }
}

impl LobbyCopy {
    /// Applies a message.
    pub fn receive(&mut self, message: &Value) {
        for name in ["mine", "open", "live"] {
            let Some(change) = message.get(name) else { continue };
            let list = &mut self.lists[name];
            for field in ["page", "total", "tables"] {
                if let Some(value) = change.get(field) {
                    list[field] = value.clone();
                }
            }
            for game in change["games"].as_array().unwrap() {
                let table = game["table"].as_str().unwrap();
                let is_whole = game.get("seats").is_some();
                assert!(is_whole || list["games"].get(table).is_some(), "progress of an unknown game {game}");
                for (key, value) in game.as_object().unwrap() {
                    list["games"][table][key] = value.clone();
                }
            }
            let tables = list["tables"].as_array().unwrap().clone();
            assert!(tables.len() <= 50, "a page has {} games", tables.len());
            let games = list["games"].as_object_mut().unwrap();
            games.retain(|table, _| tables.iter().any(|known| known == table));
            assert_eq!(games.len(), tables.len(), "every table of a page is described: {message}");
        }
    }

    /// The games of the lists in their order, `{"mine": [...], "open": [...], "live": [...], "totals": {...}}`; the user's own
    /// are in the first list only.
    pub fn lists(&self) -> Value {
        let games = |name: &str| -> Vec<Value> {
            let list = &self.lists[name];
            let tables = list["tables"].as_array().unwrap().iter().map(|table| table.as_str().unwrap());
            let own = &self.lists["mine"]["games"];
            let is_shown = |table: &&str| name == "mine" || own.get(table).is_none();
            tables.filter(is_shown).map(|table| list["games"][table].clone()).collect()
        };
        let total = |name: &str| self.lists[name]["total"].clone();
        json!({"mine": games("mine"), "open": games("open"), "live": games("live"),
               "totals": {"mine": total("mine"), "open": total("open"), "live": total("live")}})
    }
}
