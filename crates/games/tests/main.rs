//! Tests of the games, in one binary: the searches of every game are compiled and linked once. Those that measure time
//! have their own: nothing else runs beside them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod armies_document;
mod arrangements;
mod backgammon;
mod backgammon_agreement;
mod backgammon_engines;
mod backgammon_formats;
mod chess;
mod chess_agreement;
mod chess_classic;
mod chess_oracle;
mod chess_oracle_relations;
mod chess_relations;
mod engine_handle;
mod halma;
mod halma_agreement;
mod halma_engines;
mod halma_generator;
mod halma_presets;
mod laws;
mod othello_engines;
mod othello_formats;
mod othello_obf;
mod picking;
mod queens;
mod readers;
mod second;
mod settings;
mod signatures;
