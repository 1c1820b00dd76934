//! The calibration that goes with a scene's camera.

use crate::base::Homography;
use crate::calibration::{Calibration, Method};
use crate::simulate::scenario::Settled;
use glam::{DMat3, DVec3};

/// The camera before any knock, as a calibration; `None` for a camera in the table's plane.
pub fn calibration(settled: &Settled) -> Option<Calibration> {
    let camera = &settled.camera;
    let stand = camera.stand(f64::NEG_INFINITY);
    let lens = camera.lens();
    let pixels = DMat3::from_cols_array_2d(&lens.camera_matrix).transpose();
    // A table point (x, y, 0) in the camera's frame: x and y times two axes, less where the lens is.
    let frame = DMat3::from_cols(stand.axes * DVec3::X, stand.axes * DVec3::Y, -(stand.axes * stand.eye));
    let rows = (pixels * frame).transpose().to_cols_array_2d();
    let bent = camera.distortion.iter().any(|k| *k != 0.0);
    Calibration::new(settled.layout.clone(), Method::Points, Homography::new(rows), bent.then_some(lens), 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::CalibrationFile;
    use crate::simulate::scenario::{read, settle};
    use std::path::Path;

    #[test]
    fn the_calibration_says_what_the_camera_shows() {
        for seed in 0..20 {
            let text = format!(r#"{{"schema": "slapsight.scenario/1", "seed": {seed}}}"#);
            let settled = settle(&read(&text, "s").expect("reads"), Path::new("")).expect("settles");
            let calibration = calibration(&settled).expect("regular");
            let stand = settled.camera.stand(0.0);
            let file = CalibrationFile::new(&calibration, "layout.json", (settled.camera.width, settled.camera.height));
            assert!(file.points.len() >= 20);
            for named in &file.points {
                let seen = settled.camera.project(&stand, DVec3::new(named.table.x, named.table.y, 0.0)).expect("seen");
                assert!(seen.distance(named.image) < 1e-6, "seed {seed}: {seen:?} {:?}", named.image);
                let back = calibration.to_table(seen);
                assert!(back.distance(named.table) < 1e-3, "seed {seed}: {back:?} {:?}", named.table);
            }
        }
    }
}
