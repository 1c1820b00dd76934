//! `slapsight serve`: a folder of reports in, the referee's review page out.

use super::{CliError, print, say};
use crate::serve::{self, Options, Told};
use std::net::SocketAddr;
use std::path::PathBuf;

/// Open the referee's review page: incidents, exact frames, the photo finish, and the referee's ruling.
///
/// The page is served to this machine only, and whoever sits at it is the referee. With --listen and another address it is served to
/// other machines too; a code for each role is printed then, good for one machine. Rulings are kept in the report's folder
/// (journal.sqlite). Ctrl-C ends.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  slapsight serve report
      the report that `slapsight review match.mp4 --out report` made
  slapsight serve matches --listen 0.0.0.0:8437
      a folder of reports, for the tablets of the hall too")]
pub struct Args {
    /// A report's folder, or a folder of such folders, three deep
    pub dir: PathBuf,

    /// Address and port to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8437")]
    pub listen: SocketAddr,

    /// The recording, when it is no longer where the report says nor beside the report
    #[arg(long, value_name = "FILE")]
    pub video: Option<PathBuf>,
}

/// Runs the command until Ctrl-C.
///
/// # Errors
/// One sentence for whatever stands in the way.
pub fn run(args: Args) -> Result<(), CliError> {
    let options = Options { folder: args.dir, video: args.video, listen: args.listen };
    serve::serve(&options, |told| match told {
        // Nobody need read it: the page is served all the same.
        Told::Listening(address) => drop(print(&format!("http://{address}/"))),
        Told::Code(role, code) => say(&format!("Code for {role}: {code}", role = name(*role))),
    })
    .map_err(|why| CliError::Failed(why.to_string()))
}

fn name(role: serve::Role) -> &'static str {
    match role {
        serve::Role::Referee => "the referee",
        serve::Role::Assistant => "an assistant",
        serve::Role::Viewer => "a viewer",
    }
}
