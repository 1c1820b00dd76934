//! The playing area: mats that slide (B.2.6), a camera that moved, objects that do not belong there (B.1.5). Said
//! at any time; whether play stops for it is the referee's (E.4.3.5).

use super::super::words::cite;
use super::sight::Mat;
use super::tolerances::{CAMERA_MOVED_CM, MAT_MOVED_CM};
use super::view::View;
use crate::facts::{Finding, Kind, Ruling};

/// B.2.6, E.4.3.5: a mat slid. Below what can be measured nothing is said.
pub(super) fn mat_moved(view: &View<'_>, mat: Mat, cm: f64) -> Option<Ruling> {
    if cm < MAT_MOVED_CM {
        return None;
    }
    let mat = match mat {
        Mat::Foundation1 => "The foundation mat of Player 1",
        Mat::Foundation2 => "The foundation mat of Player 2",
        Mat::Central => "The central mat",
    };
    let say = format!("{mat} moved by {cm:.1} cm: {}; the referee may stop play (E.4.3.5).", cite("B.2.6"));
    Some(view.ruling(Kind::MatMoved, &["B.2.6", "E.4.3.5"], Finding::Referee, say))
}

/// E.4.3.5: the camera moved, so that places measured from then on need a new calibration.
pub(super) fn camera_moved(view: &View<'_>, cm: f64) -> Option<Ruling> {
    if cm < CAMERA_MOVED_CM {
        return None;
    }
    let say = format!(
        "The camera moved: the table shifted by {cm:.1} cm in the picture, and places are less sure from here; \
         equipment is for the referee (E.4.3.5)."
    );
    Some(view.ruling(Kind::MatMoved, &["E.4.3.5"], Finding::Referee, say))
}

/// B.1.5: something on the playing surface; it may lie there if it hinders nothing.
pub(super) fn foreign_object(view: &View<'_>, in_the_way: Option<bool>) -> Option<Ruling> {
    let (finding, say) = match in_the_way {
        Some(false) => (
            Finding::NoOffence,
            "Something lies on the playing surface, no offence: it hinders neither cards nor hands (B.1.5).".to_owned(),
        ),
        _ => (Finding::Referee, format!("Something lies on the playing surface: {}.", cite("B.1.5"))),
    };
    Some(view.ruling(Kind::Equipment, &["B.1.5"], finding, say))
}
