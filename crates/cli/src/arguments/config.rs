//! Which file of defaults is read.

use clap::Args;
use std::path::PathBuf;

/// Which file of defaults is read.
#[derive(Args, Debug, Clone)]
pub struct ConfigArguments {
    /// The file with a project's defaults [default: the next invar.toml above the first file].
    #[arg(long, value_name = "TOML")]
    config: Option<PathBuf>,
    /// Read no invar.toml.
    #[arg(long, conflicts_with = "config")]
    no_config: bool,
}
