//! Army files that are read, written and refused.

use crate::chess::army::Army;
use crate::chess::shipped::{army, shipped};

#[test]
fn shipped_armies_read_and_round_trip() {
    let mut hashes = Vec::new();
    for (name, text) in shipped() {
        let read = army(name).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let written = read.write();
        assert_eq!(Army::read(&written).unwrap(), read, "{written}");
        assert_eq!(Army::read(text).unwrap(), read);
        assert_eq!(read.name, *name);
        assert!(super::about(text).is_some_and(|about| about.ends_with('.') && about.len() < 110), "{name}");
        hashes.push(read.hash_text());
    }
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), shipped().len());
}
