//! Everything that is printed for people goes through here: no name and no text from outside can
//! command the terminal.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "the one place that prints"
)]

use invar_report::visible_lines;
use std::io::Write;

/// Prints a message to stderr.
macro_rules! complain {
    ($($part:tt)*) => {
        $crate::terminal::to_stderr(&format!($($part)*))
    };
}

/// Prints a line to stdout.
macro_rules! say {
    ($($part:tt)*) => {
        $crate::terminal::to_stdout(&(format!($($part)*) + "\n"))
    };
}

pub(crate) use {complain, say};

/// A message to stderr, with a line break after it.
pub(crate) fn to_stderr(message: &str) {
    eprintln!("{}", visible_lines(message));
}

/// A text to stdout. A reader that has seen enough and closed the pipe is no error.
pub(crate) fn to_stdout(text: &str) {
    let _ = std::io::stdout().write_all(visible_lines(text).as_bytes());
}

/// A text that has no commands but our own: colours, and what programs read.
pub(crate) fn as_it_is(text: &str) {
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// JSON in which every control character is escaped, as its own syntax demands for some only.
pub(crate) fn json(text: &str) {
    let is_raw = |c: char| c.is_control() && c != '\n';
    if !text.contains(is_raw) {
        return as_it_is(text);
    }
    let escaped = text.chars().map(|c| {
        if is_raw(c) {
            format!("\\u{:04x}", u32::from(c))
        } else {
            c.to_string()
        }
    });
    as_it_is(&escaped.collect::<String>());
}

/// Writes the line that shows the progress again, or takes it away.
pub(crate) fn progress_line(line: &str) {
    eprint!("\r\x1b[2K{}", invar_report::visible(line));
    let _ = std::io::stderr().flush();
}
