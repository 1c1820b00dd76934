//! The referee's review page: a folder of reports in, a page in the browser out.
//!
//! The page, its script, its style and its words are in the binary. Frames come from `evidence`, what is drawn over them from `pipeline`,
//! rulings go to `store`. Nothing is judged here. Paths are never taken from a request ([`cases`]); who may do what is in [`access`].

pub mod access;
pub mod cases;
pub mod error;
mod films;
mod handouts;
mod looks;
mod moments;
mod page;
mod routes;
mod rulings;
mod score;
mod text;

pub use access::Role;
pub use error::ServeError;

use access::Access;
use cases::Case;
use films::Films;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::signal::unix::{SignalKind, signal};

/// What to serve, and where.
#[derive(Debug, Clone)]
pub struct Options {
    /// A report's folder, or a folder of such folders.
    pub folder: PathBuf,
    /// A recording that is not where its report says.
    pub video: Option<PathBuf>,
    /// Where to listen.
    pub listen: SocketAddr,
}

/// What is told while serving.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told {
    /// The page is there.
    Listening(SocketAddr),
    /// A one-time code for another machine.
    Code(Role, String),
}

/// What every request needs.
struct Served {
    root: PathBuf,
    /// Reports by identifier, as they were listed last: a frame must not wait for a walk through folders.
    known: Mutex<BTreeMap<String, Case>>,
    access: Access,
    films: Films,
    moments: moments::Moments,
}

impl Served {
    /// The reports that there are now.
    fn cases(&self) -> Vec<Case> {
        let cases = cases::list(&self.root);
        let known = cases.iter().map(|case| (case.id.clone(), case.clone())).collect();
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = known;
        cases
    }

    /// The report of that identifier.
    fn case(&self, id: &str) -> Option<Case> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        known().or_else(|| {
            self.cases();
            known()
        })
    }
}

/// Serves until `Ctrl-C`.
///
/// # Errors
/// When there is no report, or the address cannot be listened on.
pub fn serve(options: &Options, tell: impl Fn(&Told) + Send + Sync + 'static) -> Result<(), ServeError> {
    let none = || ServeError::NoReports { path: options.folder.display().to_string() };
    let root = options.folder.canonicalize().map_err(|_| none())?;
    if cases::list(&root).is_empty() {
        return Err(none());
    }
    let start = |why: String| ServeError::Start(why);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|e| start(e.to_string()))?;
    let refuse = |why: std::io::Error| ServeError::Listen { address: options.listen.to_string(), why: why.to_string() };
    let served = runtime.block_on(async {
        // Listened for before the address is told: whoever knows that it runs may end it.
        let mut interrupt = signal(SignalKind::interrupt()).map_err(|why| start(why.to_string()))?;
        let listener = tokio::net::TcpListener::bind(options.listen).await.map_err(refuse)?;
        let address = listener.local_addr().map_err(refuse)?;
        tell(&Told::Listening(address));
        let say = Box::new(move |role, code: &str| tell(&Told::Code(role, code.to_owned())));
        let access = Access::new(!access::loopback(address.ip()), say).map_err(|why| start(why.to_string()))?;
        let served = Arc::new(Served {
            films: Films::new(root.clone(), options.video.clone()),
            root,
            access,
            moments: moments::Moments::default(),
            known: Mutex::default(),
        });
        let app = routes::router(served).into_make_service_with_connect_info::<SocketAddr>();
        tokio::select! {
            ended = async { axum::serve(listener, app).await } => ended.map_err(|why| start(why.to_string())),
            _ = interrupt.recv() => Ok(()),
        }
    });
    // A frame that is being decoded for nobody must not hold the end up.
    runtime.shutdown_background();
    served
}
