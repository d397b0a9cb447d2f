//! Preconditions of an entry function, found by checks in processes of their own.

use crate::interrupt::Interrupt;
use crate::supervise::{self, Display};
use invar_frontend::ast::{FunId, Unit};
use invar_frontend::contract::{self, Clause, Stage};
use invar_verify::infer::{self, Checker, Inferred};
use invar_verify::request::{Precondition, PreconditionQuestion, PropertyRequest, Request, Sites};
use invar_witness::report::{Conclusion, Report};
use std::time::Duration;

/// Finds a precondition under which most places of the entry function are proved, in the time that the request has.
pub fn infer(unit: &Unit, function: FunId, request: &Request, interrupt: &Interrupt) -> Inferred {
    let stages = Stage::ALL.map(|stage| contract::candidates(unit, function, stage));
    let mut checks = Checks {
        unit,
        function,
        request,
        interrupt,
    };
    infer::infer(&stages, request.limits.time, &mut checks)
}

/// Clauses with their text.
pub fn precondition(unit: &Unit, function: FunId, clauses: &[Clause]) -> Precondition {
    Precondition {
        clauses: clauses.to_vec(),
        text: contract::requirements(unit, function, clauses),
        question: PreconditionQuestion::Function,
    }
}

/// Checks of one function under preconditions.
struct Checks<'a> {
    unit: &'a Unit,
    function: FunId,
    request: &'a Request,
    interrupt: &'a Interrupt,
}

impl Checker for Checks<'_> {
    fn check(&mut self, clauses: &[Clause], time: Duration) -> Report {
        let mut request = self.request.clone();
        request.input.precondition = Some(precondition(self.unit, self.function, clauses));
        request.limits.time = time;
        supervise::answer(&request, self.interrupt, Display::Nothing)
    }

    fn can_be_kept(&mut self, clauses: &[Clause], time: Duration) -> bool {
        let mut request = self.request.clone();
        request.property = PropertyRequest {
            names: vec!["unreach-call".into()],
        };
        request.sites = Sites::All;
        request.input.precondition = Some(Precondition {
            question: PreconditionQuestion::CanBeKept,
            ..precondition(self.unit, self.function, clauses)
        });
        request.limits.time = time;
        let report = supervise::answer(&request, self.interrupt, Display::Nothing);
        report.verdict == Conclusion::Unsafe
    }
}
