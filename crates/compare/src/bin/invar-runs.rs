//! Reads runs of `invar bench`: why tasks stay unknown, and how much of all engines together the default solves.

use clap::{Parser, Subcommand};
use invar_compare::{exit_code, union, why_not};
use std::path::PathBuf;
use std::process::ExitCode;

/// Reads runs of `invar bench` and writes Markdown.
#[derive(Parser)]
#[command(name = "invar-runs", version)]
struct Arguments {
    #[command(subcommand)]
    question: Question,
}

#[derive(Subcommand)]
enum Question {
    /// Why tasks have no verdict: reasons per set, main causes, endings of searches, the tasks.
    WhyNot {
        /// The folder of a run, with results.csv and statistics.jsonl.
        folder: PathBuf,
    },
    /// How much of what engines solve together one run solves, on the tasks that all of them have.
    Union {
        /// The folder of the run to look at.
        #[arg(long, value_name = "FOLDER")]
        default: PathBuf,
        /// A folder per engine; the name of the engine is that of the folder.
        #[arg(required = true, value_name = "FOLDER")]
        engines: Vec<PathBuf>,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let answer = match &arguments.question {
        Question::WhyNot { folder } => why_not::report(folder),
        Question::Union { default, engines } => union::report(default, engines),
    };
    exit_code(answer.map(|(text, sound)| {
        print!("{text}");
        sound
    }))
}
