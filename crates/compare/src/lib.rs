//! Runs of `invar bench` side by side, and what is to be learnt from them.
//!
//! A tool for the development of invar, not part of a package. It starts the program `invar` and reads the tables that
//! `invar bench` writes. `invar-compare` reruns a comparison of engines or configurations, after Cimatti and Griggio,
//! "Software Model Checking via IC3" (CAV 2012), section 6; `invar-runs` reads runs that exist: why tasks stay unknown,
//! and how much of all engines together the default solves.
//!
//! Must not know: every other crate.

pub mod arguments;
pub mod configurations;
pub mod markdown;
pub mod plot;
pub mod report;
pub mod results;
pub mod run;
pub mod selection;
pub mod settings;
pub mod statistics;
pub mod summary;
pub mod union;
pub mod why_not;

/// Exit code for a wrong verdict, or one without a certificate.
pub const UNSOUND: u8 = 1;
/// Exit code for unusable input.
pub const USAGE: u8 = 2;

/// Whether every verdict is right and certified; a message instead for unusable input.
pub fn exit_code(sound: Result<bool, String>) -> std::process::ExitCode {
    match sound {
        Ok(true) => std::process::ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("error: there are wrong verdicts or verdicts without a certificate");
            UNSOUND.into()
        }
        Err(message) => {
            eprintln!("error: {message}");
            USAGE.into()
        }
    }
}
