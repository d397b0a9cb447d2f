//! Contracts that the text has: whether any call keeps what the entry function requires.

use crate::interrupt::Interrupt;
use crate::supervise::{self, Display};
use invar_cfa::AssumptionKind;
use invar_frontend::written::ContractReading;
use invar_report::{Conclusion, Report};
use invar_verdict::Reason;
use invar_verify::program;
use invar_verify::request::{
    Input, Precondition, PreconditionQuestion, PropertyRequest, Request, Sites,
};
use std::time::Duration;

/// The search for a call that keeps a contract takes at most this long.
const MAX_TIME: Duration = Duration::from_secs(10);

/// What is said where no call was found, and none was excluded.
const OPEN: &str = "no call was found that keeps what the contract requires, and none is excluded";

/// What is said where requirements contradict each other.
const EXCLUDED: &str = "the requirements of the contract exclude each other: no call keeps them";

/// What is said where called functions violate something only as far as their contracts are known.
const ALLOWED: &str = "if called functions do all that their contracts allow, an execution fails; with their bodies none was found";

/// Whether the entry function has a contract in the text.
pub fn has_contract(input: &Input) -> bool {
    let Some(name) = input.entry.as_deref().filter(|name| *name != "main") else {
        return false;
    };
    invar_frontend::clang::with_large_stack(|| {
        let Ok(unit) = program::parsed(input, None) else {
            return false;
        };
        let contracts = invar_frontend::written::contracts(&unit);
        let mut functions = contracts.iter().map(|contract| contract.function);
        functions.any(|function| *unit.function(function).name == *name)
    })
}

/// The report of a check of a contract: a proof in one of the readings that are for proofs, each in a third of the time, or
/// what the exact reading says.
pub fn check(
    request: &Request,
    interrupt: &Interrupt,
    mut answer: impl FnMut(&Request) -> Report,
) -> Report {
    let mut left = request.limits.time;
    for reading in [ContractReading::Proof, ContractReading::ProofThroughBodies] {
        let mut proof = request.clone();
        proof.input.contracts = reading;
        proof.limits.time /= 3;
        let report = answer(&proof);
        left = left.saturating_sub(Duration::from_secs_f64(report.limited_seconds));
        if report.verdict == Conclusion::Safe {
            return if_kept(report, request, interrupt);
        }
    }
    let mut exact = request.clone();
    exact.limits.time = left;
    let report = answer(&exact);
    let is_by_contract = (report.assumptions.iter())
        .any(|assumption| assumption.kind == AssumptionKind::CalledContract);
    if report.verdict == Conclusion::Unsafe && is_by_contract {
        // Called functions may do less than their contracts allow.
        exact.input.contracts = ContractReading::ExactThroughBodies;
        exact.limits.time = request.limits.time / 2;
        return match answer(&exact).verdict {
            Conclusion::Unsafe => report,
            Conclusion::Safe | Conclusion::Unknown => without_verdict(
                report,
                &Reason::CertificateRejected {
                    claim: "unsafe",
                    message: "called functions fail only as far as their contracts allow".into(),
                },
                ALLOWED,
            ),
        };
    }
    if_kept(report, request, interrupt)
}

/// A report that keeps what was asked, with a reason in the place of its verdict.
fn without_verdict(report: Report, reason: &Reason, hint: &str) -> Report {
    Report {
        property: report.property,
        file: report.file,
        files: report.files,
        data_model: report.data_model,
        target: report.target,
        integers: report.integers,
        assumptions: report.assumptions,
        wall_seconds: report.wall_seconds,
        hint: Some(hint.into()),
        ..Report::unknown(reason)
    }
}

/// The report of a check of a contract. From requirements that exclude each other everything follows: then nothing is proved.
fn if_kept(report: Report, request: &Request, interrupt: &Interrupt) -> Report {
    if report.verdict != Conclusion::Safe {
        return report;
    }
    let mut asked = request.clone();
    asked.property = PropertyRequest {
        names: vec!["unreach-call".into()],
    };
    asked.sites = Sites::All;
    asked.input.precondition = Some(Precondition {
        question: PreconditionQuestion::CanBeKept,
        ..Precondition::default()
    });
    asked.limits.time = request.limits.time.min(MAX_TIME);
    match supervise::answer(&asked, interrupt, Display::Nothing).verdict {
        Conclusion::Unsafe => report,
        Conclusion::Safe => without_verdict(report, &Reason::Vacuous, EXCLUDED),
        Conclusion::Unknown => Report {
            hint: Some(OPEN.into()),
            ..report
        },
    }
}
