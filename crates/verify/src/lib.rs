//! A request goes in, a certified report comes out.
//!
//! [`verify`] answers a [`Request`]: it reads the program ([`program`]), decides what is asked of each
//! assertion (`assertions`), has engines search (`search`), has what they find checked and described
//! (`evidence`), and looks up and stores evidence (`cache`). A `session` holds what they share; `check` is
//! the order of the phases, which change the state of a `run`. A `worker` searches and certifies, with separate `accounts`; what it
//! returns is a `finding`.
//! `termination` asks whether every execution ends. [`change`] finds assertions that a change cannot affect, `witness_check` checks witnesses, and [`hardware`]
//! does the same for hardware models; [`stages`] measures what comes before the search. An [`Observer`] receives progress, a [`CancelToken`] ends the check.
//!
//! Stability: the version follows semantic versioning from 0.1 on, so before 1.0 only a new minor version may break callers.
//! [`verify`], [`Request`] with the types of [`request`], [`Report`], [`Observer`], [`Event`] and [`CancelToken`] are meant to
//! stay; the other public modules serve the command line and may change. [`Request`], [`Report`] and their parts may gain
//! fields, and [`Event`] variants: build requests with `..Default::default()` and match events with a wildcard.
//!
//! Must not know: command lines, terminals, processes that supervise it, output files.

#![deny(missing_docs)]

mod accounts;
mod assertions;
mod cache;
pub mod change;
mod check;
mod complete;
mod evidence;
mod finder;
mod finding;
mod goal;
pub mod hardware;
pub mod infer;
mod observer;
pub mod program;
pub mod request;
mod run;
mod search;
mod session;
mod share;
pub mod stages;
mod termination;
mod witness_check;
mod worker;

pub use complete::complete;
pub use invar_budget::CancelToken;
pub use invar_report::Report;
pub use observer::{Event, Observer, Standing, Unobserved};
pub use request::Request;

use invar_budget::Moment;
use invar_verdict::Reason;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Answers a request; never claims anything without evidence that was checked.
///
/// Whatever goes wrong on the way is a report too, with the verdict unknown and a reason: a file that cannot be
/// read, the time that is up, the token that was cancelled, a panic. Memory is watched only inside the solver;
/// for a firm limit, run this in a separate process.
pub fn verify(request: &Request, observer: &dyn Observer, cancel: &CancelToken) -> Report {
    let start = Moment::now();
    let mut report = invar_frontend::clang::with_large_stack(|| {
        let work = AssertUnwindSafe(|| match hardware::model(&request.input.files) {
            Some((path, format)) => hardware::verify(path, format, request, observer, cancel),
            None => check::verify(request, observer, cancel),
        });
        catch_unwind(work).unwrap_or_else(|cause| {
            let message = cause
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| cause.downcast_ref::<&str>().map(|s| (*s).to_owned()))
                .unwrap_or_else(|| "panic".into());
            Report::unknown(&Reason::Internal(message))
        })
    });
    report.wall_seconds = start.elapsed().as_secs_f64();
    report.limited_seconds = report.wall_seconds;
    complete(&mut report, request);
    report
}
