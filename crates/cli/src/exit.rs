//! Exit codes of the command line's contract.

use crate::terminal::complain;
use invar_report::{Conclusion, ReasonClass, Report};

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
        Conclusion::Unknown => match report.reason_class {
            Some(ReasonClass::Input) => USAGE,
            // Nothing was asked: no claim, and nothing to be done.
            Some(ReasonClass::Unaffected) => SAFE,
            _ => UNKNOWN,
        },
    }
}

/// Why a command has no answer.
pub enum Failure {
    /// The message was printed already.
    Told(u8),
    /// A message to print: a usage or input error.
    Message(String),
}

/// The exit code of a command, after its message.
pub fn finish(done: Result<u8, Failure>) -> u8 {
    match done {
        Ok(code) | Err(Failure::Told(code)) => code,
        Err(Failure::Message(message)) => {
            complain!("error: {message}");
            USAGE
        }
    }
}
