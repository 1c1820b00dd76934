//! Why a command could not be done: every one is exit status 1 and one sentence.

/// What a subcommand hands back when it fails.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Standard output could not be written.
    #[error("the result could not be written to standard output ({0}); send it somewhere with room")]
    Output(String),
    /// The table was not found, or a file of the calibration cannot serve.
    #[error("{0}")]
    Calibration(String),
    /// A recording could not be measured, or its profile not be written.
    #[error("{0}")]
    Certify(String),
    /// Photographs could not be read.
    #[error("{0}")]
    Photographs(String),
    /// The doctor found that a review would fail.
    #[error("{0}; the lines marked MISSING say how to mend that")]
    Unfit(String),
    /// Events could not be judged to their end.
    #[error("{0}")]
    Failed(String),
    /// Something could not be done with a case.
    #[error(transparent)]
    Case(#[from] crate::pipeline::case::CaseError),
    /// Cases are not what they were.
    #[error("{0}; the lines above name the files")]
    Changed(String),
    /// Something is in the way of a file.
    #[error("{0}: there is already something there; choose another name, or give --force to replace it")]
    InTheWay(String),
    /// A review could not be done.
    #[error(transparent)]
    Review(Box<crate::pipeline::ReviewError>),
}
