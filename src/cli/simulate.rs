//! `slapsight simulate`: a scenario in, footage with exact truth out.

use super::{CliError, print};
use crate::simulate::players::MatchFile;
use crate::simulate::scenario::Scenario;
use crate::simulate::scenario::file::SCENARIO_SCHEMA;
use crate::simulate::truth::{self, Directed};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Make footage of a table from a scenario, with the exact truth beside it.
///
/// Writes truth.json, layout.json and calibration.json, and video.mp4 unless told otherwise. The same scenario
/// and seed give the same files.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight simulate samples/scenarios/slap.json --out slap
      footage and truth
  slapsight simulate samples/scenarios/slap.json --out look --still 1.5
      one picture, to see what the camera sees
  slapsight simulate samples/scenarios/slap.json --out slap --truth-only
      what happens, without pictures: takes no time
  slapsight simulate --match 7 --rounds 3 --truth-only
      a whole match, to be fed to `slapsight rule`: one event of truth.json a line
  slapsight schema scenario
      what a scenario may say")]
pub struct Args {
    /// The scenario (slapsight.scenario/1)
    #[arg(required_unless_present = "seed")]
    pub scenario: Option<PathBuf>,

    /// Instead of a scenario: a whole match of SLAPS, played by two policies, from this seed
    #[arg(long = "match", value_name = "SEED", conflicts_with = "scenario")]
    pub seed: Option<u64>,

    /// How many rounds of the match are played at most
    #[arg(long, value_name = "N", requires = "seed", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub rounds: Option<u32>,

    /// Folder for the files; it must not exist yet or be empty [default: match-SEED]
    #[arg(long, value_name = "DIR", required_unless_present = "seed")]
    pub out: Option<PathBuf>,

    /// No pictures and no sound: truth, layout and calibration only
    #[arg(long)]
    pub truth_only: bool,

    /// One picture only: what the camera sees at this second
    #[arg(long, value_name = "SECONDS", conflicts_with = "truth_only")]
    pub still: Option<f64>,

    /// Leave out hands and cards by frame, which are most of truth.json; so does --match with --truth-only
    #[arg(long)]
    pub events_only: bool,
}

/// Mesa looks for a desktop that it could draw to, and says "error" where there is none. Nothing is drawn to one.
fn quiet_driver() {
    if std::env::var_os("XDG_RUNTIME_DIR").is_none() {
        // SAFETY: the command begins here: no other thread runs yet that could read the environment.
        unsafe { std::env::set_var("XDG_RUNTIME_DIR", std::env::temp_dir()) };
    }
}

/// Runs the command.
///
/// # Errors
/// One sentence for whatever stands in the way; then nothing is written.
pub fn run(args: Args) -> Result<(), CliError> {
    if !args.truth_only && !cfg!(feature = "simulate") {
        return Err(CliError::Failed(
            "this program was built without its renderer; build it with `cargo build --release --features simulate`, \
             or ask for --truth-only"
                .to_owned(),
        ));
    }
    quiet_driver();
    let scene = match (&args.scenario, args.seed) {
        (Some(path), _) => truth::direct_file(path),
        (None, seed) => {
            let seed = seed.unwrap_or(1);
            let plays = MatchFile { rounds: args.rounds, ..MatchFile::default() };
            let (name, schema) = (Some(format!("match {seed}")), SCENARIO_SCHEMA.to_owned());
            let scenario = Scenario { schema, name, seed: Some(seed), plays: Some(plays), ..Scenario::default() };
            truth::direct(&scenario, Path::new(""), "--match")
        }
    };
    let scene = scene.map_err(|why| CliError::Failed(why.to_string()))?;
    let out = args.out.unwrap_or_else(|| PathBuf::from(format!("match-{}", args.seed.unwrap_or(1))));
    // Without pictures nobody needs hands and cards in each of a match's many frames.
    let by_frame = !(args.events_only || args.seed.is_some() && args.truth_only);
    if let Some(t) = args.still.filter(|t| !(0.0..=scene.duration_s).contains(t)) {
        return Err(CliError::Failed(format!(
            "--still {t}: the scenario lasts {:.2} s; choose a second between 0 and that",
            scene.duration_s
        )));
    }
    whole(&out, |folder| {
        files(&scene, folder, by_frame)?;
        if args.truth_only { Ok(()) } else { pictures(&scene, folder, args.still) }
    })?;
    let truth = scene.truth(false);
    let mut lines = vec![format!(
        "{}: {:.2} s, {}, {}, {}, {}",
        truth.name,
        scene.duration_s,
        counted(scene.frames.len(), "frame"),
        counted(truth.events.len(), "event"),
        counted(truth.slaps.len(), "slap"),
        counted(truth.incidents.len(), "incident")
    )];
    for incident in &truth.incidents {
        let who = incident.player.map_or_else(String::new, |player| format!(", Player {player}"));
        lines.push(format!("  {:.3} s  {}{who}", incident.t, incident.kind));
    }
    lines.push(format!("Written to {}", out.display()));
    print(&lines.join("\n"))
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

fn failed(path: &Path, why: impl std::fmt::Display) -> CliError {
    CliError::Failed(format!("{}: it cannot be written ({why}); choose another folder with --out", path.display()))
}

/// Fills a folder beside `out` and puts it in its place when all is there.
fn whole(out: &Path, fill: impl FnOnce(&Path) -> Result<(), CliError>) -> Result<(), CliError> {
    let taken = std::fs::read_dir(out).is_ok_and(|mut inside| inside.next().is_some()) || out.is_file();
    if taken {
        return Err(failed(out, "something is there already"));
    }
    let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(|why| failed(parent, why))?;
    let beside =
        tempfile::Builder::new().prefix(".slapsight-").tempdir_in(parent).map_err(|why| failed(parent, why))?;
    fill(beside.path())?;
    #[cfg(unix)]
    {
        // Temporary folders are private by default; a result is an ordinary folder.
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(beside.path(), std::fs::Permissions::from_mode(0o755))
            .map_err(|why| failed(out, why))?;
    }
    if out.is_dir() {
        std::fs::remove_dir(out).map_err(|why| failed(out, why))?;
    }
    std::fs::rename(beside.keep(), out).map_err(|why| failed(out, why))
}

/// Truth, layout and calibration.
fn files(scene: &Directed, folder: &Path, by_frame: bool) -> Result<(), CliError> {
    let camera = &scene.settled.camera;
    let write = |name: &str, value: &dyn erased::Json| {
        let path = folder.join(name);
        let mut file = std::io::BufWriter::new(std::fs::File::create(&path).map_err(|why| failed(&path, why))?);
        value.write(&mut file).and_then(|()| file.flush()).map_err(|why| failed(&path, why))
    };
    write("truth.json", &scene.truth(by_frame))?;
    write("layout.json", &scene.settled.layout)?;
    let Some(calibration) = truth::calibration(&scene.settled) else {
        return Err(CliError::Failed("camera.position: the camera lies in the table's plane; raise it".to_owned()));
    };
    let file = crate::simulate::truth::CalibrationFile::new(&calibration, "layout.json", (camera.width, camera.height));
    write("calibration.json", &file)
}

/// The footage, or one picture of it.
#[cfg(feature = "simulate")]
fn pictures(scene: &Directed, folder: &Path, still: Option<f64>) -> Result<(), CliError> {
    use super::progress::ProgressLine;
    use crate::simulate::shoot::Studio;
    let refused = |why: crate::simulate::shoot::ShootError| CliError::Failed(why.to_string());
    let mut studio = Studio::new(scene).map_err(refused)?;
    if let Some(t) = still {
        let path = folder.join("still.png");
        let picture = studio.still(t).map_err(refused)?;
        return picture.save(&path).map_err(|why| failed(&path, why));
    }
    let started = std::time::Instant::now();
    let mut line = ProgressLine::new();
    let all = scene.frames.len();
    let footage = studio
        .shoot(&folder.join("video.mp4"), &mut |done| line.show("drawing", done as f64 / all as f64))
        .map_err(refused)?;
    line.clear();
    let took = started.elapsed().as_secs_f64();
    let _ = writeln!(
        std::io::stderr(),
        "drew {} frames in {took:.1} s, {:.1} a second, on {}",
        footage.frames,
        footage.frames as f64 / took.max(1e-9),
        footage.device
    );
    Ok(())
}

/// Never called: without the renderer the command ends before.
#[cfg(not(feature = "simulate"))]
fn pictures(_: &Directed, _: &Path, _: Option<f64>) -> Result<(), CliError> {
    Ok(())
}

/// Anything that can be written as JSON.
mod erased {
    use std::io::Write;

    pub trait Json {
        fn write(&self, out: &mut dyn Write) -> std::io::Result<()>;
    }

    impl<T: serde::Serialize> Json for T {
        fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
            serde_json::to_writer(&mut *out, self)?;
            out.write_all(b"\n")
        }
    }
}
