//! The command line of invar: arguments, strategy, messages and exit codes.

#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "`terminal` prints"
)]

mod arguments;
mod baseline;
mod bench;
mod check;
mod check_worker;
mod child;
mod ci;
mod config;
mod confirm;
mod contracts;
mod events;
mod exit;
mod explain;
mod export;
#[cfg(feature = "fleet")]
mod fleet;
mod generate;
mod hardware;
mod inspect;
mod interpret;
mod interrupt;
mod lsp;
#[cfg(feature = "mcp")]
mod mcp;
mod outputs;
mod preconditions;
mod progress;
mod store;
mod supervise;
mod survey;
mod terminal;
mod units;
mod validate;

use crate::terminal::complain;
use arguments::Command;
use std::process::ExitCode;

fn main() -> ExitCode {
    let given = arguments::as_clap_reads(std::env::args_os()).collect();
    let given = match config::with_defaults(given) {
        Ok(given) => given,
        Err(problem) => {
            complain!("error: {problem}");
            return ExitCode::from(exit::USAGE);
        }
    };
    let cli = arguments::parse(given);
    let code = match cli.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Survey(arguments) => survey::run(&arguments),
        Command::Baseline(arguments) => baseline::run(&arguments),
        Command::Ci(arguments) => ci::run(&arguments),
        Command::Lsp(arguments) => lsp::run(&arguments),
        #[cfg(feature = "mcp")]
        Command::Mcp(arguments) => mcp::run(&arguments),
        #[cfg(feature = "fleet")]
        Command::Submit(arguments) => fleet::submit(&arguments),
        #[cfg(feature = "fleet")]
        Command::Worker(arguments) => fleet::worker(&arguments),
        #[cfg(feature = "fleet")]
        Command::Collect(arguments) => fleet::collect(&arguments),
        Command::Interpret(arguments) => interpret::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Store(arguments) => store::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Config => generate::template(),
        Command::Completions(arguments) => generate::completions(&arguments),
        Command::Man(arguments) => generate::man(&arguments),
        Command::Validate(arguments) => validate::run(&arguments),
        Command::CheckWorker => check_worker::run(),
        Command::ConfinedRun => confirm::confined_run(),
    };
    ExitCode::from(code)
}
