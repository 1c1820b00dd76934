//! Any frame of a recording as a JPEG, exact and at once: what a player steps through.
//!
//! In: a recording. Out: the presentation times of its frames, and each frame by its number. A frame is the one whose stamp the
//! table has there, or a sentence why it cannot be shown; never its neighbour. Two threads a recording keep a reader open each. One
//! makes what is asked for and then reads on ahead of the player; the other makes the frames behind the player, which costs a way
//! from a key frame each time, while the first stays where it is. So a step finds its frame made, whichever way it goes. Frames
//! decoded on the way to a jump are kept too. What it does not do: scaling, drawing, judging.

mod plan;

use super::error::EvidenceError;
use crate::facts::Frame;
use crate::video::{Reader, SourceInfo, StillEncoder};
use plan::{AHEAD, Job, READ_ON, State, Way};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

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

    /// The frame of that number as a JPEG. Waits until it is made. `ahead_of` is where the player is when the frame is only fetched
    /// ahead: it then waits for those that are shown, and is given up (`None`) when the player goes elsewhere meanwhile.
    ///
    /// # Errors
    /// When there is no such frame, or it cannot be decoded.
    pub fn frame(&self, index: u64, ahead_of: Option<u64>) -> Result<Option<Arc<Vec<u8>>>, EvidenceError> {
        let none = |why: &str| Err(EvidenceError::NoFrame { index, why: why.to_owned() });
        let count = self.times.len() as u64;
        if index >= count {
            return none("the recording has fewer frames");
        }
        let mut state = lock(&self.shared);
        state.moved(ahead_of.unwrap_or(index).min(count - 1));
        state.ask(index, ahead_of.is_none());
        self.shared.changed.notify_all();
        let waiting = |state: &mut State| state.waited_for(index) && !state.stop;
        let Ok((state, late)) = self.shared.changed.wait_timeout_while(state, PATIENCE, waiting) else {
            return none("the reader of the recording stopped");
        };
        match (state.ready.get(&index), state.lost.get(&index)) {
            (Some(packed), _) => Ok(Some(Arc::clone(packed))),
            (_, Some(why)) => none(why),
            _ if ahead_of.is_some() => Ok(None),
            _ if late.timed_out() => none("it took too long to decode"),
            _ => none("the reader of the recording stopped"),
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
    lock(&shared).making[Way::Back as usize] = None;
    shared.changed.notify_all();
}

/// The next job, or `None` when nobody needs frames any more.
fn wait(shared: &Shared, frames: u64, next: Option<u64>, way: Way) -> Option<Job> {
    let mut state = lock(shared);
    if state.making[way as usize].take().is_some() {
        // What was left to this thread and did not come is anybody's again.
        shared.changed.notify_all();
    }
    loop {
        if state.stop {
            return None;
        }
        if let Some(job) = state.next_job(frames, next, way) {
            state.making[way as usize] = Some(job);
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
            match job.asked {
                Some(asked) if index < asked => early.push(frame),
                _ => {
                    self.pack(&frame);
                    // Past what was asked for: what was passed is not in the recording.
                    if let Some(asked) = job.asked.filter(|&asked| asked < index) {
                        self.lose(asked..=asked, &decoded, NOT_HELD);
                    }
                    // The player may step either way: what is nearer comes first.
                    let place = lock(&self.shared).place;
                    let nearer = |frame: &mut Frame| frame.index.abs_diff(place) <= (index + 1).abs_diff(place);
                    while let Some(frame) = early.pop_if(nearer) {
                        self.pack(&frame);
                    }
                }
            }
            while index >= job.last && !self.interrupted(job, &early) {
                match early.pop() {
                    Some(frame) => self.pack(&frame),
                    None => return self.lose(job.first..=job.last, &decoded, NOT_HELD),
                }
            }
            if self.interrupted(job, &early) {
                return;
            }
        }
    }

    /// Whether somebody waits for a frame that this job does not come to; behind the player, whether nobody is near it any more.
    fn interrupted(&self, job: Job, early: &[Frame]) -> bool {
        let state = lock(&self.shared);
        let comes = |wanted: u64| {
            Some(wanted) == job.asked.filter(|&asked| self.next.is_none_or(|next| next <= asked))
                || self.next.is_some_and(|next| (next..=job.last).contains(&wanted))
                || early.iter().any(|frame| frame.index == wanted)
        };
        let near = job.first.saturating_sub(AHEAD)..=job.last + AHEAD;
        let elsewhere = !near.contains(&state.place);
        let wanted = state.first_wanted(self.way);
        state.stop
            || match self.way {
                Way::On => wanted.is_some_and(|wanted| !comes(wanted)),
                Way::Back => elsewhere && !wanted.is_some_and(comes),
            }
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
