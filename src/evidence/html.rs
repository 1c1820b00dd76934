//! `report.html`: one page that opens from disk, pictures inside, clips beside it.
//!
//! Built with maud, which escapes whatever is put into the page.

use super::case::{Case, SecondView};
use super::report::{clip_name, slow_clip_name};
use super::{cues, timeline};
use crate::base::Player;
use crate::facts::{Finding, Incident, Kind, SlapChallenge};
use crate::law::isf::clauses;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A picture of the report, packed.
pub struct Picture {
    /// JPEG or PNG.
    pub bytes: Vec<u8>,
    /// `image/png` or `image/jpeg`.
    pub media_type: &'static str,
}

impl Picture {
    fn uri(&self) -> String {
        format!("data:{};base64,{}", self.media_type, STANDARD.encode(&self.bytes))
    }
}

/// Pictures of one incident.
#[derive(Default)]
pub struct Pictures {
    /// The photo finish.
    pub strip: Option<Picture>,
    /// Frames of each contact with their captions, by player.
    pub contacts: Vec<(Player, String, Picture)>,
    /// The frame of the incident with what the program believes.
    pub frame: Option<Picture>,
    /// What the second camera shows of it: its clip's name and its pictures.
    pub second: Option<Box<(String, Pictures)>>,
}

/// The whole page. `pictures` has one entry per incident; `table` shows how the calibration fits.
pub fn page(case: &Case, pictures: &[Pictures], table: Option<&Picture>) -> String {
    let title = headline(case);
    html! {
        (DOCTYPE)
        html lang="en-GB" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "slapsight: " (title) }
                style { (PreEscaped(include_str!("page.css"))) }
            }
            body {
                main {
                    header {
                        p { "slapsight review of " strong { (case.source.path) } ", "
                            (format!("{:.3} to {:.3} s", case.reviewed.0, case.reviewed.1)) }
                        h1 { (title) }
                        p { "This is advice with its evidence. The referee decides (A.3.2, F.10.2)." }
                        @for note in &case.notes { p { "Note: " (note) } }
                    }
                    @for (incident, pictures) in case.incidents.iter().zip(pictures) {
                        (incident_section(case, incident, pictures))
                    }
                    @if case.told_rounds().next().is_some() {
                        section {
                            h2 { "Rounds" }
                            ol { @for round in case.told_rounds() { li { (round.words()) } } }
                        }
                    }
                    @if !case.questions.is_empty() {
                        section {
                            h2 { "For you to answer" }
                            p { "The evidence does not decide these. Answers in a file (slapsight schema answers) settle them: "
                                code { "slapsight review " (case.source.path) " --from-observations observations.slapsight --answers answers.json" } }
                            ul { @for question in &case.questions { li { (question.words()) } } }
                        }
                    }
                    section {
                        h2 { "Timeline" }
                        div.scroll { (PreEscaped(timeline::svg(case))) }
                        p.laws { "Shaded bars are 95 % intervals. Tops are the ranks that the Centre Piles show." }
                    }
                    (unseen(case))
                    (table_section(case, table))
                    (facts(case))
                }
                script { (PreEscaped(include_str!("page.js"))) }
            }
        }
    }
    .into_string()
}

/// What the photo finish from each camera is called in the page, which is also what finds it there.
const STRIPS: [&str; 2] = ["photo finish strip", "photo finish strip, second camera"];

/// The photo finish of an incident from one camera, 0 or 1, in a page that [`page`] wrote, as PNG; `None` where there is none.
pub fn strip_in(page: &str, incident: &str, camera: usize) -> Option<Vec<u8>> {
    let named = format!("alt=\"{}\" src=\"data:image/png;base64,", STRIPS.get(camera)?);
    let (_, section) = page.split_once(&format!("<section id=\"{incident}\">"))?;
    let (section, _) = section.split_once("</section>")?;
    let (_, after) = section.split_once(&named)?;
    let bytes = STANDARD.decode(after.split_once('"')?.0).ok()?;
    bytes.starts_with(b"\x89PNG\r\n\x1a\n").then_some(bytes)
}

/// Never "100 %" or "0 %": a measurement is not that.
fn percent(probability: f64) -> String {
    match 100.0 * probability {
        p if p > 99.9 => "over 99.9 %".to_owned(),
        p if p < 0.1 => "under 0.1 %".to_owned(),
        p => format!("{p:.1} %"),
    }
}

/// The page's first sentence: the slap if there is one, else the first incident, else nothing.
pub fn headline(case: &Case) -> String {
    let slap = case.incidents.iter().find(|incident| incident.ruling.slap.is_some());
    let first = slap.or_else(|| case.incidents.iter().find(|incident| incident.ruling.finding != Finding::NoOffence));
    match first.or(case.incidents.first()) {
        Some(incident) => incident.ruling.sentence.clone(),
        None => "No slap and no offence was seen.".to_owned(),
    }
}

fn incident_section(case: &Case, incident: &Incident, pictures: &Pictures) -> Markup {
    let ruling = &incident.ruling;
    html! {
        section id=(incident.id) {
            h2 { (kind_name(ruling.kind)) (format!(" at {:.3} s", ruling.at.t)) }
            p { span.tag { (finding_name(ruling.finding)) }
                span.tag { "whole account " (percent(ruling.confidence)) " sure" }
                @if let Some(sanction) = ruling.sanction { span.tag { (sanction_name(sanction)) } } }
            p.verdict { (ruling.sentence) }
            (laws(&ruling.clauses))
            @if let Some(slap) = &ruling.slap { (slap_table(case, slap)) (cues::table(case, slap)) }
            @if let Some(strip) = &pictures.strip {
                figure {
                    img alt=(STRIPS[0]) src=(strip.uri());
                    figcaption { "Photo finish: time runs to the right, each column is one frame's line of pixels over the pile, "
                        "Player 2's side on top. Upright lines are contacts, the bars on them their 95 % intervals. "
                        "A moving hand slants; a resting hand is level." }
                }
            }
            @if !pictures.contacts.is_empty() {
                h3 { "Each contact: the frames before, at and after" }
                (contacts(pictures))
            }
            @if let (Some(frame), None) = (&pictures.frame, &pictures.strip) {
                figure { img alt="the frame of the incident" src=(frame.uri());
                    figcaption { "The frame, with zones and hands as the program sees them: Player 1 blue, Player 2 orange." } }
            }
            div.pair {
                figure { video controls preload="metadata" tabindex="0" data-fps=(format!("{:.3}", case.source.fps_nominal)) src=(clip_name(incident)) {}
                    figcaption { "As recorded" } }
                figure { video controls preload="metadata" tabindex="0" data-fps="15" src=(slow_clip_name(incident)) {}
                    figcaption { "Frame by frame, with what the program sees; milliseconds after " (counted_from(incident)) } }
            }
            @if let Some((clip, theirs)) = pictures.second.as_deref() { (second_camera(case, incident, clip, theirs)) }
            p.laws { "Keys: " kbd { "space" } " play or pause, " kbd { "," } " and " kbd { "." } " one frame back or on, "
                kbd { "j" } " " kbd { "k" } " " kbd { "l" } " back, pause, play and faster." }
        }
    }
}

/// The frames of each contact, a player a column.
fn contacts(pictures: &Pictures) -> Markup {
    html! {
        div.pair {
            @for player in Player::BOTH {
                div {
                    @for (_, caption, picture) in pictures.contacts.iter().filter(|(who, ..)| *who == player) {
                        figure { img alt=(caption) src=(picture.uri());
                            figcaption class=(format!("p{}", player.number())) { (caption) } }
                    }
                }
            }
        }
    }
}

/// What the slowed clip counts its milliseconds from.
fn counted_from(incident: &Incident) -> &'static str {
    if incident.ruling.slap.is_some() { "the cards matched" } else { "the instant of the incident" }
}

/// How a time of the second camera differs from the same on the first one's clock.
fn began(case: &Case) -> String {
    let began = case.also.as_ref().map_or(0.0, SecondView::began_secs);
    let (secs, word) = (began.abs(), if began < 0.0 { "more" } else { "less" });
    format!("{secs:.4} s {word} than on the first camera's")
}

/// The same incident from the second camera.
fn second_camera(case: &Case, incident: &Incident, clip: &str, pictures: &Pictures) -> Markup {
    let fps = case.also.as_ref().map_or(case.source.fps_nominal, |view| view.source.fps_nominal);
    html! {
        h3 { "From the second camera" }
        p.laws { "Times below are its own clock's; each is " (began(case)) "." }
        @if let Some(strip) = &pictures.strip {
            figure { img alt=(STRIPS[1]) src=(strip.uri());
                figcaption { "The same contacts over the second camera's pixels: the instants are those of both cameras together." } }
        }
        @if !pictures.contacts.is_empty() { (contacts(pictures)) }
        @if let (Some(frame), None) = (&pictures.frame, &pictures.strip) {
            figure { img alt="the frame of the incident, second camera" src=(frame.uri()); }
        }
        div.pair {
            figure { video controls preload="metadata" tabindex="0" data-fps=(format!("{fps:.3}")) src=(clip) {}
                figcaption { "As the second camera recorded it" } }
            figure { video controls preload="metadata" tabindex="0" data-fps="15" src=(clip.replace(".mp4", "-slow.mp4")) {}
                figcaption { "Frame by frame, with what the program sees in it; milliseconds after " (counted_from(incident)) } }
        }
    }
}

pub(super) fn laws(numbers: &[String]) -> Markup {
    html! {
        p.laws {
            @for number in numbers {
                b { (number) } " "
                @if let Some(words) = clauses::paraphrase(number) { (words) }
                ". "
            }
        }
    }
}

fn slap_table(case: &Case, slap: &SlapChallenge) -> Markup {
    let ms = |secs: f64| format!("{:.1}", case.source.time_scale.real_ms(secs));
    let zero = slap.condition.t;
    let cell = |at: Option<crate::base::Measured>| {
        at.map_or("not seen".to_owned(), |at| format!("{} ± {} ms", ms(at.t - zero), ms((at.hi - at.lo) / 2.0)))
    };
    html! {
        div.scroll { table {
            tr { th { "after the cards matched" } th { "left pile" } th { "right pile" } th { "both hands down" } th { "attempt" } }
            @for attempt in &slap.attempts {
                tr {
                    td class=(format!("p{}", attempt.player.number())) { (attempt.player) }
                    td { (cell(attempt.left)) } td { (cell(attempt.right)) } td { strong { (cell(attempt.complete)) } }
                    td { @match attempt.invalid { None => "valid", Some(reason) => (reason_name(reason)) } }
                }
            }
        } }
        @if let (Some(margin), Some(p)) = (slap.margin, slap.p_player1_first) {
            p { "Margin " strong { (ms(margin.t)) " ms" } ", 95 % between " (ms(margin.lo)) " and " (ms(margin.hi))
                " ms; probability that Player 1 was first: " (percent(p)) "." }
        }
    }
}

fn unseen(case: &Case) -> Markup {
    html! {
        section {
            h2 { "What could not be seen" }
            @if case.unreadable.is_empty() { p { "Nothing that matters here was hidden." } }
            @else {
                div.scroll { table {
                    @for span in &case.unreadable {
                        tr { td { (format!("{:.3} to {:.3} s", span.from, span.to)) } td.wide { (span.why) } }
                    }
                } }
            }
        }
    }
}

fn table_section(case: &Case, table: Option<&Picture>) -> Markup {
    html! {
        section {
            h2 { "The table" }
            p { "Found from " (case.calibration.method) ", " (format!("{:.1} mm", case.calibration.residual_mm))
                " off on average; Player 1 sits at the picture's " (case.calibration.player1_side) " side." }
            @for drift in &case.calibration.drift {
                p { strong { (format!("At {:.2} s the mats or the camera had moved by {:.0} mm.", drift.t, drift.shift_mm)) } }
            }
            @if let Some(picture) = table { figure { img alt="zones over the picture" src=(picture.uri());
                figcaption { "The zones as the program places them. If they do not lie on the mats' lines, trust nothing here." } } }
        }
    }
}

fn facts(case: &Case) -> Markup {
    let source = &case.source;
    html! {
        section {
            h2 { "The recording and the method" }
            div.scroll { table {
                tr { td { "File" } td.wide { (source.path) } }
                tr { td { "SHA-256" } td.wide style="overflow-wrap:anywhere" { (source.sha256) } }
                tr { td { "Picture" } td { (source.width) " x " (source.height) ", " (format!("{:.2}", source.fps_nominal))
                    " frames a second" @if source.variable_frame_rate { ", unevenly spaced" } } }
                tr { td { "Real time" } td { (format!("{:.4}", source.time_scale.real_per_file)) " real seconds a file second" } }
                tr { td { "Sound" } td { @if source.audio { "yes" } @else { "none" } } }
                @if let Some(view) = &case.also {
                    tr { td { "Second camera" } td.wide { (view.source.path) ", " (view.source.width) " x " (view.source.height) ", "
                        (format!("{:.2}", view.source.fps_nominal)) " frames a second; table found from " (view.calibration.method)
                        (format!(", {:.1} mm off", view.calibration.residual_mm)) } }
                    tr { td { "Its clock" } td.wide { (format!(
                        "began {:.4} s {} the first (standard deviation {:.1} ms, {})",
                        view.began_secs().abs(),
                        if view.began_secs() < 0.0 { "before" } else { "after" },
                        1000.0 * view.clock.sigma_secs,
                        view.clock_told_by()
                    )) } }
                }
                tr { td { "Laws" } td { "International Slaps Federation, " (clauses::EDITION) } }
            } }
            p.laws { "Times are presentation times. A contact is where a hand's way over the table turns from moving to resting, "
                "weighed between frames, and where the sound of an impact goes with it; its interval holds the true instant in 95 of 100 cases. An attempt is complete when the later "
                "hand is down. The order's probability follows from both intervals." }
        }
    }
}

pub(super) fn finding_name(finding: Finding) -> &'static str {
    match finding {
        Finding::Offence => "offence",
        Finding::NoOffence => "no offence",
        Finding::Referee => "for the referee",
    }
}

pub(super) fn sanction_name(sanction: crate::facts::Sanction) -> &'static str {
    match sanction {
        crate::facts::Sanction::Warning => "formal warning due",
        crate::facts::Sanction::YellowCard => "yellow card due",
    }
}

pub(super) fn reason_name(reason: crate::facts::InvalidAttempt) -> &'static str {
    use crate::facts::InvalidAttempt as Reason;
    match reason {
        Reason::OnePile => "one pile only",
        Reason::SamePile => "both hands on one pile",
        Reason::NotAtTheSameTime => "both hands not seen down together",
        Reason::NoCondition => "no slap condition",
        Reason::AfterFinalCard => "after the final card",
        Reason::BeforeCardContact => "hands before the card",
    }
}

/// `Boundary breach` for `boundary_breach`.
pub(super) fn kind_name(kind: Kind) -> String {
    let name = serde_json::to_value(kind).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default();
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
