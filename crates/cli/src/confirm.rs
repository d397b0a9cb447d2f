//! `invar check --confirm` and the process in which a native run is confined.

use crate::arguments::CheckArguments;
use crate::interrupt::Interrupt;
use crate::terminal::complain;
use crate::{child, exit, outputs};
use invar_confirm::Settings;
use invar_report::Report;

/// Runs every violation of a report and notes what came of it.
pub fn confirm(report: &mut Report, arguments: &CheckArguments) {
    let interrupt = Interrupt::listen();
    let settings = Settings {
        harness: outputs::harness_options(arguments),
        time: arguments.timeout,
        launcher: || child::invar("confined-run"),
        stop: interrupt.flag(),
    };
    invar_confirm::confirm(report, &settings);
}

/// Becomes the program that stdin names; returns only if that fails.
pub fn confined_run() -> u8 {
    let Err(problem) = invar_confirm::confined_run();
    complain!("error: {problem}");
    exit::USAGE
}
