//! The command line of invar: arguments, strategy, messages and exit codes.

mod arguments;
mod back;
mod bench;
mod check;
mod describe;
mod events;
mod export;
mod human;
mod inspect;
mod interpret;
mod memory;
mod pipeline;
mod report;
mod supervise;
mod units;
mod worker;

use arguments::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// Exit codes of the command line's contract.
pub(crate) mod exit {
    /// The program is safe.
    pub const SAFE: u8 = 0;
    /// The program is unsafe.
    pub const UNSAFE: u8 = 1;
    /// Usage or input error.
    pub const USAGE: u8 = 2;
    /// Neither safe nor unsafe is known.
    pub const UNKNOWN: u8 = 3;
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let code = match cli.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Interpret(arguments) => interpret::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Worker(arguments) => worker::run(&arguments),
    };
    ExitCode::from(code)
}
