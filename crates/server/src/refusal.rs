//! What somebody is told whose wish was not fulfilled.

use rules::InputError;

use crate::store::StoreError;

/// Why something was not done, with the HTTP status that fits; nothing has changed by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: u16,
    pub(crate) sentence: String,
}

impl Refusal {
    fn new(status: u16, sentence: impl Into<String>) -> Refusal {
        Refusal { status, sentence: sentence.into() }
    }

    /// It was not understood.
    pub(crate) fn unclear(sentence: impl Into<String>) -> Refusal {
        Refusal::new(400, sentence)
    }

    /// It is not for this guest to do.
    pub(crate) fn not_yours(sentence: impl Into<String>) -> Refusal {
        Refusal::new(403, sentence)
    }

    /// There is no such thing.
    pub(crate) fn unknown(sentence: impl Into<String>) -> Refusal {
        Refusal::new(404, sentence)
    }

    /// There is no such table.
    pub(crate) fn no_table(id: &str) -> Refusal {
        Refusal::unknown(format!("there is no table {}: the link may be incomplete", InputError::quote(id)))
    }

    /// So many moves have not been made.
    pub(crate) fn no_position(ply: usize) -> Refusal {
        Refusal::unknown(format!("there is no position after {ply} moves"))
    }

    /// It cannot be done now.
    pub(crate) fn not_now(sentence: impl Into<String>) -> Refusal {
        Refusal::new(409, sentence)
    }

    /// It was longer than anything sensible.
    pub(crate) fn too_long(length: usize, most: usize) -> Refusal {
        Refusal::new(413, format!("the message has {length} bytes: expected at most {most}"))
    }

    /// It was understood and makes no sense.
    pub(crate) fn senseless(sentence: impl Into<String>) -> Refusal {
        Refusal::new(422, sentence)
    }

    /// The house is going out of business for now.
    pub(crate) fn closing() -> Refusal {
        Refusal::new(503, "the server is stopping: the game goes on when it is back")
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        let status = if matches!(error, StoreError::Damaged { .. }) { 500 } else { 503 };
        Refusal::new(status, error.to_string())
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Refusal {
        Refusal::senseless(error.to_string())
    }
}

impl From<table::ActionError> for Refusal {
    fn from(refusal: table::ActionError) -> Refusal {
        let status = match refusal {
            table::ActionError::Move(_) | table::ActionError::ClientSeed(_) => 422,
            _ => 409,
        };
        Refusal::new(status, refusal.to_string())
    }
}
