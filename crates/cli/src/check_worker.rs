//! The supervised part of `check`.

use crate::arguments::CheckArguments;
use crate::events::{Event, Events};
use crate::{circuit, pipeline};
use invar_verdict::Reason;
use invar_witness::report::Report;

/// Does the work and sends the report; a panic becomes a report too.
pub fn run(arguments: &CheckArguments) -> u8 {
    // A worker must not outlive its supervisor.
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    let events = std::sync::Arc::new(Events::stdout());
    let (shared, owned) = (events.clone(), arguments.clone());
    let report = invar_frontend::clang::with_large_stack(move || {
        let work = std::panic::AssertUnwindSafe(|| match circuit::model(&owned.input.files) {
            Some((path, format)) => circuit::verify(path, format, &owned, &shared),
            None => pipeline::verify(&owned, &shared),
        });
        std::panic::catch_unwind(work).unwrap_or_else(|cause| {
            let message = cause
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| cause.downcast_ref::<&str>().map(|s| (*s).to_owned()))
                .unwrap_or_else(|| "panic".into());
            Report::unknown(&Reason::Internal(message))
        })
    });
    let code = crate::exit::code(&report);
    events.send(&Event::Done(Box::new(report)));
    // Everything is said: skip the destructors of large terms.
    std::process::exit(i32::from(code))
}
