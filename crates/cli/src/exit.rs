//! Exit codes of the command line's contract.

use invar_witness::report::{Conclusion, Report};

/// The program is safe, or a change cannot affect anything.
pub const SAFE: u8 = 0;
/// The program is unsafe.
pub const UNSAFE: u8 = 1;
/// Usage or input error.
pub const USAGE: u8 = 2;
/// Neither safe nor unsafe is known.
pub const UNKNOWN: u8 = 3;

/// The exit code of a report.
pub fn code(report: &Report) -> u8 {
    match report.verdict {
        Conclusion::Safe => SAFE,
        Conclusion::Unsafe => UNSAFE,
        Conclusion::Unknown => match report.reason_class.as_deref() {
            Some("input") => USAGE,
            // Nothing was asked: no claim, and nothing to be done.
            Some("unaffected") => SAFE,
            _ => UNKNOWN,
        },
    }
}
