//! Actions on a board. Places are found by accessible name.

use serde_json::{Value, json};

use crate::window::{Key, Window};

/// Finds a place by name.
const PLACE: &str = r#"
const places = document.querySelectorAll(".board-interactive [data-place]");
return [...places].find((place) => place.getAttribute("aria-label").split(",")[0] === arguments[0]) ?? null;
"#;
/// Finds a place or button of the board by number.
const NUMBERED: &str = r#"return document.querySelector(`[data-place="${arguments[0]}"]`)"#;

impl Window {
    /// Waits until the animation of the last move has finished.
    pub async fn wait_for_board(&self) {
        self.wait_until(
            "the animation has finished",
            "return !document.querySelector('[data-animating]')",
            vec![],
        )
        .await;
    }

    /// Clicks a place.
    pub async fn click_place(&self, name: &str) {
        self.wait_for_board().await;
        self.click_element(&format!("the place {name}"), PLACE, vec![json!(name)]).await;
    }

    /// Drags a piece from one place to another.
    pub async fn drag_piece(&self, from: &str, to: &str) {
        self.wait_for_board().await;
        let from = self.element(&self.wait_until("where it comes from", PLACE, vec![json!(from)]).await);
        let to = self.element(&self.wait_until("where it goes", PLACE, vec![json!(to)]).await);
        self.drag(from, to).await;
    }

    /// Waits until the label of a place contains a text.
    pub async fn wait_for_place(&self, name: &str, text: &str) {
        let script = format!(
            "return (() => {{ {PLACE} }})()?.getAttribute('aria-label').includes(arguments[1]) ?? false"
        );
        self.wait_until(&format!("{name}: {text}"), &script, vec![json!(name), json!(text)]).await;
    }

    /// Names of all places whose label contains a text.
    pub async fn places_labelled(&self, text: &str) -> Vec<String> {
        self.wait_for_board().await;
        let script = r#"
            const labels = [...document.querySelectorAll(".board-interactive [data-place]")].map((place) => place.getAttribute("aria-label"));
            return labels.filter((label) => label.includes(arguments[0])).map((label) => label.split(",")[0]);"#;
        strings(&self.execute(script, vec![json!(text)]).await)
    }

    /// Legal destinations on display.
    pub async fn targets(&self) -> Vec<String> {
        self.places_labelled("legal move").await
    }

    /// Moves in the move list.
    pub async fn moves(&self) -> Vec<String> {
        strings(
            &self
                .execute(
                    "return [...document.querySelectorAll('.moves .ply')].map((ply) => ply.innerText)",
                    vec![],
                )
                .await,
        )
    }

    /// Waits until the list has exactly `count` moves.
    pub async fn wait_for_moves(&self, count: usize) {
        let script = "return document.querySelectorAll('.moves .ply').length === arguments[0]";
        self.wait_until(&format!("{count} moves are played"), script, vec![json!(count)]).await;
    }

    /// Waits until at least `count` moves are played and it is the player's turn; returns `false` if the game is over.
    pub async fn wait_for_turn(&self, count: usize) -> bool {
        let script = r#"
            const tone = document.querySelector(".status")?.dataset.tone;
            const moved = document.querySelectorAll(".moves .ply").length >= arguments[0];
            return moved && (tone === "yours" || tone === "over") ? tone : null;"#;
        let what = format!("{count} moves are played and it is the player's turn");
        self.wait_until(&what, script, vec![json!(count)]).await == "yours"
    }

    /// Waits until at least `count` moves are played and a player at this browser can move.
    pub async fn wait_for_input(&self, count: usize) {
        assert!(self.wait_for_turn(count).await, "the game is over");
        let what = "the legal touches are known";
        self.wait_until(what, "return window.touches[''] !== undefined", vec![]).await;
    }

    /// Plays a legal move by clicking its places, and waits until it is in the list. The server sends the places that may
    /// follow.
    pub async fn play_any(&self, choice: usize) {
        self.wait_for_board().await;
        let count = self.moves().await.len();
        let script = r#"
            if (document.querySelectorAll(".moves .ply").length > arguments[1]) return "played";
            return Array.isArray(window.touches[arguments[0]]) ? window.touches[arguments[0]] : null;"#;
        let mut picked: Vec<String> = Vec::new();
        loop {
            let what = format!("the places after {picked:?} are known");
            let follows = self.wait_until(&what, script, vec![json!(picked.join(" ")), json!(count)]).await;
            let Some(places) = follows.as_array() else { return };
            let place = &places[choice % places.len()];
            self.click_element(&format!("place {place}"), NUMBERED, vec![place.clone()]).await;
            picked.push(place.to_string());
        }
    }

    /// Moves the focus on the board to a square by arrow keys.
    pub async fn arrow_to(&self, goal: &str) {
        let here = self.focused().await;
        let (column, row) = square(here.split(',').next().unwrap_or_default());
        let (to_column, to_row) = square(goal);
        for _ in 0..column.abs_diff(to_column) {
            self.press_key(if to_column > column { Key::Right } else { Key::Left }).await;
        }
        for _ in 0..row.abs_diff(to_row) {
            self.press_key(if to_row > row { Key::Down } else { Key::Up }).await;
        }
        let there = self.focused().await;
        assert!(there.starts_with(&format!("{goal},")), "arrow keys lead to {there}, not to {goal}");
    }

    /// Plays a move by typing it.
    pub async fn type_move(&self, text: &str) {
        self.press_key(Key::Escape).await;
        self.type_text("/").await;
        self.type_text(text).await;
        self.press_key(Key::Enter).await;
    }
}

/// Column and row of a square such as d3.
pub fn square(name: &str) -> (u32, u32) {
    let column = name.chars().next().map_or(0, u32::from) - u32::from('a');
    (column, name[1..].parse().unwrap())
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
