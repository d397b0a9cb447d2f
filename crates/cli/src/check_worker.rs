//! The supervised part of `check` and `validate`.

use crate::events::{Message, Messages};
use crate::exit;
use crate::terminal::complain;
use invar_budget::count_cpu_time;
use invar_verify::request::Clock;
use invar_verify::{CancelToken, Request, verify};

/// Reads a request from stdin, answers it and sends the report.
pub fn run() -> u8 {
    // A worker must not outlive its supervisor.
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    let request: Request = match serde_json::from_reader(std::io::stdin()) {
        Ok(request) => request,
        Err(error) => {
            complain!("error: no request: {error}");
            return exit::USAGE;
        }
    };
    if request.limits.clock == Clock::Cpu {
        count_cpu_time(request.limits.jobs);
    }
    let messages = Messages::stdout();
    let report = verify(&request, &messages, &CancelToken::default());
    let code = exit::code(&report);
    messages.send(&Message::Done(Box::new(report)));
    // Everything is said: skip the destructors of large terms.
    std::process::exit(i32::from(code))
}
