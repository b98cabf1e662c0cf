//! Cache of compiled armies: games with the same army share one.

use std::sync::{Arc, Mutex, PoisonError};

use rules::InputError;

use super::army::Army;
use super::compiled_army::CompiledArmy;

/// Capacity of the cache; armies in use stay alive without it.
const CAPACITY: usize = 32;

/// Compiled armies, most recently used last.
static CACHE: Mutex<Vec<(Army, Arc<CompiledArmy>)>> = Mutex::new(Vec::new());

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
    if list.len() >= CAPACITY {
        list.remove(0);
    }
    list.push((army.clone(), Arc::clone(&compiled)));
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
        assert!(CACHE.lock().unwrap().len() <= CAPACITY);
    }
}
