//! The command line of invar: arguments, strategy, messages and exit codes.

mod arguments;
mod back;
mod bench;
mod check;
mod describe;
mod events;
mod exit;
mod export;
mod inspect;
mod interpret;
mod interrupt;
mod memory;
mod outputs;
mod pipeline;
mod progress;
mod project;
mod supervise;
mod units;
mod violation;
mod worker;

use arguments::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = Cli::parse_from(arguments::as_clap_reads(std::env::args_os()));
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
