//! Where the ONNX Runtime and the models are, and how they are opened.
//!
//! The runtime is loaded at run time, so that the program starts and can say what is missing without
//! it. Sessions run on one thread each: the result does not depend on the machine, and the frames are
//! what is spread over the cores.

use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The library's file name as the PyPI wheel carries it.
pub const RUNTIME_FILE: &str = "libonnxruntime.so.1.31.1";

/// What vision cannot do without.
#[derive(Debug, thiserror::Error)]
pub enum VisionError {
    /// No ONNX Runtime library was found.
    #[error(
        "the ONNX Runtime library was not found (looked in {looked}); run scripts/setup, or set SLAPSIGHT_ONNXRUNTIME to the path of {RUNTIME_FILE}"
    )]
    RuntimeMissing {
        /// The places, comma separated.
        looked: String,
    },
    /// A library was found and could not be loaded.
    #[error("the ONNX Runtime library {path} could not be loaded ({why}); run scripts/setup to fetch the right one")]
    RuntimeUnusable {
        /// Where it lies.
        path: String,
        /// The loader's words.
        why: String,
    },
    /// A model file is missing.
    #[error(
        "the model {name} was not found (looked in {looked}); restore it from the repository, or set SLAPSIGHT_MODELS to the models folder"
    )]
    ModelMissing {
        /// Its name below the models folder.
        name: String,
        /// The places, comma separated.
        looked: String,
    },
    /// A model file is there and is not what it should be.
    #[error("the model {path} could not be used ({why}); restore it from the repository")]
    ModelUnusable {
        /// Where it lies.
        path: String,
        /// The runtime's words.
        why: String,
    },
    /// A model failed on an input.
    #[error("a model failed while it ran ({0}); run `slapsight doctor`")]
    Run(String),
    /// OpenCV could not work on a picture.
    #[error("a picture could not be worked on ({0}); use a smaller one")]
    Picture(String),
}

impl From<opencv::Error> for VisionError {
    fn from(error: opencv::Error) -> Self {
        VisionError::Picture(one_line(&error))
    }
}

impl From<ort::Error> for VisionError {
    fn from(error: ort::Error) -> Self {
        VisionError::Run(one_line(&error))
    }
}

fn one_line(error: &impl std::fmt::Display) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The folder that holds the program.
fn beside_program() -> Option<PathBuf> {
    Some(std::env::current_exe().ok()?.parent()?.to_path_buf())
}

/// The project's own folder, when the program was built in one that still exists.
fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every place the runtime is looked for, in order: named by `SLAPSIGHT_ONNXRUNTIME` or
/// `ORT_DYLIB_PATH`, beside the program, in the project's `.onnxruntime`, in the system's folders.
/// When a variable names a place, that place alone counts.
pub fn runtime_candidates() -> Vec<PathBuf> {
    for variable in ["SLAPSIGHT_ONNXRUNTIME", "ORT_DYLIB_PATH"] {
        if let Some(path) = std::env::var_os(variable).filter(|value| !value.is_empty()) {
            return vec![PathBuf::from(path)];
        }
    }
    let mut places = Vec::new();
    places.extend(beside_program().map(|folder| folder.join(RUNTIME_FILE)));
    places.push(project().join(".onnxruntime").join(RUNTIME_FILE));
    for folder in ["/usr/local/lib", "/usr/lib", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"] {
        places.push(Path::new(folder).join(RUNTIME_FILE));
        places.push(Path::new(folder).join("libonnxruntime.so"));
    }
    places
}

/// Every place a models folder is looked for, in order: named by `SLAPSIGHT_MODELS` (then only
/// there), beside the program, in the project.
pub fn models_candidates() -> Vec<PathBuf> {
    if let Some(path) = std::env::var_os("SLAPSIGHT_MODELS").filter(|value| !value.is_empty()) {
        return vec![PathBuf::from(path)];
    }
    let mut places = Vec::new();
    places.extend(beside_program().map(|folder| folder.join("models")));
    places.push(project().join("models"));
    places
}

fn listed(places: &[PathBuf]) -> String {
    places.iter().map(|place| place.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// The first runtime library that exists.
pub fn find_runtime() -> Result<PathBuf, VisionError> {
    let places = runtime_candidates();
    places
        .iter()
        .find(|place| place.is_file())
        .cloned()
        .ok_or_else(|| VisionError::RuntimeMissing { looked: listed(&places) })
}

/// The path of a model named relative to the models folder, such as `hands/palm_detection.onnx`.
pub fn find_model(name: &str) -> Result<PathBuf, VisionError> {
    let places = models_candidates();
    places
        .iter()
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
        .ok_or_else(|| VisionError::ModelMissing { name: name.to_owned(), looked: listed(&places) })
}

/// The loaded runtime.
pub struct Models {
    environment: ort::environment::Environment,
}

static RUNTIME: OnceLock<Result<Models, (String, String)>> = OnceLock::new();

impl Models {
    /// The runtime, loaded on first use and kept.
    ///
    /// # Errors
    /// [`VisionError::RuntimeMissing`] or [`VisionError::RuntimeUnusable`].
    pub fn runtime() -> Result<&'static Models, VisionError> {
        let path = find_runtime()?;
        let loaded = RUNTIME.get_or_init(|| {
            let failed = |why: String| (path.display().to_string(), why);
            let builder = ort::init_from(&path).map_err(|error| failed(one_line(&error)))?;
            let environment = builder
                .with_name("slapsight")
                .with_telemetry(false)
                .build()
                .map_err(|error| failed(one_line(&error)))?;
            Ok(Models { environment })
        });
        loaded.as_ref().map_err(|(path, why)| VisionError::RuntimeUnusable { path: path.clone(), why: why.clone() })
    }

    /// Opens a model named relative to the models folder, for one thread.
    ///
    /// # Errors
    /// [`VisionError::ModelMissing`] or [`VisionError::ModelUnusable`].
    pub fn open(&self, name: &str) -> Result<Session, VisionError> {
        let path = find_model(name)?;
        let unusable = |why: String| VisionError::ModelUnusable { path: path.display().to_string(), why };
        let session = || -> Result<Session, String> {
            Session::builder(&self.environment)
                .map_err(|error| one_line(&error))?
                .with_optimization_level(GraphOptimizationLevel::Level3)
                .map_err(|error| one_line(&error))?
                .with_intra_threads(1)
                .map_err(|error| one_line(&error))?
                .commit_from_file(&path)
                .map_err(|error| one_line(&error))
        };
        session().map_err(unusable)
    }
}
