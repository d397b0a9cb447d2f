//! `invar explain`: one page per reason, status and exit code.

use crate::exit;
use crate::terminal::{complain, to_stdout};
use clap::Args;
use invar_explain::{explain, hint, list};

/// Arguments of `explain`.
#[derive(Args, Debug, Clone)]
pub struct ExplainArguments {
    /// A reason, a status or an exit code; without it, the list of them.
    #[arg(value_name = "WORD")]
    pub word: Vec<String>,
}

/// Prints a page, or the list.
pub fn run(arguments: &ExplainArguments) -> u8 {
    if arguments.word.is_empty() {
        to_stdout(&list());
        return exit::SAFE;
    }
    let wanted = arguments.word.join(" ");
    if let Some(text) = explain(&wanted) {
        to_stdout(&text);
        return exit::SAFE;
    }
    let wanted = invar_report::visible(&wanted);
    complain!("error: there is no page about '{wanted}'");
    complain!("hint: {}", hint(&wanted));
    exit::USAGE
}
