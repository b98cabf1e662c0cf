//! Cache of compiled armies: games with the same army share one, as long as any of them lives. Beyond that the cache has a
//! budget of bytes, and all compiled armies are counted while they live, so that a server can bound them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use rules::InputError;

use super::army::Army;
use super::compiled_army::CompiledArmy;

/// Number of armies that the cache holds although no game may use them.
const CAPACITY: usize = 32;
/// Bytes of these armies; the army used last stays even if it alone is larger.
const BUDGET: usize = 48 * 1024 * 1024;

static CACHE: Mutex<Cache> = Mutex::new(Cache { recent: Vec::new(), alive: Vec::new() });

/// Compiled armies.
struct Cache {
    /// Armies that stay, most recently used last.
    recent: Vec<(Army, Arc<CompiledArmy>)>,
    /// Other armies that games may still use.
    alive: Vec<(Army, Weak<CompiledArmy>)>,
}

impl Cache {
    /// The compiled form of an army, which is now the one used last.
    fn find(&mut self, army: &Army) -> Option<Arc<CompiledArmy>> {
        if let Some(index) = self.recent.iter().position(|(other, _)| other == army) {
            let found = self.recent.remove(index);
            let compiled = Arc::clone(&found.1);
            self.recent.push(found);
            return Some(compiled);
        }
        let index = self.alive.iter().position(|(other, _)| other == army)?;
        let compiled = self.alive.swap_remove(index).1.upgrade()?;
        self.insert(army.clone(), Arc::clone(&compiled));
        Some(compiled)
    }

    /// Adds an army, and removes the least recently used ones beyond the limits.
    fn insert(&mut self, army: Army, compiled: Arc<CompiledArmy>) {
        self.recent.push((army, compiled));
        let mut bytes: usize = self.recent.iter().map(|(_, army)| army.bytes.0).sum();
        self.alive.retain(|(_, army)| army.strong_count() > 0);
        while self.recent.len() > CAPACITY || bytes > BUDGET && self.recent.len() > 1 {
            let (army, compiled) = self.recent.remove(0);
            bytes -= compiled.bytes.0;
            if Arc::strong_count(&compiled) > 1 {
                self.alive.push((army, Arc::downgrade(&compiled)));
            }
        }
    }
}

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
    let cache = || CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = cache().find(army) {
        return Ok(known);
    }
    // The lock is not held while compiling; if two threads compile the same army, the second result is dropped.
    let compiled = Arc::new(CompiledArmy::new(army)?);
    let mut cache = cache();
    if let Some(first) = cache.find(army) {
        return Ok(first);
    }
    cache.insert(army.clone(), Arc::clone(&compiled));
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
        {
            let cache = CACHE.lock().unwrap();
            let bytes: usize = cache.recent.iter().map(|(_, army)| army.bytes.0).sum();
            let count = cache.recent.len();
            assert!(count <= CAPACITY && (bytes <= BUDGET || count == 1), "{count} armies, {bytes} bytes");
            assert!(cache.recent.iter().all(|(army, _)| *army != griffon), "others have been used since");
        }
        // A game still uses it: another one with the same army shares it.
        assert!(Arc::ptr_eq(&first, &compiled(&griffon).unwrap()));
        drop(first);
        for number in 0..2 * CAPACITY {
            other.name = format!("other griffon {number}");
            compiled(&other).unwrap();
        }
        let cache = CACHE.lock().unwrap();
        assert!(cache.alive.iter().all(|(army, _)| *army != griffon), "no game uses it any more");
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
