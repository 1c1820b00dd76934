//! The `slapsight` program: parse, call the library, exit.

fn main() -> std::process::ExitCode {
    slapsight::cli::main()
}
