//! Any frame of a recording as a JPEG, exact and at once: what a player steps through.
//!
//! In: a recording. Out: the presentation times of its frames, and each frame by its number. A frame is the one whose stamp the
//! table has there, or a sentence why it cannot be shown; never its neighbour. Two threads a recording keep a reader open each. One
//! makes what is asked for and then reads on ahead of the player; the other makes the frames behind the player, which costs a way
//! from a key frame each time, while the first stays where it is. So a step finds its frame made, whichever way it goes. Frames
//! decoded on the way to a jump are kept too. What it does not do: scaling, drawing, judging.

use super::error::EvidenceError;
use crate::facts::Frame;
use crate::video::{Reader, SourceInfo, StillEncoder};
use std::collections::{BTreeMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Packed frames kept, bytes.
const KEPT_BYTES: usize = 160 << 20;
/// Frames packed ahead of the one that is shown, each way, where [`KEPT_BYTES`] has room for them.
const AHEAD: u64 = 96;
/// A jump begins so many frames early, and more when the player goes back: stepping back from it costs nothing then.
const BEFORE_JUMP: u64 = 8;
const BEFORE_BACK: u64 = 32;
/// Reading on is quicker than seeking up to so many frames.
const READ_ON: u64 = 40;
/// Longest wait for one frame.
const PATIENCE: Duration = Duration::from_secs(30);

/// Why a frame of the table is not shown.
const NOT_HELD: &str = "the recording's index has it, the recording does not";

/// The frames of one recording.
pub struct ExactFrames {
    times: Vec<f64>,
    info: SourceInfo,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    ready: BTreeMap<u64, Arc<Vec<u8>>>,
    bytes: usize,
    /// Frames that cannot be had, and why.
    lost: BTreeMap<u64, String>,
    /// Asked for and not there yet.
    wanted: VecDeque<u64>,
    /// Where the player is, and whether it goes back.
    place: u64,
    back: bool,
    /// What is being made behind the player.
    behind: Option<Job>,
    stop: bool,
}

impl State {
    /// The first frame that somebody waits for and that is not being made behind.
    fn for_on(&self) -> Option<u64> {
        self.wanted.iter().copied().find(|&wanted| !self.behind.is_some_and(|job| job.holds(wanted)))
    }

    /// Frames to be ready ahead. Three times as many fit into memory: what is ready behind, and a run more of it.
    fn reach(&self) -> u64 {
        let one = (self.bytes / self.ready.len().max(1)).max(1);
        AHEAD.min((KEPT_BYTES / one / 3) as u64).max(4)
    }

    fn known(&self, index: u64) -> bool {
        self.ready.contains_key(&index) || self.lost.contains_key(&index)
    }

    fn keep(&mut self, index: u64, packed: Vec<u8>) {
        self.bytes += packed.len();
        if let Some(old) = self.ready.insert(index, Arc::new(packed)) {
            self.bytes -= old.len();
        }
        self.wanted.retain(|&wanted| wanted != index);
        while self.bytes > KEPT_BYTES && self.ready.len() > 1 {
            // The farthest from the player is an end of the map.
            let ends = [self.ready.keys().next(), self.ready.keys().next_back()].into_iter().flatten().copied();
            let Some(far) = ends.max_by_key(|end| end.abs_diff(self.place)) else { return };
            self.bytes -= self.ready.remove(&far).map_or(0, |gone| gone.len());
        }
    }

    fn lose(&mut self, index: u64, why: &str) {
        self.lost.insert(index, why.to_owned());
        self.wanted.retain(|&wanted| wanted != index);
    }
}

/// Which frames a thread makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// What is asked for, and what follows the player.
    On,
    /// What lies behind the player.
    Back,
}

/// What to make next: frames from the first to the last number, the one that somebody waits for first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Job {
    first: u64,
    last: u64,
    asked: Option<u64>,
}

impl Job {
    fn holds(&self, index: u64) -> bool {
        (self.first..=self.last).contains(&index)
    }
}

impl ExactFrames {
    /// Opens a recording: its times are read, its bytes are hashed.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn open(path: &Path) -> Result<ExactFrames, EvidenceError> {
        let shared = Arc::new(Shared::default());
        let (theirs, path) = (Arc::clone(&shared), path.to_path_buf());
        let (tell, told) = std::sync::mpsc::channel();
        // The reader lives and dies in its thread.
        let work = move || {
            let reader = match Reader::open(&path) {
                Ok(reader) => reader,
                Err(why) => return drop(tell.send(Err(why))),
            };
            let (times, info) = (reader.frame_times(), reader.info().clone());
            let back = (path, times.clone(), Arc::clone(&theirs));
            // Without the second thread what lies behind is made when it is asked for.
            let _ = std::thread::Builder::new()
                .name("exact frames, back".to_owned())
                .spawn(move || back_worker(&back.0, back.1, back.2));
            let worker =
                Worker { reader, times: times.clone(), next: Some(0), encoder: None, shared: theirs, way: Way::On };
            if tell.send(Ok((times, info))).is_ok() {
                worker.run();
            }
        };
        let stopped = |why: String| EvidenceError::Picture(why);
        std::thread::Builder::new()
            .name("exact frames".to_owned())
            .spawn(work)
            .map_err(|why| stopped(why.to_string()))?;
        let (times, info) = told.recv().map_err(|why| stopped(why.to_string()))??;
        Ok(ExactFrames { times, info, shared })
    }

    /// Presentation times of all frames, file seconds after the first.
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// Facts about the recording.
    pub fn info(&self) -> &SourceInfo {
        &self.info
    }

    /// The frame of that number as a JPEG. Waits until it is made. `shown` says that the player is there; else it only
    /// fetches ahead, and waits for those that are shown.
    ///
    /// # Errors
    /// When there is no such frame, or it cannot be decoded.
    pub fn frame(&self, index: u64, shown: bool) -> Result<Arc<Vec<u8>>, EvidenceError> {
        let none = |why: &str| Err(EvidenceError::NoFrame { index, why: why.to_owned() });
        if index >= self.times.len() as u64 {
            return none("the recording has fewer frames");
        }
        let mut state = lock(&self.shared);
        if shown && state.place != index {
            state.back = index < state.place;
            state.place = index;
        }
        if !state.known(index) {
            if shown {
                state.wanted.retain(|&wanted| wanted != index);
                state.wanted.push_front(index);
            } else if !state.wanted.contains(&index) {
                state.wanted.push_back(index);
            }
        }
        self.shared.changed.notify_all();
        let waiting = |state: &mut State| !state.known(index) && !state.stop;
        let Ok((state, _)) = self.shared.changed.wait_timeout_while(state, PATIENCE, waiting) else {
            return none("the reader of the recording stopped");
        };
        match (state.ready.get(&index), state.lost.get(&index)) {
            (Some(packed), _) => Ok(Arc::clone(packed)),
            (_, Some(why)) => none(why),
            _ => none("it took too long to decode"),
        }
    }
}

impl Drop for ExactFrames {
    fn drop(&mut self) {
        lock(&self.shared).stop = true;
        self.shared.changed.notify_all();
    }
}

/// The state; nothing panics while it is held, so that a poisoned lock holds a sound state.
fn lock(shared: &Shared) -> MutexGuard<'_, State> {
    shared.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Opens the recording once more when there is something to be made behind the player.
fn back_worker(path: &Path, times: Vec<f64>, shared: Arc<Shared>) {
    if wait(&shared, times.len() as u64, None, Way::Back).is_none() {
        return;
    }
    if let Ok(reader) = Reader::open(path) {
        Worker { reader, times, next: None, encoder: None, shared: Arc::clone(&shared), way: Way::Back }.run();
    }
    lock(&shared).behind = None;
    shared.changed.notify_all();
}

/// The next job, or `None` when nobody needs frames any more.
fn wait(shared: &Shared, frames: u64, next: Option<u64>, way: Way) -> Option<Job> {
    let mut state = lock(shared);
    if way == Way::Back && state.behind.take().is_some() {
        // What was left to this thread and did not come is anybody's again.
        shared.changed.notify_all();
    }
    loop {
        if state.stop {
            return None;
        }
        if let Some(job) = next_job(&state, frames, next, way) {
            if way == Way::Back {
                state.behind = Some(job);
            }
            return Some(job);
        }
        state = shared.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
    }
}

struct Worker {
    reader: Reader,
    times: Vec<f64>,
    /// The number of the frame that the reader gives next, when that is known.
    next: Option<u64>,
    encoder: Option<StillEncoder>,
    shared: Arc<Shared>,
    way: Way,
}

impl Worker {
    fn run(mut self) {
        while let Some(job) = wait(&self.shared, self.times.len() as u64, self.next, self.way) {
            self.make(job);
        }
    }

    /// Makes the frames of a job. Another frame that somebody waits for ends it early.
    fn make(&mut self, job: Job) {
        if !self.next.is_some_and(|next| next <= job.first && job.first - next <= READ_ON) {
            self.next = None;
            if self.reader.seek(self.times[job.first as usize]).is_err() {
                return self.lose(job.first..=job.last, &[], "the recording can no longer be read");
            }
        }
        let mut decoded = Vec::new();
        // Decoded before the frame that is waited for, to be packed after it.
        let mut early: Vec<Frame> = Vec::new();
        loop {
            let frame = match self.reader.next_frame() {
                Ok(Some(frame)) => frame,
                Ok(None) => return self.lose(job.first..=job.last, &decoded, NOT_HELD),
                Err(why) => return self.lose(job.first..=job.last, &decoded, &why.to_string()),
            };
            let index = frame.index;
            decoded.push(index);
            self.next = Some(index + 1);
            if index < job.first {
                continue;
            }
            let waited_for = job.asked.filter(|&asked| !lock(&self.shared).known(asked));
            match waited_for {
                Some(asked) if index < asked => early.push(frame),
                _ => {
                    self.pack(&frame);
                    // Past what was asked for: what was passed is not in the recording.
                    if let Some(asked) = waited_for.filter(|&asked| asked < index) {
                        self.lose(asked..=asked, &[], NOT_HELD);
                    }
                    for frame in early.drain(..).rev() {
                        self.pack(&frame);
                    }
                }
            }
            if index >= job.last {
                return self.lose(job.first..=job.last, &decoded, NOT_HELD);
            }
            if self.interrupted(job) {
                return;
            }
        }
    }

    /// Whether somebody waits for a frame that this job does not come to; behind the player, whether nobody is near it any more.
    fn interrupted(&self, job: Job) -> bool {
        let state = lock(&self.shared);
        if self.way == Way::Back {
            let needed = state.wanted.iter().any(|&wanted| job.holds(wanted));
            return state.stop || !needed && state.place.abs_diff(job.last) > 4 * AHEAD;
        }
        let comes = |wanted: u64| {
            Some(wanted) == job.asked || self.next.is_some_and(|next| (next..=job.last).contains(&wanted))
        };
        state.stop || state.for_on().is_some_and(|wanted| !comes(wanted))
    }

    fn pack(&mut self, frame: &Frame) {
        if lock(&self.shared).known(frame.index) {
            return;
        }
        let packed = match &mut self.encoder {
            Some(encoder) => encoder.encode(frame),
            None => StillEncoder::new(frame.width, frame.height)
                .and_then(|encoder| self.encoder.insert(encoder).encode(frame)),
        };
        let mut state = lock(&self.shared);
        match packed {
            Ok(packed) => state.keep(frame.index, packed),
            Err(why) => state.lose(frame.index, &why.to_string()),
        }
        self.shared.changed.notify_all();
    }

    /// Notes that frames which are not there, and were not decoded either, will not come.
    fn lose(&self, frames: std::ops::RangeInclusive<u64>, decoded: &[u64], why: &str) {
        let mut state = lock(&self.shared);
        for index in frames {
            if !state.known(index) && !decoded.contains(&index) {
                state.lose(index, why);
            }
        }
        self.shared.changed.notify_all();
    }
}

/// What is asked for, else what is missing ahead of the player; or what is missing behind, when enough of what the player comes to
/// first is made. `next` is the frame that the reader gives next: what it comes to soon is read on to, and not sought.
fn next_job(state: &State, frames: u64, next: Option<u64>, way: Way) -> Option<Job> {
    if let Some(asked) = state.for_on().filter(|_| way == Way::On) {
        let soon = next.filter(|&next| next <= asked && asked - next <= READ_ON);
        let before = if state.back { BEFORE_BACK } else { BEFORE_JUMP };
        return Some(Job { first: soon.unwrap_or(asked.saturating_sub(before)), last: asked, asked: Some(asked) });
    }
    if state.ready.is_empty() {
        return None;
    }
    let (place, reach) = (state.place, state.reach());
    let missing = |index: &u64| !state.known(*index);
    match way {
        Way::On => {
            let first = (place..frames.min(place + reach)).find(missing)?;
            Some(Job { first, last: (first + reach / 4).min(frames - 1), asked: None })
        }
        Way::Back if !state.back && (place..frames.min(place + reach / 4)).any(|index| missing(&index)) => None,
        Way::Back => {
            // Not one by one: each run costs a way from a key frame.
            let last = (place.saturating_sub(reach * 5 / 6)..place).rev().find(missing)?;
            Some(Job { first: last.saturating_sub(reach), last, asked: None })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_comes_first_then_what_is_near() {
        let mut state = State::default();
        let on = |state: &State, next| next_job(state, 1000, next, Way::On);
        let back = |state: &State| next_job(state, 1000, None, Way::Back);
        assert_eq!((on(&state, None), back(&state)), (None, None), "nothing is made before anything is asked for");
        state.wanted.push_back(500);
        assert_eq!(on(&state, None), Some(Job { first: 492, last: 500, asked: Some(500) }));
        assert_eq!(on(&state, Some(499)).map(|job| job.first), Some(499), "read on to, not sought");
        state.behind = Some(Job { first: 450, last: 520, asked: None });
        assert_eq!(on(&state, None), None, "what is being made behind is not made twice");
        (state.behind, state.place) = (None, 500);
        (492..=500).for_each(|index| state.keep(index, vec![0]));
        assert_eq!(on(&state, None).map(|job| job.first), Some(501));
        assert_eq!(back(&state), None, "first the way that the player goes");
        state.back = true;
        assert_eq!(back(&state).map(|job| (job.first, job.last)), Some((491 - AHEAD, 491)));
        (400..600).for_each(|index| state.keep(index, vec![0]));
        assert_eq!((on(&state, None), back(&state)), (None, None));
    }

    #[test]
    fn large_frames_are_made_ahead_only_as_far_as_there_is_room() {
        let mut state = State { place: 100, ..State::default() };
        assert_eq!(state.reach(), AHEAD);
        state.keep(100, vec![0; KEPT_BYTES / 60]);
        assert_eq!(state.reach(), 20);
    }

    #[test]
    fn what_is_far_goes_first_when_room_is_short() {
        let mut state = State { place: 11, ..State::default() };
        let one = KEPT_BYTES / 4;
        (8..14).for_each(|index| state.keep(index, vec![0; one]));
        assert_eq!(state.ready.keys().copied().collect::<Vec<_>>(), [9, 10, 11, 12].map(|i: u64| i).to_vec());
    }
}
