//! A home of the device: its game is an ordinary game of a table, and its screen becomes text or a picture file.

mod army;
mod follower;
mod panel_game;
mod pictures;
mod table_game;
mod text;

pub use army::{army_file, army_of_file};
pub use follower::LatestBoard;
pub use panel_game::{GameChoice, PanelAnswer, PanelGame, TableView, game_choice, seat_for};
pub use pictures::{FrameRecorder, png};
pub use table_game::{
    DeviceGame, GameError, HomeTask, NewDeviceGame, TableGame, device_move, game_end, move_text, seat_of,
};
pub use text::{HALF_BLOCKS, half_blocks};
