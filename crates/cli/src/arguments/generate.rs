//! Arguments of `completions` and `man`.

use clap::Args;
use clap_complete::Shell;
use std::path::PathBuf;

/// Arguments of `completions`.
#[derive(Args, Debug, Clone)]
pub struct CompletionsArguments {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Arguments of `man`.
#[derive(Args, Debug, Clone)]
pub struct ManArguments {
    /// Write one page per subcommand into this folder, instead of the first page to stdout.
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}
