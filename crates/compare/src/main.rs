//! Reruns a comparison of engines, or of configurations, on a list of tasks and draws its tables and plots.
//!
//! A tool for the development of invar, not part of a package. It starts the program `invar` and reads the tables that
//! `invar bench` writes; must not know: every other room. The experiment is that of Cimatti and Griggio, "Software Model
//! Checking via IC3" (CAV 2012), section 6.

mod arguments;
mod configurations;
mod plot;
mod report;
mod results;
mod run;
mod selection;
mod settings;
mod statistics;
mod summary;

use arguments::{Arguments, Mode};
use clap::Parser;
use results::Comparison;
use settings::Settings;
use std::process::ExitCode;
use summary::Summary;

/// Exit code for a wrong verdict, or one without a certificate.
const UNSOUND: u8 = 1;
/// Exit code for unusable input.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    match compare(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("error: there are wrong verdicts or verdicts without a certificate");
            ExitCode::from(UNSOUND)
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(USAGE)
        }
    }
}

/// Whether every verdict is right and certified.
fn compare(arguments: &Arguments) -> Result<bool, String> {
    // Before hours of search, not after them.
    plot::load_font(&arguments.font)?;
    let (settings, run) = match arguments.mode()? {
        Mode::Report => {
            let settings = Settings::read(&arguments.out)?;
            let missing = || format!("{}: no run", arguments.out.display());
            (settings.ok_or_else(missing)?, None)
        }
        Mode::Run(run) => (Settings::of(arguments, &run)?, Some(run)),
    };
    let engines = match &arguments.engines {
        Some(engines) => engines.clone(),
        None => settings.engines.clone(),
    };
    let pairs = arguments.pairs_among(&engines)?;
    let settings = match run {
        None => settings,
        Some(run) => {
            let settings = settings.keep(&arguments.out)?;
            run::all_slices(arguments, &run)?;
            settings
        }
    };
    let comparison = Comparison::read(&arguments.out, &engines)?;
    let summary = Summary::of(&comparison, settings.timeout_seconds);
    plot::draw_all(
        &comparison,
        &pairs,
        settings.timeout_seconds,
        &arguments.out,
    )?;
    report::write(&comparison, &summary, &pairs, &settings, &arguments.out)?;
    print!(
        "{}",
        report::figures(&comparison, &summary, settings.subject())
    );
    Ok(comparison.flaws.is_empty())
}
