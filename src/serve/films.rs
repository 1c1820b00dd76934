//! Recordings, sounds and observations that are open, the last few of each.
//!
//! What a report names is opened when it is first asked for and closed when others were asked for since.

use super::cases::{self, Case, Film};
use crate::evidence::{ExactFrames, Report, Wave};
use crate::pipeline::seen::{self, Shown};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Recordings open at once: two cameras of two reports, each with its first once more.
const OPEN: usize = 6;

/// A recording that is open.
pub struct Opened {
    /// Its frames.
    pub frames: ExactFrames,
    path: PathBuf,
    wave: OnceLock<Option<Wave>>,
}

impl Opened {
    /// Where it lies.
    pub fn path(&self) -> &std::path::Path {
        &self.path
    }

    /// Its sound; `None` when it has none that can be read.
    pub fn wave(&self) -> Option<&Wave> {
        self.wave.get_or_init(|| Wave::read(&self.path).ok().flatten()).as_ref()
    }
}

type Key = (String, Film);
/// The last that were asked for are at the end. A slot is filled by the first who asks; others wait for it.
type Slots<T> = Mutex<Vec<(Key, Arc<OnceLock<Result<Arc<T>, String>>>)>>;

/// What is open.
pub struct Films {
    root: PathBuf,
    told: Option<PathBuf>,
    recordings: Slots<Opened>,
    seen: Slots<Shown>,
}

impl Films {
    /// Nothing is open yet. `told` is a recording that may lie elsewhere than its report says.
    pub fn new(root: PathBuf, told: Option<PathBuf>) -> Films {
        Films { root, told, recordings: Mutex::default(), seen: Mutex::default() }
    }

    /// A film of a report. Waits until it is open.
    ///
    /// # Errors
    /// A sentence.
    pub fn recording(&self, case: &Case, film: Film) -> Result<Arc<Opened>, String> {
        let open = || {
            let report: Report = cases::report(case)?;
            let (path, frames) = cases::open(case, &report, film, &self.root, self.told.as_deref())?;
            Ok(Arc::new(Opened { frames, path, wave: OnceLock::new() }))
        };
        slot(&self.recordings, (case.id.clone(), film)).get_or_init(open).clone()
    }

    /// What was seen of a camera's recording.
    ///
    /// # Errors
    /// A sentence.
    pub fn seen(&self, case: &Case, camera: usize) -> Result<Arc<Shown>, String> {
        let name = if camera == 0 { "observations.slapsight" } else { "observations-2.slapsight" };
        let open = || seen::shown(&case.folder.join(name)).map(Arc::new).map_err(|why| why.to_string());
        slot(&self.seen, (case.id.clone(), Film::Camera(camera))).get_or_init(open).clone()
    }

    /// Forgets what could not be opened, and what was seen: the report may be another now.
    pub fn forget(&self, case: &Case) {
        let mut recordings = self.recordings.lock().unwrap_or_else(PoisonError::into_inner);
        recordings.retain(|(key, slot)| key.0 != case.id || slot.get().is_some_and(Result::is_ok));
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).retain(|(key, _)| key.0 != case.id);
    }
}

fn slot<T>(slots: &Slots<T>, key: Key) -> Arc<OnceLock<Result<Arc<T>, String>>> {
    let mut slots = slots.lock().unwrap_or_else(PoisonError::into_inner);
    let found = slots.iter().position(|(known, _)| *known == key).map(|i| slots.remove(i).1);
    let slot = found.unwrap_or_default();
    slots.push((key, Arc::clone(&slot)));
    if slots.len() > OPEN {
        slots.remove(0);
    }
    slot
}
