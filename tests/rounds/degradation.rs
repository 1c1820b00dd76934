//! How much is lost when what is seen gets worse: ranks confused, frames dropped, a hand lost. Draws `degradation.svg` beside this
//! file.

use super::{Tally, all, reader::Reader};
use plotters::prelude::*;
use std::path::Path;

/// What gets worse, in words, and how.
type Way = (&'static str, fn(f64) -> Reader);

const WAYS: [Way; 3] = [
    ("cards misread", |part| Reader { misread: part, unsteady: part, ..Reader::PERFECT }),
    ("frames lost", |part| Reader { lost: part, ..Reader::PERFECT }),
    ("time for which each hand is lost", |part| Reader { hand_lost: part, ..Reader::PERFECT }),
];
const PARTS: [f64; 5] = [0.0, 0.05, 0.1, 0.2, 0.3];
/// What is counted, in words, and how.
type Figure = (&'static str, fn(&Tally) -> f64);

const FIGURES: [Figure; 4] = [
    ("plays found", Tally::recall),
    ("plays told that were", Tally::precision),
    ("tops right", Tally::tops),
    ("tops wrong", Tally::wrong),
];

#[test]
#[ignore = "takes many minutes: draws a figure"]
fn worse_eyes_cost_no_more_than_they_hide() {
    let table: Vec<Vec<Tally>> =
        WAYS.iter().map(|(_, reader)| PARTS.iter().map(|&part| all(reader(part))[0]).collect()).collect();
    for ((way, _), row) in WAYS.iter().zip(&table) {
        for (part, tally) in PARTS.iter().zip(row) {
            println!("{part:4.2} {way}: {}", tally.row());
        }
    }
    draw(&table).expect("a figure");
    for row in &table {
        let (clean, worst) = (&row[0], &row[PARTS.len() - 1]);
        assert!(clean.recall() >= worst.recall() && clean.tops() >= worst.tops());
    }
}

fn draw(table: &[Vec<Tally>]) -> Result<(), Box<dyn std::error::Error>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rounds/degradation.svg");
    let root = SVGBackend::new(&path, (1200, 420)).into_drawing_area();
    root.fill(&WHITE)?;
    for (panel, ((way, _), row)) in root.split_evenly((1, WAYS.len())).iter().zip(WAYS.iter().zip(table)) {
        let mut chart = ChartBuilder::on(panel)
            .margin(12)
            .caption(format!("Part of {way}"), ("sans-serif", 16))
            .x_label_area_size(28)
            .y_label_area_size(36)
            .build_cartesian_2d(0.0..0.3, 0.0..1.0)?;
        chart.configure_mesh().light_line_style(TRANSPARENT).draw()?;
        for (i, (name, figure)) in FIGURES.iter().enumerate() {
            let colour = Palette99::pick(i).to_rgba();
            let points: Vec<(f64, f64)> = PARTS.iter().zip(row).map(|(&part, tally)| (part, figure(tally))).collect();
            chart
                .draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?
                .label(*name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
            chart.draw_series(points.into_iter().map(|point| Circle::new(point, 3, colour.filled())))?;
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::MiddleLeft)
            .background_style(WHITE.mix(0.8))
            .label_font(("sans-serif", 13))
            .draw()?;
    }
    root.present()?;
    Ok(())
}
