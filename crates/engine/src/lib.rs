//! One running engine.
