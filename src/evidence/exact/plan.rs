//! What a recording's two threads make next: the frame that somebody waits for, then what is nearest to the player.
//!
//! In: what is ready, what was asked for, where the player is and which way it goes. Out: a run of frames for one of the threads.
//! Pure; nothing is decoded here.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Packed frames kept, bytes.
const KEPT_BYTES: usize = 160 << 20;
/// Frames packed ahead of the one that is shown, each way, where [`KEPT_BYTES`] has room for them.
pub const AHEAD: u64 = 96;
/// A jump makes so many frames either side of it: a step costs nothing then, whichever way it goes.
const BESIDE: u64 = 24;
/// Reading on is quicker than seeking up to so many frames.
pub const READ_ON: u64 = 40;
/// Behind a player who is within [`NEAR`] of what is missing, a run this short is made and the nearest comes first; it is held
/// undone until then.
const SHORT_RUN: u64 = 48;
const NEAR: u64 = 64;

/// What is there, what is asked for, and where the player is.
#[derive(Default)]
pub struct State {
    pub ready: BTreeMap<u64, Arc<Vec<u8>>>,
    bytes: usize,
    /// Frames that cannot be had, and why.
    pub lost: BTreeMap<u64, String>,
    /// Asked for and not there yet.
    wanted: VecDeque<Wanted>,
    /// Where the player is, and whether it goes back.
    pub place: u64,
    pub back: bool,
    /// What each thread is making.
    pub making: [Option<Job>; 2],
    pub stop: bool,
}

/// A frame that somebody waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wanted {
    index: u64,
    /// It is to be shown now; else it is only fetched ahead.
    shown: bool,
}

/// Which frames a thread makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// What is asked for, and what follows the player.
    On,
    /// What lies behind the player.
    Back,
}

/// What to make next: frames from the first to the last number. The one that is asked for comes first, then those beside it by
/// their distance; without one they come in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Job {
    pub first: u64,
    pub last: u64,
    pub asked: Option<u64>,
}

impl Job {
    pub fn holds(&self, index: u64) -> bool {
        (self.first..=self.last).contains(&index)
    }
}

impl State {
    /// The player is there now. What was fetched ahead for another place is nobody's any more.
    pub fn moved(&mut self, place: u64) {
        if place == self.place {
            return;
        }
        self.back = place < self.place;
        self.place = place;
        self.wanted.retain(|wanted| wanted.shown || wanted.index.abs_diff(place) <= AHEAD);
    }

    /// Somebody waits for a frame.
    pub fn ask(&mut self, index: u64, shown: bool) {
        if self.known(index) {
            return;
        }
        match self.wanted.iter_mut().find(|wanted| wanted.index == index) {
            Some(wanted) => wanted.shown |= shown,
            None => self.wanted.push_back(Wanted { index, shown }),
        }
    }

    /// Whether a frame is still waited for by those who asked for it.
    pub fn waited_for(&self, index: u64) -> bool {
        self.wanted.iter().any(|wanted| wanted.index == index)
    }

    /// The frame that a thread is to make first: what is to be shown, then what is nearest to the player; not what the other makes.
    pub fn first_wanted(&self, way: Way) -> Option<u64> {
        let other = self.making[1 - way as usize];
        // A long run comes to its frames late: nobody who is to see one waits for it.
        let soon = |job: Job, wanted: &Wanted| job.holds(wanted.index) && (job.asked.is_some() || !wanted.shown);
        let free = self.wanted.iter().filter(|wanted| !other.is_some_and(|job| soon(job, wanted)));
        free.min_by_key(|wanted| (!wanted.shown, wanted.index.abs_diff(self.place))).map(|wanted| wanted.index)
    }

    /// Frames to be ready ahead. Three times as many fit into memory: what is ready behind, and a run more of it.
    fn reach(&self) -> u64 {
        let one = (self.bytes / self.ready.len().max(1)).max(1);
        AHEAD.min((KEPT_BYTES / one / 3) as u64).max(4)
    }

    pub fn known(&self, index: u64) -> bool {
        self.ready.contains_key(&index) || self.lost.contains_key(&index)
    }

    pub fn keep(&mut self, index: u64, packed: Vec<u8>) {
        self.bytes += packed.len();
        if let Some(old) = self.ready.insert(index, Arc::new(packed)) {
            self.bytes -= old.len();
        }
        self.wanted.retain(|wanted| wanted.index != index);
        while self.bytes > KEPT_BYTES && self.ready.len() > 1 {
            // The farthest from the player is an end of the map.
            let ends = [self.ready.keys().next(), self.ready.keys().next_back()].into_iter().flatten().copied();
            let Some(far) = ends.max_by_key(|end| end.abs_diff(self.place)) else { return };
            self.bytes -= self.ready.remove(&far).map_or(0, |gone| gone.len());
        }
    }

    pub fn lose(&mut self, index: u64, why: &str) {
        self.lost.insert(index, why.to_owned());
        self.wanted.retain(|wanted| wanted.index != index);
    }

    /// What a thread makes next of a recording of `frames` frames: what is asked for with what lies beside it, else what is missing
    /// ahead of the player; or what is missing behind, when enough of what the player comes to first is made. `next` is the frame
    /// that the thread's reader gives next: what it comes to soon is read on to, and not sought.
    pub fn next_job(&self, frames: u64, next: Option<u64>, way: Way) -> Option<Job> {
        if let Some(asked) = self.first_wanted(way).filter(|_| way == Way::On) {
            let soon = next.filter(|&next| next <= asked && asked - next <= READ_ON);
            let first = soon.unwrap_or(asked.saturating_sub(BESIDE));
            return Some(Job { first, last: (asked + BESIDE).min(frames - 1), asked: Some(asked) });
        }
        if self.ready.is_empty() {
            return None;
        }
        let (place, reach) = (self.place, self.reach());
        let other = self.making[1 - way as usize];
        let missing = |index: &u64| !self.known(*index) && !other.is_some_and(|job| job.holds(*index));
        match way {
            Way::On => {
                let first = (place..frames.min(place + reach)).find(missing)?;
                Some(Job { first, last: (first + reach / 4).min(frames - 1), asked: None })
            }
            // The player has jumped: the other thread makes the place itself first.
            Way::Back if !self.known(place) => None,
            Way::Back if !self.back && (place..frames.min(place + reach / 4)).any(|index| missing(&index)) => None,
            Way::Back => {
                // Not one by one: each run costs a way from a key frame.
                let last = (place.saturating_sub(reach * 5 / 6)..place).rev().find(missing)?;
                if place - last <= NEAR {
                    return Some(Job { first: last.saturating_sub(SHORT_RUN.min(reach)), last, asked: Some(last) });
                }
                Some(Job { first: last.saturating_sub(reach), last, asked: None })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_comes_first_then_what_is_near() {
        let mut state = State::default();
        let on = |state: &State, next| state.next_job(1000, next, Way::On);
        let back = |state: &State| state.next_job(1000, None, Way::Back);
        assert_eq!((on(&state, None), back(&state)), (None, None), "nothing is made before anything is asked for");
        state.moved(500);
        state.ask(500, true);
        assert_eq!(on(&state, None), Some(Job { first: 476, last: 524, asked: Some(500) }));
        assert_eq!(on(&state, Some(499)).map(|job| job.first), Some(499), "read on to, not sought");
        state.keep(600, vec![0]);
        assert_eq!(back(&state), None, "the place itself is made first");
        state.making[Way::Back as usize] = Some(Job { first: 450, last: 520, asked: None });
        assert_eq!(
            on(&state, None).and_then(|job| job.asked),
            Some(500),
            "nobody who is to see a frame waits for a long run"
        );
        state.making[Way::Back as usize] = Some(Job { first: 450, last: 520, asked: Some(520) });
        assert_eq!(on(&state, None).map(|job| job.first), Some(521), "what is being made behind is not made twice");
        state.making = [None, None];
        (492..=500).for_each(|index| state.keep(index, vec![0]));
        assert_eq!(on(&state, None).map(|job| job.first), Some(501));
        assert_eq!(back(&state), None, "first the way that the player goes");
        state.back = true;
        assert_eq!(
            back(&state),
            Some(Job { first: 491 - SHORT_RUN, last: 491, asked: Some(491) }),
            "the nearest first"
        );
        (430..=492).for_each(|index| state.keep(index, vec![0]));
        assert_eq!(back(&state), Some(Job { first: 429 - AHEAD, last: 429, asked: None }));
        (400..600).for_each(|index| state.keep(index, vec![0]));
        assert_eq!((on(&state, None), back(&state)), (None, None));
    }

    #[test]
    fn what_is_to_be_shown_comes_before_what_is_fetched_ahead_and_a_jump_leaves_the_latter_behind() {
        let mut state = State::default();
        state.moved(100);
        for index in [105, 101, 102] {
            state.ask(index, false);
        }
        assert_eq!(state.first_wanted(Way::On), Some(101));
        state.ask(105, true);
        assert_eq!(state.first_wanted(Way::On), Some(105));
        state.moved(700);
        assert!(!state.waited_for(101) && state.waited_for(105), "one is still to be shown");
        state.ask(700, true);
        assert_eq!(state.first_wanted(Way::On), Some(700));
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
