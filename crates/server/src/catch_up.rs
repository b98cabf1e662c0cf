//! What a client is sent that comes back.

/// What a client needs to hear.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CatchUp {
    /// Everything from the first event on: it has nothing, or something else.
    Everything,
    /// The events from this number on, which may be none yet.
    From(u64),
}

/// Decides by the number of the last event the client has and of the last there is, each if there is one.
pub(crate) fn decide(has: Option<u64>, latest: Option<u64>) -> CatchUp {
    match (has, latest) {
        (Some(has), Some(latest)) if has <= latest => CatchUp::From(has + 1),
        // It knows of events that are not kept: what it has cannot be trusted to be the same game.
        _ => CatchUp::Everything,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_misses_anything_and_nobody_hears_it_twice() {
        for latest in 0..6u64 {
            for has in 0..8u64 {
                let hears: Vec<u64> = match decide(Some(has), Some(latest)) {
                    CatchUp::Everything => (0..=latest).collect(),
                    CatchUp::From(first) => (first..=latest).collect(),
                };
                let expected: Vec<u64> =
                    if has > latest { (0..=latest).collect() } else { (has + 1..=latest).collect() };
                assert_eq!(hears, expected, "has {has} of {latest}");
            }
            assert_eq!(decide(None, Some(latest)), CatchUp::Everything);
        }
        assert_eq!(decide(None, None), CatchUp::Everything);
        assert_eq!(decide(Some(3), None), CatchUp::Everything);
    }
}
