//! Checks witnesses.
//!
//! What a correctness witness states becomes checks of the program: if no run violates one of them
//! or the property, the witness is validated. First the stated invariants alone are tried as the
//! proof, then the usual search. What a violation witness states becomes a monitor: only runs that
//! follow it reach the error. First one run with the stated inputs is tried, then the search.

mod follow;
mod statement;

use crate::finder::Finder;
use crate::finding::{Answered, Attribution, Claimant};
use crate::program::load::{files, lowered, parsed};
use crate::run::Run;
use follow::follow;
use invar_budget::Budget;
use invar_cfa::{
    Check, CheckId, CheckKind, CutPoints, LocId, LocationKind, Operation, Program, Property,
};
use invar_frontend::ast::Unit;
use invar_frontend::clang::ParseOptions;
use invar_frontend::facts::Annotations;
use invar_frontend::lower::{Outcome, lower_annotated};
use invar_interp::Limits;
use invar_passes::Checks;
use invar_report::{Conclusion, Report, Validation, ValidationReport};
use invar_verdict::{Invariant, Proof, Reason, Support};
use invar_witness::svcomp;
use statement::{Statement, described, stated, warnings};
use std::path::{Path, PathBuf};

/// Steps of a run that follows a witness.
const FOLLOWED_STEPS: u64 = 20_000_000;

/// A unit with the files it was read from.
struct Read<'a> {
    unit: &'a Unit,
    files: Vec<(PathBuf, ParseOptions)>,
    annotated: usize,
    property: Property,
    /// The program without anything that the witness says.
    original: &'a Program,
}

impl Run<'_> {
    /// Checks the witness in a file.
    pub(crate) fn validated(
        &mut self,
        witness: &Path,
        property: Property,
        budget: &Budget,
    ) -> Result<Report, Reason> {
        let text = std::fs::read_to_string(witness)
            .map_err(|e| Reason::Input(format!("cannot read {}: {e}", witness.display())))?;
        let entries = svcomp::read(&text)
            .map_err(|e| Reason::Input(format!("{} is no witness: {e}", witness.display())))?;
        let (statement, tasks) = Statement::of(&entries).map_err(Reason::Input)?;
        let deadline = budget.deadline;
        let unit = self.phase(Reason::READING, |run| {
            parsed(&run.session.request.input, deadline)
        });
        let mut unit = unit.map_err(|reason| self.unless_late(reason, Reason::READING, budget))?;
        let starts = self.session.request.input.entry.as_deref();
        if starts.is_some_and(|name| name != "main") {
            let why = "witnesses are about programs that start with main".into();
            return Err(Reason::Input(why));
        }
        let original = lowered(&mut unit, &self.session.request.input, property)?;
        let files = files(&self.session.request.input, deadline)?;
        let warnings = warnings(&tasks, &files);
        let annotated = match statement.annotated(&files) {
            Ok(annotated) => annotated,
            Err(why) => return Ok(answer(Validation::Unknown, why, warnings)),
        };
        let read = Read {
            unit: &unit,
            files,
            annotated,
            property,
            original: &original,
        };
        let (conclusion, why) = match &statement {
            Statement::Run(segments) => self.validated_run(&read, segments, budget)?,
            Statement::Invariants(list) => self.validated_invariants(&read, list, budget)?,
        };
        Ok(answer(conclusion, why, warnings))
    }

    fn annotated(
        &mut self,
        read: &Read<'_>,
        annotations: &Annotations,
    ) -> Result<(Program, Outcome), Reason> {
        let (_, options) = &read.files[read.annotated];
        lower_annotated(read.unit, options.data_model, read.property, annotations)
            .map(|(program, outcome)| (invar_passes::instrument(program), outcome))
            .ok_or_else(|| Reason::Input("the program has no function main with a body".into()))
    }

    fn validated_invariants(
        &mut self,
        read: &Read<'_>,
        list: &[svcomp::model::Invariant],
        budget: &Budget,
    ) -> Result<(Validation, String), Reason> {
        let facts = stated(read.unit, &read.files, read.annotated, list);
        let facts = facts.map_err(|diagnostic| Reason::Input(diagnostic.to_string()))?;
        let mut annotations = annotations(read);
        for fact in facts {
            match fact {
                Ok(fact) => annotations.checked.push(fact),
                Err(why) => return Ok((Validation::Unknown, why)),
            }
        }
        let (program, outcome) = self.annotated(read, &annotations)?;
        if let Some(why) = outcome.refused.first() {
            return Ok((Validation::Unknown, why.clone()));
        }
        self.stating = true;
        let answered = match self.all_checks(&program, budget) {
            Ok(answered) => answered,
            Err(reason) => return Ok((Validation::Unknown, self.most_telling(reason).to_string())),
        };
        let finder = answered.finding.attribution.by;
        let report = self.named(answered);
        if report.verdict == Conclusion::Safe {
            let by = certifier(&report);
            let why = match finder {
                Finder::Statement => format!("the stated invariants prove the property ({by})"),
                finder => {
                    let engine = finder.name();
                    format!("the stated invariants hold, and {engine} proves the property ({by})")
                }
            };
            return Ok((Validation::Validated, why));
        }
        let violated = report.violations.first();
        let fact = violated.and_then(|v| {
            let number = violated_fact(&program, &annotations, CheckId(v.assertion as u32))?;
            list.get(number)
        });
        let why = match fact {
            Some(fact) => format!(
                "`{}` at line {} does not hold",
                fact.value, fact.location.line
            ),
            None => "the property is violated".into(),
        };
        Ok((Validation::Rejected, why))
    }

    fn validated_run(
        &mut self,
        read: &Read<'_>,
        segments: &[Vec<svcomp::model::Waypoint>],
        budget: &Budget,
    ) -> Result<(Validation, String), Reason> {
        if !Property::ASSERT.includes(read.property) {
            let why = "runs are validated for assert and unreach-call only".to_owned();
            return Ok((Validation::Unknown, why));
        }
        let description = described(read.unit, &read.files, read.annotated, segments);
        let description = match description {
            Ok(description) => description,
            Err(why) => return Ok((Validation::Unknown, why)),
        };
        let mut annotations = annotations(read);
        let count = description.segments.len();
        annotations.run = Some(description);
        let (program, outcome) = self.annotated(read, &annotations)?;
        if let Some(why) = outcome.refused.first() {
            return Ok((Validation::Unknown, why.clone()));
        }
        if !outcome.target {
            let why = "the property cannot be violated at the target".to_owned();
            return Ok((Validation::Rejected, why));
        }
        if let Some(number) = (0..count).find(|number| !outcome.reached.contains(number)) {
            let line = annotations
                .run
                .as_ref()
                .map(|run| run.segments[number].followed.line);
            let line = line.unwrap_or_default();
            let why = format!("no run passes the waypoint of segment {number} at line {line}");
            return Ok((Validation::Rejected, why));
        }
        let limits = Limits {
            steps: FOLLOWED_STEPS,
            deadline: budget
                .remaining()
                .map(|left| invar_budget::Moment::now() + left / 2),
            ..Limits::default()
        };
        let followed = self.phase("running", |_| {
            follow(&program, read.original, &annotations, segments, &limits)
        });
        if followed {
            self.searched_last = Some(Attribution {
                by: Finder::Execution,
                over: None,
            });
            let why = "the run with the stated inputs reaches the target".to_owned();
            return Ok((Validation::Validated, why));
        }
        match self.all_checks(&program, budget) {
            Ok(answered) => {
                let report = self.named(answered);
                if report.verdict == Conclusion::Unsafe {
                    let why = format!("{} found a run that follows the witness", report.engine);
                    return Ok((Validation::Validated, why));
                }
                let by = certifier(&report);
                let why = format!("no run follows the witness to its target ({by})");
                Ok((Validation::Rejected, why))
            }
            Err(reason) => Ok((Validation::Unknown, self.most_telling(reason).to_string())),
        }
    }

    /// The verdict about every check of a program.
    fn all_checks(&mut self, program: &Program, budget: &Budget) -> Result<Answered, Reason> {
        let count = Checks::of(program).list.len() as u32;
        self.open = (0..count).map(CheckId).collect();
        self.deepen_recursion(program, budget)
    }

    /// The stated invariants alone as a proof, with a third of the time.
    pub(crate) fn by_statement(&mut self, inlined: &Program, budget: &Budget) -> Option<Answered> {
        let invariant = stated_invariant(inlined);
        let proof = Proof::Inductive {
            heads: invariant.at.keys().copied().collect(),
            invariant,
        };
        let (rejected, refused) = (
            self.worker.accounts.rejected,
            self.worker.accounts.refused.clone(),
        );
        let budget = budget.at_most(budget.left() / 3);
        let attribution = Attribution {
            by: Finder::Statement,
            over: self.searched_last.and_then(|last| last.over),
        };
        self.searched_last = Some(attribution);
        let claimant = Claimant::without_solver(attribution);
        let answered =
            self.worker
                .certified_proof(inlined, &proof, &Support::default(), claimant, &budget);
        self.worker.accounts.rejected = rejected;
        self.worker.accounts.refused = refused;
        answered.ok()
    }
}

/// The fact that a check of the inlined program represents. Inlining numbers checks by their places;
/// those at one place keep their order.
fn violated_fact(program: &Program, annotations: &Annotations, check: CheckId) -> Option<usize> {
    let checks = Checks::of(program).list;
    let violated = checks.get(check.0 as usize)?;
    let span = violated.span?;
    let same = |c: &&Check| c.kind == CheckKind::Invariant && c.span == Some(span);
    let rank = checks[..check.0 as usize].iter().filter(same).count();
    if violated.kind != CheckKind::Invariant {
        return None;
    }
    let facts = annotations.checked.iter().enumerate();
    let mut here = facts.filter(|(_, f)| (f.site.line, f.site.column) == (span.line, span.column));
    here.nth(rank).map(|(number, _)| number)
}

fn certifier(report: &Report) -> &str {
    let by = report.certifier.as_deref().unwrap_or_default();
    // A proof without a question needs no solver.
    if by.is_empty() {
        "no solver needed"
    } else {
        by
    }
}

fn answer(conclusion: Validation, why: String, warnings: Vec<String>) -> Report {
    Report {
        validation: Some(ValidationReport {
            conclusion,
            why,
            warnings,
        }),
        ..Report::default()
    }
}

fn annotations(read: &Read<'_>) -> Annotations {
    let (file, _) = &read.files[read.annotated];
    let bytes = std::fs::read(file).unwrap_or_default();
    Annotations {
        file: file.to_string_lossy().into(),
        text: invar_cfa::SourceText::new(bytes),
        ..Annotations::default()
    }
}

/// The facts that are checked at loop heads.
fn stated_invariant(program: &Program) -> Invariant {
    let cfa = program.entry_cfa();
    let cuts = CutPoints::of(cfa);
    let mut invariant = Invariant::default();
    for head in cfa.location_ids().filter(|at| cuts.is_loop_head(*at)) {
        let mut at = head;
        // The checks follow each other; none changes anything.
        while let [one, other] = cfa.location(at).outgoing() {
            let (one, other) = (cfa.edge(*one), cfa.edge(*other));
            let (fine, condition) = match (&one.operation, &other.operation) {
                (Operation::Assume { condition, .. }, _) if fails(program, other.to) => {
                    (one.to, *condition)
                }
                (_, Operation::Assume { condition, .. }) if fails(program, one.to) => {
                    (other.to, *condition)
                }
                _ => break,
            };
            invariant.add(head, condition);
            at = fine;
        }
    }
    invariant
}

/// Whether a location leads to nothing but a stated fact that does not hold.
fn fails(program: &Program, location: LocId) -> bool {
    let cfa = program.entry_cfa();
    let leaving: Vec<_> = cfa.outgoing(location).collect();
    let end = match leaving.as_slice() {
        [] => location,
        [(_, edge)] if edge.operation == Operation::Skip => edge.to,
        _ => return false,
    };
    match cfa.location(end).kind {
        LocationKind::Error(check) => program.check(check).kind == CheckKind::Invariant,
        _ => false,
    }
}
