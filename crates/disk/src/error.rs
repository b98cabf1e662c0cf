//! Errors of files.

use rules::InputError;

/// Error of a file or folder.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DiskError {
    /// The file or folder cannot be used for this.
    #[error("{0}")]
    Unusable(String),
    /// Writing failed.
    #[error("{0}")]
    Failed(String),
}

/// Invalid content, or a plan that cannot be run.
impl From<InputError> for DiskError {
    fn from(error: InputError) -> DiskError {
        DiskError::Unusable(error.to_string())
    }
}
