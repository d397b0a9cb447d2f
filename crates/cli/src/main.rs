//! The command line of invar: arguments, strategy, messages and exit codes.

mod arguments;
mod back;
mod bench;
mod check;
mod check_worker;
mod circuit;
mod config;
mod describe;
mod events;
mod exit;
mod explain;
mod export;
mod fleet;
mod generate;
mod inspect;
mod interpret;
mod interrupt;
mod memory;
mod outputs;
mod pipeline;
mod progress;
mod project;
mod shard;
mod since;
mod store;
mod supervise;
mod survey;
mod units;
mod validate;
mod violation;

use arguments::Command;
use std::process::ExitCode;

fn main() -> ExitCode {
    let given = arguments::as_clap_reads(std::env::args_os()).collect();
    let given = match config::with_defaults(given) {
        Ok(given) => given,
        Err(problem) => {
            eprintln!("error: {problem}");
            return ExitCode::from(exit::USAGE);
        }
    };
    let cli = arguments::parse(given);
    let code = match cli.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Survey(arguments) => survey::run(&arguments),
        Command::Submit(arguments) => fleet::submit(&arguments),
        Command::Worker(arguments) => fleet::worker(&arguments),
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
        Command::CheckWorker(arguments) => check_worker::run(&arguments),
        Command::ValidateWorker(arguments) => match arguments.check() {
            Some(check) => check_worker::run(&check),
            None => exit::USAGE,
        },
    };
    ExitCode::from(code)
}

/// Prints to stdout. A reader that has seen enough and closed the pipe is no error.
fn print(text: &str) {
    use std::io::Write;
    let _ = std::io::stdout().write_all(text.as_bytes());
}
