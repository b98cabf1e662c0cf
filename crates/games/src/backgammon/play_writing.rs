//! Plays as text: `24/18 13/11`, `bar/22*`, `8/4(2)`.

use super::play::Play;
use super::position::{BAR, OFF, Position};

/// The path of one checker: the points it touches, and whether it hits there.
struct Run {
    points: Vec<(u8, bool)>,
}

impl Run {
    fn last(&self) -> Option<u8> {
        self.points.last().map(|&(point, _)| point)
    }

    /// The points that are written: where the checker stood, where it ends, and where it hits on its way.
    fn written(&self) -> impl Iterator<Item = (u8, bool)> {
        let last = self.points.len() - 1;
        self.points
            .iter()
            .enumerate()
            .filter_map(move |(index, &point)| (index == 0 || index == last || point.1).then_some(point))
    }

    /// `true` if both go the same way, so that they are written once with a count.
    fn same_way(&self, other: &Run) -> bool {
        self.written().map(|(point, _)| point).eq(other.written().map(|(point, _)| point))
    }
}

/// The play as it is written in this position.
pub(super) fn write(position: &Position, play: Play) -> String {
    let mut board = *position;
    let mut runs: Vec<Run> = Vec::new();
    for &step in play.steps() {
        let landing = (step.to, board.hits(step.to));
        board.advance(step);
        match runs.iter_mut().find(|run| run.last() == Some(step.from)) {
            Some(run) => run.points.push(landing),
            None => runs.push(Run { points: vec![(step.from, false), landing] }),
        }
    }
    let mut words: Vec<String> = Vec::new();
    let mut rest = runs.as_slice();
    while let [first, ..] = rest {
        let times = rest.iter().take_while(|run| run.same_way(first)).count();
        let points: Vec<String> = first.written().map(|(point, hit)| point_text(point, hit)).collect();
        let number = if times > 1 { format!("({times})") } else { String::new() };
        words.push(points.join("/") + &number);
        rest = &rest[times..];
    }
    if words.is_empty() { "pass".to_owned() } else { words.join(" ") }
}

fn point_text(point: u8, hit: bool) -> String {
    let star = if hit { "*" } else { "" };
    match point {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => format!("{point}{star}"),
    }
}
