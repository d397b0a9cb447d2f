//! Child processes of invar: this program with another subcommand.

use std::process::{Command, Stdio};

/// This program with a subcommand; its stdout can be read.
pub fn invar(subcommand: &str) -> std::io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(subcommand).stdout(Stdio::piped());
    Ok(command)
}
