//! Cache of compiled armies: games with the same army share one. The cache has a budget of bytes, and all compiled armies are
//! counted while they live, so that a server can bound them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rules::InputError;

use super::army::Army;
use super::compiled_army::CompiledArmy;

/// Number of armies in the cache; armies in use stay alive without it.
const CAPACITY: usize = 32;
/// Bytes of the armies in the cache; the army used last stays even if it alone is larger.
const BUDGET: usize = 48 * 1024 * 1024;

/// Compiled armies, most recently used last.
static CACHE: Mutex<Vec<(Army, Arc<CompiledArmy>)>> = Mutex::new(Vec::new());

/// Bytes of all compiled armies that are alive.
static IN_USE: AtomicUsize = AtomicUsize::new(0);

/// Bytes of all compiled armies that games and the cache hold.
pub fn bytes_in_use() -> usize {
    IN_USE.load(Ordering::Relaxed)
}

/// The bytes of one compiled army, counted while it is alive.
#[derive(Debug)]
pub(super) struct CountedBytes(usize);

impl CountedBytes {
    pub(super) fn new(bytes: usize) -> CountedBytes {
        IN_USE.fetch_add(bytes, Ordering::Relaxed);
        CountedBytes(bytes)
    }
}

impl Drop for CountedBytes {
    fn drop(&mut self) {
        IN_USE.fetch_sub(self.0, Ordering::Relaxed);
    }
}

/// Returns the compiled army from the cache, or compiles it.
pub(super) fn compiled(army: &Army) -> Result<Arc<CompiledArmy>, InputError> {
    let known = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let mut list = known();
    if let Some(index) = list.iter().position(|(other, _)| other == army) {
        let found = list.remove(index);
        let compiled = Arc::clone(&found.1);
        list.push(found);
        return Ok(compiled);
    }
    // The lock is not held while compiling; if two threads compile the same army, the second result is dropped.
    drop(list);
    let compiled = Arc::new(CompiledArmy::new(army)?);
    let mut list = known();
    if let Some((_, first)) = list.iter().find(|(other, _)| other == army) {
        return Ok(Arc::clone(first));
    }
    list.push((army.clone(), Arc::clone(&compiled)));
    let mut bytes: usize = list.iter().map(|(_, army)| army.bytes.0).sum();
    while list.len() > CAPACITY || bytes > BUDGET && list.len() > 1 {
        bytes -= list.remove(0).1.bytes.0;
    }
    Ok(compiled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::builtin;

    #[test]
    fn an_army_is_compiled_once_and_the_cache_is_bounded() {
        // A unique name, because other tests compile griffons too.
        let mut griffon = builtin::army("griffon").unwrap();
        griffon.name = "griffon of this test".to_owned();
        let first = compiled(&griffon).unwrap();
        assert!(Arc::ptr_eq(&first, &compiled(&griffon).unwrap()));
        let mut other = griffon.clone();
        for number in 0..2 * CAPACITY {
            other.name = format!("griffon {number}");
            assert!(!Arc::ptr_eq(&first, &compiled(&other).unwrap()));
        }
        let list = CACHE.lock().unwrap();
        let bytes: usize = list.iter().map(|(_, army)| army.bytes.0).sum();
        assert!(
            list.len() <= CAPACITY && (bytes <= BUDGET || list.len() == 1),
            "{} armies, {bytes} bytes",
            list.len()
        );
    }

    #[test]
    fn armies_are_counted_while_they_live() {
        let griffon = builtin::army("griffon").unwrap();
        let alive: Vec<CompiledArmy> = (0..4).map(|_| CompiledArmy::new(&griffon).unwrap()).collect();
        let size = alive[0].bytes.0;
        assert!(size > 10_000, "{size} bytes");
        assert!(bytes_in_use() >= 4 * size, "{} of {size}", bytes_in_use());
    }
}
