//! Playing on a board: places by their names, as those hear them who do not see the board.

use serde_json::{Value, json};

use crate::window::{Key, Window};

/// Finds a place by its name.
const PLACE: &str = r#"
const places = document.querySelectorAll(".board-interactive [data-place]");
return [...places].find((place) => place.getAttribute("aria-label").split(",")[0] === arguments[0]) ?? null;
"#;
/// Finds a place or a button of the board by its number.
const NUMBERED: &str = r#"return document.querySelector(`[data-place="${arguments[0]}"]`)"#;

impl Window {
    /// Waits until the board shows what the rest of the page says: a move is seen to its end before the next.
    pub async fn board_is_still(&self) {
        self.until("the board has caught up", "return !document.querySelector('[data-behind]')", vec![])
            .await;
    }

    /// Touches a place, by mouse.
    pub async fn touch(&self, name: &str) {
        self.board_is_still().await;
        self.press_element(&format!("the place {name}"), PLACE, vec![json!(name)]).await;
    }

    /// Drags a piece from one place to another, by mouse.
    pub async fn drag_piece(&self, from: &str, to: &str) {
        self.board_is_still().await;
        let from = self.element(&self.until("where it comes from", PLACE, vec![json!(from)]).await);
        let to = self.element(&self.until("where it goes", PLACE, vec![json!(to)]).await);
        self.drag(from, to).await;
    }

    /// Waits until what is said of a place contains these words.
    pub async fn place_says(&self, name: &str, words: &str) {
        let script = format!(
            "return (() => {{ {PLACE} }})()?.getAttribute('aria-label').includes(arguments[1]) ?? false"
        );
        self.until(&format!("{name}: {words}"), &script, vec![json!(name), json!(words)]).await;
    }

    /// The names of all places of which these words are said.
    pub async fn places_saying(&self, words: &str) -> Vec<String> {
        self.board_is_still().await;
        let script = r#"
            const labels = [...document.querySelectorAll(".board-interactive [data-place]")].map((place) => place.getAttribute("aria-label"));
            return labels.filter((label) => label.includes(arguments[0])).map((label) => label.split(",")[0]);"#;
        strings(&self.run(script, vec![json!(words)]).await)
    }

    /// Where the piece in the hand, or the next one, may go.
    pub async fn targets(&self) -> Vec<String> {
        self.places_saying("you may move here").await
    }

    /// The moves in the list.
    pub async fn moves(&self) -> Vec<String> {
        strings(
            &self
                .run(
                    "return [...document.querySelectorAll('.moves .ply')].map((ply) => ply.innerText)",
                    vec![],
                )
                .await,
        )
    }

    /// Waits until the list has so many moves, neither fewer nor more.
    pub async fn has_moves(&self, count: usize) {
        let script = "return document.querySelectorAll('.moves .ply').length === arguments[0]";
        self.until(&format!("{count} moves are played"), script, vec![json!(count)]).await;
    }

    /// Waits until more than so many moves are played and it is the visitor's turn again; false if the game is over.
    pub async fn comes_back(&self, count: usize) -> bool {
        let script = r#"
            const tone = document.querySelector(".status")?.dataset.tone;
            const moved = document.querySelectorAll(".moves .ply").length >= arguments[0];
            return moved && (tone === "yours" || tone === "over") ? tone : null;"#;
        let what = format!("{count} moves are played and it is the turn of this side");
        self.until(&what, script, vec![json!(count)]).await == "yours"
    }

    /// Waits until so many moves are played and somebody at this screen is to move.
    pub async fn comes_back_at_one_screen(&self, count: usize) {
        assert!(self.comes_back(count).await, "the game is over");
        let what = "the server says what may be touched";
        self.until(what, "return window.touches[''] !== undefined", vec![]).await;
    }

    /// Plays one legal move by touching the places of it, and waits until it is in the list. The server says which places
    /// may follow on those that are picked.
    pub async fn plays_any(&self, taste: usize) {
        self.board_is_still().await;
        let count = self.moves().await.len();
        let script = r#"
            if (document.querySelectorAll(".moves .ply").length > arguments[1]) return "played";
            return Array.isArray(window.touches[arguments[0]]) ? window.touches[arguments[0]] : null;"#;
        let mut picked: Vec<String> = Vec::new();
        loop {
            let what = format!("it is known what follows on {picked:?}");
            let follows = self.until(&what, script, vec![json!(picked.join(" ")), json!(count)]).await;
            let Some(places) = follows.as_array() else { return };
            let place = &places[taste % places.len()];
            self.press_element(&format!("place {place}"), NUMBERED, vec![place.clone()]).await;
            picked.push(place.to_string());
        }
    }

    /// Goes to a square by arrows, from wherever on the board the focus is.
    pub async fn walks_to(&self, goal: &str) {
        let here = self.focused().await;
        let (column, row) = square(here.split(',').next().unwrap_or_default());
        let (to_column, to_row) = square(goal);
        for _ in 0..column.abs_diff(to_column) {
            self.key(if to_column > column { Key::Right } else { Key::Left }).await;
        }
        for _ in 0..row.abs_diff(to_row) {
            self.key(if to_row > row { Key::Down } else { Key::Up }).await;
        }
        let there = self.focused().await;
        assert!(there.starts_with(&format!("{goal},")), "arrows lead to {there}, not to {goal}");
    }

    /// Types a move and plays it.
    pub async fn types_move(&self, text: &str) {
        self.key(Key::Escape).await;
        self.types("/").await;
        self.types(text).await;
        self.key(Key::Enter).await;
    }
}

/// Column and row of a square like d3.
pub fn square(name: &str) -> (u32, u32) {
    let column = name.chars().next().map_or(0, u32::from) - u32::from('a');
    (column, name[1..].parse().unwrap())
}

fn strings(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().filter_map(Value::as_str).map(str::to_owned).collect()
}
