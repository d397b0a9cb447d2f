//! Runs violations natively: compiles the harness, runs it within limits, reads what it shows.
//!
//! Every violation is compiled with its harness by the user's compiler (`compile`) and run (`process`), so that something
//! else than invar says whether it fails (`judge`).
//!
//! The program is not trusted: it runs in an empty folder, without the user's environment, within limits (`confine`), and
//! without a network where the system offers that. It can still read and write the user's files, which is why it is run only
//! on request. What it does changes neither the verdict nor the exit code.
//!
//! Must not know: how a violation was found, command lines, terminals.

#![deny(missing_docs)]

mod compile;
mod confine;
mod folder;
mod judge;
mod process;

pub use confine::confined_run;

use compile::{Compiled, Toolchain};
use confine::{Children, Confinement, Memory};
use folder::Folder;
use invar_cfa::Property;
use invar_report::{
    Confirmation, Failure, Network, NotConfirmed, Report, Sanitizers, ViolationReport,
};
use invar_witness::{HarnessOptions, harness, harness_doubts};
use process::Bounds;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Limits of a native run; its time is not longer than that of the check.
const RUN: Bounds = Bounds {
    time: Duration::from_secs(10),
    megabytes: 2048,
};

/// How violations are confirmed.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    /// What a compiler of the program and its harness must know; the name is not used.
    pub harness: HarnessOptions,
    /// Time of a run at most; ten seconds if this is longer.
    pub time: Duration,
    /// The command that starts a process that calls [`confined_run`].
    pub launcher: fn() -> std::io::Result<Command>,
    /// Ends the work early when it is set.
    pub stop: &'a AtomicBool,
}

/// Why a native run confirms nothing, and what was said about it.
type Refusal = (NotConfirmed, Option<String>);

/// Runs every violation of a report and notes what came of it.
pub fn confirm(report: &mut Report, settings: &Settings<'_>) {
    let mut toolchain = Toolchain::of_environment();
    let network = confine::network(settings.stop);
    for number in 0..report.violations.len() {
        let violation = &report.violations[number];
        let mut session = Session {
            report,
            violation,
            options: settings.harness.clone(),
            network,
            bounds: Bounds {
                time: RUN.time.min(settings.time),
                ..RUN
            },
            launcher: settings.launcher,
            stop: settings.stop,
        };
        let confirmation = session.confirmed(&mut toolchain);
        let confirmation = confirmation.unwrap_or_else(|(reason, detail)| {
            Confirmation::not(reason, with_doubts(detail, report, violation))
        });
        report.violations[number].confirmation = Some(confirmation);
    }
}

/// One violation on its way to a native run.
struct Session<'a> {
    report: &'a Report,
    violation: &'a ViolationReport,
    options: HarnessOptions,
    network: Network,
    bounds: Bounds,
    launcher: fn() -> std::io::Result<Command>,
    stop: &'a AtomicBool,
}

impl Session<'_> {
    fn confirmed(&mut self, toolchain: &mut Toolchain) -> Result<Confirmation, Refusal> {
        let folder = Folder::new().map_err(|why| (NotConfirmed::NoFolder, Some(why)))?;
        let source = folder.path().join("harness.c");
        self.options.name = source.display().to_string();
        let text = harness(self.report, self.violation, &self.options);
        std::fs::write(&source, text)
            .map_err(|error| (NotConfirmed::NoFolder, Some(error.to_string())))?;
        let compiled = toolchain.compile(self, &folder, self.wanted())?;
        let ran = self.run(&folder, &compiled)?;
        let (shown, detail) = judge::judge(self.violation, compiled.sanitizers, &ran)?;
        Ok(Confirmation::Confirmed {
            compiler: toolchain.compiler(),
            sanitizers: compiled.sanitizers,
            network: self.network,
            shown,
            detail,
        })
    }

    /// What is to watch the run. Where only assertions are asked about, undefined behaviour on the way is no failure, and
    /// signed numbers wrap.
    fn wanted(&self) -> Sanitizers {
        let property = Property::named(&self.report.property);
        let is_asked_for = property.is_some_and(|property| property.includes(Property::DEFAULT));
        if is_asked_for || !self.violation.failure.is_error() {
            Sanitizers::AddressAndUndefined
        } else {
            Sanitizers::Absent
        }
    }

    fn run(&self, folder: &Folder, compiled: &Compiled) -> Result<process::Ran, Refusal> {
        let refused = |error: std::io::Error| (NotConfirmed::NotStarted, Some(error.to_string()));
        let empty = folder.path().join("run");
        std::fs::create_dir(&empty).map_err(refused)?;
        let confinement = Confinement {
            program: compiled.program.clone(),
            network: self.network,
            // The sanitizer looks for leaks from a process of its own.
            children: if self.violation.failure == Failure::Leak {
                Children::Allowed
            } else {
                Children::Forbidden
            },
            // Sanitizers reserve more addresses than any limit would allow.
            memory: match compiled.sanitizers {
                Sanitizers::Absent => Memory::Megabytes(self.bounds.megabytes),
                Sanitizers::AddressAndUndefined => Memory::Watched,
            },
            cpu_seconds: self.bounds.time.as_secs() + 1,
        };
        let command = confinement
            .command(&empty, self.launcher)
            .map_err(refused)?;
        let request = serde_json::to_vec(&confinement).map_err(|e| refused(e.into()))?;
        process::run(command, &request, self.bounds, self.stop).map_err(refused)
    }
}

/// What was said, and why the run may differ from the one that was found.
fn with_doubts(
    detail: Option<String>,
    report: &Report,
    violation: &ViolationReport,
) -> Option<String> {
    let parts = detail.into_iter().chain(harness_doubts(report, violation));
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}
