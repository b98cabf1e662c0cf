//! Many games at once.

mod playouts;

pub use playouts::{Playouts, playouts};
