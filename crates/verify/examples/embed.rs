//! Checks a C file and prints the status of each assertion; `cargo run --example embed -- FILE [SECONDS]`.
//!
//! The check is cancelled from another thread when the seconds are over, if they are given.

use invar_verify::{CancelToken, Event, Observer, Request, verify};
use std::time::Duration;

/// Shows what is going on.
struct Activities;

impl Observer for Activities {
    fn event(&self, event: &Event) {
        if let Event::Activity(what) = event {
            eprintln!("{what} ...");
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut request = Request::default();
    request.input.files.extend(arguments.next().map(Into::into));
    let cancel = CancelToken::default();
    if let Some(seconds) = arguments.next().and_then(|text| text.parse().ok()) {
        let cancel = cancel.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs_f64(seconds));
            cancel.cancel();
        });
    }
    let report = verify(&request, &Activities, &cancel);
    for assertion in &report.assertions {
        let line = assertion.place.as_ref().map_or(0, |place| place.line);
        println!("line {line}: {:?}", assertion.status);
    }
    let reason = report.reason.unwrap_or_default();
    println!("{:?} {reason}", report.verdict);
}
