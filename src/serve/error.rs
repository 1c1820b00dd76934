//! Why the review page cannot be served, each in one plain sentence.

/// What stands in the way of serving.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The folder is no folder of reports.
    #[error(
        "{path}: there is no report here, nor in its folders three deep; give the folder that `slapsight review --out` made"
    )]
    NoReports {
        /// The folder.
        path: String,
    },
    /// The address cannot be listened on.
    #[error(
        "{address}: cannot be listened on ({why}); choose another with --listen, such as 127.0.0.1:0 for any free port"
    )]
    Listen {
        /// The address.
        address: String,
        /// The system's words.
        why: String,
    },
    /// The system gives no chance for access codes, or no threads.
    #[error("the server could not be started ({0})")]
    Start(String),
}
