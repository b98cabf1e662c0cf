//! Armies that were compiled already: many tables of one army share what was made of it.

use std::sync::{Arc, Mutex, PoisonError};

use rules::InputError;

use super::army::Army;
use super::compiled_army::CompiledArmy;

/// How many compiled armies are kept for whoever comes next; those in use stay with who uses them.
const MOST: usize = 32;

/// What was compiled, the latest used last.
static KNOWN: Mutex<Vec<(Army, Arc<CompiledArmy>)>> = Mutex::new(Vec::new());

/// The compiled of an army, compiled now or before.
pub(super) fn compiled(army: &Army) -> Result<Arc<CompiledArmy>, InputError> {
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut list = known();
    if let Some(index) = list.iter().position(|(other, _)| other == army) {
        let found = list.remove(index);
        let compiled = Arc::clone(&found.1);
        list.push(found);
        return Ok(compiled);
    }
    // Nobody waits while an army is compiled; if two compile the same one, the second is forgotten.
    drop(list);
    let compiled = Arc::new(CompiledArmy::new(army)?);
    let mut list = known();
    if let Some((_, first)) = list.iter().find(|(other, _)| other == army) {
        return Ok(Arc::clone(first));
    }
    if list.len() >= MOST {
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
    fn an_army_is_compiled_once_and_not_many_are_kept() {
        // With a name of its own, because other tests compile griffons, too.
        let mut griffon = builtin::army("griffon").unwrap();
        griffon.name = "griffon of this test".to_owned();
        let first = compiled(&griffon).unwrap();
        assert!(Arc::ptr_eq(&first, &compiled(&griffon).unwrap()));
        let mut other = griffon.clone();
        for number in 0..2 * MOST {
            other.name = format!("griffon {number}");
            assert!(!Arc::ptr_eq(&first, &compiled(&other).unwrap()));
        }
        assert!(KNOWN.lock().unwrap().len() <= MOST);
    }
}
