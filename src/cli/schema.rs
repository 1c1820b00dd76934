//! `slapsight schema`: the JSON Schema of a file, generated from the Rust type that reads or writes it.

use super::{CliError, print};
use crate::evidence::Report;
use crate::pipeline::answers::AnswersFile;
use crate::pipeline::certify::CameraProfile;
use crate::pipeline::{CalibrationFile, Layout};
use crate::simulate::scenario::Scenario;
use crate::simulate::truth::Truth;

/// Print the JSON Schema of one of the files that go in or come out.
///
/// The schema is made from the type that the program itself reads or writes, so it cannot differ from what it does.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  slapsight schema layout > layout.schema.json")]
pub struct Args {
    /// Which file
    #[arg(value_enum)]
    document: Document,
}

/// The files with a schema.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Document {
    /// report.json: what a review found, every figure
    Report,
    /// layout.json: what is drawn on the mats, in centimetres
    Layout,
    /// calibration.json: where the table is in the picture
    Calibration,
    /// camera.json: what a camera set-up can tell
    Camera,
    /// answers.json: what a human read where a review could not
    Answers,
    /// truth.json: what really happens in simulated footage
    Truth,
    /// scenario.json: what the simulator is to make
    Scenario,
}

/// Prints the schema.
///
/// # Errors
/// [`CliError::Output`] when standard output cannot be written.
pub fn run(args: Args) -> Result<(), CliError> {
    let schema = match args.document {
        Document::Report => schemars::schema_for!(Report),
        Document::Layout => schemars::schema_for!(Layout),
        Document::Calibration => schemars::schema_for!(CalibrationFile),
        Document::Camera => schemars::schema_for!(CameraProfile),
        Document::Answers => schemars::schema_for!(AnswersFile),
        Document::Truth => schemars::schema_for!(Truth),
        Document::Scenario => schemars::schema_for!(Scenario),
    };
    print(&format!("{:#}", schema.as_value()))
}
