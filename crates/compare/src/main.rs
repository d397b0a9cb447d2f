//! Reruns a comparison of engines, or of configurations, on a list of tasks and draws its tables and plots.

use clap::Parser;
use invar_compare::arguments::{Arguments, Mode};
use invar_compare::results::Comparison;
use invar_compare::settings::Settings;
use invar_compare::summary::Summary;
use invar_compare::{exit_code, plot, report, run};
use std::process::ExitCode;

fn main() -> ExitCode {
    exit_code(compare(&Arguments::parse()))
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
