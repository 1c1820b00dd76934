//! The timeline: what happened when, by player and pile, as an SVG drawing.

use super::case::Case;
use crate::base::Player;
use crate::facts::{Event, EventKind};
use std::fmt::Write;

const WIDTH: f64 = 1180.0;
const LEFT: f64 = 110.0;
const ROW: f64 = 34.0;
/// Rows from top to bottom: the player and the pile (or the table elsewhere).
const ROWS: [(&str, &str); 8] = [
    ("Player 2", "left pile"),
    ("Player 2", "right pile"),
    ("Player 2", "foundation"),
    ("Tops", "left"),
    ("Tops", "right"),
    ("Player 1", "left pile"),
    ("Player 1", "right pile"),
    ("Player 1", "foundation"),
];

/// What concerns the whole table stands with the left top.
const TABLE_ROW: usize = 3;

fn row(event: &Event) -> usize {
    if event.kind == EventKind::RoundStart {
        return TABLE_ROW;
    }
    let place = match event.pile {
        Some(crate::base::Pile::Left) => 0,
        Some(crate::base::Pile::Right) => 1,
        None => 2,
    };
    if event.player == Some(Player::One) { 5 + place } else { place }
}

fn label(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Reveal => "reveal",
        EventKind::Lift => "lift",
        EventKind::Return => "return",
        EventKind::Contact => "card",
        EventKind::Play => "release",
        EventKind::Remove => "remove",
        EventKind::Touch => "hand down",
        EventKind::Untouch => "hand up",
        EventKind::Turn => "turn",
        EventKind::Stoppage => "stoppage",
        EventKind::RoundStart => "round starts",
        EventKind::RoundEnd => "round ends",
        EventKind::MatchEnd => "match ends",
    }
}

/// The drawing. Every word in it is ours: nothing of the recording's needs escaping.
pub fn svg(case: &Case) -> String {
    let (from, to) = case.reviewed;
    let span = (to - from).max(1e-6);
    let x = |t: f64| LEFT + ((t - from) / span).clamp(0.0, 1.0) * (WIDTH - LEFT - 30.0);
    let height = ROW * ROWS.len() as f64 + 30.0;
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = write!(out, r#"<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="timeline" width="100%">"#);
    for (i, (who, what)) in ROWS.iter().enumerate() {
        let y = ROW * i as f64;
        let fill = if i % 2 == 0 { "#f4f5f7" } else { "#ffffff" };
        let _ = write!(out, r#"<rect x="0" y="{y}" width="{WIDTH}" height="{ROW}" fill="{fill}"/>"#);
        let _ = write!(out, r#"<text x="4" y="{:.1}">{who} {what}</text>"#, y + 21.0);
    }
    let step = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 300.0]
        .into_iter()
        .find(|s| span / s <= 14.0)
        .unwrap_or(900.0);
    let mut tick = (from / step).ceil() * step;
    while tick <= to + 1e-9 {
        let _ = write!(
            out,
            r##"<line x1="{0:.1}" x2="{0:.1}" y1="0" y2="{1:.1}" stroke="#d9dce1"/><text x="{0:.1}" y="{2:.1}" text-anchor="middle">{3:.2} s</text>"##,
            x(tick),
            height - 26.0,
            height - 10.0,
            tick
        );
        tick += step;
    }
    for (i, tops) in case.tops.iter().enumerate() {
        let until = case.tops.get(i + 1).map_or(to, |next| next.t);
        for (row, rank) in [(3, tops.left), (4, tops.right)] {
            let (a, b, y) = (x(tops.t), x(until), ROW * f64::from(row) + 5.0);
            let text = rank.map_or("?", |rank| rank.symbol());
            let _ = write!(
                out,
                r##"<rect x="{a:.1}" y="{y:.1}" width="{:.1}" height="24" rx="3" fill="#fff" stroke="#5c6370"/><text x="{:.1}" y="{:.1}" font-weight="600">{text}</text>"##,
                (b - a - 1.0).max(1.0),
                a + 5.0,
                y + 16.0
            );
        }
    }
    for event in &case.events {
        let y = ROW * row(event) as f64;
        let colour = match event.player {
            Some(Player::One) => "#0072b2",
            Some(Player::Two) => "#b36b00",
            None => "#5c6370",
        };
        let card = event.card.map_or(String::new(), |card| format!(" {}", card.rank));
        let _ = write!(
            out,
            r##"<g><title>{0}{card} at {1:.4} s, 95 % between {2:.4} and {3:.4} s</title><rect x="{4:.1}" y="{5:.1}" width="{6:.1}" height="12" fill="{colour}" opacity=".3"/><line x1="{7:.1}" x2="{7:.1}" y1="{8:.1}" y2="{9:.1}" stroke="{colour}" stroke-width="2"/><text x="{10:.1}" y="{11:.1}">{0}{card}</text></g>"##,
            label(event.kind),
            event.at.t,
            event.at.lo,
            event.at.hi,
            x(event.at.lo),
            y + 17.0,
            (x(event.at.hi) - x(event.at.lo)).max(1.0),
            x(event.at.t),
            y + 3.0,
            y + ROW - 2.0,
            x(event.at.t) + 3.0,
            y + 12.0
        );
    }
    out.push_str("</svg>");
    out
}
