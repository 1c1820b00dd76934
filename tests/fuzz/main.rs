//! Fuzzing of the rules engines: what reads events, and what judges them. Whatever comes, the answer is
//! rulings or one sentence, never a panic, and cards are neither lost nor doubled.
//!
//! `files`: whole files, spoiled copies of `tests/games`, with fixed seeds. `reader`: bytes and fields to the
//! readers of lines. `one_pile` and `slaps`: events made from bytes, told to each `judge`.
//!
//! The last three are [bolero](https://docs.rs/bolero) targets, chosen because one target serves both `cargo
//! test`, for a second each with fresh seeds, and coverage-guided fuzzers. A failure prints its seed:
//! `BOLERO_RANDOM_SEED=… cargo test --release --test fuzz` runs it again. Longer:
//!
//! ```text
//! BOLERO_RANDOM_TEST_TIME_MS=600000 cargo test --release --test fuzz
//! scripts/fuzz one_pile::slaps_house 600    # led by coverage: libFuzzer, on stable Rust
//! ```

mod files;
mod one_pile;
mod reader;
mod slaps;
#[path = "../law/table.rs"]
#[expect(dead_code, reason = "the tests of the laws use all of it")]
mod table;

use std::time::Duration;

/// A second in `cargo test`, with streams long enough for whole rounds; variables of the environment go first.
macro_rules! target {
    ($test:expr) => {
        bolero::check!()
            .with_generator(bolero::produce::<Vec<u8>>().with().len(0..=crate::LONGEST))
            .with_test_time(crate::TIME)
            .with_max_len(2 * crate::LONGEST)
            .for_each($test)
    };
}
pub(crate) use target;

const TIME: Duration = Duration::from_secs(1);

/// Bytes of the longest input.
const LONGEST: usize = 4000;
