//! One camera's recording: where its table is, and what vision sees in a span of it.

use super::listen::{Listened, listen};
use super::machine::{networks, sha256};
use super::mats::watch_mats;
use super::observe::{RawFrame, observe};
use super::repeated::without_repeats;
use super::watched::{self, Begin, End, Header, State, Watched, Watching};
use super::{Options, Progress, ReviewError};
use crate::base::{Point, Side, Table};
use crate::calibration::{self, Calibration, CalibrationError, Layout, Zone};
use crate::evidence;
use crate::facts::{CardSeen, Frame, MatsSeen, Observation};
use crate::video::{self, Reader, SourceInfo, VideoError};
use crate::vision::cards::deck::Deck;
use crate::vision::cards::reader::pile_top;
use crate::vision::cards::{CardReader, Laid, Watch};
use crate::vision::cloth::ClothColours;
use crate::vision::hands::{HandTracker, RawHand};
use crate::vision::piles::PileAreas;
use crate::vision::{Models, VisionError};
use std::path::{Path, PathBuf};

/// Pictures looked at to find the table.
const CALIBRATION_PICTURES: usize = 9;
/// Between two readings of the Centre Piles, real seconds.
const PILES_EVERY_SECS: f64 = 0.016;
/// The Foundations are read every so many readings of the piles.
const FOUNDATIONS_EVERY: u64 = 2;
/// And the Draw Decks every so many: a deck that was pushed lies there until somebody puts it back.
const DECKS_EVERY: u64 = 6;
/// How far around its zone a Draw Deck is looked for beyond what the reader looks around in any case, centimetres: with it about a
/// card's length, farther than one is pushed by accident.
const DECK_AROUND_CM: f64 = 4.5;
/// A card whose middle is this near to the line between the piles may lie across it, centimetres: half a card's width, and what its
/// place is uncertain by.
const BESIDE_LINE_CM: f64 = 4.0;
/// How far beside the straight way from a Draw Deck to the Centre Piles a hand that carries a card may seem to be, centimetres: a
/// raised hand stands before a part of the table that lies farther from the camera.
const AROUND_WAY_CM: f64 = 10.0;
/// Parts of the table that are watched for cards: the Centre Piles, both Foundations and both Draw Decks.
pub(super) const WATCHES: usize = 5;
/// A picture's table must have moved this much to count as drift, millimetres: beyond what hands over
/// the lines and compression can feign.
const DRIFT_MM: f64 = 4.0;
/// Half the table's size, centimetres.
const TABLE_RADIUS_CM: f64 = 45.0;
/// And this share of the lines must be seen to judge it.
const DRIFT_COVERAGE: f64 = 0.5;
/// One camera's recording, and what is told of it.
#[derive(Debug, Clone, Default)]
pub struct Filmed {
    /// The file.
    pub video: PathBuf,
    /// A calibration file; found from the mats' lines when `None`.
    pub calibration: Option<PathBuf>,
    /// Side of the picture Player 1 sits on; the calibration's own choice when `None`.
    pub player1: Option<Side>,
    /// Frames a second as filmed, over what the file's tags say.
    pub capture_fps: Option<f64>,
}

impl Filmed {
    /// What the file says of itself, and what was told of it.
    pub(super) fn probe(&self) -> Result<SourceInfo, VideoError> {
        let source = video::probe(&self.video)?;
        Ok(match self.capture_fps {
            Some(fps) => source.with_capture_fps(fps),
            None => source,
        })
    }
}

/// What a camera saw of the table in a span of its recording, on its own clock.
pub(super) struct View {
    pub(super) source: SourceInfo,
    pub(super) calibration: Calibration,
    /// Whether it was told who sits where, and not only chosen from the view.
    pub(super) seats_told: bool,
    pub(super) drift: Vec<evidence::Drift>,
    pub(super) observations: Vec<Observation>,
    /// How many times the file shows each picture; an observation is of the first.
    pub(super) shown_times: usize,
    pub(super) effort: evidence::Effort,
    pub(super) damage: video::Damage,
    /// What was heard in the span.
    pub(super) heard: Listened,
    /// How the mats lay in the course of the span.
    pub(super) mats: Vec<MatsSeen>,
    /// Digests of all that it was watched with.
    pub(super) with: Vec<String>,
}

/// What pictures spread over a span tell before it is watched.
pub(super) struct Found {
    pub(super) calibration: Calibration,
    pub(super) drift: Vec<evidence::Drift>,
    pub(super) cloth: ClothColours,
}

/// What is said while the table of a recording is sought, and while hands and cards are watched.
pub(super) type Stages = [&'static str; 2];

/// Watches a span of a recording, file seconds; fails when it has no frames there. What is seen is kept in the file `kept`, and
/// what an earlier run left there is not watched again.
#[expect(clippy::too_many_arguments, reason = "one private call for each camera")]
pub(super) fn watch(
    filmed: &Filmed,
    source: SourceInfo,
    options: &Options,
    (models, deck): (&Models, Option<Deck>),
    (from, to): (f64, f64),
    kept: &Path,
    stages: Stages,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<View, ReviewError> {
    let end = to.min(source.duration_s);
    let empty = || ReviewError::EmptySpan {
        path: filmed.video.display().to_string(),
        from,
        to: end,
        duration: source.duration_s,
    };
    if from >= to || from > source.duration_s {
        return Err(empty());
    }
    progress(Progress { stage: stages[0], done: 0.0 });
    let found = calibrate(filmed, options, from, end)?;
    let seats_told = filmed.player1.is_some() || filmed.calibration.is_some();
    let header = Header::new(source.clone(), (from, to), found, seats_told, made_with(options));
    let mut tell = |done| progress(Progress { stage: stages[1], done });
    match Watching::begin(kept, &header)? {
        Begin::Whole => {}
        Begin::Fresh(watching) => {
            look(filmed, options, (models, deck), &header, (from, end), (watching, None), &mut tell)?;
        }
        Begin::After(watching, state) => {
            look(filmed, options, (models, deck), &header, (from, end), (watching, Some(*state)), &mut tell)?;
        }
    }
    view(watched::load(kept)?, source.clone(), (from, to)).ok_or_else(empty)
}

/// What was watched in an earlier review, in a span of it; `None` when it has no frames there.
pub(super) fn view(watched: Watched, source: SourceInfo, (from, to): (f64, f64)) -> Option<View> {
    let Watched { header, mut frames, end } = watched;
    let Header { calibration, seats_told, drift, with, .. } = header;
    frames.retain(|frame| frame.t >= from - 1e-9 && frame.t <= to + 1e-9);
    let effort = evidence::Effort { frames: frames.len() as u64, card_frames: end.card_frames };
    let size = (source.width, source.height);
    let mats = end.mats.into_iter().filter(|look| look.t >= from - 1e-9 && look.t <= to + 1e-9).collect();
    let (frames, shown_times) = without_repeats(frames);
    let observations = observe(frames, &calibration, size);
    (!observations.is_empty()).then_some(View {
        source,
        calibration,
        seats_told,
        drift,
        observations,
        shown_times,
        effort,
        damage: end.damage,
        heard: end.heard,
        mats,
        with,
    })
}

/// Digests of all that vision sees with; empty for a file that cannot be read, which is told when it is opened.
fn made_with(options: &Options) -> Vec<String> {
    networks().iter().chain(&options.deck).map(|path| sha256(path).unwrap_or_default()).collect()
}

/// The table, from a file or from the mats' lines.
fn calibrate(filmed: &Filmed, options: &Options, from: f64, to: f64) -> Result<Found, ReviewError> {
    let layout = options.layout.as_deref().map(Layout::load).transpose().map_err(CalibrationError::from)?;
    let told_by = options.layout.as_ref().or(filmed.calibration.as_ref());
    let two_piles = |layout: &Layout| {
        let both = ["centre_left", "centre_right"].iter().all(|id| layout.zone(id).is_some());
        let path = || told_by.map_or(layout.name.clone(), |file| file.display().to_string());
        if both { Ok(()) } else { Err(ReviewError::OtherGame { path: path() }) }
    };
    layout.as_ref().map_or(Ok(()), two_piles)?;
    let pictures = pictures(&filmed.video, options.threads, from, to)?;
    let calibration = if let Some(file) = &filmed.calibration {
        let size = pictures.first().map(image::RgbImage::dimensions).unwrap_or_default();
        calibration::load(file, layout, filmed.player1, size)?
    } else {
        let layout = layout.unwrap_or_else(Layout::reference);
        calibration::solve_lines(&pictures, &layout, filmed.player1)?.calibration
    };
    two_piles(&calibration.layout)?;
    let last = from + (to - from) * (CALIBRATION_PICTURES - 1) as f64 / CALIBRATION_PICTURES as f64;
    let drift = pictures.last().and_then(|picture| calibration::check(picture, &calibration)).and_then(|drift| {
        let shift_mm = drift.largest_mm(TABLE_RADIUS_CM);
        (shift_mm > DRIFT_MM && drift.coverage > DRIFT_COVERAGE).then_some(evidence::Drift { t: last, shift_mm })
    });
    let cloth = ClothColours::find(&pictures, &calibration);
    Ok(Found { calibration, drift: drift.into_iter().collect(), cloth })
}

/// A handful of pictures spread over the span, so that hands are elsewhere in each.
pub fn pictures(path: &Path, threads: usize, from: f64, to: f64) -> Result<Vec<image::RgbImage>, VideoError> {
    let mut reader = Reader::open_with(path, threads)?;
    let mut pictures = Vec::new();
    for i in 0..CALIBRATION_PICTURES {
        reader.seek(from + (to - from) * i as f64 / CALIBRATION_PICTURES as f64)?;
        pictures.extend(reader.next_frame()?.as_ref().map(video::image_rgb));
    }
    Ok(pictures)
}

/// Goes through the frames once: hands in every frame, the piles sixty times a second, the Foundations thirty times, the Draw
/// Decks ten times.
fn look(
    filmed: &Filmed,
    options: &Options,
    (models, deck): (&Models, Option<Deck>),
    header: &Header,
    (from, to): (f64, f64),
    (mut watching, before): (Watching, Option<State>),
    progress: &mut (dyn FnMut(f64) + Send),
) -> Result<(), ReviewError> {
    let (calibration, scale) = (&header.calibration, header.source.time_scale);
    let mut reader = Reader::open_with(&filmed.video, options.threads)?;
    let mut tracker = HandTracker::open(models, scale)?;
    let mut cards =
        TableReader { reader: CardReader::open(models)?.with_deck(deck), watches: Default::default(), frames: 0 };
    let mut areas = PileAreas::new(calibration);
    let every = PILES_EVERY_SECS / scale.real_per_file;
    let (mut last_read, mut readings) = (f64::NEG_INFINITY, 0);
    // Where hands were in the frame before: cards are looked for there too.
    let mut fingers: Vec<Point<Table>> = Vec::new();
    // What was lost up to where an earlier run stopped, and what this one lost on its way back there.
    let mut lost = (video::Damage::default(), video::Damage::default());
    reader.seek(before.as_ref().map_or(from, |state| state.t))?;
    if let Some(state) = before {
        let last = reader.next_frame()?.ok_or_else(|| ReviewError::EmptySpan {
            path: filmed.video.display().to_string(),
            from: state.t,
            to,
            duration: header.source.duration_s,
        })?;
        tracker.go_on(state.hands, &last)?;
        areas.change(&last, calibration);
        (cards.watches, cards.frames, fingers) = (state.watches, state.card_frames, state.fingers);
        cards.reader.go_on(state.card_size);
        (last_read, readings) = (state.last_read, state.readings);
        lost = (state.damage, reader.damage().clone());
    }
    while let Some(frame) = reader.next_frame()? {
        if frame.t > to + 1e-9 {
            break;
        }
        // Half a tick early keeps the rhythm when the frame rate divides it.
        let read_cards = frame.t - last_read >= every - 1e-4;
        let foundations = readings % FOUNDATIONS_EVERY == 0;
        let read_decks = read_cards && readings % DECKS_EVERY == 0;
        if read_cards {
            last_read = frame.t;
            readings += 1;
        }
        let (hands, read) = rayon::join(
            || tracker.step(&frame, calibration),
            || -> Result<Option<(TableCards, Option<DeckCards>)>, VisionError> {
                if !read_cards {
                    return Ok(None);
                }
                let decks = read_decks.then(|| read_decks_of(&mut cards, &frame, calibration)).transpose()?;
                let table = read_table(&mut cards, &frame, calibration, foundations.then_some(&fingers))?;
                Ok(Some((table, decks)))
            },
        );
        let (all, piles, decks) = read?.map_or((None, None, None), |((all, piles), decks)| (all, Some(piles), decks));
        let change = areas.change(&frame, calibration);
        let cloth = all.is_some().then(|| header.cloth.seen(&frame, calibration));
        let hands = hands?;
        fingers = hands.iter().map(|hand| fingertips(hand, calibration)).collect();
        let t = frame.t;
        let raw = RawFrame { index: frame.index, t, hands, cards: all, piles, decks, cloth, change };
        watching.add(raw, || State {
            t,
            hands: tracker.held(),
            watches: cards.watches.clone(),
            card_size: cards.reader.size(),
            card_frames: cards.frames,
            last_read,
            readings,
            fingers: fingers.clone(),
            damage: lost.0.and(reader.damage(), &lost.1),
        })?;
        progress(((frame.t - from) / (to - from).max(1e-6)).min(1.0));
    }
    let heard = listen(&filmed.video, scale, (from, to));
    let mats = watch_mats(&filmed.video, options.threads, calibration, scale, (from, to))?;
    watching.end(End { mats, damage: lost.0.and(reader.damage(), &lost.1), card_frames: cards.frames, heard })
}

type TableCards = (Option<Vec<CardSeen>>, [Option<CardSeen>; 2]);
type DeckCards = [Vec<CardSeen>; 2];

/// The card reader, and the parts of the table that it reads: the Centre Piles, both Foundations and both Draw Decks.
struct TableReader {
    reader: CardReader,
    watches: [Watch; WATCHES],
    /// Frames in which anything was read.
    frames: u64,
}

/// Where a hand would hold a card, on the table.
fn fingertips(hand: &RawHand, calibration: &Calibration) -> Point<Table> {
    let tips = [4, 8, 12].map(|i| calibration.to_table(hand.landmarks.points[i]));
    Point::new(tips.iter().map(|p| p.x).sum::<f64>() / 3.0, tips.iter().map(|p| p.y).sum::<f64>() / 3.0)
}

/// What each pile shows and, when told where fingers are, the cards of the Centre Piles, of both
/// Foundations, of the hands near them and of those on their way from a Draw Deck.
fn read_table(
    table: &mut TableReader,
    frame: &Frame,
    calibration: &Calibration,
    fingers: Option<&Vec<Point<Table>>>,
) -> Result<TableCards, VisionError> {
    let layout = &calibration.layout;
    let TableReader { reader, watches: [centre_watch, first, second, ..], frames } = table;
    let mut any = false;
    let mut all = Vec::new();
    let mut piles = [None, None];
    if let Some(zone) = layout.zone("centre") {
        let (centre, read) = centre_watch.read(reader, frame, calibration, zone.bounds(), Laid::Piled(line(layout)))?;
        any |= read;
        for (top, id) in piles.iter_mut().zip(["centre_left", "centre_right"]) {
            *top = layout.zone(id).and_then(|zone| pile_top(&centre, zone));
        }
        all.extend(centre);
    }
    let Some(fingers) = fingers else {
        *frames += u64::from(any);
        return Ok((None, piles));
    };
    let foundations = [("boundary_1", "foundation_1"), ("boundary_2", "foundation_2")];
    for ((boundary, mat), watch) in foundations.into_iter().zip([first, second]) {
        let Some(zone) = layout.zone(boundary) else { continue };
        let (mut low, mut high) = zone.bounds();
        // A card outside the Boundary is in or beside a hand on that player's mat.
        let mat = layout.mats.iter().find(|zone| zone.id == mat);
        for &at in fingers.iter().filter(|&&at| mat.is_some_and(|mat| mat.contains(at))) {
            low = Point::new(low.x.min(at.x - 2.0), low.y.min(at.y - 2.0));
            high = Point::new(high.x.max(at.x + 2.0), high.y.max(at.y + 2.0));
        }
        let (cards, read) = watch.read(reader, frame, calibration, (low, high), Laid::Apart)?;
        any |= read;
        all.extend(cards);
    }
    for &at in fingers.iter().filter(|&&at| from_deck(layout, at)) {
        all.extend(reader.held(frame, calibration, at)?);
        any = true;
    }
    *frames += u64::from(any);
    Ok((Some(all), piles))
}

/// Where the middles of cards are that lie across the line between the Centre Piles: its two ends, and a little to both sides.
fn line(layout: &Layout) -> Option<(Point<Table>, Point<Table>)> {
    let [left, right] = ["centre_left", "centre_right"].map(|id| layout.zone(id));
    let (left, right) = (left?, right?);
    let ((low, high), (a, b)) = (layout.zone("centre")?.bounds(), (left.middle(), right.middle()));
    let middle = Point::<Table>::new(f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y));
    Some(if (a.x - b.x).abs() >= (a.y - b.y).abs() {
        (Point::new(middle.x - BESIDE_LINE_CM, low.y), Point::new(middle.x + BESIDE_LINE_CM, high.y))
    } else {
        (Point::new(low.x, middle.y - BESIDE_LINE_CM), Point::new(high.x, middle.y + BESIDE_LINE_CM))
    })
}

/// Whether fingers are at a Draw Deck or on the way from there to the Centre Piles, where a revealed card is carried.
fn from_deck(layout: &Layout, fingers: Point<Table>) -> bool {
    let Some((low, high)) = layout.zone("centre").map(Zone::bounds) else { return false };
    let between = |from: f64, to: f64, at: f64, margin: f64| (from - margin..to + margin).contains(&at);
    ["draw_1", "draw_2"].into_iter().filter_map(|id| layout.zone(id)).any(|deck| {
        let deck = deck.bounds();
        !between(low.x, high.x, fingers.x, 0.0)
            && between(low.x.min(deck.0.x), high.x.max(deck.1.x), fingers.x, AROUND_WAY_CM)
            && between(low.y.min(deck.0.y), high.y.max(deck.1.y), fingers.y, AROUND_WAY_CM)
    })
}

/// What lies in and around each Draw Deck's zone; nothing where the layout has none.
fn read_decks_of(table: &mut TableReader, frame: &Frame, calibration: &Calibration) -> Result<DeckCards, VisionError> {
    let TableReader { reader, watches: [.., first, second], .. } = table;
    let mut decks = [Vec::new(), Vec::new()];
    for ((cards, id), watch) in decks.iter_mut().zip(["draw_1", "draw_2"]).zip([first, second]) {
        let Some(zone) = calibration.layout.zone(id) else { continue };
        let (low, high) = zone.bounds();
        let low = Point::new(low.x - DECK_AROUND_CM, low.y - DECK_AROUND_CM);
        let high = Point::new(high.x + DECK_AROUND_CM, high.y + DECK_AROUND_CM);
        *cards = watch.read(reader, frame, calibration, (low, high), Laid::Apart)?.0;
    }
    Ok(decks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_across_the_line_are_looked_for_around_it_alone() {
        let layout = Layout::reference();
        let (low, high) = line(&layout).unwrap();
        let (left, right) =
            (layout.zone("centre_left").unwrap().middle(), layout.zone("centre_right").unwrap().middle());
        assert!(left.x < low.x && low.x < high.x && high.x < right.x, "{low:?} {high:?}");
        assert!(low.y < left.y && left.y < high.y);
    }

    #[test]
    fn a_hand_is_looked_at_on_its_way_from_a_draw_deck_and_not_at_the_piles_or_a_foundation() {
        let layout = Layout::reference();
        let middle = |id: &str| layout.zone(id).unwrap().middle();
        let (deck, centre) = (middle("draw_1"), middle("centre"));
        let way = |part: f64| Point::new(deck.x + part * (centre.x - deck.x), deck.y + part * (centre.y - deck.y));
        assert!([0.0, 0.2, 0.4].into_iter().all(|part| from_deck(&layout, way(part))));
        assert!(!["centre_left", "centre_right", "boundary_1"].into_iter().any(|id| from_deck(&layout, middle(id))));
    }
}
