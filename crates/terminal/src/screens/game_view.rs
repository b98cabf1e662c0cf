//! Drawing the screen of a game.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use rules::{Outcome, Seat};
use table::Table;

use super::frame::{Key, draw_frame, draw_lines, draw_panel, row};
use super::game_screen::{Dialog, GameScreen};
use super::side_panel;
use crate::board::{BoardLayout, BoardMarks, paint};
use crate::messages::{colour, counted, result_text};
use crate::theme::Theme;

/// Least width of a terminal with a panel beside the board.
const MIN_WIDE: u16 = 70;

const KEYS: [Key; 10] = [
    ("Enter", "pick"),
    ("h", "hint"),
    ("u", "undo"),
    ("d", "draw"),
    ("r", "resign"),
    ("s", "save"),
    ("b", "menu"),
    ("q", "quit"),
    ("?", "help"),
    ("f", "flip"),
];
const OVER_KEYS: [Key; 4] = [("Enter", "back to the menu"), ("<", "earlier"), (">", "later"), ("q", "quit")];
const ANSWER_KEYS: [Key; 3] = [("y", "accept"), ("n", "decline"), ("q", "quit")];

const HELP: [Key; 15] = [
    ("arrows", "move the cursor"),
    ("Enter", "pick a piece, then its target; or click"),
    ("Tab", "go to the next possible place"),
    ("1-9", "choose a button, such as roll or pass"),
    ("Esc", "cancel the picks"),
    ("m", "type a move in the game's notation"),
    ("h", "hint"),
    ("u", "undo: take the last move back"),
    ("d", "offer a draw, or claim it where the rules allow"),
    ("r", "resign"),
    ("f", "flip: the side that plays, usual, turned"),
    ("< >", "show earlier and later positions"),
    ("s", "save; every move is saved at once anyway"),
    ("b", "back to the menu; the game is saved"),
    ("q", "quit; the game is saved"),
];

impl GameScreen {
    /// Draws the screen.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>, theme: Theme, user: &str) {
        self.refresh();
        let keys: &[Key] = if self.game.table().outcome().is_some() {
            &OVER_KEYS
        } else if self.game.person_to_answer().is_some() {
            &ANSWER_KEYS
        } else {
            &KEYS
        };
        let body = draw_frame(frame, theme, &self.title(), user, keys);
        let board_area = if body.width >= MIN_WIDE {
            let panel = (body.width / 3).clamp(26, 44);
            let [board, side] =
                Layout::horizontal([Constraint::Min(0), Constraint::Length(panel)]).areas(body);
            side_panel::draw(self, frame, theme, side);
            board
        } else {
            self.draw_compact(frame, theme, body)
        };
        self.draw_board(frame, theme, board_area);
        self.draw_dialog(frame, theme, body);
    }

    /// Draws players and message below the board; returns the area of the board.
    fn draw_compact(&self, frame: &mut Frame<'_>, theme: Theme, body: Rect) -> Rect {
        let players = side_panel::player_lines(self, theme, usize::from(body.width / 2).saturating_sub(1));
        let rows = players.len().div_ceil(2) as u16;
        let message = message_lines(self, theme);
        let height = Paragraph::new(message.clone()).wrap(Wrap { trim: true });
        // Two lines are enough for almost every message.
        let text = 2.min(body.height / 6).max(1);
        let [board, below, last] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(rows), Constraint::Length(text)])
                .areas(body);
        for (index, line) in players.into_iter().enumerate() {
            let half = below.width / 2;
            let area = Rect {
                x: below.x + (index as u16 % 2) * half,
                y: below.y + index as u16 / 2,
                width: half,
                height: 1,
            };
            frame.render_widget(line, area.intersection(below));
        }
        frame.render_widget(height, last);
        board
    }

    fn draw_board(&mut self, frame: &mut Frame<'_>, theme: Theme, area: Rect) {
        let choices = self.choices();
        let diagram = self.diagram();
        // A line is reserved where choices may appear, so that the board does not jump.
        let has_choice_line = area.height > 12 || !choices.is_empty();
        let [board, below] =
            Layout::vertical([Constraint::Min(0), Constraint::Length(u16::from(has_choice_line))])
                .areas(area);
        let layout = BoardLayout::fit(&diagram, board);
        self.layout = Some(layout);
        let is_entering = self.is_entering();
        let marks = BoardMarks {
            cursor: self.cursor.filter(|_| self.game.table().outcome().is_none() && self.viewed.is_none()),
            selected: self.input.picked().to_vec(),
            targets: if is_entering && !self.input.picked().is_empty() || is_single_pick(self) {
                self.targets()
            } else {
                Vec::new()
            },
            last: if self.input.picked().is_empty() { self.last_move() } else { Vec::new() },
            hint: self.hint(),
        };
        paint(&diagram, &layout, &marks, theme, frame.buffer_mut());
        self.choice_areas.clear();
        let mut x = layout.area.x;
        for (index, choice) in choices.iter().enumerate() {
            let label = format!(" {} {} ", index + 1, choice.label);
            let width = (label.chars().count() as u16).min(below.right().saturating_sub(x));
            let area = Rect { x, y: below.y, width, height: below.height };
            let style =
                if index == self.choice { theme.chosen().patch(theme.accent()) } else { theme.accent() };
            frame.render_widget(Line::styled(label, style), area);
            self.choice_areas.push((area, choice.place));
            x = (x + width + 1).min(below.right());
        }
    }

    fn draw_dialog(&self, frame: &mut Frame<'_>, theme: Theme, body: Rect) {
        match &self.dialog {
            None => {}
            Some(Dialog::Help) => {
                let inside = draw_panel(frame, body, theme, "Keys", (64, HELP.len() as u16 + 2));
                let line = |(key, meaning): &Key| {
                    Line::from(vec![Span::styled(format!("{key:>7}  "), theme.accent()), Span::raw(*meaning)])
                };
                draw_lines(frame, inside, HELP.iter().map(line).collect());
            }
            Some(Dialog::Typed(text)) => {
                let inside = draw_panel(frame, body, theme, "Type a move", (46, 4));
                let moves = self.game.table().board().moves();
                let example = moves.first().map_or(String::new(), |mv| format!("for example {mv}"));
                let input = Line::from(vec![Span::raw(text.clone()), Span::styled("_", theme.accent())]);
                draw_lines(frame, inside, vec![input, Line::styled(example, theme.soft())]);
            }
            Some(Dialog::Resign(chosen)) => {
                let choices = self.game.resignations();
                let inside = draw_panel(frame, body, theme, "Resign", (46, choices.len() as u16 + 4));
                let mut lines = Vec::new();
                for (index, choice) in choices.iter().enumerate() {
                    let effect = if index + 1 < choices.len() { "offer to lose" } else { "lose" };
                    lines.push(row(theme, &format!("{effect} the {choice}"), index == *chosen, inside.width));
                }
                lines.push(Line::raw(""));
                lines.push(Line::styled("Enter resigns, Esc plays on", theme.soft()));
                draw_lines(frame, inside, lines);
            }
        }
    }
}

/// `true` if every move is a single pick, so that all targets are shown at once.
fn is_single_pick(screen: &GameScreen) -> bool {
    screen.is_entering()
        && screen.input.picked().is_empty()
        && screen.targets().first().is_some_and(|&place| {
            matches!(screen.game.table().board().touch_move(&[place]), view::Touch::Done(_))
        })
}

/// The message of the game, a question, or the result.
pub(super) fn message_lines(screen: &GameScreen, theme: Theme) -> Vec<Line<'static>> {
    let game = &screen.game;
    if let Some(outcome) = game.table().outcome() {
        return result_lines(game.table(), outcome, theme);
    }
    if let Some(moves) = screen.viewed {
        return vec![Line::styled(
            format!("Position after move {moves}. Esc shows the latest."),
            theme.soft(),
        )];
    }
    if let (Some(seat), Some((from, offer))) = (game.person_to_answer(), game.table().offer()) {
        let what = match offer {
            table::Offer::Draw => "offers a draw",
            table::Offer::Claim => "claims a draw",
            table::Offer::Takeback => "proposes a takeback",
            table::Offer::Concession(_) => "offers to resign for less",
        };
        let table = game.table();
        let question =
            format!("{} {what}. {}, do you accept? y or n", colour(table, from), colour(table, seat));
        return vec![Line::styled(question, theme.accent())];
    }
    vec![Line::raw(game.message.clone())]
}

/// The result, the rule, and the places from the best.
fn result_lines(table: &Table, outcome: Outcome, theme: Theme) -> Vec<Line<'static>> {
    let name = |seat: Seat| colour(table, seat);
    let mut lines = vec![
        Line::styled(result_text(outcome, &name), theme.accent()),
        Line::styled(format!("by {}", outcome.rule()), theme.soft()),
    ];
    let mut seats: Vec<Seat> = Seat::all(outcome.seats()).filter(|_| outcome.seats() > 1).collect();
    seats.sort_by_key(|&seat| outcome.place(seat));
    lines.extend(seats.into_iter().map(|seat| {
        let points = counted(outcome.points(seat).unsigned_abs().into(), "point");
        Line::raw(format!("place {}  {}, {points}", outcome.place(seat), name(seat)))
    }));
    lines
}
